import CompanionSupport
import ControlProtocol
import System

/// The published availability and status of a wall. `online` tells clients that the wall receives commands and that its
/// status is true. So `online` is published only after SUBACK and the first status.
final class Availability {
  private let topics: Topics
  private let broker: BrokerSide
  private let offers: Offers
  private var news = StatusNews()
  private var status: JSON?
  /// True once the broker has granted the subscriptions for commands.
  private var isSubscribed = false
  /// The availability that was published on this connection; `nil` if none was published.
  private var published: Bool?
  private var retry = Retry()
  /// Finite after a message with a wrong availability. If that was this program's own earlier message, a message with
  /// the right availability follows before this uptime.
  private var doubt = Double.infinity
  private var reporter = Reporter()

  /// The time within which this program's own earlier message may still come back, in seconds.
  private static let echo = 0.25

  init(_ topics: Topics, _ broker: BrokerSide, _ offers: Offers) {
    (self.topics, self.broker, self.offers) = (topics, broker, offers)
  }

  var deadline: Double { min(doubt, retry.deadline) }

  /// Call this at `deadline`.
  func step(at uptime: Double) {
    if uptime >= doubt {
      doubt = .infinity
      if retry.contradicted(at: uptime) { return publishAvailability() }
      reporter.say(
        "another client publishes a wrong availability on \(topics.availability): does another wall have the same "
          + "--name?"
      )
    }
    if retry.isDue(at: uptime) { publishAvailability() }
  }

  // MARK: Events

  /// Forgets what was published, because the broker may have no messages of this wall.
  func brokerCame() {
    news.reset()
    (isSubscribed, published, doubt) = (false, nil, .infinity)
  }

  /// Call this at SUBACK, or with false if the program does not subscribe yet. With false, `offline` is published.
  func settle(isSubscribed: Bool) {
    self.isSubscribed = isSubscribed
    publish()
  }

  func wallWent() {
    status = nil
    news.reset()
    publish()
  }

  /// - Parameter dropped: the number of dropped messages.
  func wall(didReport report: JSON, health: JSON, dropped: Int) {
    status = news.joined(report, health, dropped: dropped, at: .now)
    // Before SUBACK the availability is not known yet, so nothing is published.
    if published != nil { publish() }
  }

  /// A message that contradicts `published` may be the last will of a connection that died long ago. It may also come
  /// from another wall of the same name.
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

/// Limits how often a wall corrects a wrong availability: the first times at once, later with a back-off. Without a
/// limit, two walls of the same name would answer each other for ever.
struct Retry {
  /// The corrections that are still made at once.
  private var left = Retry.most
  private var backoff = Backoff()
  private var last = 0.0
  private(set) var deadline = Double.infinity

  /// The limit starts anew after this many seconds without a wrong availability.
  private static let peace = 300.0
  private static let most = 5

  /// Call when the availability is wrong. Returns true if the caller must correct it at once; otherwise sets
  /// `deadline`.
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

  /// True if the correction that `contradicted` delayed is due. Call this at `deadline`.
  mutating func isDue(at uptime: Double) -> Bool {
    guard uptime >= deadline else { return false }
    deadline = .infinity
    return true
  }
}
