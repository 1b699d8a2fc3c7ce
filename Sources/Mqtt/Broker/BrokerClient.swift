import Notation
import System

/// One connection to the broker, from dialling to its end, which a process of its own has (`BrokerLink`): for the next
/// one there is another client, which knows nothing of what this one has not sent any more.
final class BrokerClient {
  private let worker: Worker
  let isVersion5: Bool
  private var reports = LinkFrameBuffer()
  private var events: [BrokerEvent] = []
  private var lastTicket = 0
  /// The messages that the broker has not acknowledged yet: their topics, and their bytes.
  private var unacknowledged: [Int: (topic: String, size: Int)] = [:]
  private var unacknowledgedBytes = 0
  private var isGone = false
  /// How often it was asked whether it lives, since it last said so.
  private var questions = 0
  /// Whether what has ended it is about certificates.
  private(set) var hasComplaint = false

  /// Bytes that are read before others have their turn.
  private static let batch = 1 << 18
  /// Questions without an answer after which it hangs.
  private static let mostQuestions = 3
  /// Messages, and their bytes, that wait for a broker.
  private static let mostUnacknowledged = 500, mostUnacknowledgedBytes = 2 << 20

  /// Begins to dial; `nil` if there is no process, memory or descriptor left.
  init?(_ settings: BrokerSettings, isVersion5: Bool) {
    let worker = Worker(memory: BrokerLink.memory) {
      BrokerLink.run(settings, isVersion5: isVersion5, descriptor: $0)
    }
    guard let worker else { return nil }
    (self.worker, self.isVersion5) = (worker, isVersion5)
  }

  // MARK: The loop

  var descriptor: Int32 { worker.link.descriptor }
  var wantsWrite: Bool { worker.link.backlog > 0 }

  /// - Returns: why the connection is over.
  func read() -> String? {
    var count = 0
    while count < BrokerClient.batch {
      guard let bytes = worker.link.read(limit: 65_536) else { return end() }
      if bytes.isEmpty { return nil }
      count += bytes.count
      reports.append(bytes)
      while let frame = reports.next() {
        if let problem = LinkReport(frame).flatMap(take) { return problem }
      }
      if reports.isBroken { return end() }
    }
    return nil
  }

  private func take(_ report: LinkReport) -> String? {
    switch report {
    case .event(let event): events.append(event)
    case .acknowledged(let ticket, let reason): acknowledge(ticket, reason)
    case .alive: questions = 0
    case .over(let reason, let isOfCertificates):
      hasComplaint = isOfCertificates
      return reason
    }
    return nil
  }

  /// The broker's bytes have ended the process.
  private func end() -> String {
    isGone = true
    return worker.hasCrashed() ? BrokerWords.protocolError : "it has closed the connection"
  }

  /// Sends what it takes now. Reading says why it takes no more.
  func flush() { worker.link.send() }

  /// Pings, and notices a broker that is silent. To be called every few seconds.
  func keepAlive() -> String? {
    guard questions < BrokerClient.mostQuestions else { return "the connection hangs" }
    questions += 1
    order(.check)
    return nil
  }

  func takeEvents() -> [BrokerEvent] {
    defer { events = [] }
    return events
  }

  private func order(_ order: LinkOrder) {
    worker.link.send(order.frame.bytes)
  }

  // MARK: Sending

  /// How many messages the broker has not acknowledged.
  var backlog: Int { unacknowledged.count }

  /// Whether the broker takes them more slowly than they come: more are not kept for it.
  var isCongested: Bool {
    backlog >= BrokerClient.mostUnacknowledged || unacknowledgedBytes >= BrokerClient.mostUnacknowledgedBytes
  }

  func publish(_ topic: String, _ payload: [UInt8], isRetained: Bool, correlation: [UInt8]? = nil) {
    lastTicket += 1
    let size = topic.utf8.count + payload.count
    unacknowledged[lastTicket] = (topic, size)
    unacknowledgedBytes += size
    order(.publish(lastTicket, topic, payload: payload, isRetained: isRetained, correlation: correlation))
  }

  private func acknowledge(_ ticket: Int, _ reason: String?) {
    guard let (topic, size) = unacknowledged.removeValue(forKey: ticket) else { return }
    unacknowledgedBytes -= size
    if let reason { events.append(.denied(topic, reason)) }
  }

  /// - Parameters:
  ///   - takesRetained: whether also what is retained there is to come, which MQTT 3.1.1 always sends.
  ///   - takesOwn: whether also what this client publishes there is to come, which MQTT 3.1.1 always sends.
  /// - Returns: what `subscribed` will name.
  @discardableResult
  func subscribe(_ filters: [String], takesRetained: Bool = true, takesOwn: Bool = true) -> Int {
    lastTicket += 1
    order(.subscribe(lastTicket, filters, takesRetained: takesRetained, takesOwn: takesOwn))
    return lastTicket
  }

  /// In good order, so that there is no last will; waits until that is so, but not for long.
  func disconnect() {
    order(.disconnect)
    let patience = Now.boot + .seconds(2)
    while !isGone, Now.boot < patience {
      if wantsWrite { _ = Poll.wait(for: [descriptor], toWrite: true, timeout: .milliseconds(100)) }
      flush()
      if Poll.wait(for: [descriptor], timeout: .milliseconds(100)) { isGone = worker.link.read(limit: 65_536) == nil }
    }
  }
}

/// Events of a connection.
enum BrokerEvent: Hashable {
  /// The connection was made, or why not, or why it could not even be tried.
  case dialled(String?)
  case accepted
  /// The broker has refused it, in words.
  case refused(String, isVersion: Bool)
  case subscribed(Int, isDenied: Bool)
  /// The broker does not let it publish to that topic, or subscribe to it.
  case denied(String, String)
  case message(BrokerMessage)
}
