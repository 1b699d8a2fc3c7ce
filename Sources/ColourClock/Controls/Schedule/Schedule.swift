struct Schedule: Hashable, Sendable {
  var alarms = Alarms()
  var messages = Messages()
  var agenda = Agenda() { didSet { day = nil } }
  /// `nil` until `advance` computes the day, and after a new agenda.
  private(set) var day: AgendaDay?
  private(set) var isDayOver = true
  /// The seconds since 1970 in which the present and the next agenda entry stay the same.
  private var stretch: Range<Int64> = .min..<(.max)

  var composedFrameStaysValid: Bool { alarms.ringing == nil && messages.isEmpty && agenda.periods.isEmpty }

  /// True if a symbol before the texts tells which bar or calendar they belong to.
  var hasSymbols: Bool {
    agenda.namesCalendars || !isDayOver && day?.entries.contains { $0.period.colour != nil } == true
  }

  func isDue(at moment: Moment) -> Bool {
    alarms.isDue(at: moment) || messages.isDue(at: moment) || !agenda.periods.isEmpty && isDayDue(at: moment)
  }

  private func isDayDue(at moment: Moment) -> Bool {
    guard let day, day.holds(moment) else { return true }
    return !stretch.contains(moment.instant.second)
  }

  /// The second since 1970 at which the present or the next entry last changed today.
  var lastEntryChange: Int64 { max(stretch.lowerBound, day?.seconds.lowerBound ?? 0) }

  /// - Parameter flashes: The shown countdown's flashes, whose rhythm those of a new alarm keep.
  mutating func advance(to moment: Moment, keepingRhythmOf flashes: CountdownFlashes?) -> [Effect] {
    let snoozed = alarms.snoozed
    let hasRung = alarms.advance(to: moment, keepingRhythmOf: flashes)
    let changes: [Effect] = alarms.snoozed == snoozed ? [] : [.saveTimers]
    if !agenda.periods.isEmpty, isDayDue(at: moment) {
      let day = day(at: moment)
      (self.day, isDayOver) = (day, moment.instant.second >= day.end)
      stretch = day.stretch(around: moment.instant.second)
    }
    return (hasRung ? [.reachedZero] : []) + changes + messages.advance(to: moment).map(Effect.announce)
  }

  func day(at moment: Moment) -> AgendaDay {
    if let day, day.holds(moment) { return day }
    return AgendaDay(agenda, around: moment.instant.second, in: moment.zone)
  }

  /// The agenda is excluded, because it changes only at ticks.
  var due: Wake { alarms.wake.or(messages.wake) }
}
