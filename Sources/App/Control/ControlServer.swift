import ColourClock
import Notation
import System

/// The clock's end of its control socket: takes clients' lines, has them carried out, and answers. It never waits for a
/// client, and never works for them so long that a tick could be late.
final class ControlServer {
  private let socket: ControlSocket
  private let controller: Controller
  private var observer = Observer()
  /// In the order in which they connected: problems are reported in this order.
  private var clients: [ControlClient] = []
  /// The index of the client that the next round begins with.
  private var firstServed = 0
  /// Rings when clients may go on that have asked for too much at once.
  private let pause = KernelTimer(.boot)
  private var isPaused = false

  /// More would be a mistake.
  private static let mostClients = 16
  /// How long it works for clients in one turn of the loop, and how long others then have the loop for themselves.
  private static let budget = Duration.milliseconds(2)
  private static let rest = Duration.milliseconds(16)

  init(_ socket: ControlSocket, _ controller: Controller) { (self.socket, self.controller) = (socket, controller) }

  func watch(_ poll: inout Poll) {
    socket.watch(&poll)
    poll.watch(controller.descriptors)
    if isPaused { return poll.watch(pause.descriptor) }
    for client in clients { client.watch(&poll) }
  }

  /// Serves those that are ready. To be called at each turn of the loop.
  func receive(_ poll: Poll, for session: Session) {
    controller.step(for: session)
    if socket.receive(poll) { acceptAll() }
    let hasPaused = isPaused
    if isPaused {
      guard poll.isReady(pause.descriptor), pause.acknowledge() else { return }
      isPaused = false
    }
    // In a pause nobody was watched: who has asked for little must not wait for those who have asked for too much.
    for client in clients where hasPaused || poll.isReady(client.connection.descriptor) {
      client.flush()
      client.read()
    }
    // Again where an answer that a client waited for has come at once: its next lines are read already.
    while !isPaused, serve(session) {
      session.showPresent()
      reportTroubles(for: session)
      controller.step(for: session)
    }
    removeGone(for: session)
  }

  private func removeGone(for session: Session) {
    let count = clients.count
    firstServed -= clients.prefix(firstServed).count { $0.isGone }
    clients.removeAll { $0.isGone }
    if clients.count < count { reportTroubles(for: session) }
  }

  private func reportTroubles(for session: Session) {
    controller.report(clients.compactMap(\.trouble), for: session)
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

  /// A line of each in turn, until there are none, or it has been long enough: whether there was any.
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

  /// Tells those who observe what has happened since the last call. To be called at the end of each turn.
  func broadcastChanges(of session: Session, at clock: SystemClock) {
    guard isObserved else {
      observer = Observer()
      return
    }
    for event in observer.events(of: session, controller.effects, at: clock.now) { broadcast(event) }
    removeGone(for: session)
  }

  /// To be called at each tick.
  func tick() { socket.tick() }

  var isObserved: Bool { clients.contains { !$0.topics.isEmpty } }

  private func broadcast(_ event: ControlEvent) {
    guard clients.contains(where: { $0.topics.contains(event.topic) }) else { return }
    let line = Array((JSON.text(of: event) + "\n").utf8)
    for client in clients where client.topics.contains(event.topic) { client.send(line) }
  }

  /// Whether a client has asked for the end.
  var isToQuit: Bool { controller.isToQuit }

  func end() {
    broadcast(ControlEvent(.quit))
    controller.end()
    socket.remove()
  }
}

/// A client of the control socket: what it has sent and not been answered yet, and what it has not taken yet.
final class ControlClient {
  let connection: Connection
  /// What it observes.
  var topics: Set<Topic> = []
  /// What is wrong with what it does for the wall.
  var trouble: HealthProblem?
  /// Whether it has still to be answered: till then its further lines wait, and answers come in the order of the
  /// questions.
  var isWaiting = false
  private(set) var isGone = false
  private var input = LineBuffer()
  private var hasEnded = false

  static let longestLine = ControlProtocol.longestLine
  private static let mostOutput = 1 << 20

  init(_ connection: Connection) { self.connection = connection }

  /// At its end there is nothing more to read, but perhaps an answer that it has still to take.
  func watch(_ poll: inout Poll) {
    // One that waits and has gone would be ready all the time.
    if isWaiting, connection.backlog == 0 { return }
    poll.watch(connection.descriptor, hasInput: !hasEnded && !isWaiting, hasOutput: connection.backlog > 0)
  }

  /// A line without its end, or what is wrong with it.
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

  /// Takes what has come.
  func read() {
    guard !hasEnded, !isWaiting, input.count <= ControlClient.longestLine else { return }
    guard let bytes = connection.read(limit: ControlClient.longestLine) else {
      // What it has asked before it went is still done.
      hasEnded = true
      return
    }
    input.append(bytes)
  }

  /// Whether it has sent more than was taken, as far as is known, or only has to go: nothing more that comes from it
  /// tells of that.
  var hasMore: Bool { !isWaiting && (input.count > 0 || hasEnded && connection.backlog == 0 && !isGone) }

  /// The last one, before its client's end, may be without its own end.
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

  /// The client goes as soon as it has taken the answer.
  private func giveUp() -> Line {
    (input, hasEnded) = (LineBuffer(), true)
    return .tooLong
  }

  func answer(_ reply: Reply, to id: JSON?) {
    var reply = reply
    reply.id = id
    isWaiting = false
    send(reply)
  }

  func send(_ reply: Reply) { send(Array((JSON.text(of: reply) + "\n").utf8)) }

  func send(_ bytes: [UInt8]) {
    guard !isGone else { return }
    isGone = !connection.send(bytes)
    if connection.backlog > ControlClient.mostOutput {
      Process.report("a client of the control socket does not read: it is dropped")
      isGone = true
    }
  }

  /// Sends what it takes now.
  func flush() {
    if !connection.send() { isGone = true }
  }
}
