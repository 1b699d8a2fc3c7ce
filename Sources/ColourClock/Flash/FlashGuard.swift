/// Delays a frame that would make a fourth flash within a second (WCAG 2.2, 2.3.1).
struct FlashGuard {
  private var shown: [(frame: Frame, uptime: Duration)] = []
  /// `nil` while frames are too rare to flash.
  private var meters: Meters?
  /// The uptime of the next try; `nil` if no frame is delayed.
  private(set) var retry: Duration?

  /// `seen` has the shown frames, `trial` also the frame to check.
  private struct Meters {
    private var seen = FlashMeter()
    private var trial = FlashMeter()

    @discardableResult mutating func record(_ frame: Frame, at uptime: Duration) -> Bool {
      trial.record(frame, at: uptime, after: seen)
    }

    mutating func keep() { swap(&seen, &trial) }
  }

  var present: Frame? { shown.last?.frame }

  private static let pause = Duration.milliseconds(50)

  /// Returns false if the frame must wait. A frame of a new size never waits.
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

  /// With six changes in the window, one more can make a fourth flash. `shown[0]` is the frame before these changes.
  private func isCrowded(at uptime: Duration) -> Bool {
    shown.count > FlashMeter.changes && uptime - shown[1].uptime < FlashMeter.window
  }
}
