import System

/// How long the random tests run. The numbers in their comments are those of a run without `COLOURCLOCK_TIMES`;
/// `assets/tools/soak properties` sets it.
package enum Soak {
  private static let factor = Process.environment("COLOURCLOCK_TIMES").flatMap { Int($0) } ?? 1

  /// The number of runs or of steps.
  package static func times<Count: FixedWidthInteger>(_ count: Count) -> Count { count * Count(factor) }
}
