import System

final class ControlSocket {
  private let path: String
  private let makesFolder: Bool
  private var socket: LocalSocket?
  private var retry: KernelTimer?
  private let pause: Duration
  private var ticks = 0

  /// - Parameter isNamed: true omits the advice to use `--name`.
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

  func receive(_ poll: Poll) -> Bool {
    if let socket { return poll.isReady(socket.descriptor) }
    guard let retry, poll.isReady(retry.descriptor), retry.acknowledge() else { return false }
    socket = try? LocalSocket(at: path, makesFolder: makesFolder)
    if isOpen {
      self.retry = nil
      Journal.report("the control socket \(path) is open now", as: .notice)
    } else {
      retry.arm(at: Now.boot + pause)
    }
    return false
  }

  func accept() -> Connection? { socket?.accept() }

  /// Restores the socket, which the system deletes at the end of the user's last session.
  func tick() {
    ticks += 1
    guard ticks % 60 == 0, socket?.exists == false else { return }
    socket = (try? LocalSocket(at: path, makesFolder: makesFolder)) ?? socket
  }

  func remove() { socket?.remove() }
}
