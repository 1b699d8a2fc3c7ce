import System

/// The calendars in a folder and in the folders below it.
struct CalendarFolder {
  /// Paths, sorted.
  private(set) var files: [String] = []
  /// What is left out, with the reason.
  private(set) var complaints: [String] = []
  /// Folders that have been visited, so that a link back to one ends.
  private var known: Set<File.Stamp> = []

  /// Greatest depth of folders, and greatest number of folders.
  private static let (deepest, most) = (8, 1_000)

  init(_ path: String) {
    look(into: path, depth: 1)
    files.sort()
  }

  private mutating func look(into path: String, depth: Int) {
    guard let stamp = File.Stamp(of: path), known.insert(stamp).inserted else { return }
    guard depth <= CalendarFolder.deepest, known.count <= CalendarFolder.most else {
      let reason = depth > CalendarFolder.deepest ? "it lies too deep" : "there are too many folders"
      if complaints.count < Source.mostNamed { complaints.append("\(path) is left out: \(reason)") }
      return
    }
    let names: [String]
    do { names = try Folder.names(in: path) } catch {
      complaints.append("cannot read \(path): \(error.reason)")
      return
    }
    for name in names {
      let inner = "\(path)/\(name)"
      if File.isFolder(inner) {
        look(into: inner, depth: depth + 1)
      } else if name.lowercased().hasSuffix(".ics") {
        files.append(inner)
      }
    }
  }
}
