/// A problem that does not stop the wall, which shows the worst one.
package enum HealthProblem: Hashable, Sendable {
  /// A new second came late.
  case late(tenths: Int)
  /// The X server did not answer, but does again.
  case silence(seconds: Int)
  /// The error of the system's clock may be this large, in tenths of a second.
  case clockOff(tenths: Int)
  case hidden
  /// A window differs in size or place from its drawn wall.
  case misplaced
  case notFullScreen
  case notAbove
  /// State cannot be saved for the next start.
  case unsaved
  /// The program's file is wrong. `line`: the first wrong line; `nil` if unreadable.
  case programFile(line: Int?)
  /// No sound can be played.
  case silent
  /// A problem of a client of the control socket.
  case reported(String)

  /// The longest text of `reported`, in characters.
  private static let longest = 48

  /// `nil` if nothing in the text can be shown.
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

  /// The count in colourclock-mqtt's "MQTT messages dropped: …"; otherwise `nil`.
  private static func dropped(_ text: String) -> String? {
    let words = Words()
    let start = words["MQTT messages dropped: %s", ""]
    let count = text.dropFirst(start.count)
    return text.hasPrefix(start) && UInt64(count) != nil ? String(count) : nil
  }

  private static func tenths(_ count: Int) -> String { "\(count / 10).\(count % 10)" }
}
