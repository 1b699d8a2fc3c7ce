/// Lets so many through at once, and one more every so often.
package struct RateLimiter {
  private let most: Duration
  private let each: Duration
  /// The time that has not been used, up to that of all at once.
  private var left: Duration
  private var last = Duration.zero

  package init(burst: Int, each: Duration) { (most, self.each, left) = (each * burst, each, each * burst) }

  package mutating func admit(at uptime: Duration) -> Bool {
    left = min(most, left + max(.zero, uptime - last))
    last = uptime
    guard left >= each else { return false }
    left -= each
    return true
  }
}
