/// Sees every frame before it is shown, and holds back what would flash more than three times within a second (WCAG 2.2,
/// 2.3.1), whether hands, time or commands have asked for it. What is held back is shown as soon as it may be, if it is still the present picture.
struct FlashGuard {
  /// The last frames that were shown, the latest at the end: as many as must be known to judge the next one.
  private var shown: [(frame: Frame, uptime: Duration)] = []
  /// What was seen of them, and room to try the next one; only while frames follow each other fast enough to flash.
  private var meters: Meters?
  /// When to try again, after a frame was held back.
  private(set) var retry: Duration?

  private struct Meters {
    private var seen = FlashMeter()
    private var trial = FlashMeter()

    /// Whether the frame can be shown without too many flashes.
    @discardableResult mutating func see(_ frame: Frame, at uptime: Duration) -> Bool {
      trial.see(frame, at: uptime, after: seen)
    }

    /// The frame that was seen last is shown.
    mutating func keep() { swap(&seen, &trial) }
  }

  /// What is shown.
  var present: Frame? { shown.last?.frame }

  /// How long after it was held back a frame is tried again.
  private static let pause = Duration.milliseconds(50)

  /// Whether the frame may be shown now; if so it counts as shown. One of another size always may: until it is shown, a
  /// window that was resized has a part without a picture.
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

  /// Whether it flashes too often after what was shown, as far as that is known.
  private mutating func isSafe(_ frame: Frame, at uptime: Duration) -> Bool {
    var known = meters ?? Meters()
    if meters == nil {
      for (frame, uptime) in shown {
        known.see(frame, at: uptime)
        known.keep()
      }
    }
    meters = nil  // So that there is one owner, and nothing is copied.
    defer { meters = known }
    return known.see(frame, at: uptime)
  }

  /// Whether there were so many new frames within the last second that another one could be a change too many.
  private func isCrowded(at uptime: Duration) -> Bool {
    shown.count > FlashMeter.changes && uptime - shown[1].uptime < FlashMeter.window
  }
}
