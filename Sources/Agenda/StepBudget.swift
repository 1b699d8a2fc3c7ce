struct StepBudget {
  private(set) var steps: Int
  private let deadline: Double
  private let now: () -> Double

  private static let stepsPerReading = 1024

  /// - Parameter now: a monotonic clock in seconds.
  init(steps: Int, seconds: Double, now: @escaping () -> Double) {
    (self.steps, self.now) = (max(0, steps), now)
    deadline = now() + seconds
  }

  init(steps: Int) { self.init(steps: steps, seconds: .infinity) { 0 } }

  /// If fewer than `count` steps or no time is left, sets `steps` to 0 and returns false.
  mutating func spend(_ count: Int = 1) -> Bool {
    let readsClock = steps / StepBudget.stepsPerReading != (steps - count) / StepBudget.stepsPerReading
    guard steps >= count, !readsClock || now() < deadline else {
      steps = 0
      return false
    }
    steps -= count
    return true
  }
}
