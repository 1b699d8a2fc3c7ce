/// Exponential back-off with full jitter ("Exponential Backoff And Jitter", AWS Architecture Blog), with pauses of at
/// least 1 s. The jitter spreads the retries of clients that lose their connections at the same time.
package struct Backoff {
  /// The range of the pause, in seconds.
  package static let range = 1.0...60.0

  private var failures = 0

  package init() {}

  /// Returns the next pause, in seconds. Call this after each failure.
  package mutating func next(using random: inout some RandomNumberGenerator) -> Double {
    let longest = min(Backoff.range.upperBound, Double(1 << min(failures + 1, 6)))
    failures += 1
    return Double.random(in: Backoff.range.lowerBound...longest, using: &random)
  }

  package mutating func next() -> Double {
    var random = SystemRandomNumberGenerator()
    return next(using: &random)
  }

  /// Call this after a success.
  package mutating func reset() { failures = 0 }
}
