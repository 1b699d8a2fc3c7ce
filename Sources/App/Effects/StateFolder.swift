import XWindow

/// Where the clock keeps what it must still know after a restart: the folder of its own by the XDG base directory
/// specification.
///
/// What cannot be kept is said in one line, once for each reason, and otherwise is no harm.
struct StateFolder {
  let path: String
  private var told: Set<String> = []
  private let report: (String) -> Void

  /// More than the clock ever keeps in a file.
  private static let limit = 65_536

  /// `colourclock` in the folder `state`, else in `.local/state` of the folder `home`; `nil` if neither is an absolute
  /// path. Nothing is created yet.
  init?(state: String?, home: String?, report: @escaping (String) -> Void = Process.report) {
    let own = BaseDirectory.absolute(home).map { "\($0)/.local/state" }
    guard let folder = BaseDirectory.absolute(state) ?? own else { return nil }
    path = "\(folder)/colourclock"
    self.report = report
  }

  /// The user's own, by `$XDG_STATE_HOME` and `$HOME`.
  static func standard() -> StateFolder? {
    StateFolder(state: Process.environment("XDG_STATE_HOME"), home: Process.environment("HOME"))
  }

  /// The text kept as `name`; `nil` if there is none. One that is no text is damaged, and set aside.
  mutating func read(_ name: String) throws(Failure) -> String? {
    do {
      let bytes = try File.readRegular(file(name), limit: StateFolder.limit)
      if !bytes.contains(0), let text = String(validating: bytes, as: UTF8.self) { return text }
    } catch {
      if error.isMissing { return nil }
      guard error.isTooLong else { throw .unable("cannot read the state in \(file(name)): \(error.reason)") }
    }
    setAside(name)
    return nil
  }

  /// Keeps `text` as `name`: whole or not at all, and on the disk when it returns.
  mutating func write(_ name: String, _ text: String) {
    let (folder, file) = (path, file(name))
    attempt("cannot write \(file)") { () throws(File.Failure) in
      try Folder.create(folder)
      try File.replace(file, with: Array(text.utf8))
      try Folder.flush(folder)
    }
  }

  /// Keeps nothing as `name` any more.
  mutating func remove(_ name: String) {
    let (folder, file) = (path, file(name))
    attempt("cannot remove \(file)") { () throws(File.Failure) in
      guard File.Stamp(of: file) != nil else { return }
      try Folder.delete(file)
      try Folder.flush(folder)
    }
  }

  /// Renames the file of `name`, which makes no sense, out of the way, in place of one that was before.
  mutating func setAside(_ name: String) {
    let (damaged, aside) = (file(name), "\(file(name)).damaged")
    let isAside = attempt("cannot set aside a damaged \(damaged)") { () throws(File.Failure) in
      try Folder.rename(damaged, to: aside)
    }
    if isAside { report("set aside a damaged \(damaged) as \(aside)") }
  }

  private func file(_ name: String) -> String { "\(path)/\(name)" }

  @discardableResult
  private mutating func attempt(_ complaint: String, _ body: () throws(File.Failure) -> Void) -> Bool {
    do throws(File.Failure) {
      try body()
      return true
    } catch {
      let line = "\(complaint): \(error.reason)"
      if told.insert(line).inserted { report(line) }
      return false
    }
  }
}
