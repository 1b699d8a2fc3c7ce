private import CLinux
private import Glibc

/// A kernel timer that rings at an absolute time: a descriptor that becomes readable.
package final class KernelTimer {
  /// What to poll for reading.
  package let descriptor: Int32
  private let flags: Int32
  /// Whether the last ring told of a clock that was set.
  package private(set) var hasBeenSet = false
  /// Whether the clock was set after the last ring and before the timer was armed anew.
  private var wasSetMeanwhile = false

  /// Which clock a timer follows.
  package enum Source {
    /// CLOCK_REALTIME; the timer also rings when that clock is set, as `timerfd_create(2)` promises with
    /// TFD_TIMER_CANCEL_ON_SET.
    case wall
    /// CLOCK_BOOTTIME, which cannot be set and which counts suspend.
    case boot
  }

  package init(_ source: Source) {
    descriptor = timerfd_create(
      source == .wall ? CLOCK_REALTIME : CLOCK_BOOTTIME, Int32(TFD_NONBLOCK | TFD_CLOEXEC))
    if descriptor < 0 { Process.fail("cannot get a timer: \(SystemError.last.reason)") }
    flags = Int32(source == .wall ? TFD_TIMER_ABSTIME | TFD_TIMER_CANCEL_ON_SET : TFD_TIMER_ABSTIME)
  }

  deinit { close(descriptor) }

  /// Rings at `time` of its clock (since its epoch), at once if that is past or if the clock was set meanwhile; `nil`
  /// silences it.
  ///
  /// - Parameter interval: from one ring to the next; zero for one that rings once.
  package func arm(at time: Duration?, every interval: Duration = .zero) {
    // The timer is armed then, but nothing else will ever tell (timerfd_create(2), NOTES).
    guard set(time, every: interval) == ECANCELED else { return }
    wasSetMeanwhile = true
    _ = set(.nanoseconds(1), every: .zero)
  }

  /// Sets the timer: the error it came with, or 0.
  private func set(_ time: Duration?, every interval: Duration) -> Int32 {
    var value = itimerspec()
    if let time {
      value.it_value = KernelTimer.time(max(time, .nanoseconds(1)))
      value.it_interval = KernelTimer.time(interval)
    }
    return timerfd_settime(descriptor, flags, &value, nil) == 0 ? 0 : errno
  }

  private static func time(_ span: Duration) -> timespec {
    let (seconds, attoseconds) = span.components
    return timespec(tv_sec: Int(seconds), tv_nsec: Int(attoseconds / 1_000_000_000))
  }

  /// Whether there is a ring that was not acknowledged yet.
  package var isRinging: Bool { Poll.wait(for: [descriptor], timeout: .zero) }

  /// Clears the ring: whether there was one, be it the time or a set clock.
  package func acknowledge() -> Bool {
    var count: UInt64 = 0
    let isDue = read(descriptor, &count, MemoryLayout.size(ofValue: count)) > 0
    let isCancelled = !isDue && errno == ECANCELED
    guard isDue || isCancelled else { return false }
    hasBeenSet = isCancelled || wasSetMeanwhile
    wasSetMeanwhile = false
    return true
  }
}
