/// What is planned for the walls of a clock: alarms, messages and the agenda of the day.
struct Plans: Hashable, Sendable {
  var alarms = Alarms()
  var messages = Messages()
  var agenda = Agenda() { didSet { day = nil } }
  /// The agenda of the day that it is; `nil` without an agenda.
  private(set) var day: AgendaDay?

  /// Whether time alone changes nothing of what can be seen.
  var areStill: Bool { alarms.ringing == nil && messages.isEmpty && agenda.periods.isEmpty }

  /// Whether `advance` has something to do, which most ticks have not.
  func areDue(at moment: Moment) -> Bool {
    alarms.isDue(at: moment) || messages.isDue(at: moment) || !agenda.periods.isEmpty && day?.holds(moment) != true
  }

  /// - Parameter alarm: of what is shown until now.
  mutating func advance(to moment: Moment, after alarm: Alarm?) -> [Effect] {
    let hasRung = alarms.advance(to: moment, after: alarm)
    if !agenda.periods.isEmpty, day?.holds(moment) != true { day = day(at: moment) }
    return (hasRung ? [.zero] : []) + messages.advance(to: moment).map(Effect.announce)
  }

  /// Also of a moment that is still to come.
  func day(at moment: Moment) -> AgendaDay {
    if let day, day.holds(moment) { return day }
    return AgendaDay(agenda, around: moment.instant.second, in: moment.zone)
  }

  /// When something is due, also on a wall that is not visible. The agenda changes with the labels, by the tick.
  var due: Wake { alarms.wake.or(messages.wake) }
}
