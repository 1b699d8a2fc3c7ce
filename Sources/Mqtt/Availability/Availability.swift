import CompanionSupport
import ControlProtocol
import System

/// The published availability and status of a wall.
///
/// Clients take `online` to mean that the wall receives commands and that its status is true. So `online` is published
/// only after SUBACK for the commands, and after the first status.
final class Availability {
  private let topics: Topics
  private let broker: BrokerSide
  private let offers: Offers
  private var news = StatusNews()
  /// The last status of the connected wall.
  private var status: JSON?
  /// True if the broker has granted the subscriptions for commands.
  private var isSubscribed = false
  /// The last availability published on this connection; `nil` before the first.
  private var published: Bool?
  private var retry = Retry()
  /// Infinite, unless a message has contradicted the availability. At this uptime the message is certainly not our own.
  private var doubt = Double.infinity
  private var reporter = Reporter()

  /// Seconds in which our own earlier message may still come back.
  private static let echo = 0.25

  init(_ topics: Topics, _ broker: BrokerSide, _ offers: Offers) {
    (self.topics, self.broker, self.offers) = (topics, broker, offers)
  }

  /// The uptime of the next `step`.
  var deadline: Double { min(doubt, retry.deadline) }

  func step(at uptime: Double) {
    if uptime >= doubt {
      doubt = .infinity
      if retry.contradicted(at: uptime) { return publishAvailability() }
      reporter.say("another says of \(topics.availability) what is not so; has another wall the same --name?")
    }
    if retry.isDue(at: uptime) { publishAvailability() }
  }

  // MARK: Events

  /// A new connection has begun. The broker may know nothing of this wall, and has granted no subscription.
  func brokerCame() {
    news.reset()
    (isSubscribed, published, doubt) = (false, nil, .infinity)
  }

  /// The broker has answered the subscription (SUBACK), or the program does not subscribe yet.
  func settle(isSubscribed: Bool) {
    self.isSubscribed = isSubscribed
    publish()
  }

  func wallWent() {
    status = nil
    news.reset()
    publish()
  }

  /// - Parameter dropped: the number of dropped messages in this run.
  func wall(didReport report: JSON, health: JSON, dropped: Int) {
    status = news.joined(report, health, dropped: dropped, at: .now)
    // Before SUBACK the availability is not known yet.
    if published != nil { publish() }
  }

  /// Handles a message on our availability topic. A message that contradicts the present availability may be the last
  /// will of a connection that died long ago, or come from another wall of the same name.
  func receive(_ payload: [UInt8]?) {
    guard let published else { return }
    doubt = payload == Availability.payload(published) ? .infinity : min(doubt, Now.uptime + Availability.echo)
  }

  // MARK: Publishing

  /// Publishes everything again, because a client may have missed or deleted a message.
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
      offers.offer(status)
    }
    if published != (isSubscribed && status != nil) { publishAvailability() }
  }

  private func publishAvailability() {
    let isThere = isSubscribed && status != nil
    published = isThere
    broker.client?.publish(topics.availability, Availability.payload(isThere), isRetained: true)
  }

  /// The last message before disconnecting, and the last will.
  static let farewell = payload(false)

  private static func payload(_ isThere: Bool) -> [UInt8] { Array((isThere ? "online" : "offline").utf8) }
}

/// Limits how often a wall corrects a contradicted availability. The first corrections are immediate, later corrections
/// have a back-off. Without a limit, two walls of one name would answer each other for ever.
struct Retry {
  /// The number of immediate corrections that are left.
  private var left = Retry.most
  private var backoff = Backoff()
  private var last = 0.0
  /// The uptime of the next delayed correction.
  private(set) var deadline = Double.infinity

  /// The limit starts anew after this many seconds without a contradiction.
  private static let peace = 300.0
  /// The greatest number of immediate corrections.
  private static let most = 5

  /// - Returns: true if the correction is due at once.
  mutating func contradicted(at uptime: Double) -> Bool {
    if uptime - last > Retry.peace {
      left = Retry.most
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

  /// - Returns: true if the delayed correction is due.
  mutating func isDue(at uptime: Double) -> Bool {
    guard uptime >= deadline else { return false }
    deadline = .infinity
    return true
  }
}
