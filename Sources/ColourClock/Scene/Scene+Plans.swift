/// Alarms, messages and the agenda on the wall.
extension Scene {
  /// What the ring and the words in it are about: an alarm that rings comes before the countdown.
  var shownCountdown: Countdown? { plans.alarms.ringing?.countdown ?? countdown }

  mutating func advancePlans(to moment: Moment) -> [Effect] {
    guard plans.areDue(at: moment) else { return [] }
    let effects = plans.advance(to: moment, after: shownCountdown?.alarm)
    return effects.contains(.zero) || plans.messages.isUrgent ? effects + reveal(at: moment) : effects
  }

  /// Ends what rings: an alarm, else a countdown that has ended.
  mutating func dismissAlarm() {
    if !plans.alarms.dismiss() { countdown?.dismiss() }
  }

  /// What waits for being dismissed.
  var isRinging: Bool {
    if case .over = shownCountdown?.state { return true }
    return false
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

/// What is planned, for who asks.
extension Scene {
  /// Those of the options and those that were added.
  package var alarms: [DailyAlarm] { plans.alarms.all }
  /// Those that are to be kept.
  package var addedAlarms: [DailyAlarm] { plans.alarms.added }
  package var ringingAlarms: [DailyAlarm] { plans.alarms.ringing?.alarms ?? [] }
  /// The most urgent first.
  package var messages: [Message] { plans.messages.all }
  package var agenda: Agenda { plans.agenda }

  /// What is on now, and what begins next today.
  package func agenda(at moment: Moment) -> (now: Period?, next: Period?) {
    let (day, second) = (plans.day(at: moment), moment.instant.second)
    return (day.current(at: second)?.period, day.next(after: second)?.period)
  }

  /// To be called before the first event, with those that were kept.
  package mutating func restore(_ alarms: [DailyAlarm]) { plans.alarms.restore(alarms) }
}

/// What commands plan.
extension Scene {
  mutating func show(_ message: Message, at moment: Moment) throws(Objection) -> [Effect] {
    guard plans.messages.add(message, at: moment) else { throw Objection("\(Messages.most) messages wait already") }
    return advancePlans(to: moment)
  }

  /// What rings, else a message; a name is that of a message, or the title or time of an alarm that rings.
  mutating func dismiss(_ name: String?, at moment: Moment) throws(Objection) -> [Effect] {
    let ringing = plans.alarms.ringing?.alarms ?? []
    if name.map({ name in ringing.contains { $0.isMeant(by: name) } }) ?? isRinging {
      dismissAlarm()
      return [.keepCountdown]
    }
    guard plans.messages.dismiss(name, at: moment) else {
      throw Objection(name.map { "there is no message or alarm '\($0)'" } ?? "there is nothing to dismiss")
    }
    return advancePlans(to: moment)
  }

  mutating func obey(_ order: Command.AlarmOrder, at moment: Moment) throws(Objection) -> [Effect] {
    switch order {
    case .add(let alarm):
      guard plans.alarms.add(alarm) else { throw Objection("there are \(Alarms.most) alarms already") }
    case .remove(let name):
      guard plans.alarms.remove(name) else { throw Objection("there is no alarm '\(name)'") }
    }
    return advancePlans(to: moment) + [.keepAlarms]
  }

  mutating func plan(_ periods: [Period], at moment: Moment) throws(Objection) -> [Effect] {
    guard periods.count <= Agenda.most else { throw Objection("there is room for \(Agenda.most) periods") }
    plans.agenda = Agenda(periods)
    return advancePlans(to: moment)
  }
}
