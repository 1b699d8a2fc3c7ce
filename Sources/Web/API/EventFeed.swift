import CompanionSupport
import ControlProtocol
import System

final class EventFeed {
  /// Stays true for at most `pause` seconds after the last client has left.
  var hasClients: Bool { deadline < .infinity }

  private let log = EventLog()
  private let accounts: Accounts
  private var isOpen = false
  var deadline: Double { hasNewClient ? 0 : nextComment }
  private var hasNewClient = false
  /// The uptime of the next SSE comment line, which keeps connections alive.
  private var nextComment = Double.infinity

  private static let pause = 15.0

  init(_ accounts: Accounts) { self.accounts = accounts }

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

  func step(at uptime: Double) {
    guard uptime >= deadline else { return }
    endInvalidStreams()
    hasNewClient = false
    if uptime >= nextComment {
      nextComment = .infinity
      log.appendComment()
      Memory.trimHeap()
    }
    nextComment = log.count > 0 ? min(nextComment, uptime + EventFeed.pause) : .infinity
  }

  func clockConnected() { isOpen = true }

  /// Clients then try to connect again until there is a wall.
  func clockDisconnected() {
    guard isOpen else { return }
    isOpen = false
    log.append(Topic.quit.rawValue, "null")
    log.finish()
  }

  func append(_ topic: Topic, _ data: JSON?) {
    endInvalidStreams()
    log.append(topic.rawValue, data.map { JSON.text(of: $0) } ?? "null")
  }

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
