import ColourClock
import Notation
import System

/// The JSON file with what is kept, in the clock's folder of the XDG base directory specification.
///
/// Several clocks of a user have the same file. So a clock remembers its changes, and to write them it locks the folder, reads the file
/// as another clock may have left it, and changes that. (One that was stopped while it held the lock is waited for a fifth of a second, in which
/// this clock goes on.) What cannot be kept is
/// said in one line, once for each reason, and otherwise does no harm.
struct StateFile {
  /// `nil` where there is no place for it.
  let folder: String?
  /// The wall of this run: its machine, display and screen, as `host:0` or `host:0.1`.
  let wall: String
  /// What has not been written yet.
  private var changes: [(inout Content) -> Void] = []
  /// The lines that have been said.
  private var said: Set<String> = []
  /// Since when another program has had the lock.
  private var lockedSince: Duration?
  private let report: (String) -> Void

  /// What could not be written is tried again with what comes next: of so many changes at the most.
  private static let mostChanges = 64
  /// More than the clock ever keeps: a hundred alarms of each wall, with titles of 80 characters, which may have accents.
  private static let limit = 1 << 24

  /// In `colourclock` in the folder `state`, else in `.local/state` of the folder `home`, if either is an absolute path.
  /// Nothing is created yet.
  init(state: String?, home: String?, wall: String, report: @escaping (String) -> Void) {
    folder = BaseDirectory.state(state, home: home).map { "\($0)/colourclock" }
    (self.wall, self.report) = (wall, report)
  }

  /// What stands in the file: what the user has chosen on any wall, and what runs on each.
  struct Content: Codable {
    var version = 1
    var card: String?
    /// Whether the user was told how to begin.
    var hinted: Bool?
    var look: LookChoice?
    var walls: [String: Wall]?

    var isEmpty: Bool { card == nil && hinted == nil && look == nil && walls?.isEmpty != false }

    /// What is kept of a wall is another from that second on; of too many other walls those go that have been as they are for longest.
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

  /// What runs on one wall.
  struct Wall: Codable, Equatable {
    /// What the countdown was started for; `nil` for one that was begun by hand.
    var plan: String?
    var countdown: Countdown.Record?
    /// What it is for, and the second in which it was begun.
    var title: String?
    var since: Int64?
    var stopwatch: Stopwatch.Record?
    /// The second in which that was kept last.
    var stopwatchKept: Int64?
    /// Whether it was begun by the option; `nil` for one that was begun by hand.
    var stopwatchAsked: Bool?
    /// On which wall, in a file that has only one.
    var wall: String?
    /// The alarms that were added there, as options write them.
    var alarms: [String]?
    /// The second in which this was kept, by the system's clock.
    var changed: Int64?

    /// Since when it is as it is; older files have that of a countdown alone.
    fileprivate var latest: Int64 { changed ?? since ?? 0 }

    var isEmpty: Bool { countdown == nil && stopwatch == nil && alarms?.isEmpty != false }
  }

  /// More walls than one user has.
  private static let mostWalls = 32

  private static let name = "state.json"

  private func file(_ name: String) -> String { "\(folder ?? "")/\(name)" }

  /// What is kept now, which another clock of the user's may have changed.
  mutating func content() -> Content {
    var content = stored() ?? Content()
    for change in changes { change(&content) }
    return content
  }

  /// `nil` if it is there and cannot be read: what is not known is not to be written over.
  private mutating func stored() -> Content? {
    guard let bytes = read(StateFile.name) else {
      return File.Stamp(of: file(StateFile.name)) == nil ? legacyContent() : nil
    }
    let json = JSON(bytes)
    if case .integer(let version)? = json?["version"], version > Content().version {
      say("\(file(StateFile.name)) is of a later version of the clock: it stays as it is, and nothing is kept")
      return nil
    }
    guard let json, var content = try? json.decoded(as: Content.self), content.version == Content().version else {
      setAside(StateFile.name)
      return Content()
    }
    // Before there could be several walls, what ran on the only one stood beside the rest.
    if content.walls == nil, let old = try? json.decoded(as: Wall.self), !old.isEmpty {
      content.walls = [old.wall ?? wall: old]
    }
    return content
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

  /// As `changeWall`, and writes it at once, waiting for another program that has locked the folder. What cannot be written does not count.
  /// - Returns: why it cannot be written; `nil` if it is.
  mutating func changeAtOnce(_ change: @escaping (inout Wall) -> Void) -> String? {
    guard folder != nil else {
      failure = "there is no folder for it: set HOME or XDG_STATE_HOME"
      return failure
    }
    let before = changes
    changeWall(change)
    write(waits: true)
    guard hasChanges else { return nil }
    // The next try finds out whether it can be written again.
    changes = before.isEmpty ? [{ _ in }] : before
    return failure ?? "it cannot be written"
  }

  /// Why it could not be written the last time; `nil` if it could.
  private(set) var failure: String?

  /// Whether something has changed since it was written, and whether that has been written since `flush`.
  var hasChanges: Bool { !changes.isEmpty }
  private(set) var isToBeFlushed = false

  /// Whether it was not written as another program has locked the folder, and is to be tried again soon.
  var isLocked: Bool { lockedSince != nil && hasChanges }

  /// Writes what has changed: whole or not at all. It outlives this program at once, and a loss of power after `flush`.
  ///
  /// - Parameter waits: for another program that has locked the folder. Else nothing is written then, until it has lasted too long.
  mutating func write(waits: Bool) {
    guard let folder, hasChanges else { return }
    // Without a folder there is no other clock's file either.
    let lock = try? FolderLock(folder, patience: waits ? FolderLock.patience : .zero)
    defer { lock?.release() }
    lockedSince = lock?.isHeld == false ? lockedSince ?? Now.boot : nil
    if !waits, let lockedSince, Now.boot - lockedSince < FolderLock.patience { return }
    let (pending, old) = (changes.suffix(StateFile.mostChanges), failure)
    failure = nil
    guard var content = stored() else {
      changes = Array(pending)
      return
    }
    for change in changes { change(&content) }
    changes = []
    let file = file(StateFile.name)
    // Nothing is written as long as there is nothing to keep.
    let isThere = ([StateFile.name] + StateFile.legacyNames).contains { File.Stamp(of: "\(folder)/\($0)") != nil }
    guard isThere || !content.isEmpty || old != nil else { return }
    let isWritten = attempt("cannot write \(file)") { () throws(File.Failure) in
      try Folder.create(folder)
      try File.replace(file, with: Array((JSON.text(of: content) + "\n").utf8), waits: false)
      for name in StateFile.legacyNames where File.Stamp(of: "\(folder)/\(name)") != nil {
        try Folder.delete("\(folder)/\(name)")
      }
    }
    if isWritten { isToBeFlushed = true } else { changes = Array(pending) }
  }

  /// Waits until what was written is on the disk: cheap ones take their time.
  mutating func flush() {
    guard let folder, isToBeFlushed else { return }
    isToBeFlushed = false
    let file = file(StateFile.name)
    _ = attempt("cannot write \(file)") { () throws(File.Failure) in
      try File.flush(file)
      try Folder.flush(folder)
    }
  }

  /// The bytes kept as `name`; `nil` if there are none. What is too long is damaged, and set aside.
  private mutating func read(_ name: String) -> [UInt8]? {
    guard folder != nil else { return nil }
    do { return try File.readRegular(file(name), limit: StateFile.limit) } catch {
      if error.isTooLong {
        setAside(name)
      } else if !error.isMissing {
        say("cannot read the state in \(file(name)): \(error.reason)")
      }
      return nil
    }
  }

  /// Renames a file that makes no sense out of the way, in place of one that was before.
  private mutating func setAside(_ name: String) {
    let (damaged, aside) = (file(name), "\(file(name)).damaged")
    let isAside = attempt("cannot set aside a damaged \(damaged)") { () throws(File.Failure) in
      try Folder.rename(damaged, to: aside)
    }
    if isAside { report("set aside a damaged \(damaged) as \(aside)") }
  }

  private mutating func attempt(_ complaint: String, _ body: () throws(File.Failure) -> Void) -> Bool {
    do throws(File.Failure) {
      try body()
      return true
    } catch {
      say("\(complaint): \(error.reason)")
      return false
    }
  }

  /// Says what makes no sense in what it holds.
  func complain(_ what: String) { report("\(file(StateFile.name)): \(what)") }

  private mutating func say(_ line: String) {
    failure = line
    if said.insert(line).inserted { report(line) }
  }

  // MARK: The files of version 0.1

  private static let legacyNames = ["countdown", "card"]

  /// What stands in the two text files from before there was a JSON file: they go with the first that is written.
  private mutating func legacyContent() -> Content {
    var content = Content()
    content.card = read("card").map { String(decoding: $0, as: UTF8.self).prefix { !$0.isNewline } }.map(String.init)
    guard let bytes = read("countdown") else { return content }
    let text = String(decoding: bytes, as: UTF8.self)
    let lines = text.split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false)
    guard lines.count == 2, lines[0].hasPrefix("plan "), let record = Countdown.Record(legacy: String(lines[1]))
    else {
      setAside("countdown")
      return content
    }
    content.walls = [wall: Wall(plan: String(lines[0].dropFirst(5)), countdown: record)]
    return content
  }
}
