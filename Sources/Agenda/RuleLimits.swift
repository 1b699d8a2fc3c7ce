/// A step is a small piece of work, such as testing a day. It takes 10 to 80 ns on a desktop. Slow boards reach the
/// time limits first.
enum RuleLimits {
  /// Limits for one event. The second round is for events that did not finish in the first (`CalendarSet`).
  static let (stepsInFirstRound, stepsInSecondRound) = (1000, 400_000)
  // Limits for the events of one day, in one file and in all files:
  static let (stepsOfFile, stepsOfAll) = (8_000_000, 40_000_000)
  static let (secondsOfFile, secondsOfAll) = (2.0, 10.0)
  /// For one reading of the calendars, which finds the first occurrence of each rule.
  static let (stepsOfSearch, secondsOfSearch) = (12_000_000, 2.0)
}

struct Allowance {
  private var steps: Int
  private var seconds: Double

  static var ofFile: Allowance { Allowance(steps: RuleLimits.stepsOfFile, seconds: RuleLimits.secondsOfFile) }
  static var ofAll: Allowance { Allowance(steps: RuleLimits.stepsOfAll, seconds: RuleLimits.secondsOfAll) }

  var isUsedUp: Bool { steps <= 0 || seconds <= 0 }

  func budget(with other: Allowance, atMost most: Int, now: @escaping () -> Double) -> StepBudget {
    guard !isUsedUp, !other.isUsedUp else { return StepBudget(steps: 0) }
    return StepBudget(steps: min(most, steps, other.steps), seconds: min(seconds, other.seconds), now: now)
  }

  mutating func subtract(steps: Int, seconds: Double) {
    self.steps -= steps
    self.seconds -= seconds
  }
}
