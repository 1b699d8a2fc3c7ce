import ColourClock
import CommandOptions
import ControlProtocol
import System

/// The state of a wall that survives a restart.
struct SavedState {
  /// What the user chose in gallery and settings, in this run and earlier ones.
  private(set) var chosen: Choice
  /// The choices of this run, which override all options.
  private var chosenNow = Choice()
  private(set) var isFirstUse = false
  private var file: StateFile
  private let boot: String
  /// `CountdownOptions.plan` of this run.
  private var plan: String?
  private var title = ""
  /// The last saved countdowns by ID. `since` is when the countdown began, in seconds since 1970.
  private var last: [Int: (countdown: Countdown, since: Int64)] = [:]
  /// Which kinds of timers the last save or restore had.
  private var (hasCountdowns, hasStopwatch, hasSnoozed) = (false, false, false)
  private var recent = Recents()
  /// True if `--stopwatch` started the stopwatch, perhaps in an earlier run.
  private var isStopwatchFromOption = false

  struct Choice: Equatable {
    /// The name of the face chosen in the gallery.
    var card: String?
    var look = LookChoice()

    /// Drops a choice if `isAsked` is true for its option: the command line or a client has set it.
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
      if isAsked(\.countdown.phases.warn) { rest.look.warning = nil }
      if isAsked(\.countdown.phases.danger) { rest.look.danger = nil }
      if isAsked(\.look.secondsRing) { rest.look.secondsRing = nil }
      if isAsked(\.look.sweep) { rest.look.sweeps = nil }
      if isAsked(\.sound.chime) { rest.look.chimes = nil }
      if isAsked(\.countdown.programEnd) { rest.look.keepsProgramEnd = nil }
      if isAsked(\.time.zones) { rest.look.hiddenZones = nil }
      return rest
    }

    fileprivate func with(_ other: Choice) -> Choice {
      Choice(card: other.card ?? card, look: look.with(other.look))
    }
  }

  static func standard(on wall: String) -> SavedState {
    SavedState(state: Process.environment("XDG_STATE_HOME"), home: Process.environment("HOME"), wall: wall)
  }

  init(state: String?, home: String?, wall: String = "", report: @escaping (String) -> Void = Process.report) {
    file = StateFile(state: state, home: home, wall: wall, report: report)
    boot = SavedState.bootName
    let content = file.content()
    chosen = Choice(card: content.card, look: content.look ?? LookChoice())
    isFirstUse =
      file.folder != nil && content.hinted != true && content.card == nil && content.look == nil
      && content.walls?.isEmpty != false
  }

  var folder: String? { file.folder }

  /// True if changes are not in the file yet.
  var isToBeWritten: Bool { file.hasChanges }

  /// True if a power cut could still undo the last write.
  var isToBeFlushed: Bool { file.isToBeFlushed }

  var isLocked: Bool { file.isLocked }

  mutating func write(waits: Bool = false) { file.write(waits: waits) }

  mutating func flush() { file.flush() }

  mutating func save(_ choice: Choice) {
    (chosen, chosenNow) = (chosen.with(choice), chosenNow.with(choice))
    file.change { content in
      content.card = choice.card ?? content.card
      if choice.look != LookChoice() { content.look = (content.look ?? LookChoice()).with(choice.look) }
    }
  }

  /// The command line and clients override choices of earlier runs.
  func effectiveChoice(with arguments: Arguments) -> Choice {
    chosen.without { arguments.setsInThisRun($0) }.with(chosenNow)
  }

  mutating func clearChoice(of option: String) {
    guard let option = Options.table.option(option) else { return }
    chosenNow = chosenNow.without(option.sets)
  }

  mutating func clearCard() {
    (chosen.card, chosenNow.card) = (nil, nil)
    file.change { $0.card = nil }
  }

  /// Returns the reason if the alarms cannot be saved.
  mutating func saveAtOnce(_ alarms: [DailyAlarm]) -> String? {
    file.changeAtOnce { $0.alarms = alarms.isEmpty ? nil : alarms.map(\.text) }
  }

  var failure: String? { file.failure }

  mutating func save(isMuted: Bool) { file.changeWall { $0.muted = isMuted ? true : nil } }

  mutating func rename(_ title: String) { self.title = title }

  mutating func save(_ recents: Recents) {
    guard recents != recent else { return }
    recent = recents
    let kept = StateFile.RecentTexts(
      titles: recents.titles, programs: recents.programs.map(\.line), intervals: recents.intervals?.record)
    file.change { $0.recents = kept }
  }

  mutating func saveHint() { file.change { $0.hinted = true } }

  mutating func save(
    _ countdowns: Countdowns, _ stopwatch: Stopwatch? = nil, snoozed: [SnoozedAlarm] = [], at moment: Moment
  ) {
    let kept = records(of: countdowns, at: moment)
    let running = stopwatch?.record(at: moment, boot: boot)
    let (hadCountdowns, hadStopwatch, hadSnoozed) = (hasCountdowns, hasStopwatch, hasSnoozed)
    (hasCountdowns, hasStopwatch, hasSnoozed) = (!kept.isEmpty, running != nil, !snoozed.isEmpty)
    let snoozes = snoozed.map { StateFile.Wall.Snooze(alarm: $0.alarm.text, due: $0.due.second) }
    if running == nil { isStopwatchFromOption = false }
    let (plan, chosen, brought) = (plan, countdowns.choice, countdowns.broughtToRing)
    let isAsked = isStopwatchFromOption ? true : nil
    file.changeWall { wall in
      // Another clock with this wall's name may have saved timers. So this clock changes a kind of timer only if it has
      // or had such timers.
      if !kept.isEmpty || hadCountdowns { wall.set(kept, plan: plan, chosen: chosen, brought: brought) }
      if hadSnoozed || !snoozes.isEmpty { wall.snoozed = snoozes.isEmpty ? nil : snoozes }
      guard running != nil || hadStopwatch else { return }
      (wall.stopwatch, wall.stopwatchKept) = (running, running.map { _ in moment.instant.second })
      wall.stopwatchAsked = isAsked
    }
  }

  private mutating func records(of countdowns: Countdowns, at moment: Moment) -> [StateFile.Wall.SavedCountdown] {
    let before = last
    last = [:]
    return countdowns.all.sorted { $0.id < $1.id }.map { entry in
      let old = before[entry.id].flatMap { entry.countdown.isBegun(after: $0.countdown) ? nil : $0 }
      let since = old?.since ?? moment.instant.second
      last[entry.id] = (entry.countdown, since)
      return StateFile.Wall.SavedCountdown(
        id: entry.id, countdown: entry.countdown.record(at: moment, boot: boot),
        title: entry.countdown.program == nil ? entry.countdown.title ?? title : title, since: since)
    }
  }

  struct Restored {
    let countdowns: Countdowns
    let ended: [String]
    let stopwatch: Stopwatch?
    let alarms: [DailyAlarm]
    let snoozed: [SnoozedAlarm]
    let isMuted: Bool
    let recents: Recents
  }

  mutating func restore(for options: CountdownOptions, at moment: Moment) -> Restored {
    let content = file.content()
    let wall = content.walls?[file.wall] ?? StateFile.Wall()
    let resumption = resume(wall, for: options, at: moment)
    let snoozed = (wall.snoozed ?? []).compactMap { kept in
      (try? DailyAlarm.parse(kept.alarm)).map { SnoozedAlarm($0, due: Instant(second: kept.due)) }
    }
    hasSnoozed = !snoozed.isEmpty
    recent =
      content.recents.map { Recents(titles: $0.titles, programs: $0.programs, intervals: $0.intervals) } ?? Recents()
    return Restored(
      countdowns: resumption.countdowns, ended: resumption.ended,
      stopwatch: stopwatch(of: wall, isWanted: options.stopwatch, at: moment),
      alarms: (wall.alarms ?? []).compactMap { try? DailyAlarm.parse($0) }, snoozed: snoozed,
      isMuted: wall.muted == true, recents: recent)
  }

  /// Restores a stopwatch that was saved within a day. If `--stopwatch` started it, it returns only with this option.
  private mutating func stopwatch(of wall: StateFile.Wall, isWanted: Bool, at moment: Moment) -> Stopwatch? {
    let isRecent = SavedState.isRecent(wall.stopwatchKept, at: moment)
    let wasAsked = wall.stopwatchAsked == true
    let kept =
      isRecent && (isWanted || !wasAsked)
      ? wall.stopwatch.flatMap { Stopwatch.restore($0, at: moment, boot: boot) } : nil
    (hasStopwatch, isStopwatchFromOption) = (kept != nil, kept == nil ? isWanted : wasAsked)
    return kept ?? (isWanted ? .started(at: moment) : nil)
  }

  /// After so many seconds, a stopwatch or a countdown made by hand does not continue.
  static let longestAbsence = Int64(86_400)

  static func isRecent(_ second: Int64?, at moment: Moment) -> Bool {
    // A difference could overflow, because `second` may be any number.
    second.map { $0 > moment.instant.second - longestAbsence && $0 < moment.instant.second + longestAbsence } ?? false
  }

  private mutating func resume(
    _ wall: StateFile.Wall, for options: CountdownOptions, at moment: Moment
  ) -> Resumption {
    (plan, title) = (options.plan, options.title)
    let resumption = Resumption(of: wall, for: options, at: moment, boot: boot)
    if !resumption.invalid.isEmpty {
      file.changeWall { $0.remove(resumption.invalidRecords) }
      let (count, reasons) = (resumption.invalid.count, resumption.invalid.joined(separator: "; "))
      file.complain(
        count == 1
          ? "a saved countdown is forgotten, because a value is wrong: \(reasons)"
          : "\(count) saved countdowns are forgotten, because values are wrong: \(reasons)")
    }
    for entry in resumption.countdowns.all {
      if let since = resumption.since[entry.id] { last[entry.id] = (entry.countdown, since) }
    }
    hasCountdowns = !resumption.since.isEmpty
    return resumption
  }

  /// Source: random(4).
  private static let bootName: String = {
    let bytes = (try? File.read("/proc/sys/kernel/random/boot_id", limit: 4096)) ?? []
    let name = String(decoding: bytes, as: UTF8.self).filter { !$0.isWhitespace }
    return name.isEmpty ? "unknown" : name
  }()
}
