import CompanionSupport
import ControlProtocol
import System

/// The wall's events for HTTP clients, as server-sent events.
final class EventFeed {
  /// True while there are clients, and up to `pause` seconds longer.
  var hasClients: Bool { deadline < .infinity }

  private let log = EventLog()
  private let accounts: Accounts
  /// True while there is a wall.
  private var isOpen = false
  /// The uptime of the next `step`: at once after a new client, else at the next comment.
  var deadline: Double { hasNewClient ? 0 : nextComment }
  private var hasNewClient = false
  /// The uptime of the next comment (a line that clients ignore), which finds closed connections.
  private var nextComment = Double.infinity

  /// The time between comments, in seconds.
  private static let pause = 15.0

  init(_ accounts: Accounts) { self.accounts = accounts }

  /// The response with a new stream; a refusal if there is no wall, or if there are too many streams.
  func response(to exchange: Exchange, _ caller: Caller) -> Response {
    guard isOpen else { return Router.noWall }
    guard exchange.method == "GET" else { return Response(status: 200, headers: EventFeed.headers) }
    guard let stream = log.stream(after: exchange.header("Last-Event-ID"), for: caller.id) else {
      return .problem(503, "there are already \(EventLog.mostStreams) event streams")
    }
    hasNewClient = true
    return Response(status: 200, headers: EventFeed.headers, stream: stream)
  }

  private static let headers = [("Content-Type", "text/event-stream"), ("X-Accel-Buffering", "no")]

  /// Sends a comment if one is due. Call this at `deadline`.
  func step(at uptime: Double) {
    guard uptime >= deadline else { return }
    endInvalidStreams()
    hasNewClient = false
    if uptime >= nextComment {
      nextComment = .infinity
      log.appendComment()
      // Return the memory of a rare large event.
      Memory.trimHeap()
    }
    // A new client does not put off the comment of the others.
    nextComment = log.count > 0 ? min(nextComment, uptime + EventFeed.pause) : .infinity
  }

  func wallCame() { isOpen = true }

  /// Ends all streams after an event `quit`. Clients connect again and again until there is a wall.
  func wallWent() {
    guard isOpen else { return }
    isOpen = false
    log.append(Topic.quit.rawValue, "null")
    log.finish()
  }

  /// Sends an event to all clients.
  func append(_ topic: Topic, _ data: JSON?) {
    endInvalidStreams()
    log.append(topic.rawValue, data.map { JSON.text(of: $0) } ?? "null")
  }

  /// Ends the streams of invalid sessions and tokens, with their waiting events.
  func endInvalidStreams() {
    guard log.count > 0 else { return }
    let accounts = accounts.validIDs(at: .now)
    log.cut { !accounts.contains($0.account) }
  }

  func end() {
    isOpen = false
    log.finish()
  }
}
