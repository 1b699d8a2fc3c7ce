/// Exponential back-off with full jitter ("Exponential Backoff And Jitter", AWS Architecture Blog). It spreads the
/// retries of many clients. Unlike in the article, a wait is at least 1 s.
package struct Backoff {
  /// The shortest and the longest wait, in seconds.
  package static let range = 1.0...60.0

  private var failures = 0

  package init() {}

  /// Call this after each failure.
  /// - Returns: the wait until the next try, in seconds: at random up to 2 s, 4 s, 8 s … 60 s.
  package mutating func next(using random: inout some RandomNumberGenerator) -> Double {
    let longest = min(Backoff.range.upperBound, Double(1 << min(failures + 1, 6)))
    failures += 1
    return Double.random(in: Backoff.range.lowerBound...longest, using: &random)
  }

  package mutating func next() -> Double {
    var random = SystemRandomNumberGenerator()
    return next(using: &random)
  }

  /// Call after a success.
  package mutating func reset() { failures = 0 }
}
