/// How much work on rules a day may take.
///
/// A step takes 10 to 60 ns on a desktop computer, so that the steps are used up before the seconds are; on a slow board the
/// seconds count.
enum RuleLimits {
  /// Of an event at first, so that events that repeat without measure leave enough for the others; and when these are done.
  static let (stepsAtFirst, stepsOfEvent) = (1000, 200_000)
  static let (stepsOfFile, stepsOfAll) = (4_000_000, 20_000_000)
  static let (secondsOfFile, secondsOfAll) = (2.0, 10.0)
  /// For rules that may never occur, when a file is read.
  static let searchOfFile = 3_000_000
}

/// What is left of the work that a file, or all files, may take.
struct Allowance {
  private var steps: Int
  private var seconds: Double

  static var ofFile: Allowance { Allowance(steps: RuleLimits.stepsOfFile, seconds: RuleLimits.secondsOfFile) }
  static var ofAll: Allowance { Allowance(steps: RuleLimits.stepsOfAll, seconds: RuleLimits.secondsOfAll) }

  var isUsedUp: Bool { steps <= 0 || seconds <= 0 }

  /// What an event may take, of both.
  func budget(with other: Allowance, atMost most: Int, now: @escaping () -> Double) -> StepBudget {
    StepBudget(steps: min(most, steps, other.steps), seconds: min(seconds, other.seconds), now: now)
  }

  mutating func take(steps: Int, seconds: Double) {
    self.steps -= steps
    self.seconds -= seconds
  }
}
