private import Glibc

/// Restarts the program from a signal handler if a call hangs, such as one of Xlib's. All descriptors above 2 must be
/// close-on-exec.
package final class CallWatchdog {
  /// `nil` is valid: the first timer's ID is a null pointer.
  private let timer: timer_t?
  private let limit: Duration

  /// `nil` if a restart would be impossible. All objects use the first object's message and variable.
  package init?(_ limit: Duration, message: String, setting variable: (name: String, value: String)) {
    if CallWatchdog.plan == nil { CallWatchdog.plan = Plan(message, variable) }
    guard CallWatchdog.plan != nil else { return nil }
    signal(CallWatchdog.number, CallWatchdog.restart)
    var (event, timer) = (sigevent(), timer_t?.none)
    (event.sigev_notify, event.sigev_signo) = (Int32(SIGEV_SIGNAL), CallWatchdog.number)
    guard timer_create(CLOCK_MONOTONIC, &event, &timer) == 0 else { return nil }
    (self.timer, self.limit) = (timer, limit)
  }

  deinit { timer_delete(timer) }

  package func during<Result>(_ call: () -> Result) -> Result {
    set(limit)
    defer { set(.zero) }
    return call()
  }

  private func set(_ time: Duration) {
    var value = itimerspec()
    value.it_value = KernelTimer.time(time)
    timer_settime(timer, 0, &value, nil)
  }

  /// A signal handler must not allocate, so all data is prepared in advance.
  private struct Plan {
    let message: UnsafeMutablePointer<CChar>
    let length: Int
    let arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>
    let environment: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>

    init?(_ message: String, _ variable: (name: String, value: String)) {
      guard let arguments = Plan.entries("cmdline"), let environment = Plan.entries("environ") else { return nil }
      let line = "colourclock: \(message)\n"
      (self.message, length) = (strdup(line), line.utf8.count)
      self.arguments = Plan.copies(arguments)
      let others = environment.filter { !$0.starts(with: "\(variable.name)=".utf8) }
      self.environment = Plan.copies(others + [Array("\(variable.name)=\(variable.value)".utf8)[...]])
    }

    /// The initial arguments or variables, even if removed since (proc_pid_cmdline(5)).
    private static func entries(_ name: String) -> [ArraySlice<UInt8>]? {
      let bytes = try? File.read("/proc/self/\(name)", limit: 1 << 23)
      return bytes?.split(separator: 0, omittingEmptySubsequences: false).dropLast()
    }

    private static func copies(_ entries: [ArraySlice<UInt8>]) -> UnsafeMutablePointer<UnsafeMutablePointer<CChar>?> {
      let copies = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>.allocate(capacity: entries.count + 1)
      for (index, entry) in entries.enumerated() {
        copies.advanced(by: index).initialize(to: strdup(entry.map { CChar(bitPattern: $0) } + [0]))
      }
      copies.advanced(by: entries.count).initialize(to: nil)
      return copies
    }
  }

  nonisolated(unsafe) private static var plan: Plan?
  /// Nothing else uses this real-time signal.
  private static let number: Int32 = 41

  /// Only async-signal-safe functions may be called here (signal-safety(7)).
  private static let restart: @convention(c) (Int32) -> Void = { number in
    guard let plan = CallWatchdog.plan else { return }
    _ = write(STDERR_FILENO, plan.message, plan.length)
    ProcessGroups.killAll()
    // The signal is blocked in its handler, and execve(2) would keep the mask.
    var own = sigset_t()
    sigemptyset(&own)
    sigaddset(&own, number)
    sigprocmask(SIG_UNBLOCK, &own, nil)
    execve("/proc/self/exe", plan.arguments, plan.environment)
    _exit(1)
  }
}
