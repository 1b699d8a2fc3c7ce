import Companion
import Notation
import System

/// Reports problems between the wall and its broker to the wall's health: a broker that is away for long, and commands
/// that were dropped because too many came.
final class Outage {
  private let wall: WallSide
  /// Since when there is no broker; `nil` while it is there.
  private var start: Double? = Now.uptime
  private var drops = Drops()
  /// The problem that the present wall was told.
  private var told: String?
  private var nextReport = 0.0

  /// In seconds: a broker that is only started anew is back by then.
  private static let patience = 10.0
  /// Seconds between two reports of a growing count.
  private static let pause = 10.0
  /// The wall has it in its languages, as the text of `Drops`.
  private static let text = "no MQTT broker"

  init(_ wall: WallSide) { self.wall = wall }

  /// When `step` has something to do next.
  var deadline: Double {
    guard wall.link != nil, told != Outage.text else { return .infinity }
    let outage = start.map { $0 + Outage.patience } ?? .infinity
    return min(outage, drops.text == told ? drops.end : nextReport)
  }

  /// - Parameter dropped: how many commands were dropped until now.
  func step(at uptime: Double, dropped: Int) {
    drops.record(dropped, at: uptime)
    let isAway = start.map { uptime >= $0 + Outage.patience } ?? false
    let text = isAway ? Outage.text : drops.text
    guard wall.link != nil, text != told, uptime >= nextReport || isAway || told == Outage.text else { return }
    (told, nextReport) = (text, uptime + Outage.pause)
    wall.link?.ask(["trouble", text ?? "clear"]) { _ in }
  }

  func brokerCame() { start = nil }

  func brokerWent() { start = Now.uptime }

  /// The wall forgets what another connection has reported.
  func wallCame() { (told, nextReport) = (nil, 0) }
}

/// How many messages were dropped in the flood that lasts, or was over a minute ago at the most.
struct Drops {
  /// Until a flood begins, and in all.
  private var (before, total) = (0, 0)
  /// When the flood is forgotten.
  private(set) var end = Double.infinity

  /// In seconds.
  static let rest = 60.0

  mutating func record(_ total: Int, at uptime: Double) {
    if uptime >= end { (before, end) = (self.total, .infinity) }
    guard total > self.total else { return }
    (self.total, end) = (total, uptime + Drops.rest)
  }

  /// For people; `nil` if there is nothing to be said.
  var text: String? { total > before ? "MQTT messages dropped: \(total - before)" : nil }
}
