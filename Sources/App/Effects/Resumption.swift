import ColourClock
import CommandOptions

/// Decides which saved countdowns continue, and whether the options start new ones.
///
/// - A countdown made by hand continues if it is young (`isYoung`). It continues also if the options start countdowns
///   and are unchanged.
/// - A countdown from options continues if the options are unchanged. If the options have changed, only a young program
///   continues. The new program must contain the present step, or the program file must be wrong.
/// - The options start no new countdown while a saved one is under way, if the options are unchanged or a program of
///   the options continues. Otherwise new countdowns replace the saved countdowns from options.
///
/// A countdown that was over when it was saved is not under way, because a user who gives the same options again wants
/// to begin again. The wall shows it again only if it was made by hand and ended within a day (`isShownAgain`).
struct Resumption {
  let countdowns: Countdowns
  /// Titles of countdowns that ended since they were saved.
  let ended: [String]
  /// When countdowns began, in seconds since 1970, by ID.
  let since: [Int: Int64]

  /// A message for each saved countdown that is left out: its title, and the value that is wrong.
  let invalid: [String]

  init(of content: StateFile.Wall, for options: CountdownOptions, at moment: Moment, boot: String) {
    let entries = content.all.prefix(Countdowns.most).enumerated().map { index, record in
      (record, Saved(record, index, of: content, for: options, at: moment, boot: boot))
    }
    invalid = entries.filter { $0.1 == nil }.map { entry, _ in
      (entry.title.flatMap { $0.isEmpty ? nil : "'\($0.shortened)': " } ?? "") + entry.record.wrongValue
    }
    let saved = entries.compactMap(\.1).filter { !$0.wasReported || $0.isShownAgain(at: moment) }
    let (kept, fresh) = Self.merged(saved, of: content.plan, with: options, at: moment)
    // The ring and the bar are for a new countdown. An older choice of the viewer does not count then.
    let isChoiceValid = fresh.isEmpty
    var countdowns = Countdowns(
      restored: kept.map { ($0.id, $0.countdown) }, chosen: isChoiceValid ? content.chosen : nil,
      brought: isChoiceValid ? content.brought : nil)
    // Files of old versions have one countdown without an ID; `Countdowns` gives it the ID 1.
    since = Dictionary(kept.map { ($0.id ?? 1, $0.since ?? moment.instant.second) }) { first, _ in first }
    countdowns.append(contentsOf: fresh)
    if !fresh.isEmpty { countdowns.showBegunProgram() }
    self.countdowns = countdowns
    ended = kept.filter(\.hasPassed).map { $0.countdown.title ?? options.title }
  }

  /// The saved countdowns that continue, in their order, and the new ones that the options start.
  private static func merged(
    _ saved: [Saved], of plan: String?, with options: CountdownOptions, at moment: Moment
  ) -> (kept: [Saved], fresh: [Countdown]) {
    let own = saved.filter(\.countdown.isFromOptions)
    let isSamePlan = options.plan != nil && options.plan == plan
    let isSame = isSamePlan && own.first.map { $0.isTitled(by: options) } ?? true
    let continuing = isSame ? own : own.compactMap { $0.revised(by: options, at: moment) }
    var others = saved.filter {
      !$0.countdown.isFromOptions && (isSamePlan || $0.wasReported || $0.isYoung(at: moment))
    }
    let all = (continuing + others).sorted { $0.index < $1.index }
    if isSame || !continuing.isEmpty, all.contains(where: \.isUnderWay) { return (all, []) }
    // There can be only one program.
    if options.program != nil { others.removeAll { $0.countdown.program != nil } }
    return (others, options.started(at: moment).all.map(\.countdown))
  }
}

private struct Saved {
  let id: Int?
  let index: Int
  private(set) var countdown: Countdown
  /// True if the countdown ended since it was saved.
  let hasPassed: Bool
  let since: Int64?
  private let title: String?
  /// False if the title comes from the options or from a program's step; `nil` in old files.
  private let hasOwnTitle: Bool?

  /// `nil` if a value is wrong.
  init?(
    _ saved: StateFile.Wall.ReadCountdown, _ index: Int, of content: StateFile.Wall, for options: CountdownOptions,
    at moment: Moment, boot: String
  ) {
    guard case (let countdown, let hasPassed)? = Countdown.restore(saved.record, at: moment, boot: boot) else {
      return nil
    }
    (id, self.index, self.countdown, self.hasPassed) = (saved.id, index, countdown, hasPassed)
    (since, title, hasOwnTitle) = (saved.since, saved.title, saved.record.hasOwnTitle)
    if content.plan == nil { self.countdown.isFromOptions = false }
    if countdown.program == nil, let title = ownTitle(for: options) { self.countdown.title = title }
  }

  /// True if the countdown was over when it was saved, so that its end was already reported. False for a program that
  /// waits for its next step.
  var wasReported: Bool { countdown.isOver && !hasPassed && !countdown.waitsInProgram }

  /// True if the countdown was made by hand and has been over for less than a day.
  func isShownAgain(at moment: Moment) -> Bool {
    guard !countdown.isFromOptions, let age = countdown.timeOver(at: moment) else { return false }
    return age < .seconds(SavedState.longestAbsence)
  }

  /// False if idle, or over when it was saved. False also for a program of the options that has not begun and has no
  /// planned start: the options start it again.
  var isUnderWay: Bool {
    if wasReported { return false }
    guard let run = countdown.program else { return countdown.state != .idle }
    return !(countdown.isFromOptions && run.isAtStart && !run.isPlanned)
  }

  /// True if the countdown started within the last day, or if its length is in days.
  func isYoung(at moment: Moment) -> Bool { countdown.runsForDays || SavedState.isRecent(since, at: moment) }

  /// True if `--title` would give the countdown the same title as before. Always true for a program and for a countdown
  /// with its own title, because `--title` does not change them.
  func isTitled(by options: CountdownOptions) -> Bool {
    countdown.program != nil || hasOwnTitle == true || options.hasOwnTitles || options.title == title ?? options.title
  }

  /// The same program with the steps of the options. If the program file is wrong, it keeps its own steps. `nil` for a
  /// countdown without a program, if it is not young, or if the new program lacks the present step.
  func revised(by options: CountdownOptions, at moment: Moment) -> Saved? {
    guard countdown.program != nil, isYoung(at: moment) else { return nil }
    guard let program = options.program else { return options.programFile == nil ? nil : self }
    var saved = self
    guard let revised = countdown.revised(by: program, overtime: options.overtime, at: moment) else { return nil }
    saved.countdown = revised
    return saved
  }

  /// The title that belongs to this countdown alone; `nil` if the title comes from the options. Old files do not say
  /// where a title comes from, so this is a guess for them.
  private func ownTitle(for options: CountdownOptions) -> String? {
    guard let old = title, hasOwnTitle != false || !countdown.isFromOptions else { return nil }
    if hasOwnTitle == true { return old.asTitle }
    let hasPlan = options.plan != nil
    // The options' title belongs to the first countdown; a later one keeps its empty title.
    let mayBeOwn = index > 0 || !old.isEmpty && (!hasPlan && options.title.isEmpty || options.hasOwnTitles)
    return mayBeOwn && (!hasPlan || old != options.title) ? old.asTitle : nil
  }
}
