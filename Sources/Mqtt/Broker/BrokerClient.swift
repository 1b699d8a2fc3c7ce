import ControlProtocol
import System

/// A connection in a separate process (`BrokerLink`). Unsent messages are lost with the connection.
final class BrokerClient {
  private let worker: Worker
  let isVersion5: Bool
  private var reports = LinkFrameBuffer()
  private var events: [BrokerEvent] = []
  private var lastTicket = 0
  /// Messages without PUBACK, by ticket; `size` is in bytes.
  private var unacknowledged: [Int: (topic: String, size: Int)] = [:]
  private var unacknowledgedBytes = 0
  private var isGone = false
  private var unansweredChecks = 0
  private(set) var hasCertificateProblem = false

  /// The most bytes per `read`.
  private static let batch = 1 << 18
  private static let mostUnansweredChecks = 3
  private static let mostUnacknowledged = 500, mostUnacknowledgedBytes = 2 << 20

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

  private func handle(_ report: LinkReport) -> String? {
    switch report {
    case .event(let event): events.append(event)
    case .acknowledged(let ticket, let reason): acknowledge(ticket, reason)
    case .alive: unansweredChecks = 0
    case .over(let reason, let isCertificateProblem):
      hasCertificateProblem = isCertificateProblem
      return reason
    }
    return nil
  }

  /// A crash of `BrokerLink` counts as a protocol error: the broker's bytes may have caused the crash.
  private func end() -> String {
    isGone = true
    return worker.hasCrashed() ? BrokerErrorText.protocolError : "it has closed the connection"
  }

  /// Only `read` notices a failure.
  func flush() { worker.link.send() }

  /// Call this every few seconds. Returns why to give up the connection, or `nil`.
  func keepAlive() -> String? {
    guard unansweredChecks < BrokerClient.mostUnansweredChecks else { return "the connection does not respond" }
    unansweredChecks += 1
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

  var backlog: Int { unacknowledged.count }

  /// If true, callers must not publish events and answers.
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

  /// MQTT 3.1.1 ignores `takesRetained` and `takesOwn`: the broker sends all.
  /// - Returns: the ticket of the event `subscribed`.
  @discardableResult
  func subscribe(_ filters: [String], takesRetained: Bool = true, takesOwn: Bool = true) -> Int {
    lastTicket += 1
    order(.subscribe(lastTicket, filters, takesRetained: takesRetained, takesOwn: takesOwn))
    return lastTicket
  }

  /// Cancels the last will. Waits at most 2 s.
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
  /// The reason of a failure; `nil` for success.
  case dialled(String?)
  case accepted
  case refused(String, isVersionUnsupported: Bool)
  /// A SUBACK with its ticket; `isDenied` is true if the broker denied a filter.
  case subscribed(Int, isDenied: Bool)
  case denied(String, String)
  case message(BrokerMessage)
}
