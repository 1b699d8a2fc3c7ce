import ControlProtocol

/// Sends the wall's events to clients, as server-sent events.
final class EventFeed {
  private let log = EventLog()
  /// True while there is a wall.
  private var isOpen = false
  /// The uptime at which a comment is due, which finds closed connections. 0 after a new client: then the next `step`
  /// sets the time.
  private(set) var deadline = Double.infinity

  /// The time between two comments, in seconds.
  private static let pause = 15.0

  /// Answers a request for events.
  func response(to exchange: Exchange, _ caller: Caller) -> Response {
    guard isOpen else { return Router.noWall }
    guard exchange.method == "GET" else { return Response(status: 200, headers: EventFeed.headers) }
    guard let stream = log.stream(after: exchange.header("Last-Event-ID")) else {
      return .problem(503, "\(EventLog.mostStreams) clients hear events already")
    }
    stream.account = caller.id
    deadline = min(deadline, 0)
    return Response(status: 200, headers: EventFeed.headers, stream: stream)
  }

  private static let headers = [("Content-Type", "text/event-stream"), ("X-Accel-Buffering", "no")]

  /// Sends a comment if one is due.
  func step(at uptime: Double) {
    guard uptime >= deadline else { return }
    if deadline > 0 { log.appendComment() }
    deadline = log.count > 0 ? uptime + EventFeed.pause : .infinity
  }

  /// Call this when a wall is connected.
  func wallCame() { isOpen = true }

  /// Ends all streams. Call this when the wall is gone; the clients connect again until there is a wall.
  func wallWent() {
    guard isOpen else { return }
    isOpen = false
    log.append("quit", "null")
    log.end()
  }

  /// Sends an event to all clients.
  func append(_ name: String, _ data: JSON?) { log.append(name, data.map { JSON.text(of: $0) } ?? "null") }

  /// Ends the streams of a session or token. Call this when it was revoked.
  func end(_ account: String) { log.end { $0.account == account } }

  /// Ends all streams, and refuses new ones.
  func end() {
    isOpen = false
    log.end()
  }
}
