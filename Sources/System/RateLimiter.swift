/// A token bucket.
package struct RateLimiter {
  private let most: Duration
  private let each: Duration
  /// Saved time, up to `most`. Each event costs `each`.
  private var left: Duration
  private var last = Duration.zero

  package init(burst: Int, each: Duration) { (most, self.each, left) = (each * burst, each, each * burst) }

  package mutating func admit(at uptime: Duration) -> Bool {
    refill(at: uptime)
    guard left >= each else { return false }
    spend()
    return true
  }

  package mutating func refill(at uptime: Duration) {
    left = min(most, left + max(.zero, uptime - last))
    last = uptime
  }

  /// Counts an event, even if it is not allowed yet.
  package mutating func spend() { left -= each }

  /// The time from the last `refill` until `count` events are allowed.
  package func wait(for count: Int) -> Duration { max(.zero, each * count - left) }
}
