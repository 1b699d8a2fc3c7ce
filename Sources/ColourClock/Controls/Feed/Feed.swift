/// A text from outside, asked for again and again, the last good one kept.
package struct Feed: Hashable, Sendable {
  /// How a feed is kept up to date.
  package struct Rules: Hashable, Sendable {
    /// What is asked: a feed of another source begins anew, as the answer to the old one will not come.
    let source: String
    /// The time from one automatic run to the next; `nil` for a feed that is asked for by the user only.
    let every: Duration?
    /// What the user calls it: the command's name, or the file's.
    let name: String
    let style: Style

    package init(source: String = "", every: Duration? = nil, name: String = "", style: Style = .standard) {
      precondition(every.map { $0 > .zero } ?? true, "a feed's period is longer than nothing")
      (self.source, self.every, self.name, self.style) = (source, every, name, style)
    }
  }

  /// How a feed looks.
  package struct Style: Hashable, Sendable {
    /// How many lines of it are shown; one that is too long goes on in the next.
    package var lines = 3
    /// The greatest height of its digits, of the window's shorter side.
    package var size = Size.medium
    /// `nil`: beside a ring where there is room, otherwise below.
    package var place: Place?

    package static let standard = Style()

    package enum Place: String, Hashable, Sendable, CaseIterable {
      /// Right below the labels or the ring.
      case below
      /// At the right, where the window is wider than high.
      case beside
      /// At the lower edge of the room.
      case bottom
    }

    package enum Size {
      package static let small = 0.03, medium = 0.042, large = 0.068
    }
  }

  /// What came of asking.
  package enum Answer: Hashable, Sendable {
    /// All that was written, not yet cleaned.
    case text([UInt8])
    /// `complaint` is the last line that the command has written to its standard error.
    case failed(Reason, complaint: String? = nil)
  }

  /// Why there is no text.
  package enum Reason: Hashable, Sendable {
    case timedOut
    case tooMuch
    /// The exit status was not zero.
    case exited(Int32)
    case signalled(Int32)
    case notStarted
    case unreadable
    /// There is no such file.
    case missing

    /// A few words for the wall and the log. What a status of the shell means: POSIX, Shell Command Language, 2.8.2.
    package func text(of name: String, _ words: Words = Words()) -> String {
      let text =
        switch self {
        case .timedOut: words["the command took too long"]
        case .tooMuch: words["there was too much to read"]
        case .exited(126): words["the command cannot be run (126)"]
        case .exited(127): words["the command was not found (127)"]
        case .exited(let status): words["the command failed (%d)", status]
        case .signalled(let number): words["the command was ended by signal %d", number]
        case .notStarted: words["the command cannot be started"]
        case .unreadable: words["there was no text to read"]
        case .missing: words["there is no such file"]
        }
      return name.isEmpty ? text : "\(text): \(name)"
    }
  }

  private(set) var rules: Rules
  /// The last good text, as `lines(of:)` cleans it.
  private(set) var lines: [String] = []
  /// How many there have been at most.
  private var mostLines = 0
  /// The uptime of the last good answer.
  private(set) var updated: Duration?
  /// What went wrong the last time, if it did.
  private(set) var failure: Reason?
  /// What the command complained about then.
  package private(set) var complaint: String?
  /// Whether it has been asked for, and the answer is not there yet.
  private(set) var isRunning = false
  /// The uptime of the next automatic run; `nil` if there is none.
  private(set) var due: Duration?

  /// A feed whose first automatic run is due at once.
  init(_ rules: Rules, at moment: Moment) {
    self.rules = rules
    due = rules.every == nil ? nil : moment.uptime
  }

  /// The same by other rules, with its text; `nil` if they are of another source.
  func by(_ rules: Rules, at moment: Moment) -> Feed? {
    guard rules.source == self.rules.source else { return nil }
    var feed = self
    feed.rules = rules
    if rules.every != self.rules.every { feed.due = rules.every.map { (updated ?? moment.uptime) + $0 } }
    return feed
  }

  /// The time from one automatic run to the next; `nil` if there are none.
  var period: Duration? { rules.every }

  /// With room for as many lines as there have been, and for three at least: lines that never come must not make the time smaller,
  /// and one that goes and comes again must not make it jump.
  var style: Style {
    var style = rules.style
    style.lines = min(style.lines, max(Style.standard.lines, mostLines))
    return style
  }

  /// - Returns: true exactly once when a run is due, and then the caller is to start it.
  ///
  /// However late the call, it is one run, and the next is due a whole number of periods after this one was; one that is
  /// due while another runs is left out.
  mutating func advance(to moment: Moment) -> Bool {
    guard let due, let period, due <= moment.uptime else { return false }
    let missed = (moment.uptime - due).attoseconds / period.attoseconds
    self.due = due + Duration(attoseconds: (missed + 1) * period.attoseconds)
    return begin()
  }

  /// Asked for by the user. The time to the next automatic run begins anew.
  /// - Returns: whether the caller is to start a run, which it is not while one runs.
  mutating func start(at moment: Moment) -> Bool {
    guard begin() else { return false }
    due = period.map { moment.uptime + $0 }
    return true
  }

  private mutating func begin() -> Bool {
    defer { isRunning = true }
    return !isRunning
  }

  /// A run has ended with `answer`; `nil` if it found nothing new. A failure leaves the last good text.
  mutating func receive(_ answer: Answer?, at moment: Moment) {
    isRunning = false
    switch answer {
    case .text(let bytes): if !show(bytes, at: moment) { failure = .unreadable }
    case .failed(let reason, let complaint): (failure, self.complaint) = (reason, complaint)
    case nil: break
    }
  }

  /// Shows a text from any source.
  /// - Returns: whether it is text.
  mutating func show(_ bytes: [UInt8], at moment: Moment) -> Bool {
    guard let lines = Feed.lines(of: bytes, upTo: rules.style.lines) else { return false }
    (self.lines, updated, failure, complaint) = (lines, moment.uptime, nil, nil)
    mostLines = max(mostLines, lines.count)
    return true
  }
}

/// How old a feed is and how long it is to the next run: in words, and for a ring.
extension Feed {
  /// The time to the next automatic run, never negative; `nil` if there is none.
  func untilDue(at moment: Moment) -> Duration? { due.map { max($0 - moment.uptime, .zero) } }

  /// What went wrong and how old the text is, such as "! the command failed (3): weather.sh, updated 3 min ago"; `nil` before
  /// the first answer.
  func status(at moment: Moment, _ words: Words = Words()) -> String? {
    let age = age(at: moment)?.text(words)
    guard let failure = failure.map({ "! \($0.text(of: rules.name, words))" }) else { return age }
    return age.map { words["%s, %s", failure, $0] } ?? failure
  }

  /// When `status` or `due` will next be another. A run that is already due and not yet advanced over counts as a change
  /// at once, and its time is past.
  func nextChange(after moment: Moment) -> Wake {
    let aged = updated.flatMap { updated in age(at: moment).map { updated + .seconds($0.end) } }
    return Wake(uptime: aged).or(uptime: due)
  }

  private func age(at moment: Moment) -> Age? {
    updated.map { Age(seconds: max(0, (moment.uptime - $0).components.seconds)) }
  }

  /// In ever coarser steps, so that little has to be drawn for it.
  private struct Age {
    private let start: Int64
    private let step: Int64
    /// The age in seconds from which the text is another.
    var end: Int64 { start + step }

    init(seconds: Int64) {
      step =
        switch seconds {
        case ..<60: 5
        case ..<3600: 60
        case ..<86_400: 3600
        default: 86_400
        }
      start = seconds / step * step
    }

    func text(_ words: Words) -> String {
      switch step {
      case 5: start == 0 ? words["updated just now"] : words["updated %d s ago", start]
      case 60: words["updated %d min ago", start / 60]
      case 3600: words["updated %d h ago", start / 3600]
      default: words["updated %d d ago", start / 86_400]
      }
    }
  }
}
