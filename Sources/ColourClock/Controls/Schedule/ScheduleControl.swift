/// Alarms, messages and the agenda on the wall. Their texts stand among the labels.
enum ScheduleControl: Control {
  /// Puts off what rings.
  static func press(_ key: Key, on scene: inout Scene, at moment: Moment) -> [Effect]? {
    guard key == .character("z"), scene.allows(.countdown) else { return nil }
    return scene.snooze(by: Scene.usualSnooze, at: moment)
  }

  static func advance(_ scene: inout Scene, to moment: Moment, _ due: inout Due) {
    if scene.schedule.isDue(at: moment) { due.add(scene.advanceSchedule(to: moment)) }
  }

  static func due(in scene: Scene) -> Wake { scene.schedule.due }
  static func isStill(in scene: Scene) -> Bool { scene.schedule.isStill }

  static func reserve(in contents: inout Layout.Contents, of scene: Scene) {
    let (schedule, setup) = (scene.schedule, scene.setup)
    contents.messages = schedule.messages.shown
    if let ringing = schedule.alarms.ringing {
      // The time of day says when.
      contents.number = ""
      contents.headline = ringing.headline(scene.style.labels)
      // An alarm is seen beside the most urgent message.
      if let urgent = contents.messages.urgent { contents.messages = Messages.Shown(notice: urgent) }
    }
    guard let day = schedule.day, !day.entries.isEmpty || day.tomorrow != nil else { return }
    let templates = AgendaDay.templates(schedule.agenda.widestTitle, setup.words, scene.style.labels)
    contents.agenda = Layout.AgendaTemplates(
      now: templates.now, next: templates.next, hasBand: !day.entries.isEmpty)
  }

  static func items(of scene: Scene, in layout: Layout, on backdrop: Backdrop, at moment: Moment) -> [Item] {
    var items: [Item] = []
    if let box = layout.agendaBand {
      items += AgendaBand(
        day: scene.schedule.day(at: moment), box: box, unit: layout.scale.third, backdrop: backdrop,
        labels: scene.style.labels, runsLeft: scene.setup.words.runsLeft
      )
      .items(at: scene.style.fade.pace.tickStart(moment.instant))
    }
    return items + layout.cards.flatMap { $0.items(on: backdrop) }
  }
}

extension Layout.Card {
  /// A notice is the wall inverted; an `info` is a plate of the wall's own colour with an edge of ink.
  fileprivate func items(on backdrop: Backdrop) -> [Item] {
    let radius = 0.5 * (slots.first?.box.height ?? 0)
    let inner = isNotice ? backdrop.lit : backdrop
    let plate = Item.fill(Fill(.box(box, radius: radius), backdrop.ink.colour))
    let edge = max(1, (0.07 * (slots.first?.box.height ?? 0)).rounded())
    let ground = Item.fill(Fill(.box(box.inset(by: edge), radius: max(0, radius - edge)), backdrop.colour))
    return (isNotice ? [plate] : [plate, ground])
      + slots.compactMap { slot in
        if case .words(let words) = slot.part { Item.text(inner.text(slot, words).onPlate) } else { nil }
      }
  }
}

extension Scene {
  mutating func advanceSchedule(to moment: Moment) -> [Effect] {
    guard schedule.isDue(at: moment) else { return [] }
    let effects = clock.schedule.advance(to: moment, after: shownCountdown?.alarm)
    return effects.contains(where: \.isUrgent) ? effects + reveal(at: moment) : effects
  }

  /// What the bar and the key put off by.
  package static let usualSnooze = Duration.seconds(300)

  /// An alarm, or else a countdown that has ended.
  private mutating func dismissAlarm(at moment: Moment) -> [Effect] {
    if !clock.schedule.alarms.dismiss() { clock.countdowns.dismiss(at: moment) }
    return [.keepTimers]
  }

  /// Lets the alarm that rings ring again after a span, or else the countdown that has ended run for that.
  /// - Returns: `nil` if nothing rings.
  mutating func snooze(by span: Duration, at moment: Moment) -> [Effect]? {
    guard isRinging else { return nil }
    if !clock.schedule.alarms.snooze(by: span, at: moment) {
      clock.countdowns.changeRinging { $0.add(span, at: moment) }
    }
    return [.keepTimers]
  }

  mutating func dismissMostUrgent(at moment: Moment) -> [Effect] {
    if isRinging { return dismissAlarm(at: moment) }
    _ = clock.schedule.messages.dismiss(nil)
    return advanceSchedule(to: moment)
  }

  /// The first line says what is on now, or else what comes next, or tomorrow; the second one what comes after that.
  func agendaText(_ part: Layout.Part, at moment: Moment) -> String? {
    let (day, second) = (schedule.day(at: moment), style.fade.pace.tickStart(moment.instant))
    let now = day.nowText(at: second, setup.words, style.labels)
    let next = day.nextText(at: second, setup.words, style.labels)
    if part == .agendaNext { return now == nil ? nil : next }
    return now ?? next ?? day.tomorrowText(setup.words, style.labels) ?? setup.words["Nothing more today"]
  }
}

extension Effect {
  /// Whether it uncovers the wall.
  var isUrgent: Bool {
    switch self {
    case .zero: true
    case .announce(let message): message.priority == .urgent
    default: false
    }
  }
}

extension Scene {
  /// Of the options and of commands.
  package var alarms: [DailyAlarm] { schedule.alarms.all }
  /// Of commands: these are saved.
  package var addedAlarms: [DailyAlarm] { schedule.alarms.added }
  /// Alarms that were put off: these are saved too.
  package var snoozedAlarms: [SnoozedAlarm] { schedule.alarms.snoozed }
  var ringingAlarms: [DailyAlarm] { schedule.alarms.ringing?.alarms ?? [] }
  package var messages: [Message] { schedule.messages.all }
  package var agenda: Agenda { schedule.agenda }

  /// - Returns: also what comes tomorrow, if today is over.
  package func agenda(at moment: Moment) -> (now: Period?, next: Period?, tomorrow: Period?) {
    let (day, second) = (schedule.day(at: moment), moment.instant.second)
    let (now, next) = (day.current(at: second)?.period, day.next(after: second)?.period)
    return (now, next, now == nil && next == nil ? day.tomorrow?.period : nil)
  }
}

extension Scene {
  mutating func show(_ message: Message, at moment: Moment) throws(Refusal) -> [Effect] {
    guard message.mayBeCut || message.isWhole && hasRoom(for: message) else {
      throw Refusal("the message does not fit on this wall as a whole: shorten it")
    }
    let isAdded = clock.schedule.messages.add(message, at: moment)
    guard isAdded else { throw Refusal("\(Messages.most) messages wait already") }
    return advanceSchedule(to: moment)
  }

  /// Whether the message alone can be shown whole.
  private func hasRoom(for message: Message) -> Bool {
    guard role == .whole, var contents = layoutContents else { return true }
    contents.messages = Messages.Shown(message)
    return Layout(contents).hasRoom(forMessage: message.lines)
  }

  /// - Parameter name: of a message, or the title or time of an alarm that rings; `nil` for what rings, or else for a
  ///   message.
  mutating func dismiss(_ name: String?, at moment: Moment) throws(Refusal) -> [Effect] {
    if let name, dismissCountdown(name, at: moment) { return [.keepTimers] }
    let ringing = schedule.alarms.ringing?.alarms ?? []
    if name.map({ name in ringing.contains { $0.isMeant(by: name) } }) ?? isRinging {
      return dismissAlarm(at: moment)
    }
    guard clock.schedule.messages.dismiss(name) else {
      throw Refusal(name.map { "there is no message or alarm '\($0)'" } ?? "there is nothing to dismiss")
    }
    return advanceSchedule(to: moment)
  }

  /// Ends a countdown of that title that has come to its end.
  private mutating func dismissCountdown(_ title: String, at moment: Moment) -> Bool {
    guard let entry = countdowns.all.first(where: { $0.countdown.isOver && $0.countdown.title == title }) else {
      return false
    }
    clock.countdowns.dismiss(entry.id, at: moment)
    return true
  }

  mutating func obey(_ order: Command.AlarmOrder, at moment: Moment) throws(Refusal) -> [Effect] {
    switch order {
    case .add(let alarm):
      guard clock.schedule.alarms.add(alarm) else { throw Refusal("there are \(DailyAlarm.most) alarms already") }
    case .remove(let name):
      guard clock.schedule.alarms.remove(name) else { throw Refusal("there is no alarm '\(name)'") }
    }
    return advanceSchedule(to: moment)
  }

  mutating func plan(_ periods: [Period], at moment: Moment) throws(Refusal) -> [Effect] {
    guard periods.count <= Agenda.most else { throw Refusal("there is room for \(Agenda.most) periods") }
    clock.schedule.agenda = Agenda(periods)
    return advanceSchedule(to: moment)
  }
}

struct Schedule: Hashable, Sendable {
  var alarms = Alarms()
  var messages = Messages()
  var agenda = Agenda() { didSet { day = nil } }
  /// The agenda of the present day; `nil` without an agenda.
  private(set) var day: AgendaDay?

  var isStill: Bool { alarms.ringing == nil && messages.isEmpty && agenda.periods.isEmpty }

  /// Most ticks have nothing to do.
  func isDue(at moment: Moment) -> Bool {
    alarms.isDue(at: moment) || messages.isDue(at: moment) || !agenda.periods.isEmpty && day?.holds(moment) != true
  }

  /// - Parameter alarm: the alarm that is shown until now.
  mutating func advance(to moment: Moment, after alarm: CountdownAlarm?) -> [Effect] {
    let snoozed = alarms.snoozed
    let hasRung = alarms.advance(to: moment, after: alarm)
    let changes: [Effect] = alarms.snoozed == snoozed ? [] : [.keepTimers]
    if !agenda.periods.isEmpty, day?.holds(moment) != true { day = day(at: moment) }
    return (hasRung ? [.zero] : []) + changes + messages.advance(to: moment).map(Effect.announce)
  }

  func day(at moment: Moment) -> AgendaDay {
    if let day, day.holds(moment) { return day }
    return AgendaDay(agenda, around: moment.instant.second, in: moment.zone)
  }

  /// The agenda is not in it: it changes with the labels, at the tick.
  var due: Wake { alarms.wake.or(messages.wake) }
}
