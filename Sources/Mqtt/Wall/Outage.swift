import Companion
import System

/// Makes a broker that is away for long a part of the wall's health, as long as that is so.
final class Outage {
  private let wall: WallSide
  /// Since when there is no broker; `nil` while it is there.
  private var start: Double? = Now.uptime
  /// Whether the wall that is there knows.
  private var isTold = false

  /// In seconds: a broker that is only started anew is back by then.
  private static let patience = 10.0
  /// The wall has it in its languages.
  private static let text = "no MQTT broker"

  init(_ wall: WallSide) { self.wall = wall }

  /// When `step` has something to do next.
  var deadline: Double {
    guard let start, !isTold, wall.link != nil else { return .infinity }
    return start + Outage.patience
  }

  func step(at uptime: Double) {
    guard uptime >= deadline else { return }
    isTold = true
    report(Outage.text)
  }

  func brokerCame() {
    start = nil
    if isTold { report("clear") }
    isTold = false
  }

  func brokerWent() { start = Now.uptime }

  /// What was said over another connection has gone with it.
  func wallCame() { isTold = false }

  private func report(_ text: String) { wall.link?.ask(["trouble", text]) { _ in } }
}
