/// Checks every frame before it is shown. It delays frames that would make a fourth flash within a second (WCAG 2.2,
/// 2.3.1), whether input, time or commands have caused them. A delayed frame is shown as soon as allowed, if it is
/// still the present picture.
struct FlashGuard {
  /// The last frames shown, the latest at the end: as many as the next check needs.
  private var shown: [(frame: Frame, uptime: Duration)] = []
  /// Measures of the shown frames, and of a trial. `nil` while frames are too rare to flash.
  private var meters: Meters?
  /// When to try again after a delay.
  private(set) var retry: Duration?

  private struct Meters {
    private var seen = FlashMeter()
    private var trial = FlashMeter()

    /// Measures a frame on trial.
    /// - Returns: true if it can be shown without too many flashes.
    @discardableResult mutating func record(_ frame: Frame, at uptime: Duration) -> Bool {
      trial.record(frame, at: uptime, after: seen)
    }

    /// The trial's frame is shown.
    mutating func keep() { swap(&seen, &trial) }
  }

  /// The present frame.
  var present: Frame? { shown.last?.frame }

  /// The time between two trials of a delayed frame.
  private static let pause = Duration.milliseconds(50)

  /// Decides whether a frame may be shown now, and records it if so. A frame of another size always may: a resized
  /// window has an empty part until then.
  mutating func admits(_ frame: Frame, at uptime: Duration) -> Bool {
    retry = nil
    if present == frame { return true }
    if isCrowded(at: uptime) {
      let isSafe = isSafe(frame, at: uptime)
      guard isSafe || frame.size != present?.size else {
        retry = uptime + FlashGuard.pause
        return false
      }
      meters?.keep()
    } else {
      meters = nil
    }
    if shown.count > FlashMeter.changes { shown.removeFirst() }
    shown.append((frame, uptime))
    return true
  }

  /// True if the frame flashes not too often after the shown ones, as far as known.
  private mutating func isSafe(_ frame: Frame, at uptime: Duration) -> Bool {
    var known = meters ?? Meters()
    if meters == nil {
      for (frame, uptime) in shown {
        known.record(frame, at: uptime)
        known.keep()
      }
    }
    meters = nil  // One owner only, so that nothing is copied.
    defer { meters = known }
    return known.record(frame, at: uptime)
  }

  /// True if the last second had so many new frames that another one could be a change too many.
  private func isCrowded(at uptime: Duration) -> Bool {
    shown.count > FlashMeter.changes && uptime - shown[1].uptime < FlashMeter.window
  }
}
