import ColourClock
import FoundationEssentials
import Notation
import XWindow

/// What is kept from one start of the program to the next: countdown, stopwatch and added alarms, and what was chosen in the gallery.
///
/// It is one JSON file in the clock's folder of the XDG base directory specification. What cannot be kept is said in one
/// line, once for each reason, and otherwise does no harm.
struct SavedState {
  /// What was chosen in the gallery, and what of it in this run.
  private(set) var chosen: Choice
  private var chosenNow = Choice()
  /// Whether nothing has been kept yet, and something can be.
  private(set) var isFirstUse = false
  /// `nil` where there is no place for it.
  let folder: String?
  private let boot: String
  /// The wall of this run: its machine and display.
  private let wall: String
  /// What the countdown of this run was started for; `nil` for one that is begun by hand.
  private var plan: String?
  /// What it is for, unless it says so itself.
  private var title = ""
  /// The countdown that was kept last, and the second in which it was begun.
  private var last: Countdown?
  private var since: Int64?
  /// Whether this clock has a countdown or a stopwatch that is kept.
  private var (hasCountdown, hasStopwatch) = (false, false)
  /// The lines that have been said.
  private var said: Set<String> = []
  private let report: (String) -> Void

  /// What was chosen in the gallery: a card by its name, and what was changed of the look.
  struct Choice: Equatable {
    var card: String?
    var look = LookChoice()

    /// What of it counts: what is asked for otherwise counts more.
    fileprivate func without(_ isAsked: (String) -> Bool) -> Choice {
      var rest = self
      if isAsked("face") { rest.card = nil }
      if isAsked("hex") || isAsked("no-hex") { rest.look.hex = nil }
      if isAsked("seconds") || isAsked("no-seconds") { rest.look.seconds = nil }
      if isAsked("date") || isAsked("no-date") { rest.look.date = nil }
      if isAsked("12-hour") || isAsked("24-hour") { rest.look.twelveHour = nil }
      if isAsked("brightness") { rest.look.brightness = nil }
      return rest
    }

    fileprivate func with(_ other: Choice) -> Choice {
      Choice(card: other.card ?? card, look: look.with(other.look))
    }
  }

  /// What stands in the file: what the user has chosen on any wall, and what runs on each.
  private struct Content: Codable {
    var version = 1
    var card: String?
    /// Whether the user was told how to begin.
    var hinted: Bool?
    var look: LookChoice?
    var walls: [String: Kept]?

    var isEmpty: Bool { card == nil && hinted == nil && look == nil && walls?.isEmpty != false }

    /// What is kept of a wall is another; of too many walls the ones begun first go.
    mutating func change(_ wall: String, _ change: (inout Kept) -> Void) {
      var (all, kept) = (walls ?? [:], walls?[wall] ?? Kept())
      change(&kept)
      all[wall] = kept.isEmpty ? nil : kept
      let latest = all.sorted { ($0.value.since ?? 0) > ($1.value.since ?? 0) }.prefix(SavedState.mostWalls)
      walls = latest.isEmpty ? nil : Dictionary(uniqueKeysWithValues: latest.map { ($0.key, $0.value) })
    }
  }

  /// What runs on one wall.
  private struct Kept: Codable, Equatable {
    /// What the countdown was started for; `nil` for one that was begun by hand.
    var plan: String?
    var countdown: Countdown.Record?
    /// What it is for, and the second in which it was begun.
    var title: String?
    var since: Int64?
    var stopwatch: Stopwatch.Record?
    /// The second in which that was kept last.
    var stopwatchKept: Int64?
    /// On which wall, in a file that has only one.
    var wall: String?
    /// The alarms that were added there, as options write them.
    var alarms: [String]?

    var isEmpty: Bool { countdown == nil && stopwatch == nil && alarms?.isEmpty != false }
  }

  /// More walls than one user has: of more, those that were begun first are forgotten.
  private static let mostWalls = 32

  /// More than the clock ever keeps in a file.
  private static let limit = 65_536

  /// The user's own, by `$XDG_STATE_HOME` and `$HOME`.
  static func standard(on wall: String) -> SavedState {
    SavedState(state: Process.environment("XDG_STATE_HOME"), home: Process.environment("HOME"), wall: wall)
  }

  /// In `colourclock` in the folder `state`, else in `.local/state` of the folder `home`, if either is an absolute path.
  /// Nothing is created yet. Says in one line what cannot be read, and goes on without it.
  init(state: String?, home: String?, wall: String = "", report: @escaping (String) -> Void = Process.report) {
    let own = BaseDirectory.absolute(home).map { "\($0)/.local/state" }
    folder = (BaseDirectory.absolute(state) ?? own).map { "\($0)/colourclock" }
    (self.wall, self.report) = (wall, report)
    boot = SavedState.bootName
    chosen = Choice()
    let content = content()
    chosen = Choice(card: content.card, look: content.look ?? LookChoice())
    isFirstUse =
      folder != nil && content.hinted != true && content.card == nil && content.look == nil
      && content.walls?.isEmpty != false
  }

  /// Keeps what was chosen just now.
  mutating func keep(_ choice: Choice) {
    (chosen, chosenNow) = (chosen.with(choice), chosenNow.with(choice))
    write { content in
      content.card = choice.card ?? content.card
      if choice.look != LookChoice() { content.look = (content.look ?? LookChoice()).with(choice.look) }
    }
  }

  func chosen(under arguments: Arguments) -> Choice { chosen.without { arguments.lineHas($0) }.with(chosenNow) }

  /// What was chosen in this run counts no more where an option is set after it.
  mutating func forgetChoice(of option: String) { chosenNow = chosenNow.without { $0 == option } }

  /// No card was chosen.
  mutating func forgetCard() {
    (chosen.card, chosenNow.card) = (nil, nil)
    write { $0.card = nil }
  }

  /// Keeps the alarms that were added on this wall.
  mutating func keep(_ alarms: [DailyAlarm]) {
    let wall = wall
    write { content in content.change(wall) { $0.alarms = alarms.isEmpty ? nil : alarms.map(\.text) } }
  }

  /// Those that were kept.
  mutating func alarms() -> [DailyAlarm] {
    (content().walls?[wall]?.alarms ?? []).compactMap { try? DailyAlarm.parse($0) }
  }

  mutating func keepHint() { write { $0.hinted = true } }

  /// Keeps a countdown that runs or has been stopped on its way, with the plan it was started for, and a stopwatch.
  mutating func keep(_ countdown: Countdown?, _ stopwatch: Stopwatch? = nil, at moment: Moment) {
    let record = countdown.flatMap { $0.state == .idle ? nil : $0.record(at: moment, boot: boot) }
    let isNew = last.flatMap { countdown?.isBegun(after: $0) } ?? true
    since = record == nil ? nil : (isNew ? nil : since) ?? moment.instant.second
    last = record == nil ? nil : countdown
    let running = stopwatch?.record(at: moment, boot: boot)
    let (hadCountdown, hadStopwatch) = (hasCountdown, hasStopwatch)
    (hasCountdown, hasStopwatch) = (record != nil, running != nil)
    let (wall, plan, since, name) = (wall, plan, since, countdown?.title ?? title)
    write { content in
      content.change(wall) { kept in
        // Another clock on the same wall may have begun what this one never had.
        if record != nil || hadCountdown {
          (kept.plan, kept.countdown, kept.title, kept.since) =
            record == nil ? (nil, nil, nil, nil) : (plan, record, name, since)
        }
        guard running != nil || hadStopwatch else { return }
        (kept.stopwatch, kept.stopwatchKept) = (running, running.map { _ in moment.instant.second })
      }
    }
  }

  /// The stopwatch kept, if it was used or went on within a day, or a new one where one is wanted.
  mutating func stopwatch(isWanted: Bool, at moment: Moment) -> Stopwatch? {
    let content = content().walls?[wall] ?? Kept()
    let isRecent = SavedState.isRecent(content.stopwatchKept, at: moment)
    let kept = isRecent ? content.stopwatch.flatMap { Stopwatch.restore($0, at: moment, boot: boot) } : nil
    hasStopwatch = kept != nil
    return kept ?? (isWanted ? .started(at: moment) : nil)
  }

  /// How long after it was begun by hand a countdown comes back by itself, and a stopwatch after it was kept: a wall that is
  /// started another day is not asked for either.
  private static let longestAbsence = Int64(86_400)

  private static func isRecent(_ second: Int64?, at moment: Moment) -> Bool {
    // What stands in a file may be any number: no difference is taken of it.
    second.map { $0 > moment.instant.second - longestAbsence && $0 < moment.instant.second + longestAbsence } ?? false
  }

  /// The countdown kept, or a new one as the options ask for: whether zero has passed meanwhile tells `hasPassed`.
  ///
  /// Only the same plan for the same thing takes up its own, and a start without a plan what was begun by hand on the same
  /// wall. A plan whose end has been told begins anew.
  mutating func countdown(for options: CountdownOptions, at moment: Moment) -> (countdown: Countdown?, hasPassed: Bool)
  {
    (plan, title) = (options.plan, options.title)
    let walls = content().walls ?? [:]
    // A plan is taken up also where the display has another name now.
    let content =
      walls[wall] ?? walls.values.first { plan != nil && $0.plan == plan && $0.title ?? title == title } ?? Kept()
    guard let record = content.countdown else { return (options.started(at: moment), false) }
    guard case (var countdown, let hasPassed)? = Countdown.restore(record, at: moment, boot: boot) else {
      setAside(SavedState.name)
      return (options.started(at: moment), false)
    }
    let isAsked = plan.map { $0 == content.plan && title == content.title ?? title } ?? takesUp(content, at: moment)
    guard isAsked else { return (options.started(at: moment), false) }
    if case .over = countdown.state, !hasPassed { return (options.started(at: moment), false) }
    if plan == nil, title.isEmpty, let old = content.title, !old.isEmpty { countdown.title = String(old.prefix(120)) }
    (last, since, hasCountdown) = (countdown, content.since, true)
    return (countdown, hasPassed)
  }

  /// Whether a start without a plan goes on with what is kept.
  private func takesUp(_ content: Kept, at moment: Moment) -> Bool {
    content.plan == nil && SavedState.isRecent(content.since, at: moment)
  }

  /// Tells one start of the machine from another: random(4), `/proc/sys/kernel/random/boot_id`.
  private static var bootName: String {
    let bytes = (try? File.read("/proc/sys/kernel/random/boot_id", limit: 4096)) ?? []
    let name = String(decoding: bytes, as: UTF8.self).filter { !$0.isWhitespace }
    return name.isEmpty ? "unknown" : name
  }

  // MARK: The file

  private static let name = "state.json"

  private func file(_ name: String) -> String { "\(folder ?? "")/\(name)" }

  /// What is kept now, which another clock of the user's may have changed.
  private mutating func content() -> Content {
    guard let bytes = read(SavedState.name) else { return legacyContent() }
    let (decoder, data) = (JSONDecoder(), Data(bytes))
    guard var content = try? decoder.decode(Content.self, from: data), content.version == 1 else {
      setAside(SavedState.name)
      return Content()
    }
    // Before there could be several walls, what ran on the only one stood beside the rest.
    if content.walls == nil, let old = try? decoder.decode(Kept.self, from: data), !old.isEmpty {
      content.walls = [old.wall ?? wall: old]
    }
    return content
  }

  /// Whole or not at all, and on the disk when it returns.
  private mutating func write(_ change: (inout Content) -> Void) {
    guard let folder else { return }
    var content = content()
    change(&content)
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let file = file(SavedState.name)
    // Nothing is written as long as there is nothing to keep.
    let isThere = ([SavedState.name] + SavedState.legacyNames).contains { File.Stamp(of: "\(folder)/\($0)") != nil }
    guard isThere || !content.isEmpty, let data = try? encoder.encode(content) else {
      return
    }
    attempt("cannot write \(file)") { () throws(File.Failure) in
      try Folder.create(folder)
      try File.replace(file, with: Array(data) + [0xa])
      for name in SavedState.legacyNames where File.Stamp(of: "\(folder)/\(name)") != nil {
        try Folder.delete("\(folder)/\(name)")
      }
      try Folder.flush(folder)
    }
  }

  /// The bytes kept as `name`; `nil` if there are none. What is too long is damaged, and set aside.
  private mutating func read(_ name: String) -> [UInt8]? {
    guard folder != nil else { return nil }
    do { return try File.readRegular(file(name), limit: SavedState.limit) } catch {
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

  @discardableResult
  private mutating func attempt(_ complaint: String, _ body: () throws(File.Failure) -> Void) -> Bool {
    do throws(File.Failure) {
      try body()
      return true
    } catch {
      say("\(complaint): \(error.reason)")
      return false
    }
  }

  private mutating func say(_ line: String) {
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
    content.walls = [wall: Kept(plan: String(lines[0].dropFirst(5)), countdown: record)]
    return content
  }
}
