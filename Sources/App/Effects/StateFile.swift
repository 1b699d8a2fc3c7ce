import ColourClock
import ControlProtocol
import System

/// The JSON file with what is kept, in the clock's folder of the XDG base directory specification.
///
/// Several clocks of a user have the same file. So a clock remembers its changes, and to write them it locks the
/// folder, reads the file as another clock may have left it, and changes that. (One that was stopped while it held the
/// lock is waited for a fifth of a second, in which this clock goes on.) What cannot be kept does no harm.
struct StateFile {
  /// `nil` where there is no place for it.
  let folder: String?
  /// The wall of this run: its machine, display and screen, as `host:0` or `host:0.1`.
  let wall: String
  private var file: KeptFile
  /// Changes that are not written yet.
  private var changes: [(inout Content) -> Void] = []
  /// Since when another program has had the lock.
  private var lockedSince: Duration?
  private let report: (String) -> Void

  /// The most changes that wait. Those that could not be written are tried again with the next one.
  private static let mostChanges = 64
  /// More than the clock ever keeps: a hundred alarms of each wall, with titles of 80 characters, which may have
  /// accents.
  private static let limit = 1 << 24

  /// In `colourclock` in the folder `state`, else in `.local/state` of the folder `home`, if either is an absolute
  /// path. Nothing is created yet.
  init(state: String?, home: String?, wall: String, report: @escaping (String) -> Void) {
    folder = BaseDirectory.state(state, home: home).map { "\($0)/colourclock" }
    file = KeptFile("\(folder ?? "")/state.json", limit: StateFile.limit, report: report)
    (self.wall, self.report) = (wall, report)
  }

  /// The file's content: the user's choices on any wall, and the timers of each wall.
  struct Content: Codable {
    var version = 1
    var card: String?
    /// Whether the user was told how to begin.
    var hinted: Bool?
    var look: LookChoice?
    var walls: [String: Wall]?

    var isEmpty: Bool { card == nil && hinted == nil && look == nil && walls?.isEmpty != false }

    /// Updates a wall's entry, and evicts the oldest other entries beyond `mostWalls`.
    /// - Parameter second: the time of the change.
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

  /// The timers of one wall.
  struct Wall: Codable, Equatable {
    /// The option that started the countdown; `nil` for one that was begun by hand.
    var plan: String?
    var countdown: Countdown.Record?
    /// Its title, and the second in which it was begun.
    var title: String?
    var since: Int64?
    /// Its ID, and that of the chosen one; `nil` in files of versions with a single countdown.
    var id: Int?
    var chosen: Int?
    /// The countdowns beside it.
    var others: [Other]?
    var stopwatch: Stopwatch.Record?
    /// The second in which that was kept last.
    var stopwatchKept: Int64?
    /// Whether it was begun by the option; `nil` for one that was begun by hand.
    var stopwatchAsked: Bool?
    /// On which wall, in a file that has only one.
    var wall: String?
    /// The alarms that were added there, as options write them.
    var alarms: [String]?
    /// The alarms that ring again.
    var snoozed: [Snooze]?
    /// Whether its sounds are muted; `nil` if not.
    var muted: Bool?
    /// The second in which this was kept, by the system's clock.
    var changed: Int64?

    /// Since when it is as it is; older files have that of a countdown alone.
    fileprivate var latest: Int64 { changed ?? since ?? 0 }

    var isEmpty: Bool {
      countdown == nil && stopwatch == nil && alarms?.isEmpty != false && muted == nil
        && snoozed?.isEmpty != false
    }

    struct Other: Codable, Equatable {
      let id: Int
      let countdown: Countdown.Record
      let title: String
      let since: Int64
    }

    struct Snooze: Codable, Equatable {
      /// As options write it.
      let alarm: String
      /// The second in which it rings.
      let due: Int64
    }
  }

  /// More walls than one user has.
  private static let mostWalls = 32

  /// The content now, which another clock of the user may have changed.
  mutating func content() -> Content {
    var content = stored() ?? Content()
    for change in changes { change(&content) }
    return content
  }

  /// `nil` if it is there and cannot be read: what is not known is not to be written over.
  private mutating func stored() -> Content? {
    guard folder != nil else { return Content() }
    let wall = wall
    switch file.read({ (bytes) throws(KeptFile.Problem) in try Content(bytes, wall: wall) }) {
    case .value(let content): return content
    case .none: return legacyContent()
    case .unknown: return nil
    }
  }

  /// Has it written with the next `write`.
  mutating func change(_ change: @escaping (inout Content) -> Void) {
    if folder != nil { changes.append(change) }
  }

  /// As `change`, what is kept of this wall.
  mutating func changeWall(_ change: @escaping (inout Wall) -> Void) {
    let (wall, second) = (wall, Now.wall.components.seconds)
    self.change { $0.change(wall, at: second, change) }
  }

  /// As `changeWall`, and writes it at once, waiting for another program that has locked the folder. What cannot be
  /// written does not count.
  /// - Returns: why it cannot be written; `nil` if it is.
  mutating func changeAtOnce(_ change: @escaping (inout Wall) -> Void) -> String? {
    guard folder != nil else {
      refusal = "there is no folder for it: set HOME or XDG_STATE_HOME"
      return refusal
    }
    let before = changes
    changeWall(change)
    write(waits: true)
    guard hasChanges else { return nil }
    // The next try finds out whether it can be written again.
    changes = before.isEmpty ? [{ _ in }] : before
    return failure ?? "it cannot be written"
  }

  private var refusal: String?

  /// Why it could not be written the last time; `nil` if it could.
  var failure: String? { refusal ?? file.failure }

  /// Whether something has changed since it was written, and whether that has been written since `flush`.
  var hasChanges: Bool { !changes.isEmpty }
  private(set) var isToBeFlushed = false

  /// Whether it was not written as another program has locked the folder, and is to be tried again soon.
  var isLocked: Bool { lockedSince != nil && hasChanges }

  /// Writes what has changed: whole or not at all. It outlives this program at once, and a loss of power after `flush`.
  ///
  /// - Parameter waits: for another program that has locked the folder. Else nothing is written then, until it has
  ///   lasted too long.
  mutating func write(waits: Bool) {
    guard let folder, hasChanges else { return }
    // Without a folder there is no other clock's file either.
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
    // Nothing is written as long as there is nothing to keep.
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

  /// Waits until what was written is on the disk: cheap ones take their time.
  mutating func flush() {
    guard isToBeFlushed else { return }
    isToBeFlushed = false
    file.flush()
  }

  /// Says what makes no sense in what it holds.
  mutating func complain(_ what: String) { file.complain(what) }

  // MARK: The files of version 0.1

  private static let legacyNames = ["countdown", "card"]

  /// What stands in the two text files from before there was a JSON file: they go with the first that is written.
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

  /// The first one as versions with a single countdown have it.
  mutating func set(_ countdowns: [Other], plan: String?, chosen: Int?) {
    guard let first = countdowns.first else {
      (self.plan, countdown, title, since) = (nil, nil, nil, nil)
      (id, self.chosen, others) = (nil, nil, nil)
      return
    }
    (self.plan, countdown, title, since) = (plan, first.countdown, first.title, first.since)
    (id, self.chosen) = (first.id, chosen)
    others = countdowns.count > 1 ? Array(countdowns.dropFirst()) : nil
  }

  /// All countdowns, the oldest one first.
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
  /// - Parameter wall: the one of a file without the name of any.
  fileprivate init(_ bytes: [UInt8], wall: String) throws(KeptFile.Problem) {
    let json = JSON(bytes)
    let present = StateFile.Content().version
    if case .integer(let version)? = json?["version"], version > present { throw .laterVersion }
    guard let json, let content = try? json.decoded(as: StateFile.Content.self), content.version == present else {
      throw .damaged
    }
    self = content
    // Before there could be several walls, what ran on the only one stood beside the rest.
    if walls == nil, let old = try? json.decoded(as: StateFile.Wall.self), !old.isEmpty {
      walls = [old.wall ?? wall: old]
    }
  }
}
