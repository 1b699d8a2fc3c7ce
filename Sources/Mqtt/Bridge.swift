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
  private var contradictions = Allowance(burst: 5, each: 10)
  /// To the commands, until the broker has confirmed it.
  private var subscription: Int32?
  /// Whoever sees a wall online takes it that it hears.
  private var isDeaf = false
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
    while client.backlog > 0, System.uptime < patience {
      if client.wantsWrite, client.write() != nil { return }
      _ = System.wait(for: client.descriptor, seconds: 0.1)
      guard client.read() == nil else { return }
    }
    // Otherwise the last will says it.
    if client.backlog == 0 { client.disconnect() }
  }

  // MARK: Publishing

  private func publish(_ topic: String, _ text: String, isRetained: Bool) {
    broker.client?.publish(topic, Array(text.utf8), isRetained: isRetained)
  }

  private func publishAvailability() {
    available = wall.link != nil && !isDeaf
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
    // With MQTT 3.1.1 nobody can tell.
    if broker.client?.isVersion5 ?? false, !message.isRetained {
      return answers.complain(message.topic, "it has to be retained, or walls that come later would not show it")
    }
    // What makes no sense to walls that come later counts nowhere.
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
      if order.value == nil, case .countdown(let end, _, _)? = order.before {
        link.ask(["status"]) { [weak self] reply in self?.clear(order, end, reply) }
      } else {
        link.ask(words) { [weak self] reply in self?.finish(order, reply) }
      }
      wall.enquireSoon()
    }
  }

  /// A countdown that somebody has begun by hand instead of the shared one stays.
  private func clear(_ order: Reconciler.Order, _ end: Timestamp, _ status: WallLink.Answer) {
    guard case .success(let status?) = status, let link = wall.link else { return finish(order, status) }
    if StatusNews.isOther(status["wall"]?["countdown"], than: end, at: .now) { return finish(order, .success(nil)) }
    link.ask(order.kind.clearing) { [weak self] reply in self?.finish(order, reply) }
  }

  private func finish(_ order: Reconciler.Order, _ reply: WallLink.Answer) {
    if case .none = reply { return }
    var isRefused = false
    // What is not there any more need not be cleared.
    if case .refused(let reason) = reply, let value = order.value {
      isRefused = true
      answers.complain(topics.topic(of: order.kind, in: shares.scope(of: order.kind, value)), reason)
    }
    shares.finish(order, isRefused: isRefused)
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
    // What is retained comes with the wall: if it came now too, the wall could be told of it twice.
    let hasWall = wall.link != nil
    guard let client = broker.client, hasWall || client.isVersion5 else { return publishPresence() }
    subscription = client.subscribe(topics.commandFilters, takesRetained: hasWall)
    if subscription == nil {
      isDeaf = true
      publishPresence()
    }
  }

  func broker(didSubscribe id: Int32, isDenied: Bool) {
    shares.subscribed(id, at: System.uptime)
    guard id == subscription else { return }
    (subscription, isDeaf) = (nil, isDenied)
    publishPresence()
    // The last to come: when it is there, so is what is retained of the others.
    if shares.isGathering { shares.marker = broker.client?.subscribe([topics.availability]) }
  }

  func broker(didDeny topic: String) {}

  /// It hears something else of itself: perhaps the last will of a connection that has been dead for long, perhaps another wall.
  private func contradict() {
    guard contradictions.admit(at: System.uptime) else {
      return reporter.say("another says of \(topics.availability) what is not so; has another wall the same --name?")
    }
    publishAvailability()
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
      if message.payload != Array((available ? "online" : "offline").utf8) { contradict() }
    case nil: break
    }
  }
}
