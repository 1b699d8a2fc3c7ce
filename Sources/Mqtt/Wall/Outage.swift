import CompanionSupport
import ControlProtocol
import System

final class Outage {
  private let wall: ClockLink
  /// An uptime; `nil` while the broker is connected.
  private var start: Double? = Now.uptime
  private var drops = Drops()
  private var reported: String?
  private var nextReport = 0.0

  /// Seconds until a report; a restarting broker is back sooner.
  private static let patience = 10.0
  /// Seconds between reports of a growing count.
  private static let pause = 10.0
  /// The wall translates this text, and the text of `Drops`.
  private static let text = "no MQTT broker"

  init(_ wall: ClockLink) { self.wall = wall }

  var deadline: Double {
    guard wall.link != nil, reported != Outage.text else { return .infinity }
    let outage = start.map { $0 + Outage.patience } ?? .infinity
    return min(outage, drops.text == reported ? drops.quietEnd : nextReport)
  }

  func step(at uptime: Double, dropped: Int) {
    drops.record(dropped, at: uptime)
    let isAway = start.map { uptime >= $0 + Outage.patience } ?? false
    let text = isAway ? Outage.text : drops.text
    // A growing count waits for `pause`; an outage's beginning and end do not.
    guard wall.link != nil, text != reported, uptime >= nextReport || isAway || reported == Outage.text else { return }
    (reported, nextReport) = (text, uptime + Outage.pause)
    wall.link?.ask(["trouble", text ?? "clear"]) { _ in }
  }

  func brokerCame() { start = nil }

  func brokerWent() { start = Now.uptime }

  /// When the connection that reported a problem ends, the wall forgets the problem.
  func clockConnected() { (reported, nextReport) = (nil, 0) }
}

/// Counts dropped commands. The count begins again after `quietPeriod` seconds without a drop.
struct Drops {
  private var (totalAtStart, total) = (0, 0)
  /// The uptime at which the quiet period ends.
  private(set) var quietEnd = Double.infinity

  static let quietPeriod = 60.0

  mutating func record(_ total: Int, at uptime: Double) {
    if uptime >= quietEnd { (totalAtStart, quietEnd) = (self.total, .infinity) }
    guard total > self.total else { return }
    (self.total, quietEnd) = (total, uptime + Drops.quietPeriod)
  }

  var text: String? { total > totalAtStart ? "MQTT messages dropped: \(total - totalAtStart)" : nil }
}
