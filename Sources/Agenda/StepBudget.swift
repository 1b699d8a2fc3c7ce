/// Limits the work on rules: by steps, which are the same on every machine, and by a clock, for slow machines.
struct StepBudget {
  /// Steps that are left: 0 or more.
  private(set) var steps: Int
  private let deadline: Double
  private let now: () -> Double

  /// The clock is read once in so many steps.
  private static let clockEvery = 1024

  /// - Parameters:
  ///   - seconds: how long the steps may take.
  ///   - now: a clock in seconds that never goes back.
  init(steps: Int, seconds: Double, now: @escaping () -> Double) {
    (self.steps, self.now) = (max(0, steps), now)
    deadline = now() + seconds
  }

  /// Limits steps alone.
  init(steps: Int) { self.init(steps: steps, seconds: .infinity) { 0 } }

  /// Takes some steps.
  ///
  /// - Returns: false if they were not left, or the time is over. No step is left then.
  mutating func spend(_ count: Int = 1) -> Bool {
    let isClockRead = steps / StepBudget.clockEvery != (steps - count) / StepBudget.clockEvery
    guard steps >= count, !isClockRead || now() < deadline else {
      steps = 0
      return false
    }
    steps -= count
    return true
  }
}
