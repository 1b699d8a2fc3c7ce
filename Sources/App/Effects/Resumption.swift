import ColourClock
import CommandOptions

/// Decides which saved countdowns continue, and whether the options start new ones.
/// - "Unchanged" options: the countdown options are set, and are those of the save. "Recent": `isRecentOrLong`.
/// - A countdown made by hand continues if it is recent or the options are unchanged.
/// - A countdown from options continues if the options are unchanged. After a change, a recent program continues if the
///   new program has its present step, or if the program file is wrong.
/// - The options start nothing if (a) they are unchanged or their program continues, and (b) a continuing countdown is
///   under way. Otherwise their countdowns start anew, in place of the saved ones from options.
/// - A countdown that was over when saved returns only if `isShownAgain` is true, and is not under way.
struct Resumption {
  let countdowns: Countdowns
  /// The titles of countdowns that ended after the save.
  let ended: [String]
  /// The start of each countdown by ID, in seconds since 1970.
  let since: [Int: Int64]

  /// Each text names an omitted countdown and its wrong value.
  let invalid: [String]
  let invalidRecords: [Countdown.Record]

  init(of content: StateFile.Wall, for options: CountdownOptions, at moment: Moment, boot: String) {
    let entries = content.all.prefix(Countdowns.most).enumerated().map { index, record in
      (record, Saved(record, index, of: content, for: options, at: moment, boot: boot))
    }
    let wrong = entries.filter { $0.1 == nil }.map(\.0)
    invalidRecords = wrong.map(\.record)
    invalid = wrong.map { entry in
      (entry.title.flatMap { $0.isEmpty ? nil : "'\($0.shortened)': " } ?? "") + entry.record.wrongValue
    }
    let saved = entries.compactMap(\.1).filter { !$0.wasOverWhenSaved || $0.isShownAgain(at: moment) }
    let (kept, fresh) = Self.merged(saved, of: content.plan, with: options, at: moment)
    // A new countdown gets the ring, even if the viewer chose another.
    let isChoiceValid = fresh.isEmpty
    var countdowns = Countdowns(
      restored: kept.map { ($0.id, $0.countdown) }, chosen: isChoiceValid ? content.chosen : nil,
      broughtToRing: isChoiceValid ? content.brought : nil)
    // Old files have one countdown, without an ID. `Countdowns` gives it the ID 1.
    since = Dictionary(kept.map { ($0.id ?? 1, $0.since ?? moment.instant.second) }) { first, _ in first }
    countdowns.append(contentsOf: fresh)
    if !fresh.isEmpty { countdowns.showBegunProgram() }
    self.countdowns = countdowns
    ended = kept.filter(\.hasPassed).map { $0.countdown.title ?? options.title }
  }

  private static func merged(
    _ saved: [Saved], of plan: String?, with options: CountdownOptions, at moment: Moment
  ) -> (kept: [Saved], fresh: [Countdown]) {
    let own = saved.filter(\.countdown.isFromOptions)
    let isSamePlan = options.plan != nil && options.plan == plan
    let isSame = isSamePlan && own.first.map { $0.keepsTitle(under: options) } ?? true
    let continuing = isSame ? own : own.compactMap { $0.revised(by: options, at: moment) }
    var others = saved.filter {
      !$0.countdown.isFromOptions && (isSamePlan || $0.wasOverWhenSaved || $0.isRecentOrLong(at: moment))
    }
    let all = (continuing + others).sorted { $0.index < $1.index }
    if isSame || !continuing.isEmpty, all.contains(where: \.isUnderWay) { return (all, []) }
    if options.program != nil { others.removeAll { $0.countdown.program != nil } }
    return (others, options.started(at: moment).all.map(\.countdown))
  }
}

private struct Saved {
  let id: Int?
  let index: Int
  private(set) var countdown: Countdown
  /// The countdown ended after the save.
  let hasPassed: Bool
  let since: Int64?
  private let title: String?
  /// False for a title of the options or of a program's step; `nil` in old files.
  private let hasOwnTitle: Bool?

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

  /// A program that waits for its next step is not over.
  var wasOverWhenSaved: Bool { countdown.isOver && !hasPassed && !countdown.waitsInProgram }

  func isShownAgain(at moment: Moment) -> Bool {
    guard !countdown.isFromOptions, let age = countdown.timeOver(at: moment) else { return false }
    return age < .seconds(SavedState.longestAbsence)
  }

  /// False for a program of the options that has not begun and has no start time: the options start it again.
  var isUnderWay: Bool {
    if wasOverWhenSaved { return false }
    guard let run = countdown.program else { return countdown.state != .idle }
    return !(countdown.isFromOptions && run.isAtStart && !run.isPlanned)
  }

  func isRecentOrLong(at moment: Moment) -> Bool { countdown.runsForDays || SavedState.isRecent(since, at: moment) }

  /// True if `--title` does not change the title of this countdown.
  func keepsTitle(under options: CountdownOptions) -> Bool {
    countdown.program != nil || hasOwnTitle == true || options.hasOwnTitles || options.title == title ?? options.title
  }

  /// Keeps the old steps if the file is wrong. Returns `nil` if the new program lacks the present step.
  func revised(by options: CountdownOptions, at moment: Moment) -> Saved? {
    guard countdown.program != nil, isRecentOrLong(at: moment) else { return nil }
    guard let program = options.program else { return options.programFile == nil ? nil : self }
    var saved = self
    guard let revised = countdown.revised(by: program, overtime: options.overtime, at: moment) else { return nil }
    saved.countdown = revised
    return saved
  }

  /// Returns `nil` for a title of the options. In old files, this is a guess.
  private func ownTitle(for options: CountdownOptions) -> String? {
    guard let old = title, hasOwnTitle != false || !countdown.isFromOptions else { return nil }
    if hasOwnTitle == true { return old.asTitle }
    let hasPlan = options.plan != nil
    let mayBeOwn = index > 0 || !old.isEmpty && (!hasPlan && options.title.isEmpty || options.hasOwnTitles)
    return mayBeOwn && (!hasPlan || old != options.title) ? old.asTitle : nil
  }
}
