/// Exponential back-off with full jitter ("Exponential Backoff And Jitter", AWS Architecture Blog), but at least 1 s.
package struct Backoff {
  /// The shortest and longest pause, in seconds.
  package static let range = 1.0...60.0

  private var failures = 0

  package init() {}

  /// The random seconds until the next try, up to 2, 4, 8 … 60. Call this after each failure.
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
