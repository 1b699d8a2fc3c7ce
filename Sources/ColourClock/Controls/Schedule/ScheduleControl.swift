/// Alarms, messages and the agenda on the wall.
extension Scene {
  mutating func advancePlans(to moment: Moment) -> [Effect] {
    guard plans.areDue(at: moment) else { return [] }
    let effects = clock.plans.advance(to: moment, after: shownCountdown?.alarm)
    return effects.contains(where: \.isUrgent) ? effects + reveal(at: moment) : effects
  }

  /// Ends what rings: an alarm, else a countdown that has ended.
  private mutating func dismissAlarm() -> [Effect] {
    if !clock.plans.alarms.dismiss() { clock.countdown?.dismiss() }
    return [.keepTimers]
  }

  /// Ends what rings, else takes away a message, the most urgent first.
  mutating func dismissMostUrgent(at moment: Moment) -> [Effect] {
    if isRinging { return dismissAlarm() }
    _ = clock.plans.messages.dismiss(nil)
    return advancePlans(to: moment)
  }

  /// What the layout has to make room for.
  func addPlans(to contents: inout Layout.Contents) {
    contents.messages = plans.messages.shown
    // What rings is seen beside the most urgent message.
    if plans.alarms.ringing != nil, let urgent = contents.messages.urgent {
      contents.messages = Messages.Shown(notice: urgent)
    }
    guard let day = plans.day, !day.entries.isEmpty else { return }
    let templates = AgendaDay.templates(plans.agenda.widestTitle, setup.words, style.labels)
    contents.agenda = Layout.AgendaTemplates(now: templates.now, next: templates.next)
  }

  func agendaText(_ part: Layout.Part, at moment: Moment) -> String? {
    let (day, second) = (plans.day(at: moment), style.fade.pace.tickStart(moment.instant))
    let now = part == .agendaNext ? nil : day.nowText(at: second, setup.words, style.labels)
    let next = part == .agendaNow ? nil : day.nextText(at: second, setup.words, style.labels)
    if part != .agendaNext, now == nil, day.next(after: second) == nil { return setup.words["Nothing more today"] }
    guard let now, let next else { return now ?? next }
    return "\(now) · \(next)"
  }

  func planItems(_ layout: Layout, on backdrop: Backdrop, at moment: Moment) -> [Item] {
    var items: [Item] = []
    if let box = layout.agendaBand {
      items += AgendaBand(day: plans.day(at: moment), box: box, backdrop: backdrop)
        .items(at: style.fade.pace.tickStart(moment.instant))
    }
    return items + layout.border.map { .fill(Fill(.box($0, radius: 0), backdrop.ink.colour)) }
  }
}

extension Effect {
  /// What also a dark wall shows, and one on which something else is open.
  var isUrgent: Bool {
    switch self {
    case .zero: true
    case .announce(let message): message.priority == .urgent
    default: false
    }
  }
}

/// What is planned, for who asks.
extension Scene {
  /// Those of the options and those that were added.
  package var alarms: [DailyAlarm] { plans.alarms.all }
  /// Those that are to be kept.
  package var addedAlarms: [DailyAlarm] { plans.alarms.added }
  var ringingAlarms: [DailyAlarm] { plans.alarms.ringing?.alarms ?? [] }
  /// The most urgent first.
  package var messages: [Message] { plans.messages.all }
  package var agenda: Agenda { plans.agenda }

  /// What is on now, and what begins next today.
  package func agenda(at moment: Moment) -> (now: Period?, next: Period?) {
    let (day, second) = (plans.day(at: moment), moment.instant.second)
    return (day.current(at: second)?.period, day.next(after: second)?.period)
  }
}

/// What commands plan.
extension Scene {
  mutating func show(_ message: Message, at moment: Moment) throws(Refusal) -> [Effect] {
    guard clock.plans.messages.add(message, at: moment) else { throw Refusal("\(Messages.most) messages wait already") }
    return advancePlans(to: moment)
  }

  /// What rings, else a message; a name is that of a message, or the title or time of an alarm that rings.
  mutating func dismiss(_ name: String?, at moment: Moment) throws(Refusal) -> [Effect] {
    let ringing = plans.alarms.ringing?.alarms ?? []
    if name.map({ name in ringing.contains { $0.isMeant(by: name) } }) ?? isRinging {
      return dismissAlarm()
    }
    guard clock.plans.messages.dismiss(name) else {
      throw Refusal(name.map { "there is no message or alarm '\($0)'" } ?? "there is nothing to dismiss")
    }
    return advancePlans(to: moment)
  }

  mutating func obey(_ order: Command.AlarmOrder, at moment: Moment) throws(Refusal) -> [Effect] {
    switch order {
    case .add(let alarm):
      guard clock.plans.alarms.add(alarm) else { throw Refusal("there are \(DailyAlarm.most) alarms already") }
    case .remove(let name):
      guard clock.plans.alarms.remove(name) else { throw Refusal("there is no alarm '\(name)'") }
    }
    return advancePlans(to: moment)
  }

  mutating func plan(_ periods: [Period], at moment: Moment) throws(Refusal) -> [Effect] {
    guard periods.count <= Agenda.most else { throw Refusal("there is room for \(Agenda.most) periods") }
    clock.plans.agenda = Agenda(periods)
    return advancePlans(to: moment)
  }
}

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
  mutating func advance(to moment: Moment, after alarm: CountdownAlarm?) -> [Effect] {
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
