internal import CLinux
internal import Glibc

/// A timer whose descriptor becomes readable at an absolute time (timerfd_create(2)).
package final class KernelTimer {
  package let descriptor: Int32
  private let flags: Int32
  /// True if the last acknowledged expiry came from setting the clock.
  package private(set) var wasClockSet = false
  private var wasSetMeanwhile = false

  package enum Source {
    /// CLOCK_REALTIME. Setting the clock expires the timer too (TFD_TIMER_CANCEL_ON_SET).
    case wall
    /// CLOCK_BOOTTIME, which includes suspend and is never set.
    case boot
  }

  package init(_ source: Source) {
    descriptor = timerfd_create(
      source == .wall ? CLOCK_REALTIME : CLOCK_BOOTTIME, Int32(TFD_NONBLOCK | TFD_CLOEXEC))
    if descriptor < 0 { Process.fail("cannot get a timer: \(SystemError.last.reason)") }
    flags = Int32(source == .wall ? TFD_TIMER_ABSTIME | TFD_TIMER_CANCEL_ON_SET : TFD_TIMER_ABSTIME)
  }

  deinit { close(descriptor) }

  /// Expires at once if `time` is past, or if the clock was set since the last expiry.
  /// - Parameters:
  ///   - time: since 1970 (`wall`) or since the machine's start (`boot`); `nil` disarms.
  ///   - interval: zero for one expiry.
  package func arm(at time: Duration?, every interval: Duration = .zero) {
    // If the clock was set since the last expiry, only this error reports it (timerfd_create(2), NOTES).
    guard set(time, every: interval) == ECANCELED else { return }
    wasSetMeanwhile = true
    _ = set(.nanoseconds(1), every: .zero)
  }

  private func set(_ time: Duration?, every interval: Duration) -> Int32 {
    var value = itimerspec()
    if let time {
      value.it_value = KernelTimer.time(max(time, .nanoseconds(1)))
      value.it_interval = KernelTimer.time(interval)
    }
    return timerfd_settime(descriptor, flags, &value, nil) == 0 ? 0 : errno
  }

  static func time(_ span: Duration) -> timespec {
    let (seconds, attoseconds) = span.components
    return timespec(tv_sec: Int(seconds), tv_nsec: Int(attoseconds / 1_000_000_000))
  }

  /// True from the expiry until `acknowledge`.
  package var hasExpired: Bool { Poll.wait(for: [descriptor], timeout: .zero) }

  package func acknowledge() -> Bool {
    var count: UInt64 = 0
    let isDue = read(descriptor, &count, MemoryLayout.size(ofValue: count)) > 0
    let isCancelled = !isDue && errno == ECANCELED
    guard isDue || isCancelled else { return false }
    wasClockSet = isCancelled || wasSetMeanwhile
    wasSetMeanwhile = false
    return true
  }
}
