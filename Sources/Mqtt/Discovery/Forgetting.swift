import CompanionSupport
import System

/// Deletes what was published for a wall, the availability first. If a running companion restores the availability,
/// nothing else is deleted.
final class Forgetting: BrokerSideDelegate {
  let broker: BrokerSide
  private let options: Options
  private let memory: WallMemory
  private var phase = Phase.joining
  private(set) var status: Int32?
  private var isDenied = false
  /// `isKnown` is true if the broker had an availability, `canRead` if this program may read it.
  private var (isKnown, canRead) = (false, false)
  private var isRunning = false

  private enum Phase {
    case joining
    case asking(Int)
    case probing(until: Double)
    case withdrawing
    /// Gives Home Assistant time to remove the entities; without their status, it would log errors.
    case resting(until: Double)
    case emptying
  }

  static let patience = 20.0
  /// Seconds of `probing`.
  private static let probe = 2.0
  /// Seconds of `resting`.
  private static let rest = 1.0

  init(_ options: Options, _ credentials: CredentialsFile?, _ address: BrokerAddress) {
    self.options = options
    memory = WallMemory(options.topics)
    broker = BrokerSide(BrokerSettings(options, credentials, address))
    broker.delegate = self
  }

  var deadline: Double {
    switch phase {
    case .probing(let time), .resting(let time): time
    default: .infinity
    }
  }

  func step(at uptime: Double) {
    guard let client = broker.client, client.backlog == 0, !client.wantsWrite else { return }
    switch phase {
    case .probing where isRunning:
      end(
        "the wall '\(options.wallName)' is still connected to the broker: end its colourclock-mqtt first",
        ExitStatus.unavailable
      )
    case .probing(let time) where uptime >= time:
      for prefix in memory.prefixes.union([options.discoveryPrefix]) {
        empty(Discovery(options, nil, under: prefix).entities.map(\.topic))
      }
      phase = .withdrawing
    case .withdrawing: phase = .resting(until: uptime + Forgetting.rest)
    case .resting(let time) where uptime >= time:
      empty([options.topics.status, options.topics.availability])
      phase = .emptying
    case .emptying: finish()
    default: break
    }
  }

  private func finish() {
    if isDenied { return end(nil, ExitStatus.unavailable) }
    memory.prefixes = []
    guard canRead, !isKnown else { return end(nil, ExitStatus.done) }
    end("there was no wall '\(options.wallName)' below \(options.prefix) on the broker", ExitStatus.nothing)
  }

  func giveUp() {
    let reason = "the broker has not answered: it may still keep data of '\(options.wallName)'"
    end(reason, ExitStatus.unavailable)
  }

  func end(_ reason: String?, _ status: Int32) {
    if let reason { Process.report(reason) }
    broker.client?.disconnect()
    self.status = status
  }

  private func empty(_ topics: [String]) {
    for topic in topics { broker.client?.publish(topic, [], isRetained: true) }
  }

  private func beginProbing() {
    empty([options.topics.availability])
    phase = .probing(until: Now.uptime + Forgetting.probe)
  }

  func brokerCame() {
    guard let id = broker.client?.subscribe([options.topics.availability]) else { return beginProbing() }
    phase = .asking(id)
  }

  /// The next connection's availability may be an old one.
  func brokerWent() { (phase, canRead, isRunning) = (.joining, false, false) }

  /// Without the subscription, a running companion would go unnoticed, so nothing is deleted.
  func broker(didSubscribe id: Int, isDenied: Bool) {
    guard case .asking(id) = phase else { return }
    if isDenied { end(nil, ExitStatus.unavailable) } else { beginProbing() }
  }

  func broker(didDeny topic: String) { isDenied = true }

  func broker(didReceive message: BrokerMessage) {
    guard message.topic == options.topics.availability else { return }
    // The retained message comes first, then this program's empty one. Later messages are from a running companion.
    if message.payload == [] {
      canRead = true
    } else {
      (isKnown, isRunning) = (true, canRead)
    }
  }
}
