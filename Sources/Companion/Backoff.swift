/// How long to wait before something is tried again: longer each time, and never the same for many that have lost it at
/// once (full jitter, as in "Exponential Backoff And Jitter" of the AWS Architecture Blog).
package struct Backoff {
  /// In seconds.
  package static let range = 1.0...60.0

  private var failures = 0

  package init() {}

  package mutating func next(using random: inout some RandomNumberGenerator) -> Double {
    let longest = min(Backoff.range.upperBound, Double(1 << min(failures + 1, 6)))
    failures += 1
    return Double.random(in: Backoff.range.lowerBound...longest, using: &random)
  }

  package mutating func next() -> Double {
    var random = SystemRandomNumberGenerator()
    return next(using: &random)
  }

  /// It has worked.
  package mutating func reset() { failures = 0 }
}
