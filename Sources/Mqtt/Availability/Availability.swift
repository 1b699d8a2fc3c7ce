import CompanionSupport
import ControlProtocol
import System

/// Publishes `online` only after SUBACK and the first status: `online` promises that commands arrive and that the
/// status is true.
final class Availability {
  private let topics: Topics
  private let broker: BrokerSide
  private let discoveryOffers: DiscoveryOffers
  private var news = StatusNews()
  private var status: JSON?
  private var isSubscribed = false
  private var published: Bool?
  private var correction = AvailabilityCorrection()
  /// Until this uptime, a wrong availability may be this program's own earlier message.
  private var contradictionDeadline = Double.infinity
  private var reporter = Reporter()

  /// Seconds in which this program's earlier message comes back.
  private static let echoDelay = 0.25

  init(_ topics: Topics, _ broker: BrokerSide, _ discoveryOffers: DiscoveryOffers) {
    (self.topics, self.broker, self.discoveryOffers) = (topics, broker, discoveryOffers)
  }

  var deadline: Double { min(contradictionDeadline, correction.deadline) }

  func step(at uptime: Double) {
    if uptime >= contradictionDeadline {
      contradictionDeadline = .infinity
      if correction.contradicted(at: uptime) { return publishAvailability() }
      reporter.say(
        "another client publishes a wrong availability on \(topics.availability): does another wall have the same "
          + "--name?"
      )
    }
    if correction.isDue(at: uptime) { publishAvailability() }
  }

  // MARK: Events

  func brokerCame() {
    news.reset()
    (isSubscribed, published, contradictionDeadline) = (false, nil, .infinity)
  }

  /// Call this at SUBACK. Without a subscription, `offline` is published.
  func settle(isSubscribed: Bool) {
    self.isSubscribed = isSubscribed
    publish()
  }

  func clockDisconnected() {
    status = nil
    news.reset()
    publish()
  }

  func wall(didReport report: JSON, health: JSON, dropped: Int) {
    status = news.joined(report, health, dropped: dropped, at: .now)
    if published != nil { publish() }
  }

  /// Checks an availability from the broker, which may be an old connection's last will.
  func receive(_ payload: [UInt8]?) {
    guard let published else { return }
    contradictionDeadline =
      payload == Availability.payload(published)
      ? .infinity : min(contradictionDeadline, Now.uptime + Availability.echoDelay)
  }

  // MARK: Publishing

  func repeatAll() {
    guard published != nil else { return }
    news.reset()
    publish()
    publishAvailability()
  }

  private func publish() {
    guard let client = broker.client else { return }
    if let status, news.isNews(status, at: Now.uptime) {
      client.publish(topics.status, Array(JSON.text(of: status).utf8), isRetained: true)
      discoveryOffers.offer(status)
    }
    if published != (isSubscribed && status != nil) { publishAvailability() }
  }

  private func publishAvailability() {
    let isThere = isSubscribed && status != nil
    published = isThere
    broker.client?.publish(topics.availability, Availability.payload(isThere), isRetained: true)
  }

  static let farewell = payload(false)

  private static func payload(_ isThere: Bool) -> [UInt8] { Array((isThere ? "online" : "offline").utf8) }
}

/// Corrects a wrong availability, later with a back-off: two walls of the same name would never stop.
struct AvailabilityCorrection {
  private var left = AvailabilityCorrection.most
  private var backoff = Backoff()
  private var last = 0.0
  private(set) var deadline = Double.infinity

  /// Seconds without a wrong availability until corrections are immediate again.
  private static let resetInterval = 300.0
  private static let most = 5

  /// Returns true to correct a wrong availability at once, or sets `deadline`.
  mutating func contradicted(at uptime: Double) -> Bool {
    if uptime - last > AvailabilityCorrection.resetInterval {
      left = AvailabilityCorrection.most
      backoff.reset()
    }
    last = uptime
    if deadline < .infinity { return false }
    if left > 0 {
      left -= 1
      return true
    }
    deadline = uptime + backoff.next()
    return false
  }

  mutating func isDue(at uptime: Double) -> Bool {
    guard uptime >= deadline else { return false }
    deadline = .infinity
    return true
  }
}
