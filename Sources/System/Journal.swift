private import Glibc
private import Synchronization

/// The systemd journal, if standard error leads to it. It gets more messages than a terminal, with priorities and at a
/// limited rate.
package enum Journal {
  /// The levels of sd-daemon(3).
  package enum Priority: Int, Sendable {
    case error = 3
    case warning, notice, info
  }

  /// True if standard error leads to the journal. `$JOURNAL_STREAM` (systemd.exec(5)) has the device and inode of the
  /// journal's stream. Compare them, because a script may have redirected standard error.
  package static let isThere = Process.environment("JOURNAL_STREAM").map(leads) ?? false

  private static func leads(_ stream: String) -> Bool {
    var status = stat()
    guard fstat(STDERR_FILENO, &status) == 0 else { return false }
    return stream == "\(status.st_dev):\(status.st_ino)"
  }

  package static func report(_ message: String, as priority: Priority) {
    if isThere { Process.report(message, as: priority) }
  }

  private static let gate = Mutex(Gate())

  static func line(_ message: String, as priority: Priority) -> String { "<\(priority.rawValue)>\(message)\n" }

  /// The line for the journal; `nil` if the rate limit omits the line. After omitted lines, the result begins with a
  /// line that states their number.
  static func line(_ message: String, as priority: Priority, at uptime: Duration) -> String? {
    guard let left = gate.withLock({ $0.admit(at: uptime) }) else { return nil }
    let before = left > 0 ? line("messages omitted here: \(left)", as: .warning) : ""
    return before + line(message, as: priority)
  }

  /// Admits twenty lines at once, and then one line every five seconds.
  struct Gate {
    private var limiter = RateLimiter(burst: 20, each: .seconds(5))
    private var omitted = 0

    /// The number of lines omitted just before this line; `nil` if this line is omitted.
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
