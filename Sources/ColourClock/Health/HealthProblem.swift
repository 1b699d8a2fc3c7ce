/// The worst problem of a wall that still shows the time. The wall itself names it.
package enum HealthProblem: Hashable, Sendable {
  /// A second was shown late, in tenths of a second.
  case late(tenths: Int)
  /// The server carried out nothing for so many seconds, and answers again.
  case silence(seconds: Int)
  /// The possible error of the kernel's clock, in tenths of a second.
  case clockOff(tenths: Int)
  /// Another program hides the wall.
  case hidden
  /// A window has another size or place than the wall was drawn for.
  case misplaced
  /// The window manager keeps it a window, or below others.
  case notFullScreen, notAbove
  /// State for the next start cannot be written.
  case unsaved
  /// No player could play a sound.
  case silent
  /// A client reports a problem of its own work for the wall.
  case reported(String)

  /// Longest text, in characters.
  private static let longest = 48

  /// - Returns: `nil` if nothing of the text can be shown.
  package init?(reported text: String) {
    guard let line = Feed.line(of: text, longest: HealthProblem.longest) else { return nil }
    self = .reported(line)
  }

  /// The problem in one line.
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
    case .silent: words["no sound can be played"]
    // Two texts of colourclock-mqtt, which has no catalogues.
    case .reported("no MQTT broker"): words["no MQTT broker"]
    case .reported(let text):
      HealthProblem.dropped(text).map { words["MQTT messages dropped: %s", $0] } ?? text
    }
  }

  /// The count in such a text.
  private static func dropped(_ text: String) -> String? {
    // In English, as the companion sends it.
    let words = Words()
    let start = words["MQTT messages dropped: %s", ""]
    let count = text.dropFirst(start.count)
    return text.hasPrefix(start) && UInt64(count) != nil ? String(count) : nil
  }

  private static func tenths(_ count: Int) -> String { "\(count / 10).\(count % 10)" }
}
