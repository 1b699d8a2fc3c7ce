/// Limits of the work for recurrence rules when the events of one day are computed. A step takes 10 to 80 ns on a
/// desktop computer. On a slow board, the limits of seconds take effect first.
enum RuleLimits {
  /// The steps for each event. The second round has the events that the first round did not finish.
  static let (stepsInFirstRound, stepsInSecondRound) = (1000, 400_000)
  /// The steps and seconds for each file, and for all files together.
  static let (stepsOfFile, stepsOfAll) = (8_000_000, 40_000_000)
  static let (secondsOfFile, secondsOfAll) = (2.0, 10.0)
  /// The steps and seconds for all searches of first occurrences, while the files of a source are read.
  static let (stepsOfSearch, secondsOfSearch) = (12_000_000, 2.0)
}

/// The work that is still allowed for one file, or for all files together.
struct Allowance {
  private var steps: Int
  private var seconds: Double

  static var ofFile: Allowance { Allowance(steps: RuleLimits.stepsOfFile, seconds: RuleLimits.secondsOfFile) }
  static var ofAll: Allowance { Allowance(steps: RuleLimits.stepsOfAll, seconds: RuleLimits.secondsOfAll) }

  var isUsedUp: Bool { steps <= 0 || seconds <= 0 }

  /// The steps and seconds for one event: no more than `most` steps, and what both allowances still have.
  func budget(with other: Allowance, atMost most: Int, now: @escaping () -> Double) -> StepBudget {
    guard !isUsedUp, !other.isUsedUp else { return StepBudget(steps: 0) }
    return StepBudget(steps: min(most, steps, other.steps), seconds: min(seconds, other.seconds), now: now)
  }

  /// Subtracts the work that was done.
  mutating func subtract(steps: Int, seconds: Double) {
    self.steps -= steps
    self.seconds -= seconds
  }
}
