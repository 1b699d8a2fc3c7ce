import Companion

/// Takes from the broker what was published of a wall, and ends when the broker has it.
final class Forgetting: BrokerSideDelegate {
  let broker: BrokerSide
  private let options: Options
  private(set) var isDone = false
  /// Whether the broker does not let it take something away.
  private(set) var isDenied = false
  private var isSent = false

  /// In seconds.
  static let patience = 20.0

  init(_ options: Options, _ credentials: Credentials?, _ address: BrokerAddress) {
    self.options = options
    broker = BrokerSide(BrokerSettings(options, credentials, address))
    broker.delegate = self
  }

  func brokerCame() {
    isSent = true
    let topics = options.topics
    for topic in Discovery(options, nil).entities.map(\.topic) + [topics.status, topics.availability] {
      if broker.client?.publish(topic, [], isRetained: true) != true { isDenied = true }
    }
  }

  func step() {
    guard isSent, let client = broker.client, client.backlog == 0, !client.wantsWrite else { return }
    client.disconnect()
    isDone = true
  }

  /// It is not done: there is to be no last will of it either.
  func end() { broker.client?.disconnect() }

  func brokerWent() {}
  func broker(didReceive message: BrokerMessage) {}
  func broker(didSubscribe id: Int32, isDenied: Bool) {}
  func broker(didDeny topic: String) { isDenied = true }
}
