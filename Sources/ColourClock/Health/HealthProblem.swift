/// The clock continues to run with these problems, and the wall shows the worst one.
package enum HealthProblem: Hashable, Sendable {
  case late(tenths: Int)
  /// The X server did not answer, but does again.
  case silence(seconds: Int)
  /// The possible error of the system's clock, in tenths of a second.
  case clockOff(tenths: Int)
  case hidden
  /// A window differs in size or place from its drawn wall.
  case misplaced
  case notFullScreen
  case notAbove
  case unsaved
  /// The first wrong line; `nil` if the file is unreadable.
  case programFile(line: Int?)
  case silent
  case reported(String)

  private static let longest = 48

  /// `nil` if nothing can be shown.
  package init?(reported text: String) {
    guard let line = Feed.line(of: text, longest: HealthProblem.longest) else { return nil }
    self = .reported(line)
  }

  package func text(_ words: Words = Words()) -> String {
    switch self {
    case .late(let tenths): words["time came %s s late", tenths.asTenths]
    case .silence(let seconds): words["screen did not answer for %s s", seconds]
    case .clockOff(let tenths): words["clock %s s off?", tenths.asTenths]
    case .hidden: words["wall hidden by another program"]
    case .misplaced: words["wall moved or resized"]
    case .notFullScreen: words["not full screen"]
    case .notAbove: words["not above other windows"]
    case .unsaved: words["changes cannot be saved"]
    case .programFile(let line?): words["program file: mistake in line %d", line]
    case .programFile(nil): words["program file cannot be read"]
    case .silent: words["no sound can be played"]
    // colourclock-mqtt has no translations, so two of its texts are translated here.
    case .reported("no MQTT broker"): words["no MQTT broker"]
    case .reported(let text):
      HealthProblem.dropped(text).map { words["MQTT messages dropped: %s", $0] } ?? text
    }
  }

  private static func dropped(_ text: String) -> String? {
    let words = Words()
    let start = words["MQTT messages dropped: %s", ""]
    let count = text.dropFirst(start.count)
    return text.hasPrefix(start) && UInt64(count) != nil ? String(count) : nil
  }
}

extension Int {
  /// 12 becomes "1.2". The number must not be negative.
  package var asTenths: String { "\(self / 10).\(self % 10)" }
}
