/// Limits of the work on rules for one day.
///
/// A step takes 10 to 80 ns on a desktop computer: there the steps run out before the seconds. On a slow board the
/// seconds end the work.
enum RuleLimits {
  /// For each event: at first, and after all events have had that.
  static let (stepsAtFirst, stepsOfEvent) = (1000, 400_000)
  static let (stepsOfFile, stepsOfAll) = (8_000_000, 40_000_000)
  static let (secondsOfFile, secondsOfAll) = (2.0, 10.0)
  /// For the search for the first time of rules, when files are read.
  static let (stepsOfSearch, secondsOfSearch) = (12_000_000, 2.0)
}

/// The work that a file, or all files together, may still take.
struct Allowance {
  private var steps: Int
  private var seconds: Double

  static var ofFile: Allowance { Allowance(steps: RuleLimits.stepsOfFile, seconds: RuleLimits.secondsOfFile) }
  static var ofAll: Allowance { Allowance(steps: RuleLimits.stepsOfAll, seconds: RuleLimits.secondsOfAll) }

  var isUsedUp: Bool { steps <= 0 || seconds <= 0 }

  /// The work that an event may take from both allowances.
  func budget(with other: Allowance, atMost most: Int, now: @escaping () -> Double) -> StepBudget {
    guard !isUsedUp, !other.isUsedUp else { return StepBudget(steps: 0) }
    return StepBudget(steps: min(most, steps, other.steps), seconds: min(seconds, other.seconds), now: now)
  }

  mutating func take(steps: Int, seconds: Double) {
    self.steps -= steps
    self.seconds -= seconds
  }
}
