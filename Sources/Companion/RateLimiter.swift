/// Lets so many through at once, and one more every so often.
package struct RateLimiter {
  private let burst: Double
  /// In seconds.
  private let each: Double
  private var left: Double
  private var last = 0.0

  package init(burst: Double, each: Double) { (self.burst, self.each, left) = (burst, each, burst) }

  package mutating func admit(at uptime: Double) -> Bool {
    left = min(burst, left + max(0, uptime - last) / each)
    last = uptime
    guard left >= 1 else { return false }
    left -= 1
    return true
  }
}
