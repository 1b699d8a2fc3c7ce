import ColourClock
import FoundationEssentials
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
  /// The lines that have been said.
  private var said: Set<String> = []
  private let report: (String) -> Void

  /// What was chosen in the gallery: a card by its name, and what was changed of the look.
  struct Choice: Equatable {
    var card: String?
    var look = LookChoice()

    /// What of it counts: the command line counts more than what was chosen before this run.
    fileprivate func without(_ arguments: Arguments) -> Choice {
      var rest = self
      if arguments.lineHas("face") { rest.card = nil }
      if arguments.lineHas("hex", "no-hex") { rest.look.hex = nil }
      if arguments.lineHas("seconds", "no-seconds") { rest.look.seconds = nil }
      if arguments.lineHas("date", "no-date") { rest.look.date = nil }
      if arguments.lineHas("12-hour", "24-hour") { rest.look.twelveHour = nil }
      if arguments.lineHas("brightness") { rest.look.brightness = nil }
      return rest
    }

    fileprivate func with(_ other: Choice) -> Choice {
      Choice(card: other.card ?? card, look: look.with(other.look))
    }
  }

  /// What stands in the file.
  private struct Content: Codable {
    var version = 1
    var card: String?
    /// Whether the user was told how to begin.
    var hinted: Bool?
    var look: LookChoice?
    /// What the countdown was started for; `nil` for one that was begun by hand.
    var plan: String?
    var countdown: Countdown.Record?
    var stopwatch: Stopwatch.Record?
    /// The second in which that was kept last.
    var stopped: Int64?
    /// What the countdown is for, the second in which it was begun, and on which wall.
    var title: String?
    var since: Int64?
    var wall: String?
    /// The alarms that were added on each wall, as options write them.
    var alarms: [String: [String]]?

    func isRecent(at moment: Moment) -> Bool {
      since.map { abs(moment.instant.second - $0) < SavedState.longestAbsence } ?? false
    }
  }

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
      folder != nil && content.hinted != true && content.card == nil && content.look == nil && content.countdown == nil
      && content.stopwatch == nil
  }

  /// Keeps what was chosen just now.
  mutating func keep(_ choice: Choice) {
    (chosen, chosenNow) = (chosen.with(choice), chosenNow.with(choice))
    write { content in
      content.card = choice.card ?? content.card
      if choice.look != LookChoice() { content.look = (content.look ?? LookChoice()).with(choice.look) }
    }
  }

  func chosen(under arguments: Arguments) -> Choice { chosen.without(arguments).with(chosenNow) }

  /// Keeps the alarms that were added on this wall.
  mutating func keep(_ alarms: [DailyAlarm]) {
    let wall = wall
    write { content in
      var all = content.alarms ?? [:]
      all[wall] = alarms.isEmpty ? nil : alarms.map(\.text)
      content.alarms = all.isEmpty ? nil : all
    }
  }

  /// Those that were kept.
  mutating func alarms() -> [DailyAlarm] {
    (content().alarms?[wall] ?? []).compactMap { try? DailyAlarm.parse($0) }
  }

  mutating func keepHint() { write { $0.hinted = true } }

  /// Keeps a countdown that runs or has been stopped on its way, with the plan it was started for, and a stopwatch.
  mutating func keep(_ countdown: Countdown?, _ stopwatch: Stopwatch? = nil, at moment: Moment) {
    let record = countdown.flatMap { $0.state == .idle ? nil : $0.record(at: moment, boot: boot) }
    let isNew = last.flatMap { countdown?.isBegun(after: $0) } ?? true
    since = record == nil ? nil : (isNew ? nil : since) ?? moment.instant.second
    last = record == nil ? nil : countdown
    let kept = Content(
      plan: plan, countdown: record, title: countdown?.title ?? title, since: since, wall: wall)
    let running = stopwatch?.record(at: moment, boot: boot)
    write { content in
      let (card, look, hinted, alarms) = (content.card, content.look, content.hinted, content.alarms)
      content = record == nil ? Content() : kept
      (content.card, content.look, content.hinted, content.alarms) = (card, look, hinted, alarms)
      content.stopwatch = running
      content.stopped = running == nil ? nil : moment.instant.second
    }
  }

  /// The stopwatch kept, if it was used within a day, or a new one where one is wanted.
  mutating func stopwatch(isWanted: Bool, at moment: Moment) -> Stopwatch? {
    let content = content()
    let isRecent = content.stopped.map { abs(moment.instant.second - $0) < SavedState.longestAbsence } ?? false
    let kept = isRecent ? content.stopwatch.flatMap { Stopwatch.restore($0, at: moment, boot: boot) } : nil
    return kept ?? (isWanted ? .started(at: moment) : nil)
  }

  /// How long after it was begun by hand a countdown comes back by itself: a wall that is started another day is not
  /// asked for it.
  private static let longestAbsence = Int64(86_400)

  /// The countdown kept, or a new one as the options ask for: whether zero has passed meanwhile tells `hasPassed`.
  ///
  /// Only the same plan for the same thing takes up its own, and a start without a plan what was begun by hand on the same
  /// wall. A plan whose end has been told begins anew.
  mutating func countdown(for options: CountdownOptions, at moment: Moment) -> (countdown: Countdown?, hasPassed: Bool)
  {
    (plan, title) = (options.plan, options.title)
    let content = content()
    guard let record = content.countdown else { return (options.started(at: moment), false) }
    guard case (var countdown, let hasPassed)? = Countdown.restore(record, at: moment, boot: boot) else {
      setAside(SavedState.name)
      return (options.started(at: moment), false)
    }
    let isAsked = plan.map { $0 == content.plan && title == content.title ?? title } ?? takesUp(content, at: moment)
    guard isAsked else { return (options.started(at: moment), false) }
    if case .over = countdown.state, !hasPassed { return (options.started(at: moment), false) }
    if plan == nil, title.isEmpty, let old = content.title, !old.isEmpty { countdown.title = String(old.prefix(120)) }
    (last, since) = (countdown, content.since)
    return (countdown, hasPassed)
  }

  /// Whether a start without a plan goes on with what is kept.
  private func takesUp(_ content: Content, at moment: Moment) -> Bool {
    content.plan == nil && content.wall ?? wall == wall && content.isRecent(at: moment)
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
    guard let content = try? JSONDecoder().decode(Content.self, from: Data(bytes)), content.version == 1 else {
      setAside(SavedState.name)
      return Content()
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
    let isEmpty =
      content.card == nil && content.look == nil && content.countdown == nil && content.stopwatch == nil
      && content.hinted == nil && content.alarms == nil
    guard isThere || !isEmpty, let data = try? encoder.encode(content) else {
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
    (content.plan, content.countdown) = (String(lines[0].dropFirst(5)), record)
    return content
  }
}
