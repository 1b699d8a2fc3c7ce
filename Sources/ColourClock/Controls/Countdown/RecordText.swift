/// The text form of a saved countdown: nine lines, spans in nanoseconds, the last line `end` so that none can be missing.
extension Countdown.Record {
  private static let name = "colourclock-countdown"
  private static let version = "1"

  package var text: String {
    let lines = [
      "\(Self.name) \(Self.version)", "boot \(boot)", "length \(length.nanoseconds)",
      "period \(rules.period.nanoseconds)", "timing \(rules.timing.words)", "repeats \(rules.repeats ? "yes" : "no")",
      "overtime \(rules.overtime ? "yes" : "no")", "state \(state.words)", "end",
    ]
    return lines.map { $0 + "\n" }.joined()
  }

  /// Takes what `text` gives and nothing else.
  package static func parse(_ text: String) throws(RecordError) -> Self {
    var lines = RecordLines(text)
    let version = try lines.words(after: Self.name)
    guard version == [Self.version] else { throw .version(version.joined(separator: " ")) }
    let boot = try lines.word(after: "boot")
    let length = try lines.span(after: "length", in: .zero...TimeSpan.longest)
    let period = try lines.span(after: "period", in: .nanoseconds(1)...TimeSpan.longest)
    let timing = try lines.timing()
    let repeats = try lines.flag(after: "repeats")
    guard !repeats || period >= TimeSpan.range.lowerBound else {
      throw .damaged(line: 4, expected: "a period of a second")
    }
    let rules = Countdown.Rules(
      period: period, timing: timing, repeats: repeats,
      overtime: try lines.flag(after: "overtime"))
    let state = try lines.state(of: rules)
    try lines.end()
    return Self(boot: boot, rules: rules, length: length, state: state)
  }
}

/// Why a text is no saved countdown.
package enum RecordError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The number of the line, from 1, and what it should hold.
  case damaged(line: Int, expected: String)
  /// Written in another form than this one's.
  case version(String)

  /// One line: what is wrong and what to do.
  package var description: String {
    switch self {
    case .damaged(let line, let expected):
      "the saved countdown is damaged: line \(line) is not \(expected); set the countdown anew"
    case .version(let version):
      "the saved countdown has the form \(version.debugDescription), known is 1; set the countdown anew"
    }
  }
}

extension Duration {
  /// Rounded towards zero: clocks know no less.
  fileprivate var nanoseconds: Int64 { Int64(clamping: attoseconds / 1_000_000_000) }
}

extension Countdown.Timing {
  fileprivate var words: String {
    switch self {
    case .span: "span"
    case .aligned: "aligned"
    case .until(let time): "until \(time.text)"
    }
  }
}

extension Countdown.Record.State {
  fileprivate var words: String {
    switch self {
    case .idle: "idle"
    case .paused(let rest): "paused \(rest.nanoseconds)"
    case .running(let zero): "running \(zero.words)"
    case .over(let zero): "over \(zero.words)"
    }
  }
}

extension Countdown.Record.Zero {
  fileprivate var words: String { "\(isWall ? "wall" : "uptime") \(uptime.nanoseconds) \(wall.nanoseconds)" }
}
