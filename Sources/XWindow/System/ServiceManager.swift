private import Glibc

/// The service manager that started us and wants to hear from us: systemd's notification protocol (sd_notify(3)).
///
/// Its variables are taken out of the environment, since what we start is none of its business. `WATCHDOG_PID` is not
/// compared with our own: xinit, startx or a shell may stand between, and then it names them.
package final class ServiceManager {
  private let address: SocketAddress?
  private let name: String
  private let socket: Int32
  /// Half the time after which it takes us for hung, as sd_watchdog_enabled(3) advises.
  package let interval: Duration?
  private var lastSign: Duration?
  private var isReady = false
  private var hasReported = false
  private let report: (String) -> Void

  /// The one that the environment names, if there is one.
  package static func fromEnvironment() -> ServiceManager? { ServiceManager(taking: Process.takeEnvironment) }

  /// `variable` hands out an environment variable and takes it away. A span of no time, or none that is a number, asks
  /// for no signs of life.
  convenience init?(taking variable: (String) -> String?) {
    let values = ["NOTIFY_SOCKET", "WATCHDOG_USEC", "WATCHDOG_PID"].map(variable)
    guard let name = values[0] else { return nil }
    let microseconds = values[1].flatMap { Int64($0) } ?? 0
    self.init(socket: name, patience: microseconds > 0 ? .microseconds(microseconds) : nil)
  }

  /// `name` is a path, or begins with `@` for Linux's abstract names.
  init(socket name: String, patience: Duration?, report: @escaping (String) -> Void = Process.report) {
    (self.name, self.report) = (name, report)
    address = SocketAddress(name)
    interval = patience.map { $0 / 2 }
    socket = SocketAddress.datagrams()
  }

  deinit { close(socket) }

  /// Says that all has come up. May be said again and again: it is sent once.
  package func ready() {
    if !isReady { isReady = send("READY=1") }
  }

  /// Whether it is time for a sign of life.
  package func isDue(at uptime: Duration) -> Bool {
    guard let interval else { return false }
    guard let lastSign else { return true }
    return uptime - lastSign >= interval
  }

  /// Gives a sign of life, if it is time for one.
  package func alive(at uptime: Duration) {
    if isDue(at: uptime), send("WATCHDOG=1") { lastSign = uptime }
  }

  /// Whether it went out. It may not, if nobody reads at the other end: then there is no room, and next time is soon.
  private func send(_ state: String) -> Bool {
    let isSent = address?.send(state, from: socket) ?? false
    if !isSent && !hasReported && (address == nil || errno != EAGAIN) {
      hasReported = true
      report("cannot reach the service manager at '\(name)'; going on")
    }
    return isSent
  }
}
