/// A token bucket: allows a burst, then one event per interval.
package struct RateLimiter {
  private let most: Duration
  private let each: Duration
  /// The unused time, at most that of a whole burst.
  private var left: Duration
  private var last = Duration.zero

  package init(burst: Int, each: Duration) { (most, self.each, left) = (each * burst, each, each * burst) }

  /// True if an event is allowed now. It then counts.
  package mutating func admit(at uptime: Duration) -> Bool {
    left = min(most, left + max(.zero, uptime - last))
    last = uptime
    guard left >= each else { return false }
    left -= each
    return true
  }
}
