import ColourClock
import CommandOptions
import ControlProtocol
import System

/// State that outlives a run: countdown, stopwatch, added alarms, and choices at the wall. Each `keep` only remembers
/// a change, `write` writes the file, and `flush` waits for the disk.
struct SavedState {
  /// The choices at the wall, and those made in this run.
  private(set) var chosen: Choice
  private var chosenNow = Choice()
  /// Whether nothing has been kept yet, and something can be.
  private(set) var isFirstUse = false
  private var file: StateFile
  private let boot: String
  /// The option that started this run's countdown; `nil` for one that is begun by hand.
  private var plan: String?
  /// Its title, unless the countdown has one itself.
  private var title = ""
  /// The countdowns that were kept last by their IDs, and the seconds in which they were begun.
  private var last: [Int: (countdown: Countdown, since: Int64)] = [:]
  /// Whether this clock has countdowns, a stopwatch or a snoozed alarm that is kept.
  private var (hasCountdowns, hasStopwatch, hasSnoozed) = (false, false, false)
  /// Whether the stopwatch was begun by the option, in this run or an earlier one, and not by hand.
  private var isStopwatchAsked = false

  /// Choices in the gallery and the settings: a card by its name, and changes of the look.
  struct Choice: Equatable {
    var card: String?
    var look = LookChoice()

    /// The choices that count: options that were given count more.
    fileprivate func without(_ isAsked: (PartialKeyPath<Options>) -> Bool) -> Choice {
      var rest = self
      if isAsked(\.look.face) { rest.card = nil }
      if isAsked(\.look.hex) { rest.look.hex = nil }
      if isAsked(\.look.seconds) { rest.look.seconds = nil }
      if isAsked(\.look.date) { rest.look.date = nil }
      if isAsked(\.look.twelveHour) { rest.look.twelveHour = nil }
      if isAsked(\.look.brightness) { rest.look.brightness = nil }
      if isAsked(\.countdown.title) { rest.look.title = nil }
      if isAsked(\.longRuns.night) { rest.look.night = nil }
      if isAsked(\.time.zones) { rest.look.hiddenZones = nil }
      return rest
    }

    fileprivate func with(_ other: Choice) -> Choice {
      Choice(card: other.card ?? card, look: look.with(other.look))
    }
  }

  /// The user's own, by `$XDG_STATE_HOME` and `$HOME`.
  static func standard(on wall: String) -> SavedState {
    SavedState(state: Process.environment("XDG_STATE_HOME"), home: Process.environment("HOME"), wall: wall)
  }

  /// In `colourclock` in the folder `state`, else in `.local/state` of the folder `home`, if either is an absolute
  /// path. Nothing is created yet. Says in one line what cannot be read, and goes on without it.
  init(state: String?, home: String?, wall: String = "", report: @escaping (String) -> Void = Process.report) {
    file = StateFile(state: state, home: home, wall: wall, report: report)
    boot = SavedState.bootName
    let content = file.content()
    chosen = Choice(card: content.card, look: content.look ?? LookChoice())
    isFirstUse =
      file.folder != nil && content.hinted != true && content.card == nil && content.look == nil
      && content.walls?.isEmpty != false
  }

  /// Where it is; `nil` where there is no place for it.
  var folder: String? { file.folder }

  /// Whether something has changed since it was written.
  var isToBeWritten: Bool { file.hasChanges }

  var isToBeFlushed: Bool { file.isToBeFlushed }

  /// Whether another program keeps this one from the file, which is to be tried again soon.
  var isLocked: Bool { file.isLocked }

  /// Puts what is new into the file, which outlives the program; where another program has locked that, only if this
  /// one waits for it.
  mutating func write(waits: Bool = false) { file.write(waits: waits) }

  /// Waits until that is on the disk, where it outlives a loss of power.
  mutating func flush() { file.flush() }

  /// Keeps what was chosen just now.
  mutating func keep(_ choice: Choice) {
    (chosen, chosenNow) = (chosen.with(choice), chosenNow.with(choice))
    file.change { content in
      content.card = choice.card ?? content.card
      if choice.look != LookChoice() { content.look = (content.look ?? LookChoice()).with(choice.look) }
    }
  }

  func chosen(under arguments: Arguments) -> Choice { chosen.without { arguments.lineHas($0) }.with(chosenNow) }

  /// An option that is set ends a choice that was made before in this run.
  mutating func clearChoice(of option: String) {
    guard let option = Options.table.option(option) else { return }
    chosenNow = chosenNow.without(option.sets)
  }

  /// No card was chosen.
  mutating func clearCard() {
    (chosen.card, chosenNow.card) = (nil, nil)
    file.change { $0.card = nil }
  }

  /// Keeps the alarms that were added on this wall, in the file, or nothing.
  /// - Returns: why they cannot be kept; `nil` if they are.
  mutating func keepAtOnce(_ alarms: [DailyAlarm]) -> String? {
    file.changeAtOnce { $0.alarms = alarms.isEmpty ? nil : alarms.map(\.text) }
  }

  /// Why the file could not be written the last time; `nil` if it could.
  var failure: String? { file.failure }

  /// The alarms that were kept.
  mutating func alarms() -> [DailyAlarm] {
    (wall.alarms ?? []).compactMap { try? DailyAlarm.parse($0) }
  }

  /// The alarms that are to ring again.
  mutating func snoozedAlarms() -> [SnoozedAlarm] {
    let snoozed = (wall.snoozed ?? []).compactMap { kept in
      (try? DailyAlarm.parse(kept.alarm)).map { SnoozedAlarm($0, due: Instant(second: kept.due)) }
    }
    hasSnoozed = !snoozed.isEmpty
    return snoozed
  }

  /// Whether this wall's sounds are muted.
  mutating func isMuted() -> Bool { wall.muted == true }

  mutating func keep(isMuted: Bool) { file.changeWall { $0.muted = isMuted ? true : nil } }

  /// Other options say what the wall's countdowns are for.
  mutating func rename(_ title: String) { self.title = title }

  mutating func keepHint() { file.change { $0.hinted = true } }

  /// Keeps the countdowns that run or have been stopped on their way, with the plan they were started for, and a
  /// stopwatch.
  mutating func keep(
    _ countdowns: Countdowns, _ stopwatch: Stopwatch? = nil, snoozed: [SnoozedAlarm] = [], at moment: Moment
  ) {
    let kept = records(of: countdowns, at: moment)
    let running = stopwatch?.record(at: moment, boot: boot)
    let (hadCountdowns, hadStopwatch, hadSnoozed) = (hasCountdowns, hasStopwatch, hasSnoozed)
    (hasCountdowns, hasStopwatch, hasSnoozed) = (!kept.isEmpty, running != nil, !snoozed.isEmpty)
    let snoozes = snoozed.map { StateFile.Wall.Snooze(alarm: $0.alarm.text, due: $0.due.second) }
    if running == nil { isStopwatchAsked = false }
    let (plan, chosen) = (plan, countdowns.choiceID)
    let isAsked = isStopwatchAsked ? true : nil
    file.changeWall { wall in
      // Another clock on the same wall may have begun what this one never had.
      if !kept.isEmpty || hadCountdowns { wall.set(kept, plan: plan, chosen: chosen) }
      if hadSnoozed || !snoozes.isEmpty { wall.snoozed = snoozes.isEmpty ? nil : snoozes }
      guard running != nil || hadStopwatch else { return }
      (wall.stopwatch, wall.stopwatchKept) = (running, running.map { _ in moment.instant.second })
      wall.stopwatchAsked = isAsked
    }
  }

  /// The oldest one first.
  private mutating func records(of countdowns: Countdowns, at moment: Moment) -> [StateFile.Wall.Other] {
    let before = last
    last = [:]
    return countdowns.all.filter { $0.countdown.state != .idle || keepsIdle($0.countdown) }.sorted { $0.id < $1.id }.map
    { entry in
      let old = before[entry.id].flatMap { entry.countdown.isBegun(after: $0.countdown) ? nil : $0 }
      let since = old?.since ?? moment.instant.second
      last[entry.id] = (entry.countdown, since)
      return StateFile.Wall.Other(
        id: entry.id, countdown: entry.countdown.record(at: moment, boot: boot),
        title: entry.countdown.program == nil ? entry.countdown.title ?? title : title, since: since)
    }
  }

  /// A program is kept also while no step runs, unless the option begins it anew at the next start.
  private func keepsIdle(_ countdown: Countdown) -> Bool {
    countdown.program.map { plan == nil || !$0.isUnwound || $0.isPlanned } ?? false
  }

  private var wall: StateFile.Wall {
    mutating get { file.content().walls?[file.wall] ?? StateFile.Wall() }
  }

  /// The stopwatch kept, if it was used or went on within a day, or a new one where one is wanted. What the option has
  /// begun does not come back without it.
  mutating func stopwatch(isWanted: Bool, at moment: Moment) -> Stopwatch? {
    let content = wall
    let isRecent = SavedState.isRecent(content.stopwatchKept, at: moment)
    let wasAsked = content.stopwatchAsked == true
    let kept =
      isRecent && (isWanted || !wasAsked)
      ? content.stopwatch.flatMap { Stopwatch.restore($0, at: moment, boot: boot) } : nil
    (hasStopwatch, isStopwatchAsked) = (kept != nil, kept == nil ? isWanted : wasAsked)
    return kept ?? (isWanted ? .started(at: moment) : nil)
  }

  /// How long after it was begun by hand a countdown comes back by itself, and a stopwatch after it was kept: a wall
  /// that is started another day is not asked for either.
  private static let longestAbsence = Int64(86_400)

  private static func isRecent(_ second: Int64?, at moment: Moment) -> Bool {
    // What stands in a file may be any number: no difference is taken of it.
    second.map { $0 > moment.instant.second - longestAbsence && $0 < moment.instant.second + longestAbsence } ?? false
  }

  /// The countdowns kept, or a new one as the options ask for, and how many have passed zero meanwhile.
  ///
  /// Only the same plan for the same thing takes up its own. A start without a plan takes up what was begun by hand within
  /// a day, or runs for days. Either is on the same wall alone, as the clock of another one may run still. A plan whose
  /// end has been told begins anew.
  mutating func countdowns(for options: CountdownOptions, at moment: Moment) -> (countdowns: Countdowns, ended: Int) {
    (plan, title) = (options.plan, options.title)
    let content = wall
    let new = Countdowns(options.started(at: moment).map { [$0] } ?? [])
    if content.countdown == nil, content.others == nil { return (new, 0) }
    let isAsked = plan.map { $0 == content.plan && title == content.title ?? title } ?? (content.plan == nil)
    var (kept, ended): ([(id: Int?, countdown: Countdown)], Int) = ([], 0)
    for (index, other) in content.all.prefix(Countdowns.most).enumerated() {
      guard case (var countdown, let hasPassed)? = Countdown.restore(other.record, at: moment, boot: boot) else {
        // Alarms, stopwatch and what other walls have are none the worse for it.
        file.changeWall { $0.set([], plan: nil, chosen: nil) }
        file.complain("the countdown kept in the state makes no sense, and is forgotten")
        return (new, 0)
      }
      guard isAsked, plan != nil || countdown.runsForDays || SavedState.isRecent(other.since, at: moment) else {
        continue
      }
      // Its end has been told.
      if countdown.isOver, !hasPassed, !countdown.waitsInProgram { continue }
      if countdown.state == .idle, countdown.program == nil { continue }
      // The title of the options is not its own.
      if countdown.program == nil, index > 0 || plan == nil && title.isEmpty, let old = other.title, !old.isEmpty {
        countdown.title = String(old.prefix(120))
      }
      kept.append((other.id, countdown))
      ended += hasPassed ? 1 : 0
    }
    guard !kept.isEmpty else { return (new, 0) }
    let countdowns = Countdowns(restored: kept, chosen: content.chosen)
    // Where a file names none, it was begun now.
    let begun = Dictionary(content.all.map { ($0.id ?? 1, $0.since) }) { first, _ in first }
    for entry in countdowns.all {
      last[entry.id] = (entry.countdown, (begun[entry.id] ?? nil) ?? moment.instant.second)
    }
    hasCountdowns = true
    return (countdowns, ended)
  }

  /// Tells one start of the machine from another: random(4), `/proc/sys/kernel/random/boot_id`.
  private static let bootName: String = {
    let bytes = (try? File.read("/proc/sys/kernel/random/boot_id", limit: 4096)) ?? []
    let name = String(decoding: bytes, as: UTF8.self).filter { !$0.isWhitespace }
    return name.isEmpty ? "unknown" : name
  }()
}
