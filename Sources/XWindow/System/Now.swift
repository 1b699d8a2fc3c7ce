private import Glibc

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
