private import CLinux
private import Glibc

/// The kernel's data about the system clock (adjtimex(2)).
package struct KernelClock: Hashable, Sendable {
  /// True for some hours after a time service's correction.
  package let isSynchronised: Bool
  package let estimatedError: Duration
  package let maximumError: Duration
  /// The leap second at this UTC day's end.
  package let leap: Leap?
  /// TAI minus UTC in seconds; `nil` if unknown (0 in the kernel).
  package let taiOffset: Int?

  package enum Leap: String, Sendable {
    /// `inserting` means that the inserted second runs now.
    case insert, delete, inserting
  }

  /// `NTP_PHASE_LIMIT` in timex.h.
  private static let mostError = Duration.seconds(16)

  /// `nil` if the kernel forbids the call, as in some containers.
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

package struct TimeService: Hashable, Sendable {
  package let name: String
  /// The time since a time server's last answer; `nil` if unknown.
  package let sinceAnswer: Duration?

  package static func running(root: String = "", now: Duration = Now.wall) -> TimeService? {
    // Debian, Fedora and Arch use these files.
    for (name, files) in [
      ("chronyd", ["/run/chrony/chronyd.pid", "/run/chronyd.pid"]), ("ntpd", ["/run/ntpd.pid"]),
      ("openntpd", ["/run/openntpd.pid"]),
    ] where files.contains(where: { isAlive(root + $0, named: name, root: root) }) {
      return TimeService(name: name, sinceAnswer: nil)
    }
    // Each answer touches this file (systemd-timesyncd.service(8)).
    guard let touched = File.changed("\(root)/run/systemd/timesync/synchronized") else { return nil }
    return TimeService(name: "systemd-timesyncd", sinceAnswer: max(.zero, now - touched))
  }

  private static func isAlive(_ file: String, named name: String, root: String) -> Bool {
    guard let id = firstLine(of: file).flatMap({ Int32($0) }) else { return false }
    let running = firstLine(of: "\(root)/proc/\(id)/comm")
    // OpenNTPD's process is called `ntpd` too.
    return running == name || running == "ntpd" && name == "openntpd"
  }

  private static func firstLine(of file: String) -> String? {
    guard let bytes = try? File.readRegular(file, limit: 4096) else { return nil }
    return String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isWhitespace).first.map(String.init)
  }
}

extension File {
  /// The time of the last modification, since 1970.
  package static func changed(_ path: String) -> Duration? {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    return .seconds(status.st_mtim.tv_sec) + .nanoseconds(status.st_mtim.tv_nsec)
  }
}

package enum Now {
  /// The time since 1970 (CLOCK_REALTIME).
  package static var wall: Duration { read(CLOCK_REALTIME) }
  /// The time since the machine's start, including suspend (CLOCK_BOOTTIME).
  package static var boot: Duration { read(CLOCK_BOOTTIME) }

  private static func read(_ clock: clockid_t) -> Duration {
    var time = timespec()
    clock_gettime(clock, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }
}
