import ColourClock
import ControlProtocol
import System

/// Answers the clients of the control socket, and never waits for them.
final class ControlServer {
  private let socket: ControlSocket
  private let controller: Controller
  private var observer = Observer()
  private var clients: [ControlClient] = []
  private var requests: [PairingRequest] = []
  private var isSharingNews = false
  private var firstServed = 0
  private let pause = KernelTimer(.boot)
  private var isPaused = false

  private static let mostClients = 16
  /// The time limit of one call of `serve`.
  private static let budget = Duration.milliseconds(2)
  private static let pauseLength = Duration.milliseconds(16)

  init(_ socket: ControlSocket, _ controller: Controller) { (self.socket, self.controller) = (socket, controller) }

  func watch(_ poll: inout Poll) {
    socket.watch(&poll)
    poll.watch(controller.descriptors)
    if isPaused { return poll.watch(pause.descriptor) }
    for client in clients { client.watch(&poll) }
  }

  func receive(_ poll: Poll, for session: Session) {
    controller.advanceSnapshots(for: session)
    if socket.receive(poll) { acceptAll() }
    let hasPaused = isPaused
    if isPaused {
      guard poll.isReady(pause.descriptor), pause.acknowledge() else { return }
      isPaused = false
    }
    // During a pause, the poll does not watch the clients.
    for client in clients where hasPaused || poll.isReady(client.connection.descriptor) {
      client.flush()
      client.read()
    }
    // A client's next lines may already be read, and no poll reports them.
    while !isPaused, serve(session) {
      session.showFrames()
      reportClients(to: session)
      controller.advanceSnapshots(for: session)
    }
    removeGone(for: session)
  }

  private func removeGone(for session: Session) {
    let count = clients.count
    firstServed -= clients.prefix(firstServed).count { $0.isGone }
    clients.removeAll { $0.isGone }
    if clients.count < count { reportClients(to: session) }
  }

  private func reportClients(to session: Session) {
    controller.report(clients.compactMap(\.problem), for: session)
    let isOffered = clients.contains(where: \.offersPairing)
    if isOffered != session.scene.pairing.isOffered { session.receive(.pairingOffered(isOffered)) }
    let group = clients.lazy.compactMap(\.sharingGroup).first
    if group != controller.sharingGroup { (controller.sharingGroup, isSharingNews) = (group, true) }
  }

  private func acceptAll() {
    for _ in 0..<ControlServer.mostClients {
      guard let connection = socket.accept() else { return }
      let client = ControlClient(connection)
      guard clients.count < ControlServer.mostClients else {
        client.send(Reply.failure("the clock serves \(ControlServer.mostClients) clients at the most"))
        continue
      }
      clients.append(client)
    }
  }

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
          if clients.contains(where: \.hasMore) { pauseServing() }
          return true
        }
      }
    }
    return hasServed
  }

  private func pauseServing() {
    isPaused = true
    pause.arm(at: Now.boot + ControlServer.pauseLength)
  }

  private func answer(_ line: ControlClient.Line, of client: ControlClient, for session: Session) {
    var id: JSON?
    do throws(Refusal) {
      let request = try line.request()
      id = request.id
      let words = try request.words()
      client.awaitsReply = true
      let wasObserved = isObserved
      defer { if isObserved, !wasObserved { controller.begin(&observer, for: session) } }
      let reply = try controller.carryOut(words, of: client, for: session) { [weak client] in
        client?.answer($0, to: request.id)
      }
      if let reply { client.answer(reply, to: id) }
    } catch { client.answer(.failure(error.text), to: id) }
  }

  // MARK: Events

  func broadcastChanges(of session: Session, at clock: SystemClock) {
    let states = controller.takeStatesToShare()
    guard isObserved else {
      (observer, requests, isSharingNews) = (Observer(), [], false)
      return
    }
    for state in states { broadcast(ControlEvent(.share, state)) }
    if isSharingNews { broadcast(ControlEvent(.sharing, controller.sharingGroup)) }
    isSharingNews = false
    for request in requests { broadcast(ControlEvent(.pair, request)) }
    if !requests.isEmpty { requests = [] }
    for event in observer.events(of: session, controller.effects, at: clock.now) { broadcast(event) }
    removeGone(for: session)
  }

  func ask(_ request: PairingRequest) { requests.append(request) }

  func tick() { socket.tick() }

  var isObserved: Bool { clients.contains { !$0.topics.isEmpty } }

  private func broadcast(_ event: ControlEvent) {
    guard clients.contains(where: { $0.topics.contains(event.topic) }) else { return }
    let line = Array((JSON.text(of: event) + "\n").utf8)
    for client in clients where client.topics.contains(event.topic) { client.send(line) }
  }

  var isToQuit: Bool { controller.isToQuit }

  func end() {
    broadcast(ControlEvent(.quit))
    controller.end()
    socket.remove()
  }
}

final class ControlClient {
  let connection: Connection
  var topics: Set<Topic> = []
  var problem: HealthProblem?
  var offersPairing = false
  var sharingGroup: String?
  var awaitsReply = false
  private(set) var isGone = false
  private var input = LineBuffer()
  private var hasEnded = false

  static let longestLine = ProtocolLimits.longestLine
  private static let mostOutput = 1 << 20

  init(_ connection: Connection) { self.connection = connection }

  func watch(_ poll: inout Poll) {
    // If a waiting client closed its socket, each poll would end at once.
    if awaitsReply, connection.backlog == 0 { return }
    poll.watch(connection.descriptor, forInput: !hasEnded && !awaitsReply, forOutput: connection.backlog > 0)
  }

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

  func read() {
    guard !hasEnded, !awaitsReply, input.count <= ControlClient.longestLine else { return }
    guard let bytes = connection.read(limit: ControlClient.longestLine) else {
      // Lines that are already read are still carried out.
      hasEnded = true
      return
    }
    input.append(bytes)
  }

  /// True if there is work that no poll reports.
  var hasMore: Bool { !awaitsReply && (input.count > 0 || hasEnded && connection.backlog == 0 && !isGone) }

  func nextLine() -> Line? {
    guard !awaitsReply else { return nil }
    while let line = input.next() ?? (hasEnded ? input.last() : nil) {
      guard line.count <= ControlClient.longestLine else { return giveUp() }
      let isBlank = line.allSatisfy { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\r") }
      if !isBlank { return .bytes(line) }
    }
    if input.count > ControlClient.longestLine { return giveUp() }
    if hasEnded, connection.backlog == 0 { isGone = true }
    return nil
  }

  private func giveUp() -> Line {
    (input, hasEnded) = (LineBuffer(), true)
    return .tooLong
  }

  func answer(_ reply: Reply, to id: JSON?) {
    var reply = reply
    reply.id = id
    awaitsReply = false
    send(reply)
  }

  func send(_ reply: Reply) { send(Array((JSON.text(of: reply) + "\n").utf8)) }

  func send(_ bytes: [UInt8]) {
    guard !isGone else { return }
    isGone = !connection.send(bytes)
    if connection.backlog > ControlClient.mostOutput {
      Process.report("a client of the control socket does not read its answers, and is disconnected")
      isGone = true
    }
  }

  func flush() {
    if !connection.send() { isGone = true }
  }
}
