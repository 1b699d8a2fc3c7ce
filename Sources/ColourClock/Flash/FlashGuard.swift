/// Sees every frame before it is shown, and holds back what would flash more than three times within a second (WCAG 2.2,
/// 2.3.1), whoever has asked for it. What is held back is shown as soon as it may be, if it is still the present picture.
struct FlashGuard {
  /// The last frames that were shown, the latest at the end: as many as must be known to judge the next one.
  private var shown: [(frame: Frame, uptime: Duration)] = []
  /// Only while frames follow each other fast enough to flash.
  private var meter: FlashMeter?
  /// When to try again, after a frame was held back.
  private(set) var retry: Duration?

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
      var meter = meter ?? shown.reduce(into: FlashMeter()) { $0.see($1.frame, at: $1.uptime) }
      let isSafe = meter.see(frame, at: uptime)
      guard isSafe || frame.size != present?.size else {
        retry = uptime + FlashGuard.pause
        return false
      }
      self.meter = meter
    } else {
      meter = nil
    }
    if shown.count > FlashMeter.changes { shown.removeFirst() }
    shown.append((frame, uptime))
    return true
  }

  /// Whether there were so many new frames within the last second that another one could be a change too many.
  private func isCrowded(at uptime: Duration) -> Bool {
    shown.count > FlashMeter.changes && uptime - shown[1].uptime < FlashMeter.window
  }
}
