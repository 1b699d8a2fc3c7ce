/// Limits the work on recurrence rules: by a number of steps, which is the same on all machines, and by a time limit for
/// slow machines.
struct StepBudget {
  /// The number of steps that are left, 0 or more.
  private(set) var steps: Int
  private let deadline: Double
  private let now: () -> Double

  /// The number of steps between two readings of the clock.
  private static let clockEvery = 1024

  /// - Parameters:
  ///   - seconds: the time limit for the steps.
  ///   - now: a monotonic clock in seconds.
  init(steps: Int, seconds: Double, now: @escaping () -> Double) {
    (self.steps, self.now) = (max(0, steps), now)
    deadline = now() + seconds
  }

  /// A limit of steps without a time limit.
  init(steps: Int) { self.init(steps: steps, seconds: .infinity) { 0 } }

  /// Takes some steps.
  /// - Returns: false if fewer are left or the time is over; then `steps` becomes 0.
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
