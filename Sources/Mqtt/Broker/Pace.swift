/// How fast messages are taken from the broker: some at once, and so many a second. Whoever floods a wall finds the broker's
/// queue and then TCP in the way, not the wall.
struct Pace {
  static let burst = 100.0
  /// A second. A wall works off each in some ten microseconds.
  static let rate = 500.0

  private var left = Pace.burst
  private var last = 0.0

  mutating func refill(at uptime: Double) {
    left = min(Pace.burst, left + max(0, uptime - last) * Pace.rate)
    last = uptime
  }

  /// Whether one may be taken.
  var isOpen: Bool { left >= 1 }

  mutating func spend() { left -= 1 }

  /// Until some may be taken again: a few at a time, so that waiting costs little.
  var pause: Double { isOpen ? 0 : (10 - left) / Pace.rate }
}
