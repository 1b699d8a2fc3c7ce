import ControlProtocol
import System

/// One connection to the broker, in a separate process (`BrokerLink`). A new connection gets a new client, and unsent
/// messages are lost.
final class BrokerClient {
  private let worker: Worker
  let isVersion5: Bool
  private var reports = LinkFrameBuffer()
  private var events: [BrokerEvent] = []
  private var lastTicket = 0
  /// The unacknowledged messages, by ticket. The size is in bytes.
  private var unacknowledged: [Int: (topic: String, size: Int)] = [:]
  private var unacknowledgedBytes = 0
  private var isGone = false
  /// The number of checks (`keepAlive`) without an answer.
  private var questions = 0
  /// True if a certificate problem ended the connection.
  private(set) var hasComplaint = false

  /// The most bytes that one `read` takes, so that the loop also serves other descriptors.
  private static let batch = 1 << 18
  /// After this number of unanswered checks, the connection counts as hung.
  private static let mostQuestions = 3
  private static let mostUnacknowledged = 500, mostUnacknowledgedBytes = 2 << 20

  /// `nil` if no process, memory or descriptor is available.
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

  /// Returns why the connection has ended; `nil` while it lasts.
  func read() -> String? {
    var count = 0
    while count < BrokerClient.batch {
      guard let bytes = worker.link.read(limit: 65_536) else { return end() }
      if bytes.isEmpty { return nil }
      count += bytes.count
      reports.append(bytes)
      while let frame = reports.next() {
        if let problem = LinkReport(frame).flatMap(handle) { return problem }
      }
      if reports.isBroken { return end() }
    }
    return nil
  }

  /// Returns why the connection has ended; `nil` if it lasts.
  private func handle(_ report: LinkReport) -> String? {
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

  /// Records that the connection has ended, and returns the reason. A crash of the `BrokerLink` process counts as a
  /// protocol error, because the broker's bytes may have caused it.
  private func end() -> String {
    isGone = true
    return worker.hasCrashed() ? BrokerWords.protocolError : "it has closed the connection"
  }

  /// Sends what the socket accepts now. `read` notices a failure.
  func flush() { worker.link.send() }

  /// Checks that the link and the broker still answer. Call this every few seconds. Returns the reason to give up the
  /// connection, or `nil`.
  func keepAlive() -> String? {
    guard questions < BrokerClient.mostQuestions else { return "the connection does not respond" }
    questions += 1
    order(.check)
    return nil
  }

  /// Returns the events since the last call.
  func takeEvents() -> [BrokerEvent] {
    defer { events = [] }
    return events
  }

  private func order(_ order: LinkOrder) {
    worker.link.send(order.frame.bytes)
  }

  // MARK: Sending

  /// The number of unacknowledged messages.
  var backlog: Int { unacknowledged.count }

  /// True if too much is unacknowledged. Callers must then publish no events and no answers.
  var isCongested: Bool {
    backlog >= BrokerClient.mostUnacknowledged || unacknowledgedBytes >= BrokerClient.mostUnacknowledgedBytes
  }

  /// Publishes a message with QoS 1.
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

  /// Subscribes with QoS 1. MQTT 3.1.1 lacks the options `takesRetained` and `takesOwn`: the broker sends all messages.
  /// - Parameters:
  ///   - takesRetained: true to receive retained messages.
  ///   - takesOwn: true to receive this client's own messages.
  /// - Returns: the ticket of the event `subscribed`.
  @discardableResult
  func subscribe(_ filters: [String], takesRetained: Bool = true, takesOwn: Bool = true) -> Int {
    lastTicket += 1
    order(.subscribe(lastTicket, filters, takesRetained: takesRetained, takesOwn: takesOwn))
    return lastTicket
  }

  /// Disconnects, so that the last will is not sent. Waits at most 2 s.
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

enum BrokerEvent: Hashable {
  /// The attempt to connect has ended: `nil` if it succeeded, otherwise the reason.
  case dialled(String?)
  /// The broker has accepted the connection (CONNACK).
  case accepted
  /// The broker has refused the connection (CONNACK). `isVersion` is true if only the protocol's version was wrong.
  case refused(String, isVersion: Bool)
  /// SUBACK for the subscription with this ticket. `isDenied` is true if the broker denied a filter.
  case subscribed(Int, isDenied: Bool)
  /// The topic of a refused publication or subscription, and the reason.
  case denied(String, String)
  case message(BrokerMessage)
}
