private import Glibc

/// Reports to systemd (sd_notify(3)). `WATCHDOG_PID` is ignored: it may be the ID of xinit, startx or a shell.
package final class ServiceManager {
  private let address: SocketAddress?
  private let name: String
  private let socket: Int32
  /// Half the timeout (sd_watchdog_enabled(3)); `nil` without a watchdog.
  package let interval: Duration?
  package private(set) var lastSignal: Duration?
  private var isReady = false
  private var hasReported = false
  private var status = ""
  private let report: (String) -> Void

  package static func fromEnvironment() -> ServiceManager? { ServiceManager(taking: Process.takeEnvironment) }

  /// `nil` without `NOTIFY_SOCKET`. A timeout of 0 means no watchdog.
  /// - Parameter variable: removes a variable and returns its value.
  convenience init?(taking variable: (String) -> String?) {
    let values = ["NOTIFY_SOCKET", "WATCHDOG_USEC", "WATCHDOG_PID"].map(variable)
    guard let name = values[0] else { return nil }
    let microseconds = values[1].flatMap { Int64($0) } ?? 0
    self.init(socket: name, timeout: microseconds > 0 ? .microseconds(microseconds) : nil)
  }

  init(socket name: String, timeout: Duration?, report: @escaping (String) -> Void = Process.report) {
    (self.name, self.report) = (name, report)
    // sd_notify(3) has only these forms.
    address = name.hasPrefix("/") || name.hasPrefix("@") ? SocketAddress(name) : nil
    interval = timeout.map { $0 / 2 }
    socket = SocketAddress.datagrams()
  }

  deinit { close(socket) }

  package func ready() {
    if !isReady { isReady = send("READY=1") }
  }

  package func setStatus(_ status: String) {
    guard status != self.status else { return }
    self.status = status
    _ = send("STATUS=\(status)")
  }

  package func stopping() { _ = send("STOPPING=1") }

  package func isDue(at uptime: Duration) -> Bool {
    guard let interval else { return false }
    guard let lastSignal else { return true }
    return uptime - lastSignal >= interval
  }

  package func alive(at uptime: Duration) {
    if isDue(at: uptime), send("WATCHDOG=1") { lastSignal = uptime }
  }

  /// Only `ready` and `alive` repeat a failed message.
  private func send(_ state: String) -> Bool {
    let isSent = address?.send(state, from: socket) ?? false
    if !isSent && !hasReported && (address == nil || errno != EAGAIN) {
      hasReported = true
      report("cannot reach the service manager at '\(name)'; continuing without it")
    }
    return isSent
  }
}
