import CompanionSupport
import System

protocol BrokerSideDelegate: AnyObject {
  /// Earlier subscriptions are void.
  func brokerCame()
  func brokerWent()
  func broker(didReceive message: BrokerMessage)
  func broker(didSubscribe id: Int, isDenied: Bool)
  func broker(didDeny topic: String)
}

final class BrokerSide {
  weak var delegate: (any BrokerSideDelegate)?
  private let settings: BrokerSettings
  private var state = State.waiting(until: 0)
  private var isVersion5 = true
  private var backoff = Backoff()
  private var reporter = Reporter()
  private var nextPing = 0.0

  private enum State {
    case waiting(until: Double)
    case dialling(BrokerClient, until: Double)
    /// CONNECT is sent; CONNACK has not come.
    case greeting(BrokerClient, until: Double)
    case online(BrokerClient, since: Double)
  }

  private static let patience = 20.0
  /// Seconds for name resolution, connection and TLS.
  private static let dialPatience = 60.0
  /// Seconds between checks. A ping may be this late: brokers tolerate half a keep-alive (MQTT 5, 3.1.2.10).
  private static let ping = 8.0
  /// A connection that ends within so many seconds counts as a failed attempt.
  private static let steady = 10.0

  init(_ settings: BrokerSettings) { self.settings = settings }

  var client: BrokerClient? { if case .online(let client, _) = state { client } else { nil } }

  var account: String {
    client == nil
      ? "waiting for the broker at \(settings.address.text)" : "connected to the broker at \(settings.address.text)"
  }

  private var name: String { "the broker at \(settings.address.text)" }

  // MARK: The loop

  private var connected: BrokerClient? {
    switch state {
    case .dialling(let client, _), .greeting(let client, _), .online(let client, _): client
    case .waiting: nil
    }
  }

  var descriptor: Int32? { connected?.descriptor }

  var wantsWrite: Bool { connected?.wantsWrite ?? false }

  var deadline: Double {
    switch state {
    case .waiting(let time): time
    case .dialling(_, let time): time
    case .greeting(_, let time): min(time, nextPing)
    case .online: nextPing
    }
  }

  func receive(at uptime: Double) {
    guard let client = connected else { return }
    client.flush()
    let problem = client.read()
    handleAll(client, at: uptime)
    if let problem, connected === client { lose(problem, at: uptime) }
  }

  func step(at uptime: Double) {
    switch state {
    case .waiting(let time) where uptime >= time: dial(at: uptime)
    case .dialling(_, let time) where uptime >= time, .greeting(_, let time) where uptime >= time:
      lose("it does not answer", at: uptime)
    default: break
    }
    if case .dialling = state { return }
    if let client = connected, uptime >= nextPing {
      nextPing = uptime + BrokerSide.ping
      if let problem = client.keepAlive() { lose(problem, at: uptime) }
    }
  }

  // MARK: Connection states

  private func dial(at uptime: Double) {
    guard let client = BrokerClient(settings, isVersion5: isVersion5) else {
      return wait(at: uptime, "cannot join \(name): there is no memory or descriptor left")
    }
    state = .dialling(client, until: uptime + BrokerSide.dialPatience)
  }

  private func handleAll(_ client: BrokerClient, at uptime: Double) {
    while case let events = client.takeEvents(), !events.isEmpty {
      for event in events { handle(event, of: client, at: uptime) }
    }
  }

  private func handle(_ event: BrokerEvent, of client: BrokerClient, at uptime: Double) {
    switch event {
    case .dialled(nil):
      (state, nextPing) = (.greeting(client, until: uptime + BrokerSide.patience), uptime + BrokerSide.ping)
    case .dialled(let problem?): wait(at: uptime, "cannot join \(name): \(problem)")
    case .accepted: begin(client, at: uptime)
    case .refused(let reason, let isVersionUnsupported):
      refuse(reason, isVersionUnsupported: isVersionUnsupported, at: uptime)
    case .subscribed(let id, let isDenied): delegate?.broker(didSubscribe: id, isDenied: isDenied)
    case .denied(let topic, let reason):
      reporter.say("\(name) denies \(Discovery.rule(for: topic)): \(reason)")
      delegate?.broker(didDeny: topic)
    case .message(let message): delegate?.broker(didReceive: message)
    }
  }

  private func begin(_ client: BrokerClient, at uptime: Double) {
    state = .online(client, since: uptime)
    reporter.close("connected to \(name)")
    delegate?.brokerCame()
  }

  private func refuse(_ reason: String, isVersionUnsupported: Bool, at uptime: Double) {
    if isVersionUnsupported, isVersion5 {
      (isVersion5, state) = (false, .waiting(until: uptime))
    } else {
      // An earlier MQTT 5 attempt may have failed for another reason.
      if isVersionUnsupported { isVersion5 = true }
      wait(at: uptime, "\(name) refuses: \(reason)")
    }
  }

  private func lose(_ problem: String, at uptime: Double) {
    guard case .online(_, let since) = state else {
      // The broker may have closed the connection because of the version.
      if case .greeting(let client, _) = state, !client.hasCertificateProblem { isVersion5.toggle() }
      return wait(at: uptime, "cannot join \(name): \(problem)")
    }
    if uptime - since >= BrokerSide.steady {
      backoff.reset()
      reporter.reset()
    }
    // With MQTT 5, the broker reports that another client took over.
    let hint = !isVersion5 && uptime - since < BrokerSide.steady ? "; does another wall have the same --name?" : ""
    isVersion5 = true
    wait(at: uptime, "\(name) is gone: \(problem)\(hint)")
    delegate?.brokerWent()
  }

  private func wait(at uptime: Double, _ reason: String) {
    state = .waiting(until: uptime + backoff.next())
    reporter.say("\(reason); trying again")
  }
}
