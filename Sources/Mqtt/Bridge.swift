import CompanionSupport
import ControlProtocol
import System

final class Bridge {
  private let options: Options
  private let topics: Topics
  let wall: ClockLink
  let broker: BrokerSide
  private let service = ServiceManager.fromEnvironment()
  private let availability: Availability
  private let discoveryOffers: DiscoveryOffers
  private let sharing: StateSharing
  private let commands: CommandQueue
  private let outage: Outage
  private let group: GroupSharing
  private var reporter = Reporter()
  private var subscription: Int?
  private var pace = CommandPace()
  private var isHeldUp = false

  init(_ options: Options, _ credentials: CredentialsFile?, _ address: BrokerAddress) {
    (self.options, topics) = (options, options.topics)
    // `tick` comes too often, colourclock-web handles `pair`, and `sharing` only repeats what this program announced.
    let observed = Topic.allCases.filter { ![.tick, .pair, .sharing].contains($0) }
    wall = ClockLink(options.control, topics: observed, pollsStatus: true)
    broker = BrokerSide(BrokerSettings(options, credentials, address))
    let (memory, answers) = (WallMemory(topics), Answers(broker, topics))
    discoveryOffers = DiscoveryOffers(options, broker, memory)
    availability = Availability(topics, broker, discoveryOffers)
    sharing = StateSharing(topics, broker, wall, answers, memory)
    commands = CommandQueue(options.permissions, wall, answers)
    outage = Outage(wall)
    group = GroupSharing(
      topics, broker, wall,
      isPermitted: !options.isReadOnly && GroupSharing.kinds.allSatisfy(options.permissions.permits))
    wall.delegate = self
    broker.delegate = self
  }

  // MARK: The loop

  func begin() { service?.ready() }

  func deadline(at uptime: Double) -> Double {
    let pause = isHeldUp ? uptime + pace.pause : .infinity
    return min(
      wall.deadline, broker.deadline, availability.deadline, discoveryOffers.deadline, sharing.deadline(at: uptime),
      outage.deadline, pause)
  }

  func step(at uptime: Double) {
    broker.step(at: uptime)
    availability.step(at: uptime)
    discoveryOffers.step()
    if discoveryOffers.isDue(at: uptime) { availability.repeatAll() }
    sharing.step(at: uptime)
    pace.refill(at: uptime)
    isHeldUp = sharing.work(&pace)
    if commands.work(&pace) { isHeldUp = true }
    outage.step(at: uptime, dropped: commands.dropped)
    // The wall comes last, so that its status reflects the commands just sent.
    wall.step(at: uptime)
    let losses = commands.dropped == 0 ? "" : ", \(commands.dropped) messages dropped"
    service?.setStatus("\(broker.account), \(wall.link == nil ? "no clock" : "the clock is there")\(losses)")
  }

  func end() {
    service?.stopping()
    guard let client = broker.client else { return }
    client.publish(topics.availability, Availability.farewell, isRetained: true)
    let patience = Now.uptime + 1
    while client.backlog > 0, Now.uptime < patience {
      client.flush()
      _ = Poll.wait(for: [client.descriptor], timeout: .milliseconds(100))
      guard client.read() == nil else { return }
    }
    // DISCONNECT would cancel the last will (`offline`), which the broker must publish if acknowledgements are missing.
    if client.backlog == 0 { client.disconnect() }
  }

  // MARK: Subscriptions

  private func subscribe() {
    guard let client = broker.client else { return }
    if options.isReadOnly {
      subscription = client.subscribe([topics.availability])
    } else {
      // Retained commands must come only once, when the wall connects. An MQTT 3.1.1 broker sends them after each
      // subscription.
      let hasWall = wall.link != nil
      guard hasWall || client.isVersion5 else { return availability.settle(isSubscribed: false) }
      subscription = client.subscribe(topics.commandFilters, takesRetained: hasWall)
    }
  }

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
}

extension Bridge: ClockLinkDelegate {
  func clockConnected() {
    outage.clockConnected()
    sharing.clockConnected()
    group.clockConnected()
    checkAllowed()
    if !options.isReadOnly { subscribe() }
  }

  func clockDisconnected() { availability.clockDisconnected() }

  func wall(didSend line: [UInt8]) {
    let event = JSON(line)
    if let event, event["event"]?.word == Topic.share.rawValue { return group.receive(event["data"]) }
    guard let client = broker.client, !client.isCongested else { return }
    client.publish(topics.event, Permissions.published(event, line), isRetained: false)
  }

  func wall(didReport status: JSON, health: JSON) {
    availability.wall(didReport: status, health: health, dropped: commands.dropped)
  }
}

extension Bridge: BrokerSideDelegate {
  func brokerCame() {
    outage.brokerCame()
    group.brokerCame()
    availability.brokerCame()
    discoveryOffers.brokerCame()
    if !options.isReadOnly { sharing.gather(StateKind.allCases.filter(options.permissions.permits)) }
    subscribe()
  }

  func brokerWent() {
    outage.brokerWent()
    group.brokerWent()
    sharing.brokerWent()
    discoveryOffers.brokerWent()
    subscription = nil
  }

  func broker(didSubscribe id: Int, isDenied: Bool) {
    let isPending = id == subscription
    if isPending {
      subscription = nil
      availability.settle(isSubscribed: options.isReadOnly || !isDenied)
    }
    if !options.isReadOnly { sharing.subscribed(id, isLast: isPending) }
  }

  func broker(didDeny topic: String) { discoveryOffers.broker(didDeny: topic) }

  func broker(didReceive message: BrokerMessage) {
    switch topics.incoming(message.topic) {
    case .command(let parts): commands.enqueue(parts, message)
    case .state(let kind, let scope): sharing.receive(kind, scope, message)
    case .availability:
      // This subscription is the last, so the retained states have come before.
      sharing.endGathering()
      availability.receive(message.payload)
    case nil: discoveryOffers.receive(message, at: Now.uptime)
    }
  }
}
