private import Glibc
private import Synchronization

/// Messages for the systemd journal, through standard error. The journal gets more messages than a terminal, at a
/// limited rate.
package enum Journal {
  /// Priorities of sd-daemon(3).
  package enum Priority: Int, Sendable {
    case error = 3
    case warning, notice, info
  }

  /// True if standard error leads to the journal. `$JOURNAL_STREAM` (systemd.exec(5)) has the journal's device and
  /// inode, but a script may have redirected standard error.
  package static let isThere = Process.environment("JOURNAL_STREAM").map(isStandardError) ?? false

  private static func isStandardError(_ stream: String) -> Bool {
    var status = stat()
    guard fstat(STDERR_FILENO, &status) == 0 else { return false }
    return stream == "\(status.st_dev):\(status.st_ino)"
  }

  /// Reports the message only if standard error leads to the journal.
  package static func report(_ message: String, as priority: Priority) {
    if isThere { Process.report(message, as: priority) }
  }

  private static let gate = Mutex(Gate())

  /// The line with its priority as in sd-daemon(3).
  static func line(_ message: String, as priority: Priority) -> String { "<\(priority.rawValue)>\(message)\n" }

  /// The line, after a line with the number of messages omitted before it; `nil` beyond the rate limit.
  static func line(_ message: String, as priority: Priority, at uptime: Duration) -> String? {
    guard let left = gate.withLock({ $0.admit(at: uptime) }) else { return nil }
    let before = left > 0 ? line("messages omitted here: \(left)", as: .warning) : ""
    return before + line(message, as: priority)
  }

  /// Admits twenty lines at once, then one every five seconds.
  struct Gate {
    private var limiter = RateLimiter(burst: 20, each: .seconds(5))
    private var omitted = 0

    /// The number of lines omitted before this line; `nil` if this line must be omitted.
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
