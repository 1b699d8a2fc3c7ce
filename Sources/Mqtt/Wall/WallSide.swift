import Companion
import Notation
import System

protocol WallSideDelegate: AnyObject {
  func wallCame()
  func wallWent()
  /// A line of JSON: something has happened there.
  func wall(didTell line: [UInt8])
  func wall(didReport status: JSON, health: JSON)
}

/// Keeps the connection to the wall: looks for it, has it tell what happens, and asks now and then how it is.
final class WallSide {
  weak var delegate: (any WallSideDelegate)?
  private let control: String?
  private var usual = UsualClock()
  /// While the wall is there.
  private(set) var link: WallLink?
  /// One that has not answered yet whether it tells of events.
  private var fresh: WallLink?
  private var since = 0.0
  private var nextLook = 0.0
  private var (lastEnquiry, nextEnquiry) = (0.0, 0.0)
  private var backoff = Backoff()
  private var reporter = Reporter()

  /// How often it looks for a socket while there has been none.
  private static let look = 1.0
  /// What no event tells of, such as whether the machine's clock is synchronised, is seen by asking.
  private static let enquiry = 10.0
  private static let soonest = 1.0
  /// A wall that was there for less was not really there.
  private static let steady = 5.0

  /// All but the seconds.
  private static let topics = Topic.allCases.filter { $0 != .tick }.map(\.rawValue)

  init(_ control: String?) { self.control = control }

  private var present: WallLink? { link ?? fresh }

  // MARK: The loop

  var descriptor: Int32 { present?.descriptor ?? -1 }
  var wantsWrite: Bool { present?.wantsWrite ?? false }

  /// When `step` has something to do next.
  var deadline: Double {
    guard let present else { return nextLook }
    return min(present.deadline ?? .infinity, link == nil ? .infinity : nextEnquiry)
  }

  func receive() {
    present?.flush()
    present?.receive()
  }

  func step(at uptime: Double) {
    if let deadline = present?.deadline, uptime >= deadline { lose("the clock does not answer", at: uptime) }
    if let present, present.isGone { lose("the clock is gone", at: uptime) }
    if present == nil, uptime >= nextLook { connect(at: uptime) }
    if link != nil, uptime >= nextEnquiry { enquire(at: uptime) }
  }

  private func connect(at uptime: Double) {
    nextLook = uptime + WallSide.look
    guard control != nil || usual.isWorthALook(at: uptime) else { return }
    let path: String
    do throws(Refusal) { path = if let control { control } else { try usual.path() } } catch {
      return reporter.say("\(error.text): waiting")
    }
    guard let link = WallLink(to: path) else { return reporter.say("there is no clock at \(path): waiting for it") }
    (fresh, since) = (link, uptime)
    link.hear = { [weak self] line in
      self?.delegate?.wall(didTell: line)
      self?.enquireSoon()
    }
    link.ask(["observe"] + WallSide.topics) { [weak self] answer in self?.begin(answer) }
  }

  private func begin(_ answer: WallLink.Answer) {
    switch answer {
    case .success:
      (link, fresh) = (fresh, nil)
      reporter.close("the clock is there")
      nextEnquiry = 0
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
      reporter.forget()
    }
    nextLook = uptime + backoff.next()
    reporter.say(reason)
    if wasThere { delegate?.wallWent() }
    lost?.end()
  }

  // MARK: How it is

  /// Something has changed: asked at once, but not twice within a second.
  func enquireSoon() { nextEnquiry = min(nextEnquiry, lastEnquiry + WallSide.soonest) }

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
