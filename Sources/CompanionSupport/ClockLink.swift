import ColourClock
package import ControlProtocol
import System

/// The wall is the clock program that a companion is connected to.
package protocol ClockLinkDelegate: AnyObject {
  func clockConnected()
  func clockDisconnected()
  /// `line` is an event in JSON.
  func wall(didSend line: [UInt8])
  func wall(didReport status: JSON, health: JSON)
}

/// Connects a companion to the clock, reconnects, and polls the status.
package final class ClockLink {
  package weak var delegate: (any ClockLinkDelegate)?
  private let control: String?
  private let topics: [Topic]
  private let pollsStatus: Bool
  private var finder = ClockFinder()
  /// Set after the clock accepts `observe`.
  package private(set) var link: ClockConnection?
  /// Set until the clock answers `observe`.
  private var pendingLink: ClockConnection?
  // These times are uptimes in seconds.
  private var since = 0.0
  private var nextAttempt = 0.0
  private var (lastPoll, nextPoll) = (0.0, 0.0)
  private var status: JSON?
  private var backoff = Backoff()
  private var reporter = Reporter()

  private static let patience = Duration.seconds(10)
  /// The time between attempts to connect, in seconds.
  private static let pause = 1.0
  /// The time between polls, in seconds. Some changes, such as lost time synchronisation, cause no event.
  private static let statusPoll = 10.0
  private static let shortestPoll = 1.0
  /// A connection that lasts this long, in seconds, resets the back-off.
  private static let steady = 5.0

  /// - Parameter control: the clock's socket; `nil` to find it.
  package init(_ control: String?, topics: [Topic], pollsStatus: Bool) {
    (self.control, self.topics, self.pollsStatus) = (control, topics, pollsStatus)
  }

  package var anyLink: ClockConnection? { link ?? pendingLink }

  // MARK: The loop

  package var deadline: Double {
    guard let anyLink else { return nextAttempt }
    return min(ClockLink.deadline(of: anyLink), link == nil ? .infinity : nextPoll)
  }

  /// The uptime at which the clock counts as hung.
  private static func deadline(of link: ClockConnection) -> Double {
    link.deadline.map { $0 / .seconds(1) } ?? .infinity
  }

  package func receive() { anyLink?.receive() }

  package func step(at uptime: Double) {
    if let anyLink, uptime >= ClockLink.deadline(of: anyLink) { lose("the clock does not answer", at: uptime) }
    if let anyLink, anyLink.isGone { lose("the clock is gone", at: uptime) }
    if anyLink == nil, uptime >= nextAttempt { connect(at: uptime) }
    if link != nil, uptime >= nextPoll { pollStatus(at: uptime) }
  }

  private func connect(at uptime: Double) {
    nextAttempt = uptime + ClockLink.pause
    guard control != nil || finder.shouldTryToConnect(at: uptime) else { return }
    let link: ClockConnection
    do throws(Refusal) { link = try finder.connect(to: control, patience: ClockLink.patience) } catch {
      return reporter.say("\(error.text): waiting")
    }
    (pendingLink, since) = (link, uptime)
    link.onEvent = { [weak self] line in
      self?.delegate?.wall(didSend: line)
      self?.pollStatusSoon()
    }
    link.ask(["observe"] + topics.map(\.rawValue)) { [weak self] answer in self?.begin(answer) }
  }

  private func begin(_ answer: ClockConnection.Answer) {
    switch answer {
    case .success:
      (link, pendingLink) = (pendingLink, nil)
      reporter.close("the clock is there")
      nextPoll = pollsStatus ? 0 : .infinity
      delegate?.clockConnected()
    case .refused(let reason): lose("the clock refuses: \(reason)", at: Now.uptime)
    case .noAnswer: break
    }
  }

  private func lose(_ reason: String, at uptime: Double) {
    let (lost, wasThere) = (anyLink, link != nil)
    (link, pendingLink) = (nil, nil)
    if uptime - since >= ClockLink.steady {
      backoff.reset()
      reporter.reset()
    }
    nextAttempt = uptime + backoff.next()
    reporter.say(reason)
    if wasThere { delegate?.clockDisconnected() }
    lost?.end()
  }

  // MARK: Status requests

  package func pollStatusSoon() {
    if pollsStatus { nextPoll = min(nextPoll, lastPoll + ClockLink.shortestPoll) }
  }

  private func pollStatus(at uptime: Double) {
    (lastPoll, nextPoll) = (uptime, uptime + ClockLink.statusPoll)
    status = nil
    link?.ask(["status"]) { [weak self] in if case .success(let data) = $0 { self?.status = data } }
    // Answers come in order, so `status` is set.
    link?.ask(["health"]) { [weak self] in
      guard let self, case .success(let health) = $0, let status else { return }
      delegate?.wall(didReport: status, health: health ?? .null)
    }
  }
}
