import ColourClock
package import ControlProtocol
import System

package protocol WallSideDelegate: AnyObject {
  func wallCame()
  func wallWent()
  /// A line of JSON: something has happened there.
  func wall(didSend line: [UInt8])
  func wall(didReport status: JSON, health: JSON)
}

/// Keeps the connection to the wall: looks for it, has it tell what happens, and asks now and then how it is.
package final class WallSide {
  package weak var delegate: (any WallSideDelegate)?
  private let control: String?
  private let topics: [Topic]
  private let enquires: Bool
  private var usual = UsualClock()
  /// While the wall is there.
  package private(set) var link: ClockConnection?
  /// One that has not answered yet whether it tells of events.
  private var fresh: ClockConnection?
  private var since = 0.0
  private var nextLook = 0.0
  private var (lastEnquiry, nextEnquiry) = (0.0, 0.0)
  private var backoff = Backoff()
  private var reporter = Reporter()

  /// How long a wall may usually take to answer.
  private static let patience = Duration.seconds(10)
  /// How often it looks for a socket while there has been none.
  private static let look = 1.0
  /// What no event tells of, such as whether the machine's clock is synchronised, is seen by asking.
  private static let enquiry = 10.0
  private static let soonest = 1.0
  /// A wall that was there for less was not really there.
  private static let steady = 5.0

  /// - Parameters:
  ///   - control: the path of the wall's socket; `nil` for the user's only wall.
  ///   - topics: the events that are told.
  ///   - enquires: whether the wall is asked regularly how it is.
  package init(_ control: String?, topics: [Topic], enquires: Bool) {
    (self.control, self.topics, self.enquires) = (control, topics, enquires)
  }

  package var present: ClockConnection? { link ?? fresh }

  // MARK: The loop

  /// When `step` has something to do next.
  package var deadline: Double {
    guard let present else { return nextLook }
    return min(WallSide.deadline(of: present), link == nil ? .infinity : nextEnquiry)
  }

  /// When it is given up, in seconds of the uptime.
  private static func deadline(of link: ClockConnection) -> Double {
    link.deadline.map { $0 / .seconds(1) } ?? .infinity
  }

  package func receive() { present?.receive() }

  package func step(at uptime: Double) {
    if let present, uptime >= WallSide.deadline(of: present) { lose("the clock does not answer", at: uptime) }
    if let present, present.isGone { lose("the clock is gone", at: uptime) }
    if present == nil, uptime >= nextLook { connect(at: uptime) }
    if link != nil, uptime >= nextEnquiry { enquire(at: uptime) }
  }

  private func connect(at uptime: Double) {
    nextLook = uptime + WallSide.look
    guard control != nil || usual.isWorthALook(at: uptime) else { return }
    let link: ClockConnection
    do throws(Refusal) { link = try usual.connect(to: control, patience: WallSide.patience) } catch {
      return reporter.say("\(error.text): waiting")
    }
    (fresh, since) = (link, uptime)
    link.hear = { [weak self] line in
      self?.delegate?.wall(didSend: line)
      self?.enquireSoon()
    }
    link.ask(["observe"] + topics.map(\.rawValue)) { [weak self] answer in self?.begin(answer) }
  }

  private func begin(_ answer: ClockConnection.Answer) {
    switch answer {
    case .success:
      (link, fresh) = (fresh, nil)
      reporter.close("the clock is there")
      nextEnquiry = enquires ? 0 : .infinity
      delegate?.wallCame()
    case .refused(let reason): lose("the clock refuses: \(reason)", at: Now.uptime)
    case .none: break
    }
  }

  private func lose(_ reason: String, at uptime: Double) {
    let (lost, wasThere) = (present, link != nil)
    (link, fresh) = (nil, nil)
    if uptime - since >= WallSide.steady {
      backoff.reset()
      reporter.reset()
    }
    nextLook = uptime + backoff.next()
    reporter.say(reason)
    if wasThere { delegate?.wallWent() }
    lost?.end()
  }

  // MARK: How it is

  /// Something has changed: asked at once, but not twice within a second.
  package func enquireSoon() {
    if enquires { nextEnquiry = min(nextEnquiry, lastEnquiry + WallSide.soonest) }
  }

  private func enquire(at uptime: Double) {
    (lastEnquiry, nextEnquiry) = (uptime, uptime + WallSide.enquiry)
    var status: JSON?
    link?.ask(["status"]) { if case .success(let data) = $0 { status = data } }
    link?.ask(["health"]) { [weak self] in
      guard case .success(let health) = $0, let status else { return }
      self?.delegate?.wall(didReport: status, health: health ?? .null)
    }
  }
}
