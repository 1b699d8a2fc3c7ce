/// Alarms, messages and the agenda.
struct Schedule: Hashable, Sendable {
  var alarms = Alarms()
  var messages = Messages()
  var agenda = Agenda() { didSet { day = nil } }
  /// `nil` until `advance` has computed it.
  private(set) var day: AgendaDay?
  private(set) var isDayOver = true
  /// Seconds since 1970 in which the texts keep their entries.
  private var stretch: Range<Int64> = .min..<(.max)

  var isStill: Bool { alarms.ringing == nil && messages.isEmpty && agenda.periods.isEmpty }

  /// False for most ticks.
  func isDue(at moment: Moment) -> Bool {
    alarms.isDue(at: moment) || messages.isDue(at: moment) || !agenda.periods.isEmpty && isDayDue(at: moment)
  }

  private func isDayDue(at moment: Moment) -> Bool {
    guard let day, day.holds(moment) else { return true }
    return !stretch.contains(moment.instant.second)
  }

  /// The start of `stretch` within the day.
  var turn: Int64 { max(stretch.lowerBound, day?.seconds.lowerBound ?? 0) }

  /// - Parameter alarm: the alarm that has flashed until now. A new one flashes in its rhythm.
  mutating func advance(to moment: Moment, after alarm: CountdownAlarm?) -> [Effect] {
    let snoozed = alarms.snoozed
    let hasRung = alarms.advance(to: moment, after: alarm)
    let changes: [Effect] = alarms.snoozed == snoozed ? [] : [.keepTimers]
    if !agenda.periods.isEmpty, isDayDue(at: moment) {
      let day = day(at: moment)
      (self.day, isDayOver) = (day, moment.instant.second >= day.end)
      stretch = day.stretch(around: moment.instant.second)
    }
    return (hasRung ? [.zero] : []) + changes + messages.advance(to: moment).map(Effect.announce)
  }

  func day(at moment: Moment) -> AgendaDay {
    if let day, day.holds(moment) { return day }
    return AgendaDay(agenda, around: moment.instant.second, in: moment.zone)
  }

  /// Without the agenda, which changes with the ticks.
  var due: Wake { alarms.wake.or(messages.wake) }
}
