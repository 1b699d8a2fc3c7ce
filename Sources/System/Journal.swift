private import Glibc
private import Synchronization

/// The system's journal, where standard error leads there: lines have priorities then, more is told than on a terminal,
/// and no more than a reader can follow.
package enum Journal {
  /// As sd-daemon(3) has them.
  package enum Priority: Int, Sendable {
    case error = 3
    case warning, notice, info
  }

  /// By systemd.exec(5), `$JOURNAL_STREAM`: device and inode of the stream, which standard error may have been led away
  /// from.
  package static let isThere = Process.environment("JOURNAL_STREAM").map(leads) ?? false

  private static func leads(_ stream: String) -> Bool {
    var status = stat()
    guard fstat(STDERR_FILENO, &status) == 0 else { return false }
    return stream == "\(status.st_dev):\(status.st_ino)"
  }

  /// Tells what is worth a line there, but would be in the way on a terminal.
  package static func report(_ message: String, as priority: Priority) {
    if isThere { Process.report(message, as: priority) }
  }

  private static let gate = Mutex(Gate())

  /// The line as the journal takes it.
  static func line(_ message: String, as priority: Priority) -> String { "<\(priority.rawValue)>\(message)\n" }

  /// The same, after one about what was left out; `nil` if there were too many.
  static func line(_ message: String, as priority: Priority, at uptime: Duration) -> String? {
    guard let left = gate.withLock({ $0.admit(at: uptime) }) else { return nil }
    let before = left > 0 ? line("\(left) lines were left out here", as: .warning) : ""
    return before + line(message, as: priority)
  }

  /// Twenty lines at once, and one more every five seconds.
  struct Gate {
    private var limiter = RateLimiter(burst: 20, each: .seconds(5))
    private var left = 0

    /// How many lines were left out before this one; `nil` if it is left out too.
    mutating func admit(at uptime: Duration) -> Int? {
      guard limiter.admit(at: uptime) else {
        left += 1
        return nil
      }
      defer { left = 0 }
      return left
    }
  }
}
