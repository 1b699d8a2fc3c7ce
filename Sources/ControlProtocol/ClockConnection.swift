package import ColourClock
import System

/// The client's end of a control socket (colourclock-control(5)). Only `answer` and `listen` block.
package final class ClockConnection {
  private let socket: Connection
  private var lines = LineBuffer()
  private var waiting: [Question] = []
  /// How long to wait for an answer; longer for `snapshot`.
  private let patience: Duration
  package static let patience = Duration.seconds(5)
  /// True after the connection's end, or after an invalid or too long line.
  package private(set) var isGone = false
  /// Gets each event as a line of JSON.
  package var onEvent: ([UInt8]) -> Void = { _ in }

  package enum Answer {
    case success(JSON?)
    case refused(String)
    /// The clock is gone or did not answer.
    case noAnswer
  }

  private struct Question {
    /// The uptime of the command or of the previous answer, whichever is later.
    var time: Duration
    let patience: Duration
    let then: (Answer) -> Void
  }

  private static let window = 32
  /// The limit in bytes, ten times the longest status.
  private static let longestAnswer = 4 << 20

  package init(to path: String, patience: Duration = patience) throws(Refusal) {
    guard let socket = Connection(to: path) else { throw Refusal("there is no clock at \(path)") }
    (self.socket, self.patience) = (socket, patience)
  }

  package var descriptor: Int32 { socket.descriptor }
  /// True while output is buffered: poll for writing too.
  package var wantsWrite: Bool { socket.backlog > 0 }
  package var isFull: Bool { waiting.count >= ClockConnection.window }
  /// The uptime at which the clock counts as hung; `nil` if no answer is awaited.
  package var deadline: Duration? { waiting.first.map { $0.time + $0.patience } }

  /// `receive` passes the answer to `then`. `ask` calls `then` itself if the connection is gone or the command is too
  /// long.
  package func ask(_ words: [String], then: @escaping (Answer) -> Void) {
    ask(words.map(JSON.string), words.first, then: then)
  }

  private func ask(_ command: [JSON], _ name: String?, then: @escaping (Answer) -> Void) {
    let line = Array(JSON.text(of: JSON.object(["command": .array(command)])).utf8)
    guard !isGone else { return then(.noAnswer) }
    guard line.count <= ProtocolLimits.longestLine else { return then(.refused("a command has 64 kB at the most")) }
    waiting.append(
      Question(time: Now.boot, patience: ProtocolLimits.patience(for: name, usual: patience), then: then))
    isGone = !socket.send(line + [UInt8(ascii: "\n")])
  }

  package func receive() {
    guard socket.send(), let bytes = socket.read(limit: 65_536) else { return isGone = true }
    lines.append(bytes)
    while let line = lines.next() { handle(line) }
    if lines.count > ClockConnection.longestAnswer { isGone = true }
  }

  private func handle(_ line: [UInt8]) {
    guard case .object(let object)? = JSON(line) else { return isGone = true }
    // Only an answer has `error`.
    guard let error = object["error"]?.string else { return onEvent(line) }
    guard !waiting.isEmpty else { return isGone = true }
    let answered = waiting.removeFirst()
    if !waiting.isEmpty { waiting[0].time = Now.boot }
    answered.then(error == "success" ? .success(object["data"]) : .refused(error))
  }

  package func end() {
    isGone = true
    let left = waiting
    waiting = []
    left.forEach { $0.then(.noAnswer) }
  }
}

extension ClockConnection {
  package func answer(to words: [String]) -> Answer { answer(to: words.map(JSON.string), words.first) }

  /// Do not send `snapshot`, which needs more time. `command` has a JSON value for each word.
  package func answer(to command: [JSON]) -> Answer { answer(to: command, nil) }

  private func answer(to command: [JSON], _ name: String?) -> Answer {
    var answer: Answer?
    ask(command, name) { answer = $0 }
    while answer == nil, !isGone, let deadline, wait(until: deadline) { receive() }
    return answer ?? .noAnswer
  }

  private func wait(until deadline: Duration) -> Bool {
    var poll = Poll()
    poll.watch(descriptor, forOutput: wantsWrite)
    return poll.wait(until: deadline)
  }

  package func listen() {
    while !isGone {
      Poll.wait(for: [descriptor])
      receive()
    }
  }

  package func listen(until deadline: Duration) {
    while !isGone, wait(until: deadline) { receive() }
  }
}
