import ColourClock
import ControlProtocol
import System

/// The JSON file with the saved state of all clocks of a user.
///
/// To write, a clock locks the folder, reads the file, and applies its changes. If another process holds the lock for
/// `FolderLock.patience`, the clock writes without the lock, because that process may be suspended.
struct StateFile {
  let folder: String?
  /// Machine, display and name: `host:0.1 hall`.
  let wall: String
  private var file: KeptFile
  private var changes: [(inout Content) -> Void] = []
  /// The uptime since which another process holds the lock; `nil` if it was free.
  private var lockedSince: Duration?
  private let report: (String) -> Void

  /// The most changes that are kept after a failed write.
  private static let mostChanges = 64
  /// The limit in bytes. A hundred alarms with long titles for each of `mostWalls` take less.
  private static let limit = 1 << 24

  /// `colourclock/state.json` in `state`, or in `.local/state` of `home` if `state` is `nil` or relative.
  init(state: String?, home: String?, wall: String, report: @escaping (String) -> Void) {
    folder = BaseDirectory.state(state, home: home)
    file = KeptFile("\(folder ?? "")/state.json", limit: StateFile.limit, report: report)
    (self.wall, self.report) = (wall, report)
  }

  /// The content of the file, with this clock's unwritten changes.
  mutating func content() -> Content {
    var content = stored() ?? Content()
    for change in changes { change(&content) }
    return content
  }

  /// `nil` if the file is unreadable or of a later version: it must not be overwritten.
  private mutating func stored() -> Content? {
    guard folder != nil else { return Content() }
    let wall = wall
    switch file.read({ (bytes) throws(KeptFile.Problem) in try Content(bytes, wall: wall) }) {
    case .value(let content): return content
    case .none: return legacyContent()
    case .unknown: return nil
    }
  }

  mutating func change(_ change: @escaping (inout Content) -> Void) {
    if folder != nil { changes.append(change) }
  }

  mutating func changeWall(_ change: @escaping (inout Wall) -> Void) {
    let (wall, second) = (wall, Now.wall.components.seconds)
    self.change { $0.change(wall, at: second, change) }
  }

  /// Waits for the lock. Drops a change that cannot be written.
  /// - Returns: the reason of a failure.
  mutating func changeAtOnce(_ change: @escaping (inout Wall) -> Void) -> String? {
    guard folder != nil else {
      refusal = "there is no folder for saved state: set HOME or XDG_STATE_HOME"
      return refusal
    }
    let before = changes
    changeWall(change)
    write(waits: true)
    guard hasChanges else { return nil }
    // Drops only this change. Without earlier ones, an empty change stays: `write` needs one to notice that writing
    // works again.
    changes = before.isEmpty ? [{ _ in }] : before
    return failure ?? "it cannot be written"
  }

  private var refusal: String?

  var failure: String? { refusal ?? file.failure }

  var hasChanges: Bool { !changes.isEmpty }
  private(set) var isToBeFlushed = false

  /// True if the last `write` found the lock held. Call `write` again soon.
  var isLocked: Bool { lockedSince != nil && hasChanges }

  /// Writes all changes or none. Only `flush` makes them survive a power cut.
  /// - Parameter waits: true to wait for the lock, for `FolderLock.patience` at most.
  mutating func write(waits: Bool) {
    guard let folder, hasChanges else { return }
    // A missing folder needs no lock: no other clock has a file in it.
    let lock = try? FolderLock(folder, patience: waits ? FolderLock.patience : .zero)
    defer { lock?.release() }
    lockedSince = lock?.isHeld == false ? lockedSince ?? Now.boot : nil
    if !waits, let lockedSince, Now.boot - lockedSince < FolderLock.patience { return }
    let (pending, hasFailed) = (changes.suffix(StateFile.mostChanges), file.failure != nil)
    guard var content = stored() else {
      changes = Array(pending)
      return
    }
    for change in changes { change(&content) }
    changes = []
    let legacy = StateFile.legacyNames.map { "\(folder)/\($0)" }
    let isThere = ([file.path] + legacy).contains { File.Stamp(of: $0) != nil }
    guard isThere || !content.isEmpty || hasFailed else { return }
    guard let json = try? JSON(encoding: content), file.write(Array((JSON.text(of: json) + "\n").utf8), waits: false)
    else {
      changes = Array(pending)
      return
    }
    for path in legacy { try? Folder.delete(path) }
    isToBeFlushed = true
  }

  /// Waits until the disk has the written file, which may take long.
  mutating func flush() {
    guard isToBeFlushed else { return }
    isToBeFlushed = false
    file.flush()
  }

  mutating func complain(_ what: String) { file.complain(what) }

  // MARK: The files of version 0.1

  private static let legacyNames = ["countdown", "card"]

  /// The two text files of version 0.1. The first write deletes them.
  private func legacyContent() -> Content {
    var content = Content()
    var files = StateFile.legacyNames.map { KeptFile("\(folder ?? "")/\($0)", limit: StateFile.limit, report: report) }
    if case .value(let bytes) = files[1].read({ $0 }) {
      content.card = String(String(decoding: bytes, as: UTF8.self).prefix { !$0.isNewline })
    }
    if case .value(let old) = files[0].read(Wall.legacy) { content.walls = [wall: old] }
    return content
  }
}
