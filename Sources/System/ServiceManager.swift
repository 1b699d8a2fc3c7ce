private import Glibc

/// The service manager that started the program and expects notifications: systemd's protocol (sd_notify(3)).
///
/// Its variables are removed from the environment, as they do not concern the program's children. `WATCHDOG_PID` is not
/// compared with our own ID: xinit, startx or a shell may have been started first, and then it is theirs.
package final class ServiceManager {
  private let address: SocketAddress?
  private let name: String
  private let socket: Int32
  /// Half the time after which it takes the program for hung, as sd_watchdog_enabled(3) advises; `nil` for no watchdog.
  package let interval: Duration?
  /// When the last sign of life was sent.
  package private(set) var lastSignal: Duration?
  private var isReady = false
  private var hasReported = false
  private var status = ""
  private let report: (String) -> Void

  /// The one that the environment names, if any.
  package static func fromEnvironment() -> ServiceManager? { ServiceManager(taking: Process.takeEnvironment) }

  /// `variable` reads and removes an environment variable. A watchdog's time that is 0 or no number is no watchdog.
  convenience init?(taking variable: (String) -> String?) {
    let values = ["NOTIFY_SOCKET", "WATCHDOG_USEC", "WATCHDOG_PID"].map(variable)
    guard let name = values[0] else { return nil }
    let microseconds = values[1].flatMap { Int64($0) } ?? 0
    self.init(socket: name, timeout: microseconds > 0 ? .microseconds(microseconds) : nil)
  }

  /// `name` is a path, or begins with `@` for Linux's abstract names.
  init(socket name: String, timeout: Duration?, report: @escaping (String) -> Void = Process.report) {
    (self.name, self.report) = (name, report)
    // As sd_notify(3) takes them.
    address = name.hasPrefix("/") || name.hasPrefix("@") ? SocketAddress(name) : nil
    interval = timeout.map { $0 / 2 }
    socket = SocketAddress.datagrams()
  }

  deinit { close(socket) }

  /// Reports that the program is ready; sent once, however often it is called.
  package func ready() {
    if !isReady { isReady = send("READY=1") }
  }

  /// What the program is about, in a line for its users (`systemctl status`); sent when it changes.
  package func tell(_ status: String) {
    guard status != self.status else { return }
    self.status = status
    _ = send("STATUS=\(status)")
  }

  /// Reports that the program begins to end.
  package func stopping() { _ = send("STOPPING=1") }

  /// Whether the next sign of life is due.
  package func isDue(at uptime: Duration) -> Bool {
    guard let interval else { return false }
    guard let lastSignal else { return true }
    return uptime - lastSignal >= interval
  }

  /// Sends a sign of life, if one is due.
  package func alive(at uptime: Duration) {
    if isDue(at: uptime), send("WATCHDOG=1") { lastSignal = uptime }
  }

  /// Whether it was sent. If the manager does not read, its socket may be full: then the next call tries again.
  private func send(_ state: String) -> Bool {
    let isSent = address?.send(state, from: socket) ?? false
    if !isSent && !hasReported && (address == nil || errno != EAGAIN) {
      hasReported = true
      report("cannot reach the service manager at '\(name)'; going on")
    }
    return isSent
  }
}
