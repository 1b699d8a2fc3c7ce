extension Countdown {
  package static func until(_ end: Instant, overtime: Bool = false, at moment: Moment) -> Countdown? {
    let rest = end - moment.instant
    guard rest > .zero else { return nil }
    return Countdown(Rules(period: min(rest, TimeSpan.longest), overtime: overtime))
      .running(until: end, isLengthGuessed: moment.health == .unset)
  }

  /// `nil` up to 99:59:59. If the end was chosen, days are calendar days; otherwise they have 24 hours.
  func daysLeft(at moment: Moment) -> DaysAndHours? {
    let number = number(at: moment)
    guard number > Countdown.mostSecondsInHours else { return nil }
    guard let end, isUnderWay else { return DaysAndHours(seconds: number) }
    return DaysAndHours(from: end.second - Int64(number), to: end.second, in: moment.zone)
  }

  package var runsForDays: Bool {
    guard isRunning || isPaused && end != nil else { return false }
    return length > .seconds(86_400)
  }

  private static let mostSecondsInHours = TimeSpan.range.upperBound.secondsRoundedUp

  func numberText(
    at moment: Moment, _ counting: Ring.Counting = .up, _ format: Ring.Format, _ words: Words
  ) -> String {
    if format == .automatic, let left = daysLeft(at: moment) { return left.text(words) }
    return Ring.label(number(at: moment, counting), format)
  }

  /// In the countdown's last minute, the widest number that can still appear; otherwise `nil`.
  func lastNumber(_ format: Ring.Format, at moment: Moment?) -> String? {
    guard let moment, isUnderWay, !isBeingTurned, (0..<60).contains(number(at: moment)) else { return nil }
    switch format {
    case .automatic, .seconds: return "00"
    case .minutes: return "0:00"
    case .hours, .none: return nil
    }
  }

  func widestNumber(_ format: Ring.Format, at moment: Moment?, _ words: Words) -> String {
    var seconds = max(length, fullTurn).secondsRoundedUp
    if format == .automatic {
      if let left = moment.flatMap({ daysLeft(at: $0) }) { return left.template(words) }
      seconds = min(seconds, Countdown.mostSecondsInHours)
    }
    guard isOver, rules.overtime else { return Ring.template(from: seconds, format, overtime: false) }
    let past = moment.map { -number(at: $0) } ?? 0
    return Ring.template(from: past, format, overtime: true)
  }
}
