private import CLinux
private import Glibc

/// What the kernel knows about the system clock (adjtimex(2)). Reading needs no privilege.
package struct KernelClock: Hashable, Sendable {
  /// False until a time service sets the clock. False again when the maximum error reaches 16 s, some hours after the
  /// last correction.
  package let isSynchronised: Bool
  /// The time service reports this error and `maximumError`. The kernel increases `maximumError` until the next report.
  package let estimatedError: Duration
  package let maximumError: Duration
  /// The leap second at the end of this UTC day; `nil` if there is none.
  package let leap: Leap?
  /// TAI minus UTC in seconds; `nil` if no service has reported the difference (the kernel then has 0).
  package let taiOffset: Int?

  package enum Leap: String, Sendable {
    /// `inserting`: the inserted second is running now.
    case insert, delete, inserting
  }

  /// The maximum error at which the clock counts as not synchronised: `NTP_PHASE_LIMIT` in the kernel's timex.h.
  private static let mostError = Duration.seconds(16)

  /// The present state of the clock; `nil` if the call is forbidden, as in some containers.
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

/// The program that synchronises the clock, recognised by the files that it writes.
package struct TimeService: Hashable, Sendable {
  /// The program's name, such as `chronyd`.
  package let name: String
  /// The time since the last answer of a time server; `nil` if the program's files do not show it.
  package let sinceAnswer: Duration?

  /// - Parameters:
  ///   - root: a prefix for the paths in tests.
  ///   - now: the time since 1970.
  package static func running(root: String = "", now: Duration = Now.wall) -> TimeService? {
    // The services store their process IDs in these files on Debian, Fedora and Arch.
    for (name, files) in [
      ("chronyd", ["/run/chrony/chronyd.pid", "/run/chronyd.pid"]), ("ntpd", ["/run/ntpd.pid"]),
      ("openntpd", ["/run/openntpd.pid"]),
    ] where files.contains(where: { isAlive(root + $0, named: name, root: root) }) {
      return TimeService(name: name, sinceAnswer: nil)
    }
    // systemd-timesyncd updates its file at each answer (systemd-timesyncd.service(8)).
    guard let touched = File.changed("\(root)/run/systemd/timesync/synchronized") else { return nil }
    return TimeService(name: "systemd-timesyncd", sinceAnswer: max(.zero, now - touched))
  }

  /// True if the PID file's process exists and has this name (`/proc/pid/comm`, proc(5)).
  private static func isAlive(_ file: String, named name: String, root: String) -> Bool {
    guard let id = firstLine(of: file).flatMap({ Int32($0) }) else { return false }
    let running = firstLine(of: "\(root)/proc/\(id)/comm")
    // The process of OpenNTPD is called `ntpd` too.
    return running == name || running == "ntpd" && name == "openntpd"
  }

  private static func firstLine(of file: String) -> String? {
    guard let bytes = try? File.readRegular(file, limit: 4096) else { return nil }
    return String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isWhitespace).first.map(String.init)
  }
}

extension File {
  /// The time at which the file was last written, since 1970; `nil` if the file cannot be found.
  package static func changed(_ path: String) -> Duration? {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    return .seconds(status.st_mtim.tv_sec) + .nanoseconds(status.st_mtim.tv_nsec)
  }
}

/// The present times of kernel clocks, as durations since their epochs.
package enum Now {
  /// CLOCK_REALTIME, since 1970. Just after a new second has begun, time(2) can still return the previous second.
  package static var wall: Duration { read(CLOCK_REALTIME) }
  /// CLOCK_BOOTTIME, since the machine's start, including suspend.
  package static var boot: Duration { read(CLOCK_BOOTTIME) }

  private static func read(_ clock: clockid_t) -> Duration {
    var time = timespec()
    clock_gettime(clock, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }
}
