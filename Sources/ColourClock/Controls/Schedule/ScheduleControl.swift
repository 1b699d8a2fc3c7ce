/// `LabelsControl` draws the agenda's texts.
enum ScheduleControl: Control {
  static func press(_ key: Key, on scene: inout Scene, at moment: Moment) -> [Effect]? {
    guard key == .character("z"), scene.allows(.countdown) else { return nil }
    return scene.snooze(by: Scene.usualSnooze, at: moment)
  }

  /// A press on a message that is not urgent.
  static func press(at place: Point, in scene: Scene, at moment: Moment) -> (any Press)? {
    guard scene.allows(.countdown), let number = scene.message(at: scene.onContent(place, at: moment)) else {
      return nil
    }
    return MessagePress(number: number, start: place)
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
      // The ring shows the headline and the time of day.
      contents.number = ""
      contents.headline = ringing.headline(scene.style.labels)
      // The alarm stays visible beside a notice.
      if let urgent = contents.messages.urgent { contents.messages = Messages.Shown(notice: urgent) }
    }
    guard let day = schedule.day, !day.entries.isEmpty || day.tomorrow != nil else { return }
    func texts(hasOne: Bool) -> [AgendaDay.Sentence] {
      day.texts(at: schedule.turn, setup.words, scene.style.labels, isWidest: true, hasOne: hasOne)
    }
    let both = texts(hasOne: false)
    contents.agenda = Layout.AgendaTemplates(
      now: both[0].text, next: both.dropFirst().first?.text, only: texts(hasOne: true)[0].text,
      titles: both.compactMap(\.entry?.title), day: schedule.isDayOver ? nil : day, start: schedule.turn,
      hasBand: !schedule.isDayOver, hasReminders: day.hasReminders, hasSymbols: schedule.agenda.namesCalendars)
  }

  static func items(of scene: Scene, in layout: Layout, on backdrop: Backdrop, at moment: Moment) -> [Item] {
    var items: [Item] = []
    if let box = layout.agendaBand {
      items += AgendaBand(
        day: scene.schedule.day(at: moment), box: box, unit: layout.scale.third,
        leastCaption: AgendaBand.leastCaption(in: layout.contents.size), backdrop: backdrop, labels: scene.style.labels,
        runsLeft: scene.setup.words.runsLeft,
        flagRows: layout.agendaRows,
        hourShare: layout.underBar.hasHours ? 1 - scene.bar.opacity(at: moment) : 1
      )
      .items(at: scene.style.fade.pace.tickStart(moment.instant))
    }
    return items + layout.cards.flatMap { $0.items(on: backdrop) }
  }
}

/// A tap removes the message, until Undo. A drag acts on the wall below.
private struct MessagePress: Press {
  let number: Int
  let start: Point

  func move(to place: Point, on scene: inout Scene, at moment: Moment) -> [Effect] {
    if (place - start).length >= scene.slop { scene.setGesture(.undecided(from: start)) }
    return []
  }

  func release(at place: Point, by button: Button, on scene: inout Scene, at moment: Moment) -> [Effect] {
    // A double tap must not remove the next message.
    guard scene.takesTap(nil, at: place, moment) else { return [] }
    scene.wall.taps.note(nil, at: place, moment)
    return scene.takeMessage(number, at: moment)
  }
}

extension Layout.Card {
  /// An info has the wall's colour and an edge of ink; a notice is inverted.
  fileprivate func items(on backdrop: Backdrop) -> [Item] {
    let radius = 0.5 * (slots.first?.box.height ?? 0)
    let inner = isNotice ? backdrop.lit : backdrop
    let plate = Item.fill(Fill(.box(box, radius: radius), backdrop.ink.colour))
    let edge = max(1, (0.12 * (slots.first?.box.height ?? 0)).rounded())
    let ground = Item.fill(Fill(.box(box.inset(by: edge), radius: max(0, radius - edge)), backdrop.colour))
    return (isNotice ? [plate] : [plate, ground])
      + slots.compactMap { slot in
        if case .words(let words) = slot.part {
          Item.text(inner.text(slot, words, figures: .proportional).onPlate)
        } else {
          nil
        }
      }
  }
}

extension Scene {
  mutating func advanceSchedule(to moment: Moment) -> [Effect] {
    guard schedule.isDue(at: moment) else { return [] }
    let effects = clock.schedule.advance(to: moment, after: shownCountdown?.alarm)
    return effects + reveal(for: effects, at: moment)
  }

  var isUnderUrgent: Bool { layout?.isUrgent == true }

  package static let usualSnooze = Duration.seconds(300)

  /// If no alarm rings, dismisses an ended countdown. A waiting program begins its next step.
  mutating func dismissRinging(at moment: Moment) -> [Effect] {
    if !clock.schedule.alarms.dismiss() { clock.countdowns.dismiss(at: moment) }
    return [.keepTimers]
  }

  /// If no alarm rings, an ended countdown runs again for `span`. `nil` if nothing rings.
  mutating func snooze(by span: Duration, at moment: Moment) -> [Effect]? {
    guard isRinging else { return nil }
    return losing(at: moment) { scene in
      if !scene.clock.schedule.alarms.snooze(by: span, at: moment) {
        let name = scene.nameBeforeSnooze(of: span)
        scene.clock.countdowns.changeRinging {
          $0.add(span, at: moment)
          if let name { $0.title = name }
        }
      }
      return [.keepTimers]
    }
  }

  /// The snooze would change a name that is the countdown's length or end.
  private func nameBeforeSnooze(of span: Duration) -> String? {
    guard countdowns.hasSeveral, let countdown = countdowns.ringing?.countdown,
      countdown.end != nil || span > countdown.length
    else { return nil }
    return countdown.program == nil && (countdown.title ?? "").isEmpty ? listTitle(of: countdown) : nil
  }

  /// Dismisses what rings, else the most urgent message. A message comes before the next step of a waiting program.
  mutating func dismissMostUrgent(at moment: Moment) -> [Effect] {
    if isRinging, !clock.onlyStepWaits || schedule.messages.isEmpty { return dismissRinging(at: moment) }
    _ = clock.schedule.messages.dismiss(nil)
    return advanceSchedule(to: moment)
  }

  func agendaTexts(at moment: Moment) -> [AgendaDay.Sentence] {
    schedule.day(at: moment).texts(
      at: style.fade.pace.tickStart(moment.instant), setup.words, style.labels, hasOne: layout?.hasOneAgendaText == true
    )
  }

  func isPresentAgenda(_ slot: Layout.Slot, at moment: Moment) -> Bool {
    switch slot.part {
    case .agendaNow: return true
    case .agendaLine(let index):
      let first = agendaTexts(at: moment).first.map { sentence in
        AgendaDay.lines(sentence.text, title: sentence.entry?.title, at: slot.box.width / slot.box.height)
      }
      return index < first?.count ?? 0
    default: return false
    }
  }

  /// The entry comes only with the first line of its text.
  func agendaLine(_ slot: Layout.Slot, at moment: Moment) -> (text: String, entry: AgendaDay.Entry?)? {
    let texts = agendaTexts(at: moment)
    switch slot.part {
    case .agendaNow: return texts.first
    case .agendaNext: return texts.dropFirst().first
    case .agendaLine(let index):
      let width = slot.box.width / slot.box.height
      let lines = texts.flatMap { text, entry -> [AgendaDay.Sentence] in
        AgendaDay.lines(text, title: entry?.title, at: width).enumerated().map { ($1, $0 == 0 ? entry : nil) }
      }
      return index < lines.count ? lines[index] : nil
    default: return nil
    }
  }
}

extension Effect {
  var isUrgentMessage: Bool { if case .announce(let message) = self { message.priority == .urgent } else { false } }
}

extension Scene {
  package var alarms: [DailyAlarm] { schedule.alarms.all }
  /// Added by commands; saved.
  package var addedAlarms: [DailyAlarm] { schedule.alarms.added }
  package var snoozedAlarms: [SnoozedAlarm] { schedule.alarms.snoozed }
  var ringingAlarms: [DailyAlarm] { schedule.alarms.ringing?.alarms ?? [] }
  package var messages: [Message] { schedule.messages.all }
  package var agenda: Agenda { schedule.agenda }

  /// `tomorrow` is `nil` if there is a present or next entry.
  package func agenda(at moment: Moment) -> (now: Period?, next: Period?, tomorrow: Period?) {
    let (day, second) = (schedule.day(at: moment), moment.instant.second)
    let (now, next) = (day.current(at: second)?.period, day.next(after: second)?.period)
    return (now, next, now == nil && next == nil ? day.tomorrow?.period : nil)
  }
}

extension Scene {
  /// - Throws: if too many messages wait, or this one does not fit and may not be cut.
  mutating func show(_ message: Message, at moment: Moment) throws(Refusal) -> [Effect] {
    guard message.mayBeCut || message.isWhole && hasRoom(for: message) else {
      throw Refusal("the message is too long for this wall: shorten it")
    }
    let isAdded = clock.schedule.messages.add(message, at: moment)
    guard isAdded else { throw Refusal("\(Messages.most) messages are waiting already: dismiss one first") }
    return advanceSchedule(to: moment)
  }

  private func hasRoom(for message: Message) -> Bool {
    guard role == .whole, var contents = layoutContents else { return true }
    contents.messages = Messages.Shown(message)
    return Layout(contents).hasRoom(forMessage: message.lines)
  }

  /// `nil` beside the cards, and for an urgent message, which the hold button dismisses.
  fileprivate func message(at place: Point) -> Int? {
    guard !schedule.messages.isUrgent, let card = layout?.cards.first(where: { $0.box.contains(place) }) else {
      return nil
    }
    return schedule.messages.number(ofShown: card.isNotice ? .notice : .info)
  }

  /// - Parameter name: a message's name, the title or time of what rings, or a ringing countdown's ID. `nil`: what
  ///   `dismissMostUrgent` chooses.
  mutating func dismiss(_ name: String?, at moment: Moment) throws(Refusal) -> [Effect] {
    guard let name else {
      guard isRinging || !schedule.messages.isEmpty else { throw Refusal("there is nothing to dismiss") }
      return dismissMostUrgent(at: moment)
    }
    if let id = try ringingID(of: name) {
      clock.countdowns.dismiss(id, at: moment)
      return [.keepTimers]
    }
    let ringing = schedule.alarms.ringing?.alarms ?? []
    if ringing.contains(where: { $0.isMeant(by: name) }) { return dismissRinging(at: moment) }
    guard clock.schedule.messages.dismiss(name) else { throw Refusal("there is no message or alarm '\(name)'") }
    return advanceSchedule(to: moment)
  }

  /// `nil` for an ID that is also a message's name.
  private func ringingID(of name: String) throws(Refusal) -> Int? {
    let ringing = countdowns.all.filter(\.countdown.isOver)
    if let id = try countdownID(of: name, among: ringing) { return id }
    return messages.contains { $0.id == name } ? nil : ringing.first { "\($0.id)" == name }?.id
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

  mutating func replaceAgenda(with periods: [Period], at moment: Moment) throws(Refusal) -> [Effect] {
    guard periods.count <= Agenda.most else { throw Refusal("an agenda has room for \(Agenda.most) periods") }
    clock.schedule.agenda = Agenda(periods)
    return advanceSchedule(to: moment)
  }
}

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

  /// - Parameter alarm: shown until now; the new one flashes in its rhythm.
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
