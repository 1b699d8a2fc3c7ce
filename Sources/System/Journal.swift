private import Glibc
private import Synchronization

/// Writes to the systemd journal through standard error, at a limited rate.
package enum Journal {
  /// Priorities of sd-daemon(3).
  package enum Priority: Int, Sendable {
    case error = 3
    case warning, notice, info
  }

  /// True if standard error goes to the journal (systemd.exec(5)).
  package static let isConnected = Process.environment("JOURNAL_STREAM").map(isStandardError) ?? false

  private static func isStandardError(_ stream: String) -> Bool {
    var status = stat()
    guard fstat(STDERR_FILENO, &status) == 0 else { return false }
    return stream == "\(status.st_dev):\(status.st_ino)"
  }

  package static func report(_ message: String, as priority: Priority) {
    if isConnected { Process.report(message, as: priority) }
  }

  private static let gate = Mutex(Gate())

  static func line(_ message: String, as priority: Priority) -> String { "<\(priority.rawValue)>\(message)\n" }

  /// Returns `nil` beyond the rate limit.
  static func line(_ message: String, as priority: Priority, at uptime: Duration) -> String? {
    guard let left = gate.withLock({ $0.admit(at: uptime) }) else { return nil }
    let before = left > 0 ? line("messages omitted here: \(left)", as: .warning) : ""
    return before + line(message, as: priority)
  }

  struct Gate {
    private var limiter = RateLimiter(burst: 20, each: .seconds(5))
    private var omitted = 0

    /// Returns the number of lines omitted before; `nil` to omit this line too.
    mutating func admit(at uptime: Duration) -> Int? {
      guard limiter.admit(at: uptime) else {
        omitted += 1
        return nil
      }
      defer { omitted = 0 }
      return omitted
    }
  }
}
