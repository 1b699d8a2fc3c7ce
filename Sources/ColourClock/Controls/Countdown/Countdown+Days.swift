/// Countdowns of more than 99:59:59, which are told in days and hours.
extension Countdown {
  /// The countdown to a point of the wall's time; `nil` if that has passed.
  package static func until(_ end: Instant, overtime: Bool = false, at moment: Moment) -> Countdown? {
    let rest = end - moment.instant
    guard rest > .zero else { return nil }
    return Countdown(Rules(period: min(rest, TimeSpan.longest), overtime: overtime)).running(until: end)
  }

  /// What is left of one that runs to a point of the wall's time, by the calendar; of another one by days of 24 hours.
  /// `nil` where hours, minutes and seconds tell it.
  func daysLeft(at moment: Moment) -> DaysAndHours? {
    let number = number(at: moment)
    guard number > Countdown.mostInHours else { return nil }
    guard case .running(.wall(let end)) = state else { return DaysAndHours(seconds: number) }
    return DaysAndHours(from: end.second - Int64(number), to: end.second, in: moment.zone)
  }

  /// Whether it runs, and was begun for longer than a day: it is meant to outlast the day of its start.
  package var runsForDays: Bool {
    guard case .running = state else { return false }
    return length > .seconds(86_400)
  }

  /// In seconds: 99:59:59.
  private static let mostInHours = TimeSpan.range.upperBound.secondsRoundedUp

  func numberText(
    at moment: Moment, _ counting: Ring.Counting = .up, _ format: Ring.Format, _ words: Words
  ) -> String {
    if format == .automatic, let left = daysLeft(at: moment) { return left.text(words) }
    return Ring.label(number(at: moment, counting), format)
  }

  /// The widest form of the number, which changes once where days end.
  func widestNumber(_ format: Ring.Format, at moment: Moment?, _ words: Words) -> String {
    var seconds = max(length, fullTurn).secondsRoundedUp
    if format == .automatic {
      if let left = moment.flatMap({ daysLeft(at: $0) }) { return left.template(words) }
      seconds = min(seconds, Countdown.mostInHours)
    }
    return Ring.template(from: seconds, format, overtime: rules.overtime)
  }
}
