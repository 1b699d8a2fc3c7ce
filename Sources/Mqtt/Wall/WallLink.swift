import Companion
import Notation
import System

/// The wall at the other end of its control socket: asked one thing after another, answered in order, without ever waiting.
final class WallLink {
  private let socket: Connection
  private var output: [UInt8] = []
  private var lines = LineBuffer()
  private var waiting: [Question] = []
  private(set) var isGone = false
  /// Lines of what it tells by itself.
  var hear: ([UInt8]) -> Void = { _ in }

  enum Answer {
    case success(JSON?)
    case refused(String)
    /// The wall is gone, or has not answered.
    case none
  }

  private struct Question {
    /// When it was asked, or was the wall's turn after those before it.
    var time: Double
    let patience: Double
    let then: (Answer) -> Void
  }

  /// So many may be under way: the wall then works a batch of them at a time.
  static let window = 32
  /// Seconds that a wall may usually take to answer.
  private static let patience = 10.0
  /// What a wall says at most; more is none.
  private static let longestAnswer = 4 << 20

  /// `nil` if no clock listens there.
  init?(to path: String) {
    guard let socket = Connection(to: path) else { return nil }
    self.socket = socket
  }

  var descriptor: Int32 { socket.descriptor }
  var wantsWrite: Bool { !output.isEmpty }
  var isFull: Bool { waiting.count >= WallLink.window }
  /// When it is given up.
  var deadline: Double? { waiting.first.map { $0.time + $0.patience } }

  func ask(_ words: [String], then: @escaping (Answer) -> Void) {
    let line = Array(JSON.text(of: JSON.object(["command": .array(words.map(JSON.string))])).utf8)
    guard !isGone else { return then(.none) }
    guard line.count <= ControlProtocol.longestLine else { return then(.refused("a command has 64 kB at the most")) }
    output += line + [UInt8(ascii: "\n")]
    let patience = ControlProtocol.patience(for: words, usual: WallLink.patience)
    waiting.append(Question(time: Now.uptime, patience: patience, then: then))
    flush()
  }

  func flush() {
    while !isGone, !output.isEmpty {
      guard let count = socket.write(output[...]) else { return isGone = true }
      if count == 0 { return }
      output.removeSubrange(..<count)
    }
  }

  /// Takes what has come.
  func receive() {
    guard let bytes = socket.read(limit: 65_536) else { return isGone = true }
    lines.append(bytes)
    while let line = lines.next() { handle(line) }
    if lines.count > WallLink.longestAnswer { isGone = true }
  }

  private func handle(_ line: [UInt8]) {
    guard case .object(let object)? = JSON(line) else { return isGone = true }
    guard case .string(let error)? = object["error"] else { return hear(line) }
    guard !waiting.isEmpty else { return isGone = true }
    let answered = waiting.removeFirst()
    if !waiting.isEmpty { waiting[0].time = Now.uptime }
    answered.then(error == "success" ? .success(object["data"]) : .refused(error))
  }

  /// Those that still wait learn that there is no answer.
  func end() {
    isGone = true
    let left = waiting
    waiting = []
    left.forEach { $0.then(.none) }
  }
}
