/// The lines of a saved countdown, taken one by one.
struct RecordLines {
  private let lines: [Substring]
  /// That of the line taken last, from 1.
  private var number = 0

  init(_ text: String) {
    lines = text.split(separator: "\n", omittingEmptySubsequences: false)
  }

  private func damaged(_ expected: String) -> RecordError { .damaged(line: max(1, number), expected: expected) }

  /// Takes a line that begins with `key`.
  mutating func words(after key: String) throws(RecordError) -> [String] {
    number += 1
    let words = number <= lines.count ? lines[number - 1].split(separator: " ", omittingEmptySubsequences: false) : []
    guard let first = words.first, first == key else { throw damaged("\"\(key)\" and what belongs to it") }
    return words.dropFirst().map(String.init)
  }

  mutating func word(after key: String) throws(RecordError) -> String {
    let words = try words(after: key)
    guard words.count == 1, !words[0].isEmpty else { throw damaged("\"\(key)\" and one word") }
    return words[0]
  }

  mutating func flag(after key: String) throws(RecordError) -> Bool {
    switch try word(after: key) {
    case "yes": true
    case "no": false
    default: throw damaged("\"\(key)\" and yes or no")
    }
  }

  mutating func span(after key: String, in range: ClosedRange<Duration>) throws(RecordError) -> Duration {
    let word = try word(after: key)
    return try span(word, in: range)
  }

  private func span(_ word: String, in range: ClosedRange<Duration>? = nil) throws(RecordError) -> Duration {
    guard let number = Int64(word), range?.contains(.nanoseconds(number)) ?? true else {
      throw damaged("a span in nanoseconds that can be")
    }
    return .nanoseconds(number)
  }

  mutating func timing() throws(RecordError) -> Countdown.Timing {
    let words = try words(after: "timing")
    switch (words.first, words.count) {
    case ("span", 1): return .span
    case ("aligned", 1): return .aligned
    case ("until", 2):
      if let time = try? TimeOfDay.parse(words[1]) { return .until(time) }
    default: break
    }
    throw damaged("\"timing\" and span, aligned or until HH:MM:SS")
  }

  mutating func state(of rules: Countdown.Rules) throws(RecordError) -> Countdown.Record.State {
    let words = try words(after: "state")
    switch (words.first, words.count) {
    case ("idle", 1): return .idle
    case ("paused", 2): return .paused(try span(words[1], in: .zero...TimeSpan.longest))
    case ("running", 4): return .running(try zero(words.dropFirst(), of: rules))
    case ("over", 4): return .over(try zero(words.dropFirst(), of: rules))
    default: throw damaged("\"state\" and one that is known")
    }
  }

  private func zero(
    _ words: ArraySlice<String>, of rules: Countdown.Rules
  ) throws(RecordError) -> Countdown.Record.Zero {
    let words = Array(words)
    guard words[0] == "uptime" || words[0] == "wall" && rules.timing != .span else {
      throw damaged("a state with a clock that fits")
    }
    return Countdown.Record.Zero(isWall: words[0] == "wall", uptime: try span(words[1]), wall: try span(words[2]))
  }

  /// Takes the last line, after whose end nothing follows.
  mutating func end() throws(RecordError) {
    guard try words(after: "end").isEmpty, lines.count == number + 1, lines[number].isEmpty else {
      throw damaged("the \"end\" of it all")
    }
  }
}
