private import CLinux
private import Glibc

/// The kernel's knowledge of the system's clock: adjtimex(2), which needs no privilege to read.
package struct KernelClock: Hashable, Sendable {
  /// Whether a time service keeps it in step. The kernel itself gives up where it may be wrong by 16 s, some hours
  /// after the last correction.
  package let isSynchronised: Bool
  /// The estimated and the greatest possible error, as the time service says.
  package let estimatedError: Duration
  package let maximumError: Duration
  /// The leap second at the end of this UTC day.
  package let leap: Leap?
  /// Seconds that TAI is ahead of UTC; `nil` where no service has told the kernel.
  package let taiOffset: Int?

  package enum Leap: String, Sendable {
    /// A second more, a second less; one that is just being inserted.
    case insert, delete, inserting
  }

  /// From which on the kernel calls its clock unsynchronised (`NTP_PHASE_LIMIT` of its timex.h).
  private static let mostError = Duration.seconds(16)

  /// `nil` where the call is forbidden, as in some containers.
  package static var present: KernelClock? {
    var state = timex()
    let answer = adjtimex(&state)
    guard answer >= 0 else { return nil }
    return KernelClock(answer, state)
  }

  private init(_ answer: Int32, _ state: timex) {
    (estimatedError, maximumError) = (.microseconds(state.esterror), .microseconds(state.maxerror))
    isSynchronised =
      answer != TIME_ERROR && state.status & STA_UNSYNC == 0 && maximumError < KernelClock.mostError
    leap =
      switch answer {
      case TIME_INS: .insert
      case TIME_DEL: .delete
      case TIME_OOP: .inserting
      default: nil
      }
    taiOffset = state.tai == 0 ? nil : Int(state.tai)
  }
}

/// Which program keeps the clock in step, as far as its files on this machine tell.
package struct TimeService: Hashable, Sendable {
  package let name: String
  /// Since the last answer of its servers; `nil` where its files do not tell.
  package let sinceAnswer: Duration?

  /// - Parameters:
  ///   - root: before the paths; empty but in tests.
  ///   - now: since 1970.
  package static func running(root: String = "", now: Duration = Now.wall) -> TimeService? {
    // Each leaves its process ID where Debian, Fedora and Arch have it.
    for (name, files) in [
      ("chronyd", ["/run/chrony/chronyd.pid", "/run/chronyd.pid"]), ("ntpd", ["/run/ntpd.pid"]),
      ("openntpd", ["/run/openntpd.pid"]),
    ] where files.contains(where: { isAlive(root + $0, named: name, root: root) }) {
      return TimeService(name: name, sinceAnswer: nil)
    }
    // Touched at each answer (systemd-timesyncd.service(8)).
    guard let touched = File.changed("\(root)/run/systemd/timesync/synchronized") else { return nil }
    return TimeService(name: "systemd-timesyncd", sinceAnswer: max(.zero, now - touched))
  }

  /// Whether the process in this file exists and is that program (proc(5), `/proc/pid/comm`).
  private static func isAlive(_ file: String, named name: String, root: String) -> Bool {
    guard let id = firstLine(of: file).flatMap({ Int32($0) }) else { return false }
    let running = firstLine(of: "\(root)/proc/\(id)/comm")
    return running == name || running == "ntpd" && name == "openntpd"
  }

  private static func firstLine(of file: String) -> String? {
    guard let bytes = try? File.readRegular(file, limit: 4096) else { return nil }
    return String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isWhitespace).first.map(String.init)
  }
}

extension File {
  /// When the content of a file was changed last, since 1970; `nil` if there is none.
  package static func changed(_ path: String) -> Duration? {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    return .seconds(status.st_mtim.tv_sec) + .nanoseconds(status.st_mtim.tv_nsec)
  }
}

/// The kernel's clocks, as spans since their epochs.
package enum Now {
  /// CLOCK_REALTIME, since 1970. Not `time(2)`, which is coarse: just after a second it still gives the last one.
  package static var wall: Duration { read(CLOCK_REALTIME) }
  /// CLOCK_BOOTTIME, since the machine was started, suspend included.
  package static var boot: Duration { read(CLOCK_BOOTTIME) }

  private static func read(_ clock: clockid_t) -> Duration {
    var time = timespec()
    clock_gettime(clock, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }
}
