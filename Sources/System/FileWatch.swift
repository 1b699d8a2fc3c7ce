private import Glibc

/// Notices changes of files by inotify(7).
///
/// Watches each file, its folder, and the folders of symbolic links on its path. For a missing folder, watches the
/// nearest existing parent.
package final class FileWatch {
  package let descriptor: Int32
  private let paths: [String]
  /// The watched names in each folder, by watch descriptor. A watched file has an empty set.
  private var names: [Int32: Set<String>] = [:]

  package enum Change {
    /// A program may still be writing the file.
    case begun
    case done
  }

  /// `nil` if inotify fails.
  package init?(_ paths: [String]) {
    descriptor = inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))
    self.paths = paths
    guard descriptor >= 0 else { return nil }
    watchAll()
  }

  deinit { close(descriptor) }

  package func receive() -> Change? {
    let changes = events().compactMap(change)
    guard let last = changes.last else { return nil }
    let before = watched
    watchAll()
    // A file that appeared with its folder may have been written before it was watched.
    let areNew = !watched.files.isSubset(of: before.files) && !watched.folders.isSubset(of: before.folders)
    return areNew ? .done : last
  }

  private var watched: (files: Set<Int32>, folders: Set<Int32>) {
    let files = Set(names.keys.filter { names[$0]?.isEmpty == true })
    return (files, Set(names.keys).subtracting(files))
  }

  private func change(_ event: Event) -> Change? {
    if event.has(IN_Q_OVERFLOW) { return .done }
    guard let names = names[event.watch] else { return nil }
    if event.has(IN_IGNORED) { self.names[event.watch] = nil }
    guard names.isEmpty || event.name.isEmpty || names.contains(event.name) else { return nil }
    return event.has(IN_MODIFY) || event.has(IN_CREATE) ? .begun : .done
  }

  // MARK: What is watched

  private static let ofFile = UInt32(IN_MODIFY | IN_CLOSE_WRITE | IN_ATTRIB | IN_DELETE_SELF | IN_MOVE_SELF)
  private static let ofFolder = UInt32(
    IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO | IN_DELETE_SELF | IN_MOVE_SELF | IN_ONLYDIR)

  private enum Need: Hashable {
    case name(String, in: String)
    case file(String)
  }

  private func watchAll() {
    var needs = needs
    for _ in 0..<FileWatch.mostTries {
      watch(needs)
      let present = self.needs
      if present == needs { return }
      needs = present
    }
  }

  private static let mostTries = 8

  private func watch(_ needs: [Need]) {
    let old = Set(names.keys)
    names = [:]
    for need in needs {
      switch need {
      case .name(let name, let folder):
        let watch = inotify_add_watch(descriptor, folder, FileWatch.ofFolder)
        if watch >= 0 { names[watch, default: []].insert(name) }
      case .file(let path):
        let watch = inotify_add_watch(descriptor, path, FileWatch.ofFile)
        if watch >= 0 { names[watch] = [] }
      }
    }
    for watch in old where names[watch] == nil { inotify_rm_watch(descriptor, watch) }
  }

  private var needs: [Need] { paths.flatMap(FileWatch.needs) }

  /// Resolves the path as the kernel does (path_resolution(7)).
  private static func needs(of path: String) -> [Need] {
    var (needs, links): ([Need], Int) = ([], 0)
    var folder = path.hasPrefix("/") ? "" : Folder.working ?? ""
    var rest = path.split(separator: "/")[...]
    while let name = rest.popFirst() {
      let place = "\(folder)/\(name)"
      if name == "." { continue }
      if name == ".." {
        folder = String(folder[..<(folder.lastIndex(of: "/") ?? folder.startIndex)])
      } else if links < mostLinks, let target = File.link(at: place) {
        links += 1
        needs.append(.name(String(name), in: "\(folder)/"))
        if target.hasPrefix("/") { folder = "" }
        rest = target.split(separator: "/") + rest
      } else if rest.isEmpty || File.Stamp(of: place) == nil {
        return needs + [.name(String(name), in: "\(folder)/")] + (rest.isEmpty ? [.file(place)] : [])
      } else {
        folder = place
      }
    }
    return needs
  }

  private static let mostLinks = 40

  // MARK: Kernel events

  private struct Event {
    let watch: Int32
    let mask: UInt32
    /// Empty if the event is about the watched object itself.
    let name: String

    func has(_ flag: Int32) -> Bool { mask & UInt32(bitPattern: flag) != 0 }
  }

  private func events() -> [Event] {
    var events: [Event] = []
    var buffer = [UInt8](repeating: 0, count: 16_384)
    while case let count = read(descriptor, &buffer, buffer.count), count > 0 {
      buffer.withUnsafeBytes { bytes in
        var place = 0
        while place + FileWatch.headLength <= count {
          let length = Int(bytes.loadUnaligned(fromByteOffset: place + 12, as: UInt32.self))
          let start = place + FileWatch.headLength
          events.append(
            Event(
              watch: bytes.loadUnaligned(fromByteOffset: place, as: Int32.self),
              mask: bytes.loadUnaligned(fromByteOffset: place + 4, as: UInt32.self),
              name: String(decoding: bytes[start..<start + length].prefix { $0 != 0 }, as: UTF8.self)))
          place = start + length
        }
      }
    }
    return events
  }

  private static let headLength = 16
}
