/// A problem that does not stop the wall. The wall shows the worst problem as a line of text.
package enum HealthProblem: Hashable, Sendable {
  /// The wall showed a new second late. `tenths`: tenths of a second.
  case late(tenths: Int)
  /// The X server did not answer for `seconds`, but now it answers again.
  case silence(seconds: Int)
  case clockOff(tenths: Int)
  case hidden
  /// A window does not have the size or place for which its wall is drawn.
  case misplaced
  case notFullScreen
  case notAbove
  /// State for the next start cannot be written.
  case unsaved
  /// There is no program, because its file is wrong. `line`: the first wrong line; `nil` if the file cannot be read.
  case programFile(line: Int?)
  case silent
  case reported(String)

  /// The most characters of a reported text.
  private static let longest = 48

  package init?(reported text: String) {
    guard let line = Feed.line(of: text, longest: HealthProblem.longest) else { return nil }
    self = .reported(line)
  }

  package func text(_ words: Words = Words()) -> String {
    switch self {
    case .late(let tenths): words["time came %s s late", HealthProblem.tenths(tenths)]
    case .silence(let seconds): words["screen did not answer for %s s", seconds]
    case .clockOff(let tenths): words["clock %s s off?", HealthProblem.tenths(tenths)]
    case .hidden: words["wall hidden by another program"]
    case .misplaced: words["wall moved or resized"]
    case .notFullScreen: words["not full screen"]
    case .notAbove: words["not above other windows"]
    case .unsaved: words["changes cannot be saved"]
    case .programFile(let line?): words["program file: mistake in line %d", line]
    case .programFile(nil): words["program file cannot be read"]
    case .silent: words["no sound can be played"]
    // colourclock-mqtt has no catalogue, so two of its texts are translated here.
    case .reported("no MQTT broker"): words["no MQTT broker"]
    case .reported(let text):
      HealthProblem.dropped(text).map { words["MQTT messages dropped: %s", $0] } ?? text
    }
  }

  /// The count in colourclock-mqtt's text "MQTT messages dropped: …"; `nil` for another text.
  private static func dropped(_ text: String) -> String? {
    // colourclock-mqtt sends English.
    let words = Words()
    let start = words["MQTT messages dropped: %s", ""]
    let count = text.dropFirst(start.count)
    return text.hasPrefix(start) && UInt64(count) != nil ? String(count) : nil
  }

  private static func tenths(_ count: Int) -> String { "\(count / 10).\(count % 10)" }
}
