/// Delays a frame that would make a fourth flash within a second (WCAG 2.2, 2.3.1). A delayed frame is tried again
/// until it is allowed, unless the clock wants to show another picture by then.
struct FlashGuard {
  /// The shown frames, the latest at the end. Frames that the next check does not need are dropped.
  private var shown: [(frame: Frame, uptime: Duration)] = []
  /// The meters; `nil` while frames are too rare to flash.
  private var meters: Meters?
  /// The uptime at which to try a delayed frame again; `nil` if no frame is delayed.
  private(set) var retry: Duration?

  /// Two meters: `seen` for the shown frames, `trial` for the shown frames and a frame on trial.
  private struct Meters {
    private var seen = FlashMeter()
    private var trial = FlashMeter()

    /// True if the frame can follow the shown frames without too many flashes.
    @discardableResult mutating func record(_ frame: Frame, at uptime: Duration) -> Bool {
      trial.record(frame, at: uptime, after: seen)
    }

    mutating func keep() { swap(&seen, &trial) }
  }

  var present: Frame? { shown.last?.frame }

  private static let pause = Duration.milliseconds(50)

  /// True if a frame may be shown now. A frame of another size may always be shown: without it, a part of the resized
  /// window would stay empty.
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

  private mutating func isSafe(_ frame: Frame, at uptime: Duration) -> Bool {
    var known = meters ?? Meters()
    if meters == nil {
      for (frame, uptime) in shown {
        known.record(frame, at: uptime)
        known.keep()
      }
    }
    meters = nil  // `known` is the only owner now, so nothing is copied.
    defer { meters = known }
    return known.record(frame, at: uptime)
  }

  /// True if another frame could make a fourth flash.
  private func isCrowded(at uptime: Duration) -> Bool {
    shown.count > FlashMeter.changes && uptime - shown[1].uptime < FlashMeter.window
  }
}
