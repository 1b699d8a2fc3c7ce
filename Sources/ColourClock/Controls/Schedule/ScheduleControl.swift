enum ScheduleControl: Control {
  static func press(_ key: Key, on scene: inout Scene, at moment: Moment) -> [Effect]? {
    guard key == .character("z"), scene.allows(.countdown) else { return nil }
    return scene.snooze(by: Scene.usualSnooze, at: moment)
  }

  static func press(at place: Point, in scene: Scene, at moment: Moment) -> (any Press)? {
    guard scene.allows(.countdown), let number = scene.message(at: scene.onContent(place, at: moment)) else {
      return nil
    }
    return MessagePress(number: number, start: place)
  }

  static func advance(_ scene: inout Scene, to moment: Moment, _ result: inout AdvanceResult) {
    if scene.schedule.isDue(at: moment) { result.add(scene.advanceSchedule(to: moment)) }
  }

  static func due(in scene: Scene) -> Wake { scene.schedule.due }
  static func composedFrameStaysValid(in scene: Scene) -> Bool { scene.schedule.composedFrameStaysValid }

  static func reserve(in contents: inout Layout.Contents, of scene: Scene) {
    let (schedule, setup) = (scene.schedule, scene.setup)
    contents.messages = schedule.messages.shown
    if let ringing = schedule.alarms.ringing {
      contents.number = ""
      contents.headline = ringing.headline(scene.style.labels)
      // An urgent message would hide the ringing alarm, so it is shown as a notice.
      if let urgent = contents.messages.urgent { contents.messages = Messages.Shown(notice: urgent) }
    }
    guard let day = schedule.day, !day.entries.isEmpty || day.tomorrow != nil else { return }
    func texts(_ form: AgendaDay.Form) -> [AgendaDay.Sentence] {
      day.texts(at: schedule.lastEntryChange, setup.words, scene.style.labels, isWidest: true, form: form)
    }
    let (both, one, list) = (texts(.both), texts(.one), texts(.list))
    let titles = (both + one + list).compactMap { text in text.title.map { (text.text, $0) } }
    contents.agenda = Layout.AgendaTemplates(
      now: both[0].text, next: both.dropFirst().first?.text, only: one[0].text, aboveList: list.map(\.text),
      listed: day.listed(at: schedule.lastEntryChange).map { entry in
        Layout.EntryTemplates(time: entry.period.start.label(scene.style.labels), title: entry.title)
      },
      titles: Dictionary(titles) { first, _ in first }, tracks: day.tracks, hasBand: !schedule.isDayOver,
      hasReminders: day.hasReminders, hasSymbols: schedule.hasSymbols)
  }

  static func items(of scene: Scene, in layout: Layout, on backdrop: Backdrop, at moment: Moment) -> [Item] {
    var items: [Item] = []
    if let box = layout.agendaBand {
      items += AgendaBand(
        day: scene.schedule.day(at: moment), box: box, unit: layout.scale.third,
        leastCaption: AgendaBand.leastCaption(in: layout.contents.size), backdrop: backdrop, labels: scene.style.labels,
        isRightToLeft: scene.setup.words.isRightToLeft,
        hourOpacity: layout.underBar.hidesHours ? 1 - scene.bar.opacity(at: moment) : 1
      )
      .items(at: scene.style.fade.pace.tickStart(moment.instant))
    }
    return items + layout.cards.flatMap { $0.items(on: backdrop) }
  }
}

extension Scene {
  mutating func advanceSchedule(to moment: Moment) -> [Effect] {
    guard schedule.isDue(at: moment) else { return [] }
    let effects = clock.schedule.advance(to: moment, keepingRhythmOf: shownCountdown?.flashes)
    return effects + reveal(for: effects, at: moment)
  }

  var showsUrgentMessage: Bool { layout?.isUrgent == true }

  package var alarms: [DailyAlarm] { schedule.alarms.all }
  package var addedAlarms: [DailyAlarm] { schedule.alarms.added }
  package var snoozedAlarms: [SnoozedAlarm] { schedule.alarms.snoozed }
  var ringingAlarms: [DailyAlarm] { schedule.alarms.ringing?.alarms ?? [] }
  package var messages: [Message] { schedule.messages.all }
  package var agenda: Agenda { schedule.agenda }

  mutating func obey(_ order: Command.AlarmOrder, at moment: Moment) throws(Refusal) -> [Effect] {
    switch order {
    case .add(let alarm):
      guard clock.schedule.alarms.add(alarm) else { throw Refusal("there are \(DailyAlarm.most) alarms already") }
    case .remove(let name):
      guard clock.schedule.alarms.remove(name) else { throw Refusal("there is no alarm '\(name)'") }
    }
    return advanceSchedule(to: moment)
  }

  mutating func replaceAgenda(with periods: [Period], at moment: Moment) throws(Refusal) -> [Effect] {
    guard periods.count <= Agenda.most else { throw Refusal("an agenda has room for \(Agenda.most) periods") }
    clock.schedule.agenda = Agenda(periods)
    return advanceSchedule(to: moment)
  }
}
