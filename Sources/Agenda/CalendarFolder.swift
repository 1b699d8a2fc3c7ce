import System

struct CalendarFolder {
  private(set) var files: [String] = []
  private(set) var complaints = Complaints()
  /// The folders already visited: symbolic links may form loops.
  private var known: Set<File.Stamp> = []

  private static let (deepest, most) = (8, 1_000)

  /// - Throws: if the folder itself cannot be read.
  init(_ path: String) throws(SystemError) {
    let names = try Folder.names(in: path)
    if let stamp = File.Stamp(of: path) { known.insert(stamp) }
    visit(names, of: path, depth: 1)
    files.sort()
  }

  private mutating func visit(_ path: String, depth: Int) {
    guard let stamp = File.Stamp(of: path), known.insert(stamp).inserted else { return }
    guard depth <= CalendarFolder.deepest, known.count <= CalendarFolder.most else {
      let reason = depth > CalendarFolder.deepest ? "it is nested too deep" : "there are too many folders"
      return complaints.add("\(path) is left out: \(reason)")
    }
    do { visit(try Folder.names(in: path), of: path, depth: depth) } catch {
      complaints.add("cannot read \(path): \(error.reason)")
    }
  }

  private mutating func visit(_ names: [String], of path: String, depth: Int) {
    for name in names {
      let inner = "\(path)/\(name)"
      if File.isFolder(inner) {
        visit(inner, depth: depth + 1)
      } else if name.lowercased().hasSuffix(".ics") {
        files.append(inner)
      }
    }
  }
}
