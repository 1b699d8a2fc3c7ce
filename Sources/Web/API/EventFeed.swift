import ControlProtocol

/// The wall's events for those who hear them, as server-sent events.
final class EventFeed {
  private let log = EventLog()
  /// Whether a wall is there.
  private var isOpen = false
  /// When a comment is due, in seconds of the uptime: without one, connections that are gone would not be found.
  private(set) var deadline = Double.infinity

  /// In seconds.
  private static let pause = 15.0

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

  func step(at uptime: Double) {
    guard uptime >= deadline else { return }
    if deadline > 0 { log.appendComment() }
    deadline = log.count > 0 ? uptime + EventFeed.pause : .infinity
  }

  func wallCame() { isOpen = true }

  /// Those who hear ask again until there is a wall.
  func wallWent() {
    guard isOpen else { return }
    isOpen = false
    log.append("quit", "null")
    log.end()
  }

  func append(_ name: String, _ data: JSON?) { log.append(name, data.map { JSON.text(of: $0) } ?? "null") }

  /// A session was revoked.
  func end(_ account: String) { log.end { $0.account == account } }

  /// Who asks now is refused.
  func end() {
    isOpen = false
    log.end()
  }
}
