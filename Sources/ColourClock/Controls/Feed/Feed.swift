/// A text from a command or a file.
package struct Feed: Hashable, Sendable {
  package struct Rules: Hashable, Sendable {
    let source: String
    /// `nil` if only a refresh reads the source.
    let every: Duration?
    /// The name in messages, such as `weather.sh`.
    let name: String
    let style: Style

    package init(source: String = "", every: Duration? = nil, name: String = "", style: Style = .standard) {
      precondition(every.map { $0 > .zero } ?? true, "a feed's period is longer than nothing")
      (self.source, self.every, self.name, self.style) = (source, every, name, style)
    }
  }

  package struct Style: Hashable, Sendable {
    /// The most lines of the source. The wall may break long lines.
    package var lines = 3
    package var size = Size.medium
    /// `nil` prefers the place beside the time or countdown, then the one below.
    package var place: Place?

    package static let standard = Style()

    package enum Place: String, Hashable, Sendable, CaseIterable {
      case below
      /// The right side of a wide window.
      case beside
      case bottom
    }

    /// Digit heights, as shares of the window's shorter side.
    package enum Size {
      package static let small = 0.03, medium = 0.042, large = 0.068
    }
  }

  package enum Answer: Hashable, Sendable {
    case text([UInt8])
    /// `complaint` is the last line of standard error.
    case failed(Reason, complaint: String? = nil)
  }

  package enum Reason: Hashable, Sendable {
    case timedOut
    case tooMuch
    case exited(Int32)
    case signalled(Int32)
    case notStarted
    case unreadable
    case missing

    /// 126 and 127 come from the shell (POSIX, Shell Command Language, 2.8.2).
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
  private(set) var lines: [String] = []
  private var mostLines = 0
  /// The uptime of the last good answer.
  private(set) var updated: Duration?
  /// `nil` after a good answer.
  private(set) var failure: Reason?
  package private(set) var complaint: String?
  private(set) var isRunning = false
  /// The uptime of the next automatic run.
  private(set) var due: Duration?

  init(_ rules: Rules, at moment: Moment) {
    self.rules = rules
    due = rules.every == nil ? nil : moment.uptime
  }

  func adopting(_ rules: Rules, at moment: Moment) -> Feed? {
    guard rules.source == self.rules.source else { return nil }
    var feed = self
    feed.rules = rules
    if rules.every != self.rules.every { feed.due = rules.every.map { (updated ?? moment.uptime) + $0 } }
    return feed
  }

  /// Has room for the most lines so far, so that the digits seldom change their size.
  var style: Style {
    var style = rules.style
    style.lines = min(style.lines, max(Style.standard.lines, mostLines))
    return style
  }

  /// Returns true if the caller must start a run. A late call skips missed runs.
  mutating func advance(to moment: Moment) -> Bool {
    guard let due, let period = rules.every, due <= moment.uptime else { return false }
    let missed = (moment.uptime - due).attoseconds / period.attoseconds
    self.due = due + Duration(attoseconds: (missed + 1) * period.attoseconds)
    return begin()
  }

  /// Restarts the period. Returns true if the caller must start a run.
  mutating func start(at moment: Moment) -> Bool {
    guard begin() else { return false }
    due = rules.every.map { moment.uptime + $0 }
    return true
  }

  private mutating func begin() -> Bool {
    defer { isRunning = true }
    return !isRunning
  }

  /// Ends a run. A `nil` answer means nothing new.
  mutating func receive(_ answer: Answer?, at moment: Moment) {
    isRunning = false
    switch answer {
    case .text(let bytes): if !show(bytes, at: moment) { (failure, complaint) = (.unreadable, nil) }
    case .failed(let reason, let complaint): (failure, self.complaint) = (reason, complaint)
    case nil: break
    }
  }

  mutating func show(_ bytes: [UInt8], at moment: Moment) -> Bool {
    guard let lines = Feed.lines(of: bytes, upTo: rules.style.lines) else { return false }
    (self.lines, updated, failure, complaint) = (lines, moment.uptime, nil, nil)
    mostLines = max(mostLines, lines.count)
    return true
  }
}

extension Feed {
  func untilDue(at moment: Moment) -> Duration? { due.map { max($0 - moment.uptime, .zero) } }

  /// A text such as "! the command failed (3): weather.sh, updated 3 min ago". `nil` before the first answer.
  func status(at moment: Moment, _ words: Words = Words()) -> String? {
    let age = age(at: moment)?.text(words)
    guard let failure = failure.map({ "! \($0.text(of: rules.name, words))" }) else { return age }
    return age.map { words["%s, %s", failure, $0] } ?? failure
  }

  /// The result may be in the past.
  func nextChange(after moment: Moment) -> Wake {
    let aged = updated.flatMap { updated in age(at: moment).map { updated + .seconds($0.end) } }
    return Wake(uptime: aged).or(uptime: due)
  }

  private func age(at moment: Moment) -> Age? {
    updated.map { Age(seconds: max(0, (moment.uptime - $0).components.seconds)) }
  }

  private struct Age {
    private let start: Int64
    private let step: Int64
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
