import ColourClock
import CommandOptions

/// Decides at the start which saved countdowns continue, and whether the options start new countdowns.
///
/// - A countdown that no options made continues if it is young (`isYoung`), or if the options are the same as before.
/// - A countdown that options made continues if the options are the same. If they differ, only a young program
///   continues, and only if the options' program still has the present step, or if the program file is wrong.
/// - The options start no countdown if a saved countdown is under way, and if the options are the same or a program
///   continues. Otherwise they start their countdowns, which replace the saved countdowns that options made.
///
/// A countdown that has ended before the restart, and that nobody has dismissed, is on the wall again (`ringsOn`). It
/// does not count as under way. If options made it, it does not continue: whoever gives the options again wants to
/// begin again.
struct Resumption {
  let countdowns: Countdowns
  /// The titles of the countdowns that have ended since they were saved. A title may be empty.
  let ended: [String]
  /// The start of each countdown that continues, in seconds since 1970, by ID.
  let since: [Int: Int64]

  /// The reasons for which saved countdowns are left out, each with the countdown's title and a value.
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
    // What the options start now has the ring and the bar, not an older choice.
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

/// A saved countdown, as it is now.
private struct Saved {
  let id: Int?
  /// The index in the file.
  let index: Int
  private(set) var countdown: Countdown
  /// True if the countdown has ended since it was saved.
  let hasPassed: Bool
  let since: Int64?
  private let title: String?
  private let hasOwnTitle: Bool?

  /// `nil` if a value of the record is wrong.
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

  var wasReported: Bool { countdown.isOver && !hasPassed && !countdown.waitsInProgram }

  /// True if a countdown by hand has ended within the last day.
  func ringsOn(at moment: Moment) -> Bool {
    guard !countdown.isFromOptions, let age = countdown.timeOver(at: moment) else { return false }
    return age < .seconds(SavedState.longestAbsence)
  }

  /// False for an idle countdown, and for one that has ended before the restart. Also false for a program of the
  /// options that has not begun and has no planned start, because the options start it again.
  var isUnderWay: Bool {
    if wasReported { return false }
    guard let run = countdown.program else { return countdown.state != .idle }
    return !(countdown.isFromOptions && run.isAtStart && !run.isPlanned)
  }

  /// True if the countdown was started within the last day, or if it runs for more than a day.
  func isYoung(at moment: Moment) -> Bool { countdown.runsForDays || SavedState.isRecent(since, at: moment) }

  /// False if `--title` has changed, because another title stands for another countdown. Programs, whose steps have
  /// titles, and countdowns with their own title ignore `--title`. Titles in `--countdown` are part of
  /// `CountdownOptions.plan`.
  func isTitled(by options: CountdownOptions) -> Bool {
    countdown.program != nil || hasOwnTitle == true || options.hasOwnTitles || options.title == title ?? options.title
  }

  /// The countdown with the program of the options. `nil` if the countdown is no program, if it is not young, or if the
  /// options' program lacks its present step. If the program file is wrong, the old program stays.
  func revised(by options: CountdownOptions, at moment: Moment) -> Saved? {
    guard countdown.program != nil, isYoung(at: moment) else { return nil }
    guard let program = options.program else { return options.programFile == nil ? nil : self }
    var saved = self
    guard let revised = countdown.revised(by: program, overtime: options.overtime, at: moment) else { return nil }
    saved.countdown = revised
    return saved
  }

  /// The countdown's own title; `nil` if its title comes from the options.
  private func ownTitle(for options: CountdownOptions) -> String? {
    guard let old = title, hasOwnTitle != false || !countdown.isFromOptions else { return nil }
    if hasOwnTitle == true { return String(old.prefix(120)) }
    let hasPlan = options.plan != nil
    // The title of the options belongs to the first countdown. A later countdown keeps its empty title, so that it does
    // not get the title of the options.
    let mayBeOwn = index > 0 || !old.isEmpty && (!hasPlan && options.title.isEmpty || options.hasOwnTitles)
    return mayBeOwn && (!hasPlan || old != options.title) ? String(old.prefix(120)) : nil
  }
}
