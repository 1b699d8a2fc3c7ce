import Companion
import Notation

/// Joins the wall to the broker: what the wall says is published, what is published is told to the wall.
final class Bridge {
  private let options: Options
  private let topics: Topics
  private let permissions: Permissions
  let wall: WallSide
  let broker: BrokerSide
  private let service = Service()
  private var reporter = Reporter()
  private var news = StatusNews()
  /// What the wall has said of itself last.
  private var status: JSON?
  private var hasPresented = false
  private var shares: SharedStates
  private let answers: Answers
  private let commands: CommandQueue
  private var available = false
  /// To the commands, until the broker has confirmed it.
  private var subscription: Int32?
  private var pace = Pace()
  /// Whether something waits for its turn.
  private var isHeldUp = false

  init(_ options: Options, _ credentials: Credentials?, _ address: BrokerAddress) {
    (self.options, topics, permissions) = (options, options.topics, options.permissions)
    wall = WallSide(options.control)
    broker = BrokerSide(BrokerSettings(options, credentials, address))
    shares = SharedStates(options.topics)
    answers = Answers(broker, topics)
    commands = CommandQueue(permissions, wall, answers)
    wall.delegate = self
    broker.delegate = self
  }

  // MARK: The loop

  func begin() { service.ready() }

  func deadline(at uptime: Double) -> Double {
    let pause = isHeldUp ? uptime + pace.pause : .infinity
    return min(wall.deadline, broker.deadline, shares.deadline(at: uptime), pause)
  }

  func step(at uptime: Double) {
    wall.step(at: uptime)
    broker.step(at: uptime)
    pace.refill(at: uptime)
    let wasHeldUp = isHeldUp
    isHeldUp = false
    if shares.settle(at: uptime) || wasHeldUp { reconcile() }
    if commands.work(&pace) { isHeldUp = true }
    service.tell("\(broker.account), \(wall.link == nil ? "no clock" : "the clock is there")")
  }

  /// Says good-bye: what is under way is sent if that takes no time.
  func end() {
    service.stopping()
    guard let client = broker.client else { return }
    publish(topics.availability, "offline", isRetained: true)
    let patience = System.uptime + 1
    while client.backlog > 0, System.uptime < patience, System.wait(for: client.descriptor, seconds: 0.1) {
      guard client.read() == nil else { return }
    }
    client.disconnect()
  }

  // MARK: Publishing

  private func publish(_ topic: String, _ text: String, isRetained: Bool) {
    broker.client?.publish(topic, Array(text.utf8), isRetained: isRetained)
  }

  private func publishAvailability() {
    available = wall.link != nil
    publish(topics.availability, available ? "online" : "offline", isRetained: true)
  }

  private func publishStatus() {
    guard let status, broker.client != nil, news.isNews(status, at: System.uptime) else { return }
    publish(topics.status, JSON.text(of: status), isRetained: true)
    present(status)
  }

  private func present(_ status: JSON) {
    guard options.discovers, !hasPresented else { return }
    hasPresented = true
    for entity in Discovery(options, status).entities {
      publish(entity.topic, entity.config.map { JSON.text(of: $0) } ?? "", isRetained: true)
    }
  }

  // MARK: Shared states

  private func share(_ kind: StateKind, _ scope: Scope, _ message: BrokerMessage) {
    var value: StateValue?
    do throws(Refusal) {
      guard let payload = message.payload else { throw Refusal("\(kind.rawValue): it has 64 kB at the most") }
      value = try StateValue(kind, payload)
    } catch {
      answers.complain(message.topic, error.text)
    }
    shares.set(kind, in: scope, to: value, at: System.uptime)
    reconcile()
  }

  private func reconcile() {
    guard let link = wall.link, !options.isReadOnly else { return }
    guard pace.isOpen else { return isHeldUp = true }
    for order in shares.orders() {
      pace.spend()
      let words = order.value?.words(at: .now) ?? order.kind.clearing
      link.ask(words) { [weak self] reply in self?.finish(order, reply) }
      wall.enquireSoon()
    }
  }

  private func finish(_ order: Reconciler.Order, _ reply: WallLink.Answer) {
    if case .none = reply { return }
    // What is not there any more need not be cleared.
    if case .refused(let reason) = reply, order.value != nil {
      answers.complain(topics.topic(of: order.kind, in: shares.scope(of: order.kind)), reason)
    }
    shares.finish(order)
    reconcile()
  }
}

extension Bridge: WallSideDelegate {
  func wallCame() {
    shares.begin()
    reconcile()
    checkAllowed()
    // Retained commands come again, and are for this wall too.
    subscribeToCommands()
  }

  func wallWent() { publishAvailability() }

  func wall(didTell line: [UInt8]) {
    guard let client = broker.client, client.backlog < Answers.mostUnacknowledged else { return }
    client.publish(topics.event, line, isRetained: false)
  }

  func wall(didReport status: JSON, health: JSON) {
    self.status = news.joined(status, health, at: .now)
    publishStatus()
  }
}

extension Bridge: BrokerSideDelegate {
  func brokerCame() {
    hasPresented = false
    news.forget()
    guard !options.isReadOnly else { return publishPresence() }
    shares.gather()
    let kinds = StateKind.allCases.filter(permissions.permits)
    if !kinds.isEmpty { _ = broker.client?.subscribe(topics.stateFilters(of: kinds)) }
    subscribeToCommands()
  }

  func brokerWent() {
    shares.interrupt()
    subscription = nil
  }

  /// Whoever sees that it is online may send a command at once: so it is told only when those are heard.
  private func subscribeToCommands() {
    guard !options.isReadOnly else { return publishPresence() }
    subscription = broker.client?.subscribe(topics.commandFilters)
  }

  func broker(didSubscribe id: Int32) {
    shares.subscribed(id, at: System.uptime)
    guard id == subscription else { return }
    subscription = nil
    publishPresence()
    // The last to come: when it is there, so is what is retained of the others.
    if shares.isGathering { shares.marker = broker.client?.subscribe([topics.availability]) }
  }

  private func publishPresence() {
    publishAvailability()
    publishStatus()
  }

  /// Names in `--allow` that no wall knows are slips of the pen.
  private func checkAllowed() {
    guard let allowed = options.allowed else { return }
    wall.link?.ask(["help"]) { [weak self] answer in
      guard case .success(.array(let rows)?) = answer else { return }
      let names = rows.compactMap { $0["name"]?.word }
      let known = Set(names + names.compactMap { $0.split(separator: " ").first.map(String.init) })
      for name in allowed where !known.contains(name) {
        self?.reporter.say("--allow: the clock has no command '\(name)'")
      }
    }
  }

  func broker(didReceive message: BrokerMessage) {
    switch topics.incoming(message.topic) {
    case .command(let parts): commands.take(parts, message)
    case .state(let kind, let scope): share(kind, scope, message)
    case .availability:
      if shares.reachMarker() { reconcile() }
      // Perhaps the last will of a connection that has been dead for long.
      if message.payload != Array((available ? "online" : "offline").utf8) { publishAvailability() }
    case nil: break
    }
  }
}
