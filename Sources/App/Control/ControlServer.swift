import ColourClock
import ControlProtocol
import System

/// The clock's end of its control socket: reads the commands of clients, passes them to the controller, and sends the
/// answers. It never waits for a client, and limits its work per turn so that no tick is late.
final class ControlServer {
  private let socket: ControlSocket
  private let controller: Controller
  private var observer = Observer()
  /// The clients in the order of their connection. Problems are reported in this order.
  private var clients: [ControlClient] = []
  /// Requests that have not been sent yet to the client that pairs phones.
  private var requests: [PairingRequest] = []
  /// True if `controller.sharing` has changed and the observers have not been notified yet.
  private var isSharingNews = false
  /// The index of the client that is served first in the next round.
  private var firstServed = 0
  /// Fires at the end of the pause after too many commands.
  private let pause = KernelTimer(.boot)
  private var isPaused = false

  /// The greatest number of clients at a time. If there are more, some program is faulty.
  private static let mostClients = 16
  /// The longest work for clients in one turn of the loop.
  private static let budget = Duration.milliseconds(2)
  /// The pause after the time in `budget` is used up.
  private static let rest = Duration.milliseconds(16)

  init(_ socket: ControlSocket, _ controller: Controller) { (self.socket, self.controller) = (socket, controller) }

  /// Adds the descriptors to poll. During a pause no client is polled.
  func watch(_ poll: inout Poll) {
    socket.watch(&poll)
    poll.watch(controller.descriptors)
    if isPaused { return poll.watch(pause.descriptor) }
    for client in clients { client.watch(&poll) }
  }

  /// Serves the clients that are ready. Call this at each turn of the loop.
  func receive(_ poll: Poll, for session: Session) {
    controller.step(for: session)
    if socket.receive(poll) { acceptAll() }
    let hasPaused = isPaused
    if isPaused {
      guard poll.isReady(pause.descriptor), pause.acknowledge() else { return }
      isPaused = false
    }
    // After a pause all clients are read, because none was polled meanwhile. A quiet client must not wait for a busy
    // one.
    for client in clients where hasPaused || poll.isReady(client.connection.descriptor) {
      client.flush()
      client.read()
    }
    // `step` may answer a client that was waiting. Its next lines are already read, so the poll does not report them.
    // Serve them now.
    while !isPaused, serve(session) {
      session.showPresent()
      reportClients(to: session)
      controller.step(for: session)
    }
    removeGone(for: session)
  }

  private func removeGone(for session: Session) {
    let count = clients.count
    firstServed -= clients.prefix(firstServed).count { $0.isGone }
    clients.removeAll { $0.isGone }
    if clients.count < count { reportClients(to: session) }
  }

  /// Reports to the wall the clients' problems, and whether one of them pairs phones.
  private func reportClients(to session: Session) {
    controller.report(clients.compactMap(\.trouble), for: session)
    let isOffered = clients.contains(where: \.offersPairing)
    if isOffered != session.scene.pairing.isOffered { session.receive(.pairingOffered(isOffered)) }
    let sharing = clients.lazy.compactMap(\.sharing).first
    if sharing != controller.sharing { (controller.sharing, isSharingNews) = (sharing, true) }
  }

  private func acceptAll() {
    for _ in 0..<ControlServer.mostClients {
      guard let connection = socket.accept() else { return }
      let client = ControlClient(connection)
      guard clients.count < ControlServer.mostClients else {
        client.send(Reply.failure("\(ControlServer.mostClients) clients are the most"))
        continue
      }
      clients.append(client)
    }
  }

  /// Serves one line of each client in turn, until no lines are left or the time is up.
  /// - Returns: true if there was a line.
  private func serve(_ session: Session) -> Bool {
    let end = Now.boot + ControlServer.budget
    var (hasLines, hasServed) = (true, false)
    while hasLines {
      hasLines = false
      for index in clients.indices {
        let client = clients[(firstServed + index) % clients.count]
        guard let line = client.nextLine() else { continue }
        (hasLines, hasServed) = (true, true)
        answer(line, of: client, for: session)
        guard Now.boot < end else {
          firstServed = (firstServed + index + 1) % clients.count
          if clients.contains(where: \.hasMore) { rest() }
          return true
        }
      }
    }
    return hasServed
  }

  /// Pauses: no client is polled until the timer fires.
  private func rest() {
    isPaused = true
    pause.arm(at: Now.boot + ControlServer.rest)
  }

  private func answer(_ line: ControlClient.Line, of client: ControlClient, for session: Session) {
    var id: JSON?
    do throws(Refusal) {
      let request = try line.request()
      id = request.id
      let words = try request.words()
      client.isWaiting = true
      let wasObserved = isObserved
      defer { if isObserved, !wasObserved { controller.begin(&observer, for: session) } }
      let reply = try controller.carryOut(words, of: client, for: session) { [weak client] in
        client?.answer($0, to: request.id)
      }
      if let reply { client.answer(reply, to: id) }
    } catch { client.answer(.failure(error.text), to: id) }
  }

  // MARK: Events

  /// Sends observers the events since the last call. Call this at the end of each turn.
  func broadcastChanges(of session: Session, at clock: SystemClock) {
    let shared = controller.takeShared()
    guard isObserved else {
      (observer, requests, isSharingNews) = (Observer(), [], false)
      return
    }
    for state in shared { broadcast(ControlEvent(.share, state)) }
    if isSharingNews { broadcast(ControlEvent(.sharing, controller.sharing)) }
    isSharingNews = false
    for request in requests { broadcast(ControlEvent(.pair, request)) }
    if !requests.isEmpty { requests = [] }
    for event in observer.events(of: session, controller.effects, at: clock.now) { broadcast(event) }
    removeGone(for: session)
  }

  /// Asks the client that pairs phones. The request is sent at the end of this turn.
  func ask(_ request: PairingRequest) { requests.append(request) }

  /// Call this at each tick.
  func tick() { socket.tick() }

  /// True if a client observes a topic.
  var isObserved: Bool { clients.contains { !$0.topics.isEmpty } }

  private func broadcast(_ event: ControlEvent) {
    guard clients.contains(where: { $0.topics.contains(event.topic) }) else { return }
    let line = Array((JSON.text(of: event) + "\n").utf8)
    for client in clients where client.topics.contains(event.topic) { client.send(line) }
  }

  /// True if a client has sent `quit`.
  var isToQuit: Bool { controller.isToQuit }

  /// Tells observers that the clock ends, and removes the socket.
  func end() {
    broadcast(ControlEvent(.quit))
    controller.end()
    socket.remove()
  }
}

/// A client of the control socket, with its unanswered lines and the output that it has not read yet.
final class ControlClient {
  let connection: Connection
  /// The topics it observes.
  var topics: Set<Topic> = []
  /// The problem that it reports about its work for the wall.
  var trouble: HealthProblem?
  /// True if it pairs phones.
  var offersPairing = false
  /// The group for which it publishes shared states; empty for all walls.
  var sharing: String?
  /// True while a command is unanswered. Further lines wait, so that answers come in the order of the commands.
  var isWaiting = false
  private(set) var isGone = false
  private var input = LineBuffer()
  /// True after the end of its input.
  private var hasEnded = false

  static let longestLine = ProtocolLimits.longestLine
  /// The greatest amount of unread output, in bytes. A client with more is closed.
  private static let mostOutput = 1 << 20

  init(_ connection: Connection) { self.connection = connection }

  /// Polls for input until its end, and for output while some is unsent.
  func watch(_ poll: inout Poll) {
    // The poll would return at once for a client that waits for an answer and has closed its socket.
    if isWaiting, connection.backlog == 0 { return }
    poll.watch(connection.descriptor, hasInput: !hasEnded && !isWaiting, hasOutput: connection.backlog > 0)
  }

  /// A line without its newline, or a line that is too long.
  enum Line {
    case bytes([UInt8])
    case tooLong

    func request() throws(Refusal) -> Request {
      switch self {
      case .bytes(let bytes): try Request(bytes)
      case .tooLong: throw Refusal("a line has 64 kB at the most")
      }
    }
  }

  /// Reads the available input.
  func read() {
    guard !hasEnded, !isWaiting, input.count <= ControlClient.longestLine else { return }
    guard let bytes = connection.read(limit: ControlClient.longestLine) else {
      // The client has closed its end. The commands that it sent before are still carried out.
      hasEnded = true
      return
    }
    input.append(bytes)
  }

  /// True if input is buffered, or the client must be closed. A poll of the descriptor reports none of this. False
  /// while an answer is awaited.
  var hasMore: Bool { !isWaiting && (input.count > 0 || hasEnded && connection.backlog == 0 && !isGone) }

  /// The next line; `nil` if there is none, or while an answer is awaited. The last line before the end of the input
  /// may lack its newline.
  func nextLine() -> Line? {
    guard !isWaiting else { return nil }
    while let line = input.next() ?? (hasEnded ? input.last() : nil) {
      guard line.count <= ControlClient.longestLine else { return giveUp() }
      let isBlank = line.allSatisfy { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\r") }
      if !isBlank { return .bytes(line) }
    }
    if input.count > ControlClient.longestLine { return giveUp() }
    if hasEnded, connection.backlog == 0 { isGone = true }
    return nil
  }

  /// Refuses a line that is too long. Nothing more is read; the client is closed once it has the answer.
  private func giveUp() -> Line {
    (input, hasEnded) = (LineBuffer(), true)
    return .tooLong
  }

  /// Sends the answer to the command that is waiting for it.
  func answer(_ reply: Reply, to id: JSON?) {
    var reply = reply
    reply.id = id
    isWaiting = false
    send(reply)
  }

  func send(_ reply: Reply) { send(Array((JSON.text(of: reply) + "\n").utf8)) }

  /// Sends bytes. Closes a client that is gone, or that leaves too much unread.
  func send(_ bytes: [UInt8]) {
    guard !isGone else { return }
    isGone = !connection.send(bytes)
    if connection.backlog > ControlClient.mostOutput {
      Process.report("a client of the control socket does not read: it is dropped")
      isGone = true
    }
  }

  /// Sends as much output as the socket takes now.
  func flush() {
    if !connection.send() { isGone = true }
  }
}
