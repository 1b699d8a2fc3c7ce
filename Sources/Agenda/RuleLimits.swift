/// How much work on rules a day may take.
///
/// A step takes 10 to 80 ns on a desktop computer: there the steps are used up before the seconds. On a slow board the
/// seconds end the work.
enum RuleLimits {
  /// For each event at first, and once all others have had that.
  static let (stepsAtFirst, stepsOfEvent) = (1000, 400_000)
  static let (stepsOfFile, stepsOfAll) = (8_000_000, 40_000_000)
  static let (secondsOfFile, secondsOfAll) = (2.0, 10.0)
  /// For the search whether rules ever occur, when files are read.
  static let (stepsOfSearch, secondsOfSearch) = (12_000_000, 2.0)
}

/// What is left of the work that a file, or all files, may take.
struct Allowance {
  private var steps: Int
  private var seconds: Double

  static var ofFile: Allowance { Allowance(steps: RuleLimits.stepsOfFile, seconds: RuleLimits.secondsOfFile) }
  static var ofAll: Allowance { Allowance(steps: RuleLimits.stepsOfAll, seconds: RuleLimits.secondsOfAll) }

  var isUsedUp: Bool { steps <= 0 || seconds <= 0 }

  /// What an event may take of both allowances.
  func budget(with other: Allowance, atMost most: Int, now: @escaping () -> Double) -> StepBudget {
    guard !isUsedUp, !other.isUsedUp else { return StepBudget(steps: 0) }
    return StepBudget(steps: min(most, steps, other.steps), seconds: min(seconds, other.seconds), now: now)
  }

  mutating func take(steps: Int, seconds: Double) {
    self.steps -= steps
    self.seconds -= seconds
  }
}
