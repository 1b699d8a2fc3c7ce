import ColourClock
import Notation
import XWindow

/// The clock's end of its control socket: takes clients' lines, has them carried out, and answers. It never waits for a
/// client, and never works for them so long that a tick could be late.
final class ControlServer {
  private let socket: ControlSocket
  private let controller: Controller
  private var observer = Observer()
  private var clients: [ControlClient] = []
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
    if isPaused { return poll.watch(pause.descriptor) }
    for client in clients { client.watch(&poll) }
  }

  /// Serves those that are ready.
  func receive(_ poll: Poll, for session: Session) {
    if socket.receive(poll) { acceptAll() }
    if isPaused {
      guard poll.isReady(pause.descriptor), pause.acknowledge() else { return }
      isPaused = false
    }
    for client in clients where poll.isReady(client.connection.descriptor) {
      client.flush()
      client.read()
    }
    if serve(session) { session.showPresent() }
    clients.removeAll { $0.isGone }
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
      for (index, client) in clients.enumerated() {
        guard let line = client.nextLine() else { continue }
        (hasLines, hasServed) = (true, true)
        answer(line, of: client, for: session)
        guard Now.boot < end else {
          // The next turn begins with the one after it.
          clients = Array(clients[(index + 1)...] + clients[...index])
          rest()
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
      var reply = try controller.carryOut(request.words(), for: session) { client.topics = $0 }
      reply.id = id
      client.send(reply)
    } catch {
      var reply = Reply.failure(error.text)
      reply.id = id
      client.send(reply)
    }
  }

  // MARK: Events

  /// Tells those who observe what has happened since the last call. To be called at the end of each turn.
  func tell(of session: Session, hasTicked: Bool, at clock: SystemClock) {
    if hasTicked { socket.tick() }
    guard clients.contains(where: { !$0.topics.isEmpty }) else {
      observer = Observer()
      return
    }
    for event in observer.events(of: session, at: clock.now) { tell(event) }
  }

  private func tell(_ event: ControlEvent) {
    guard clients.contains(where: { $0.topics.contains(event.topic) }) else { return }
    let line = Array((JSON.text(of: event) + "\n").utf8)
    for client in clients where client.topics.contains(event.topic) { client.send(line) }
    clients.removeAll { $0.isGone }
  }

  /// Whether a client has asked for the end.
  var isToQuit: Bool { controller.isToQuit }

  func refuse(_ reason: String) { controller.refuse(reason) }

  func end() {
    tell(ControlEvent(.quit))
    socket.remove()
  }
}

/// A client of the control socket: what it has sent and not been answered yet, and what it has not taken yet.
final class ControlClient {
  let connection: Connection
  /// What it observes.
  var topics: Set<Topic> = []
  private(set) var isGone = false
  private var input: [UInt8] = []
  /// Where in `input` the next line begins, and how far it has been searched for its end.
  private var (start, searched) = (0, 0)
  private var output: [UInt8] = []
  private var hasEnded = false

  static let longestLine = 65_536
  private static let mostOutput = 1 << 20

  init(_ connection: Connection) { self.connection = connection }

  /// At its end there is nothing more to read, but perhaps an answer that it has still to take.
  func watch(_ poll: inout Poll) {
    poll.watch(connection.descriptor, hasInput: !hasEnded, hasOutput: !output.isEmpty)
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
    guard !hasEnded, input.count - start <= ControlClient.longestLine else { return }
    guard let bytes = connection.read(limit: ControlClient.longestLine) else {
      // What it has asked before it went is still done.
      hasEnded = true
      return
    }
    input.removeSubrange(..<start)
    (start, searched) = (0, searched - start)
    input += bytes
  }

  func nextLine() -> Line? {
    while let end = input[searched...].firstIndex(of: UInt8(ascii: "\n")) {
      defer { (start, searched) = (end + 1, end + 1) }
      let line = input[start..<end]
      let isBlank = line.allSatisfy { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\r") }
      if !isBlank { return .bytes(Array(line)) }
    }
    searched = input.count
    if input.count - start > ControlClient.longestLine {
      // It goes as soon as it has taken the answer.
      (input, start, searched, hasEnded) = ([], 0, 0, true)
      return .tooLong
    }
    if hasEnded, output.isEmpty { isGone = true }
    return nil
  }

  func send(_ reply: Reply) { send(Array((JSON.text(of: reply) + "\n").utf8)) }

  func send(_ bytes: [UInt8]) {
    guard !isGone else { return }
    output += bytes
    flush()
    if output.count > ControlClient.mostOutput {
      Process.report("a client of the control socket does not read: it is dropped")
      isGone = true
    }
  }

  /// Sends what it takes now.
  func flush() {
    while !output.isEmpty {
      guard let count = connection.write(output[...]) else { return isGone = true }
      if count == 0 { return }
      output.removeSubrange(..<count)
    }
  }
}
