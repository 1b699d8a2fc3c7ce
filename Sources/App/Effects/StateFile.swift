import ColourClock
import ControlProtocol
import System

/// All clocks of a user share this JSON file. After `FolderLock.patience`, a write goes on without the lock, because
/// the holder may be suspended.
struct StateFile {
  let folder: String?
  /// The machine, display and name, such as `host:0.1 hall`.
  let wall: String
  private var file: KeptFile
  private var changes: [(inout Content) -> Void] = []
  private var lockedSince: Duration?
  private let report: (String) -> Void

  /// After a failed write, only this many of the latest changes are kept.
  private static let mostChanges = 64
  /// The longest file, in bytes.
  private static let limit = 1 << 24

  init(state: String?, home: String?, wall: String, report: @escaping (String) -> Void) {
    folder = BaseDirectory.state(state, home: home)
    file = KeptFile("\(folder ?? "")/state.json", limit: StateFile.limit, report: report)
    (self.wall, self.report) = (wall, report)
  }

  mutating func content() -> Content {
    var content = stored() ?? Content()
    for change in changes { change(&content) }
    return content
  }

  /// Returns `nil` if the file must not be overwritten.
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

  /// Writes the change now. If the file cannot be written, drops the change and returns the reason.
  mutating func changeAtOnce(_ change: @escaping (inout Wall) -> Void) -> String? {
    guard folder != nil else {
      refusal = "there is no folder for saved state: set HOME or XDG_STATE_HOME"
      return refusal
    }
    let before = changes
    changeWall(change)
    write(waits: true)
    guard hasChanges else { return nil }
    // `write` does nothing without changes. An empty change makes it try again.
    changes = before.isEmpty ? [{ _ in }] : before
    return failure ?? "it cannot be written"
  }

  private var refusal: String?

  var failure: String? { refusal ?? file.failure }

  var hasChanges: Bool { !changes.isEmpty }
  private(set) var isToBeFlushed = false

  /// True if another clock held the lock during `write`. Call `write` again soon.
  var isLocked: Bool { lockedSince != nil && hasChanges }

  /// Writes all changes or none. Only `flush` makes them survive a power cut.
  /// - Parameter waits: true to wait for the lock, up to `FolderLock.patience`.
  mutating func write(waits: Bool) {
    guard let folder, hasChanges else { return }
    // If the folder is missing, no other clock has a file there.
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
    guard file.writeJSON(content, waits: false) else {
      changes = Array(pending)
      return
    }
    for path in legacy { try? Folder.delete(path) }
    isToBeFlushed = true
  }

  mutating func flush() {
    guard isToBeFlushed else { return }
    isToBeFlushed = false
    file.flush()
  }

  mutating func complain(_ what: String) { file.complain(what) }

  // MARK: The files of version 0.1

  private static let legacyNames = ["countdown", "card"]

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
