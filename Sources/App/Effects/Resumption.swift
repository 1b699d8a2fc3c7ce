import ColourClock
import CommandOptions

/// Decides which saved countdowns continue, and whether the options start new ones.
///
/// - A countdown made by hand continues if it is young (`isYoung`), or if the options are unchanged.
/// - A countdown from options continues if the options are unchanged. If they have changed, only a young program
///   continues: the new program must have its present step, or the program file must be wrong.
/// - The options start no countdown if one is under way, and the options are unchanged or a program continues.
///   Otherwise, the countdowns of the options replace the saved countdowns from options.
///
/// A countdown that was over when it was saved is not under way. The wall shows it again only if it was made by hand
/// (`ringsOn`). A user who gives the same options again wants to begin again.
struct Resumption {
  let countdowns: Countdowns
  /// Titles of countdowns that ended since they were saved.
  let ended: [String]
  /// When countdowns began, in seconds since 1970, by ID.
  let since: [Int: Int64]

  /// Title and wrong value of countdowns left out.
  let invalid: [String]

  init(of content: StateFile.Wall, for options: CountdownOptions, at moment: Moment, boot: String) {
    let entries = content.all.prefix(Countdowns.most).enumerated().map { index, record in
      (record, Saved(record, index, of: content, for: options, at: moment, boot: boot))
    }
    invalid = entries.filter { $0.1 == nil }.map { entry, _ in
      (entry.title.flatMap { $0.isEmpty ? nil : "'\($0.cut)': " } ?? "") + entry.record.wrongValue
    }
    let saved = entries.compactMap(\.1).filter { !$0.wasReported || $0.ringsOn(at: moment) }
    let (plan, own) = (options.plan, saved.filter(\.countdown.isFromOptions))
    let isSamePlan = plan != nil && plan == content.plan
    let isSame = isSamePlan && own.first.map { $0.isTitled(by: options) } ?? true
    var continuing = isSame ? own : own.compactMap { $0.revised(by: options, at: moment) }
    var others = saved.filter {
      !$0.countdown.isFromOptions && (isSamePlan || $0.wasReported || $0.isYoung(at: moment))
    }
    var fresh: [Countdown] = []
    if !(isSame || !continuing.isEmpty) || !(continuing + others).contains(where: \.isUnderWay) {
      (continuing, fresh) = ([], options.started(at: moment).all.map(\.countdown))
      // There can be only one program.
      if options.program != nil { others.removeAll { $0.countdown.program != nil } }
    }
    let kept = (continuing + others).sorted { $0.index < $1.index }
    // A new countdown has the ring and the bar, not an older choice.
    let isChoiceValid = fresh.isEmpty
    var countdowns = Countdowns(
      restored: kept.map { ($0.id, $0.countdown) }, chosen: isChoiceValid ? content.chosen : nil,
      brought: isChoiceValid ? content.brought : nil)
    since = Dictionary(kept.map { ($0.id ?? 1, $0.since ?? moment.instant.second) }) { first, _ in first }
    countdowns.append(contentsOf: fresh)
    if !fresh.isEmpty { countdowns.showBegunProgram() }
    self.countdowns = countdowns
    ended = kept.filter(\.hasPassed).map { $0.countdown.title ?? options.title }
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
  private let hasOwnTitle: Bool?

  /// `nil` if a value is wrong.
  init?(
    _ saved: StateFile.Wall.KeptCountdown, _ index: Int, of content: StateFile.Wall, for options: CountdownOptions,
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

  /// Made by hand, and over for less than a day.
  func ringsOn(at moment: Moment) -> Bool {
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

  /// True if it started within the last day, or runs for days.
  func isYoung(at moment: Moment) -> Bool { countdown.runsForDays || SavedState.isRecent(since, at: moment) }

  /// False if `--title` has changed. Programs and own titles ignore `--title`.
  func isTitled(by options: CountdownOptions) -> Bool {
    countdown.program != nil || hasOwnTitle == true || options.hasOwnTitles || options.title == title ?? options.title
  }

  /// Takes the program of the options, unless its file is wrong. `nil` if not young, or if the new program lacks the
  /// present step.
  func revised(by options: CountdownOptions, at moment: Moment) -> Saved? {
    guard countdown.program != nil, isYoung(at: moment) else { return nil }
    guard let program = options.program else { return options.programFile == nil ? nil : self }
    var saved = self
    guard let revised = countdown.revised(by: program, overtime: options.overtime, at: moment) else { return nil }
    saved.countdown = revised
    return saved
  }

  /// `nil` for a title from the options.
  private func ownTitle(for options: CountdownOptions) -> String? {
    guard let old = title, hasOwnTitle != false || !countdown.isFromOptions else { return nil }
    if hasOwnTitle == true { return String(old.prefix(120)) }
    let hasPlan = options.plan != nil
    // The options' title belongs to the first countdown; a later one keeps its empty title.
    let mayBeOwn = index > 0 || !old.isEmpty && (!hasPlan && options.title.isEmpty || options.hasOwnTitles)
    return mayBeOwn && (!hasPlan || old != options.title) ? String(old.prefix(120)) : nil
  }
}
