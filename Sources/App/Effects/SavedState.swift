import ColourClock
import CommandOptions
import Notation
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
  /// The countdown that was kept last, and the second in which it was begun.
  private var last: Countdown?
  private var since: Int64?
  /// Whether this clock has a countdown, a stopwatch or a snoozed alarm that is kept.
  private var (hasCountdown, hasStopwatch, hasSnoozed) = (false, false, false)
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
  mutating func forgetChoice(of option: String) {
    guard let option = Options.table.option(option) else { return }
    chosenNow = chosenNow.without(option.sets)
  }

  /// No card was chosen.
  mutating func forgetCard() {
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

  /// Keeps a countdown that runs or has been stopped on its way, with the plan it was started for, and a stopwatch.
  mutating func keep(
    _ countdown: Countdown?, _ stopwatch: Stopwatch? = nil, snoozed: [SnoozedAlarm] = [], at moment: Moment
  ) {
    let record = countdown.flatMap { $0.state == .idle && !keepsIdle($0) ? nil : $0.record(at: moment, boot: boot) }
    let isNew = last.flatMap { countdown?.isBegun(after: $0) } ?? true
    since = record == nil ? nil : (isNew ? nil : since) ?? moment.instant.second
    last = record == nil ? nil : countdown
    let running = stopwatch?.record(at: moment, boot: boot)
    let (hadCountdown, hadStopwatch, hadSnoozed) = (hasCountdown, hasStopwatch, hasSnoozed)
    (hasCountdown, hasStopwatch, hasSnoozed) = (record != nil, running != nil, !snoozed.isEmpty)
    let snoozes = snoozed.map { StateFile.Wall.Snooze(alarm: $0.alarm.text, due: $0.due.second) }
    if running == nil { isStopwatchAsked = false }
    let (plan, since, name) = (plan, since, countdown?.program == nil ? countdown?.title ?? title : title)
    let isAsked = isStopwatchAsked ? true : nil
    file.changeWall { kept in
      // Another clock on the same wall may have begun what this one never had.
      if record != nil || hadCountdown {
        (kept.plan, kept.countdown, kept.title, kept.since) =
          record == nil ? (nil, nil, nil, nil) : (plan, record, name, since)
      }
      if hadSnoozed || !snoozes.isEmpty { kept.snoozed = snoozes.isEmpty ? nil : snoozes }
      guard running != nil || hadStopwatch else { return }
      (kept.stopwatch, kept.stopwatchKept) = (running, running.map { _ in moment.instant.second })
      kept.stopwatchAsked = isAsked
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

  /// The countdown kept, or a new one as the options ask for: whether zero has passed meanwhile tells `hasPassed`.
  ///
  /// Only the same plan for the same thing takes up its own. A start without a plan takes up what was begun by hand within
  /// a day, or runs for days. Either is on the same wall alone, as the clock of another one may run still. A plan whose
  /// end has been told begins anew.
  mutating func countdown(for options: CountdownOptions, at moment: Moment) -> (countdown: Countdown?, hasPassed: Bool)
  {
    (plan, title) = (options.plan, options.title)
    let content = wall
    guard let record = content.countdown else { return (options.started(at: moment), false) }
    guard case (var countdown, let hasPassed)? = Countdown.restore(record, at: moment, boot: boot) else {
      // Alarms, stopwatch and what other walls have are none the worse for it.
      file.changeWall { ($0.plan, $0.countdown, $0.title, $0.since) = (nil, nil, nil, nil) }
      file.complain("the countdown kept in the state makes no sense, and is forgotten")
      return (options.started(at: moment), false)
    }
    let isAsked =
      plan.map { $0 == content.plan && title == content.title ?? title } ?? takesUp(content, countdown, at: moment)
    guard isAsked else { return (options.started(at: moment), false) }
    if case .over = countdown.state, !hasPassed, !countdown.waitsInProgram {
      return (options.started(at: moment), false)
    }
    if countdown.program == nil, plan == nil, title.isEmpty, let old = content.title, !old.isEmpty {
      countdown.title = String(old.prefix(120))
    }
    (last, since, hasCountdown) = (countdown, content.since, true)
    return (countdown, hasPassed)
  }

  /// Whether a start without a plan goes on with what is kept.
  private func takesUp(_ content: StateFile.Wall, _ countdown: Countdown, at moment: Moment) -> Bool {
    content.plan == nil && (countdown.runsForDays || SavedState.isRecent(content.since, at: moment))
  }

  /// Tells one start of the machine from another: random(4), `/proc/sys/kernel/random/boot_id`.
  private static let bootName: String = {
    let bytes = (try? File.read("/proc/sys/kernel/random/boot_id", limit: 4096)) ?? []
    let name = String(decoding: bytes, as: UTF8.self).filter { !$0.isWhitespace }
    return name.isEmpty ? "unknown" : name
  }()
}
