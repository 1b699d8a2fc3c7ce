import ColourClock
import CompanionSupport
import ControlProtocol
import System

final class StateSharing {
  private let topics: Topics
  private let broker: BrokerSide
  private let wall: ClockLink
  private let answers: Answers
  private var states: StateGathering
  private var isDue = false

  init(_ topics: Topics, _ broker: BrokerSide, _ wall: ClockLink, _ answers: Answers, _ memory: WallMemory) {
    (self.topics, self.broker, self.wall, self.answers) = (topics, broker, wall, answers)
    states = StateGathering(topics.scopes, memory)
  }

  func deadline(at uptime: Double) -> Double { states.deadline(at: uptime) }

  func step(at uptime: Double) {
    if states.settle(at: uptime) { isDue = true }
  }

  // MARK: The broker

  func gather(_ kinds: [StateKind]) {
    states.gather()
    if !kinds.isEmpty { _ = broker.client?.subscribe(topics.stateFilters(of: kinds)) }
  }

  func brokerWent() { states.interrupt() }

  func subscribed(_ id: Int, isLast: Bool) {
    states.subscribed(id, at: Now.uptime)
    if isLast, states.isGathering { states.lastSubscription = broker.client?.subscribe([topics.availability]) }
  }

  func endGathering() {
    if states.endGathering() { isDue = true }
  }

  func receive(_ kind: StateKind, _ scope: Scope, _ message: BrokerMessage) {
    // Only MQTT 5 passes the retain flag on.
    if broker.client?.isVersion5 ?? false, !message.isRetained {
      return answers.complain(message.topic, "publish it retained; otherwise walls that connect later do not show it")
    }
    // An invalid value counts as none, because walls that connect later must show the same.
    var value: StateValue?
    do throws(Refusal) {
      guard let payload = message.payload else { throw Refusal("\(kind.rawValue): at most 64 kB are allowed") }
      value = try StateValue(kind, payload)
    } catch {
      answers.complain(message.topic, error.text)
    }
    states.set(kind, in: scope, to: value, at: Now.uptime)
    isDue = true
  }

  // MARK: The wall

  func clockConnected() {
    states.begin()
    isDue = true
  }

  /// Returns true if orders must wait for the rate limit.
  func work(_ pace: inout CommandPace) -> Bool {
    guard isDue, let link = wall.link else { return false }
    guard pace.isOpen else { return true }
    isDue = false
    for order in states.orders() {
      pace.spend()
      send(order, link)
      wall.pollStatusSoon()
    }
    return false
  }

  private func send(_ order: Reconciler.Order, _ link: ClockConnection) {
    if order.value == nil, let before = order.before, StateKind.stayingAfterEnd.contains(order.kind) {
      link.ask(["status"]) { [weak self] reply in self?.clear(order, before, reply) }
    } else {
      link.ask(order.value?.words(at: .now) ?? order.kind.clearingCommand) { [weak self] reply in
        self?.finish(order, reply)
      }
    }
  }

  private func clear(_ order: Reconciler.Order, _ before: StateValue, _ status: ClockConnection.Answer) {
    guard case .success(let status?) = status, let link = wall.link else { return finish(order, status) }
    guard let words = before.clearingCommand(status["wall"] ?? .null, at: .now) else {
      return finish(order, .success(nil))
    }
    link.ask(words) { [weak self] reply in self?.finish(order, reply) }
  }

  private func finish(_ order: Reconciler.Order, _ reply: ClockConnection.Answer) {
    // When the wall comes back, all states are sent again.
    if case .noAnswer = reply { return }
    var isRefused = false
    if case .refused(let reason) = reply, let value = order.value {
      isRefused = true
      answers.complain(topics.topic(of: order.kind, in: states.scope(of: order.kind, value)), reason)
    }
    states.finish(order, isRefused: isRefused)
    isDue = true
  }
}
