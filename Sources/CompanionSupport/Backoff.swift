/// Exponential back-off with full jitter ("Exponential Backoff And Jitter", AWS Architecture Blog).
package struct Backoff {
  package static let range = 1.0...60.0

  private var failures = 0

  package init() {}

  /// Returns a random pause in seconds; its maximum grows from 2 to 60.
  package mutating func next(using random: inout some RandomNumberGenerator) -> Double {
    let longest = min(Backoff.range.upperBound, Double(1 << min(failures + 1, 6)))
    failures += 1
    return Double.random(in: Backoff.range.lowerBound...longest, using: &random)
  }

  package mutating func next() -> Double {
    var random = SystemRandomNumberGenerator()
    return next(using: &random)
  }

  package mutating func reset() { failures = 0 }
}
