/// How fast the wall is told what others want of it: some at once, and so many a second, a frame's worth at a time, since it
/// draws once for all that come together. Whoever floods it finds this in the way, not the wall.
struct Pace {
  static let burst = 100.0
  /// A second.
  static let rate = 500.0
  /// So many in a frame, by 60 a second.
  static let portion = 8.0

  private var left = Pace.burst
  private var last = 0.0
  private(set) var isOpen = true

  mutating func refill(at uptime: Double) {
    left = min(Pace.burst, left + max(0, uptime - last) * Pace.rate)
    last = uptime
    if left >= Pace.portion { isOpen = true }
  }

  mutating func spend() {
    left -= 1
    if left < 1 { isOpen = false }
  }

  /// How long until the wall may be told more.
  var pause: Double { isOpen ? 0 : max(0, Pace.portion - left) / Pace.rate }
}
