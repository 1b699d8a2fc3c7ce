/// A token bucket: a burst, then one event per interval.
package struct RateLimiter {
  private let most: Duration
  private let each: Duration
  /// Saved time, at most `most`. Each event costs `each`.
  private var left: Duration
  private var last = Duration.zero

  package init(burst: Int, each: Duration) { (most, self.each, left) = (each * burst, each, each * burst) }

  /// Counts the event if allowed.
  package mutating func admit(at uptime: Duration) -> Bool {
    left = min(most, left + max(.zero, uptime - last))
    last = uptime
    guard left >= each else { return false }
    left -= each
    return true
  }
}
