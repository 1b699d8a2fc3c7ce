import ColourClock
import ControlProtocol
import System

/// The JSON file with the saved state, in the clock's folder of the XDG Base Directory specification.
///
/// All clocks of a user share the file. To write, a clock locks the folder, reads what other clocks have written, and
/// applies its changes. After `FolderLock.patience` the clock writes without the lock, because the process that holds
/// the lock may be suspended.
struct StateFile {
  let folder: String?
  /// The machine, display and name of this clock, such as `host:0` or `host:0.1 hall`.
  let wall: String
  private var file: KeptFile
  private var changes: [(inout Content) -> Void] = []
  /// The uptime since which another process holds the lock; `nil` if the last write found the lock free.
  private var lockedSince: Duration?
  private let report: (String) -> Void

  /// The most changes that are kept after a failed write.
  private static let mostChanges = 64
  /// The greatest size of the file, in bytes. A hundred alarms for each of `mostWalls`, with titles of 80 characters,
  /// take less.
  private static let limit = 1 << 24

  /// The file is `colourclock/state.json` in `state`, or in `.local/state` of `home` if `state` is `nil` or not
  /// absolute.
  init(state: String?, home: String?, wall: String, report: @escaping (String) -> Void) {
    folder = BaseDirectory.state(state, home: home).map { "\($0)/colourclock" }
    file = KeptFile("\(folder ?? "")/state.json", limit: StateFile.limit, report: report)
    (self.wall, self.report) = (wall, report)
  }

  /// The content of the file, with this clock's unwritten changes.
  mutating func content() -> Content {
    var content = stored() ?? Content()
    for change in changes { change(&content) }
    return content
  }

  /// The stored content; `nil` if the file must not be overwritten, because it cannot be read or is of a later version.
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

  /// Waits for the lock and writes the change. Drops a change that cannot be written.
  /// - Returns: the reason of a failure; `nil` on success.
  mutating func changeAtOnce(_ change: @escaping (inout Wall) -> Void) -> String? {
    guard folder != nil else {
      refusal = "there is no folder for saved state: set HOME or XDG_STATE_HOME"
      return refusal
    }
    let before = changes
    changeWall(change)
    write(waits: true)
    guard hasChanges else { return nil }
    // Drops this change, but keeps the earlier changes. Without any, keeps a change that does nothing: with no change,
    // `write` would do nothing, and would not notice that writing works again.
    changes = before.isEmpty ? [{ _ in }] : before
    return failure ?? "it cannot be written"
  }

  private var refusal: String?

  var failure: String? { refusal ?? file.failure }

  var hasChanges: Bool { !changes.isEmpty }
  private(set) var isToBeFlushed = false

  /// True if the last `write` wrote nothing because another process held the lock. Call `write` again soon.
  var isLocked: Bool { lockedSince != nil && hasChanges }

  /// Writes all changes or none. The file survives a power cut only after `flush`.
  ///
  /// - Parameter waits: true to wait for the lock, at most for `FolderLock.patience`.
  mutating func write(waits: Bool) {
    guard let folder, hasChanges else { return }
    // A missing folder cannot be locked, and needs no lock, because no other clock has a file in it.
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
    // Create no file if there is nothing to save.
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

  /// Waits until the written file is on the disk. On a cheap disk this takes long.
  mutating func flush() {
    guard isToBeFlushed else { return }
    isToBeFlushed = false
    file.flush()
  }

  mutating func complain(_ what: String) { file.complain(what) }

  // MARK: The files of version 0.1

  private static let legacyNames = ["countdown", "card"]

  /// Reads the two text files of version 0.1, which the first write of the JSON file deletes.
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
