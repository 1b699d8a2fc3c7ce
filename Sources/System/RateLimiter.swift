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
    refill(at: uptime)
    guard left >= each else { return false }
    spend()
    return true
  }

  /// Adds the time since the last call.
  package mutating func refill(at uptime: Duration) {
    left = min(most, left + max(.zero, uptime - last))
    last = uptime
  }

  /// Counts an event, also one that is not allowed yet.
  package mutating func spend() { left -= each }

  /// The time from the last `refill` until `count` events are allowed; zero if they are allowed now.
  package func wait(for count: Int) -> Duration { max(.zero, each * count - left) }
}
