private import CX11
private import Glibc

/// The kernel's clocks, as spans since their epochs.
package enum Now {
  /// CLOCK_REALTIME, since 1970. Not `time(2)`, which is coarse: just after a second it still gives the last one.
  package static var wall: Duration { read(CLOCK_REALTIME) }
  /// CLOCK_BOOTTIME, since the machine was started, suspend included.
  package static var boot: Duration { read(CLOCK_BOOTTIME) }

  /// Whether chrony, ntpd or systemd-timesyncd keeps the system's clock in step, by what the kernel knows: adjtimex(2)
  /// needs no privilege where it changes nothing. The kernel itself gives up some hours after the last correction.
  package static var isSynchronised: Bool {
    var state = timex()
    let answer = adjtimex(&state)
    // Where the call is forbidden, as in some containers, nothing is known against the clock.
    guard answer >= 0 else { return true }
    return answer != TIME_ERROR && state.status & STA_UNSYNC == 0
  }

  private static func read(_ clock: clockid_t) -> Duration {
    var time = timespec()
    clock_gettime(clock, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }
}
