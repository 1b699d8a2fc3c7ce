import Glibc
import Testing

@testable import App
@testable import System
@testable import XWindow

/// The clock's own socket, and another clock's in its place.
@Suite struct ControlSocketTests {
  private let folder = TemporaryFolder()
  private let log = Log()
  private var path: String { "\(folder.path)/own/c.sock" }

  private func socket() -> ControlSocket {
    ControlSocket(at: path, makesFolder: true, pause: .milliseconds(20), report: log.add)
  }

  /// Whether a client that comes now is heard by `socket`, which may try again before.
  private func isHeard(by socket: ControlSocket, within span: Duration = .milliseconds(300)) -> Bool {
    let (client, end) = (Connection(to: path), KernelTimer(.boot))
    end.arm(at: Now.boot + span)
    while true {
      var poll = Poll()
      socket.watch(&poll)
      poll.watch(end.descriptor)
      poll.wait()
      if socket.receive(poll), socket.accept() != nil { return client != nil }
      if poll.isReady(end.descriptor) { return false }
    }
  }

  @Test func whatAnotherClockHasIsTakenOverOnceItIsFree() {
    var first: ControlSocket? = socket()
    #expect(first?.isOpen == true && log.lines.isEmpty)
    let second = socket()
    #expect(!second.isOpen && log.lines == ["no control socket: another clock has \(path); give one of them a --name"])
    #expect(!isHeard(by: second))
    // As when its program has been killed: the file stays.
    first = nil
    _ = isHeard(by: second)
    #expect(second.isOpen && isHeard(by: second) && log.lines.count == 1)
  }

  @Test func aVanishedOneIsMadeAgainWithinAMinute() throws {
    let own = socket()
    try Folder.delete(path)
    #expect(!isHeard(by: own, within: .milliseconds(50)))
    for _ in 0..<60 { own.tick() }
    #expect(isHeard(by: own))
    own.remove()
    #expect(folder.names(in: "own") == [])
  }

  /// An abstract socket would have no file.
  @Test func aSocketWhoseNameBeginsWithAnAtSignHasAFile() throws {
    let name = "@colourclock-test-\(Process.identifier)"
    let socket = try #require(SocketAddress(path: name)?.listen(backlog: 1))
    defer { close(socket) }
    #expect(Connection(to: name) != nil)
    try Folder.delete("./\(name)")
  }
}
