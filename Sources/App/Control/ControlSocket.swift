import System

/// The clock's own control socket. If another clock uses the path, or the folder does not exist yet, the socket is
/// opened later.
final class ControlSocket {
  private let path: String
  /// True to create the folder if necessary: it is only for the sockets of clocks.
  private let makesFolder: Bool
  /// `nil` until it is open.
  private var socket: LocalSocket?
  /// Fires when it is time to try again; `nil` once the socket is open.
  private var retry: KernelTimer?
  private let pause: Duration
  private var ticks = 0

  /// Opens the socket, or reports why it cannot.
  /// - Parameters:
  ///   - isNamed: true if the path depends on `--name` or `--control`.
  ///   - pause: the time between two attempts.
  init(
    at path: String, makesFolder: Bool, isNamed: Bool = false, pause: Duration = .seconds(30),
    report: (String) -> Void = Process.report
  ) {
    (self.path, self.makesFolder, self.pause) = (path, makesFolder, pause)
    do { socket = try LocalSocket(at: path, makesFolder: makesFolder) } catch {
      switch error.kind {
      case .taken:
        let advice = isNamed ? "" : "; give one of them a --name"
        report("no control socket: another clock has \(path)\(advice)")
      case .exposed: report("no control socket: \(error.reason)")
      default: report("no control socket \(path): \(error.reason)")
      }
      retry = KernelTimer(.boot)
      retry?.arm(at: Now.boot + pause)
    }
  }

  var isOpen: Bool { socket != nil }

  /// Adds the descriptor to poll: the socket, or the timer of the next attempt.
  func watch(_ poll: inout Poll) {
    if let descriptor = socket?.descriptor ?? retry?.descriptor { poll.watch(descriptor) }
  }

  /// True if clients are waiting. Tries again to open a socket that is not open yet.
  func receive(_ poll: Poll) -> Bool {
    if let socket { return poll.isReady(socket.descriptor) }
    guard let retry, poll.isReady(retry.descriptor), retry.acknowledge() else { return false }
    socket = try? LocalSocket(at: path, makesFolder: makesFolder)
    if isOpen {
      self.retry = nil
      Journal.report("the control socket \(path) is this clock's now", as: .notice)
    } else {
      retry.arm(at: Now.boot + pause)
    }
    return false
  }

  /// The next client; `nil` if there is none.
  func accept() -> Connection? { socket?.accept() }

  /// Call this at each tick. Once a minute it checks that the socket's file still exists, and opens a new socket if
  /// not. The system empties the folder when the user's last session ends.
  func tick() {
    ticks += 1
    guard ticks % 60 == 0, socket?.isThere == false else { return }
    socket = (try? LocalSocket(at: path, makesFolder: makesFolder)) ?? socket
  }

  /// Removes the socket's file.
  func remove() { socket?.remove() }
}
