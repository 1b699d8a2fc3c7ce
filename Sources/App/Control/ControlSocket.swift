import System

/// The clock's own control socket, from its start or from when what stands in its way is gone: another clock that has
/// the same path, or a folder that is not there yet.
final class ControlSocket {
  private let path: String
  /// Whether the folder is the clocks' own, and is created if there is none.
  private let makesFolder: Bool
  /// `nil` while there is none.
  private var socket: LocalSocket?
  /// Rings when it is to be tried again; `nil` once there is a socket.
  private var retry: KernelTimer?
  private let pause: Duration
  private var ticks = 0

  /// Says why, if there is none yet.
  /// - Parameters:
  ///   - isNamed: whether it is a path that only clocks of the same name, or with the same `--control`, have.
  ///   - pause: from one try to the next.
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

  func watch(_ poll: inout Poll) {
    if let descriptor = socket?.descriptor ?? retry?.descriptor { poll.watch(descriptor) }
  }

  /// Whether clients are waiting.
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

  /// To be called at each tick. The folder of a user who has logged out everywhere is emptied: once a minute it is
  /// looked whether the socket is there.
  func tick() {
    ticks += 1
    guard ticks % 60 == 0, socket?.isThere == false else { return }
    socket = (try? LocalSocket(at: path, makesFolder: makesFolder)) ?? socket
  }

  func remove() { socket?.remove() }
}
