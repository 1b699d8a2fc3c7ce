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

  /// The content of the file. All walls share the user's choices.
  struct Content: Codable {
    var version = 1
    var card: String?
    var hinted: Bool?
    var look: LookChoice?
    var recents: Recent?
    var walls: [String: Wall]?

    var isEmpty: Bool {
      card == nil && hinted == nil && look == nil && recents == nil && walls?.isEmpty != false
    }

    /// Changes the entry of `wall`, and evicts the oldest of the other entries if there are too many.
    /// - Parameter second: the present second since 1970.
    mutating func change(_ wall: String, at second: Int64, _ change: (inout Wall) -> Void) {
      var (all, own) = (walls ?? [:], walls?[wall] ?? Wall())
      change(&own)
      own.changed = second
      all[wall] = nil
      if all.count >= StateFile.mostWalls {
        let younger = all.sorted { $0.value.latest > $1.value.latest }.prefix(StateFile.mostWalls - 1)
        all = Dictionary(uniqueKeysWithValues: younger.map { ($0.key, $0.value) })
      }
      if !own.isEmpty { all[wall] = own }
      walls = all.isEmpty ? nil : all
    }
  }

  struct Recent: Codable, Equatable {
    let titles: [String]
    let programs: [String]
    /// `nil` in files of older versions.
    let intervals: Intervals.Record?
  }

  /// The saved state of a wall. All seconds are since 1970.
  struct Wall: Codable, Equatable {
    /// `CountdownOptions.plan` when the countdowns were saved.
    var plan: String?
    var countdown: Countdown.Record?
    /// `title`, `since` and `id` belong to the first countdown.
    var title: String?
    var since: Int64?
    /// `nil` in files of versions with a single countdown.
    var id: Int?
    var chosen: Int?
    /// The ID of the countdown that a viewer has brought to the ring.
    var brought: Int?
    var others: [Other]?
    var stopwatch: Stopwatch.Record?
    var stopwatchKept: Int64?
    /// True if `--stopwatch` started the stopwatch, otherwise `nil`.
    var stopwatchAsked: Bool?
    /// The name of the wall, in an old file with only one wall.
    var wall: String?
    /// The added alarms, as values of `--alarm`.
    var alarms: [String]?
    var snoozed: [Snooze]?
    /// True if the wall is muted, otherwise `nil`.
    var muted: Bool?
    var changed: Int64?

    fileprivate var latest: Int64 { changed ?? since ?? 0 }

    var isEmpty: Bool {
      countdown == nil && stopwatch == nil && alarms?.isEmpty != false && muted == nil
        && snoozed?.isEmpty != false
    }

    /// A saved countdown. `others` has all countdowns except the first.
    struct Other: Codable, Equatable {
      let id: Int
      let countdown: Countdown.Record
      let title: String
      let since: Int64
    }

    struct Snooze: Codable, Equatable {
      let alarm: String
      let due: Int64
    }
  }

  private static let mostWalls = 32

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

extension StateFile.Wall {
  typealias KeptCountdown = (id: Int?, record: Countdown.Record, title: String?, since: Int64?)

  /// The first countdown goes into the fields that versions with a single countdown read.
  mutating func set(_ countdowns: [Other], plan: String? = nil, chosen: Int? = nil, brought: Int? = nil) {
    guard let first = countdowns.first else {
      (self.plan, countdown, title, since) = (nil, nil, nil, nil)
      (id, self.chosen, self.brought, others) = (nil, nil, nil, nil)
      return
    }
    (self.plan, countdown, title, since) = (plan, first.countdown, first.title, first.since)
    (id, self.chosen, self.brought) = (first.id, chosen, brought)
    others = countdowns.count > 1 ? Array(countdowns.dropFirst()) : nil
  }

  var all: [KeptCountdown] {
    let first: [KeptCountdown] = countdown.map { [(id, $0, title, since)] } ?? []
    return first + (others ?? []).map { ($0.id, $0.countdown, $0.title, $0.since) }
  }
}

extension StateFile.Wall {
  fileprivate static func legacy(_ bytes: [UInt8]) throws(KeptFile.Problem) -> StateFile.Wall {
    let text = String(decoding: bytes, as: UTF8.self)
    let lines = text.split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false)
    guard lines.count == 2, lines[0].hasPrefix("plan "), let record = Countdown.Record(legacy: String(lines[1])) else {
      throw .damaged
    }
    return StateFile.Wall(plan: String(lines[0].dropFirst(5)), countdown: record)
  }
}

extension StateFile.Content {
  /// - Parameter wall: the name for an old file that names no wall.
  fileprivate init(_ bytes: [UInt8], wall: String) throws(KeptFile.Problem) {
    let json = JSON(bytes)
    let present = StateFile.Content().version
    if case .integer(let version)? = json?["version"], version > present { throw .laterVersion }
    guard let json, let content = try? json.decoded(as: StateFile.Content.self), content.version == present else {
      throw .damaged
    }
    self = content
    // Versions with a single wall stored its timers at the top level.
    if walls == nil, let old = try? json.decoded(as: StateFile.Wall.self), !old.isEmpty {
      walls = [old.wall ?? wall: old]
    }
  }
}
