import CompanionSupport
import ControlProtocol
import System

/// Reports to the wall that the broker has been away for long, or that commands were dropped.
final class Outage {
  private let wall: WallSide
  /// The uptime at which the outage began; `nil` while the broker is connected.
  private var start: Double? = Now.uptime
  private var drops = Drops()
  /// The problem that the wall shows; `nil` for none.
  private var reported: String?
  private var nextReport = 0.0

  /// The time after which an outage is reported, in seconds. A broker that only restarts is back within this time.
  private static let patience = 10.0
  /// The time between two reports of a growing count, in seconds.
  private static let pause = 10.0
  /// The wall translates this text and the text of `Drops`.
  private static let text = "no MQTT broker"

  init(_ wall: WallSide) { self.wall = wall }

  var deadline: Double {
    guard wall.link != nil, reported != Outage.text else { return .infinity }
    let outage = start.map { $0 + Outage.patience } ?? .infinity
    return min(outage, drops.text == reported ? drops.end : nextReport)
  }

  func step(at uptime: Double, dropped: Int) {
    drops.record(dropped, at: uptime)
    let isAway = start.map { uptime >= $0 + Outage.patience } ?? false
    let text = isAway ? Outage.text : drops.text
    // Report a growing count only every `pause` seconds, but the beginning and the end of an outage at once.
    guard wall.link != nil, text != reported, uptime >= nextReport || isAway || reported == Outage.text else { return }
    (reported, nextReport) = (text, uptime + Outage.pause)
    wall.link?.ask(["trouble", text ?? "clear"]) { _ in }
  }

  func brokerCame() { start = nil }

  func brokerWent() { start = Now.uptime }

  /// The wall forgets a problem when the connection that reported it ends.
  func wallCame() { (reported, nextReport) = (nil, 0) }
}

/// Counts the commands dropped in a flood. The count is forgotten after a minute without a drop.
struct Drops {
  /// The numbers of dropped commands in this run: `before` the flood, and in `total`.
  private var (before, total) = (0, 0)
  /// The uptime at which the flood ends; infinite without a flood.
  private(set) var end = Double.infinity

  /// A flood ends after this many seconds without a drop.
  static let rest = 60.0

  mutating func record(_ total: Int, at uptime: Double) {
    if uptime >= end { (before, end) = (self.total, .infinity) }
    guard total > self.total else { return }
    (self.total, end) = (total, uptime + Drops.rest)
  }

  /// The problem in words; `nil` if nothing was dropped in the present flood.
  var text: String? { total > before ? "MQTT messages dropped: \(total - before)" : nil }
}
