/// All lines of text on the wall, in their places: the labels of the face, and the words of countdown, stopwatch, feed
/// and agenda.
enum LabelsControl: Control {
  static func reserve(in contents: inout Layout.Contents, of scene: Scene) {
    contents.zones = scene.setup.zones.map { $0.template(scene.style.labels) }
  }

  static func items(of scene: Scene, in layout: Layout, on backdrop: Backdrop, at moment: Moment) -> [Item] {
    var texts: [Item] = []
    texts.reserveCapacity(layout.slots.count + layout.slotsInRing.count)
    for index in layout.slots.indices {
      let slot = layout.slots[index]
      guard let text = scene.text(slot, on: backdrop, at: moment) else { continue }
      if slot.lead > 0 { texts += ControlBar.watch(before: text, ink: backdrop.ink) }
      texts.append(.text(text))
    }
    guard !layout.slotsInRing.isEmpty else { return texts }
    let isLit = scene.shownCountdown?.alarm?.isLit(at: moment.uptime) ?? false
    let inner = isLit ? backdrop.lit : backdrop
    return texts + layout.slotsInRing.compactMap { scene.text($0, on: inner, at: moment).map(Item.text) }
  }
}

extension Scene {
  fileprivate func text(_ slot: Layout.Slot, on backdrop: Backdrop, at moment: Moment) -> Text? {
    switch slot.part {
    case .time, .hour, .minute, .second, .half, .code, .date: return backdrop.label(slot, style.labels)
    case .words(let words): return backdrop.text(slot, words)
    case .zone(let index):
      let second = style.fade.pace.tickStart(moment.instant)
      return backdrop.text(slot, setup.zones[index].text(at: second, beside: backdrop.time, style.labels))
    case .number, .phase, .heading, .note:
      return countdownText(slot.part, at: moment).map { backdrop.text(slot, $0) }
    case .status, .stopwatch, .lap, .elapsed, .exactLap, .agendaNow, .agendaNext, .agenda:
      return changingText(slot.part, at: moment).map { backdrop.text(slot.fitting($0), $0) }
    }
  }

  /// A text that is made smaller where it is longer than the layout has foreseen; `nil` where there is nothing to say.
  private func changingText(_ part: Layout.Part, at moment: Moment) -> String? {
    switch part {
    case .status: return feed?.status(at: moment, setup.words)
    case .stopwatch: return stopwatch?.text(at: moment, setup.words)
    case .elapsed(let index): return stopwatch?.column(at: moment)[index]
    case .lap, .exactLap:
      let exact = part == .exactLap ? moment : nil
      let note = stopwatch?.note(by: starter(.stopwatch), setup.words, exactAt: exact) ?? ""
      return note.isEmpty ? nil : note
    default: return agendaText(part, at: moment)
    }
  }

  private func countdownText(_ part: Layout.Part, at moment: Moment) -> String? {
    guard let countdown = shownCountdown else { return nil }
    let number = countdown.number(at: moment, ringStyle.counting(of: countdown.fullTurn))
    let string =
      switch part {
      case .heading: countdown.heading(ringStyle.title, by: starter(.countdown), at: moment, setup.words)
      case .phase: countdown.heading("", by: starter(.countdown), at: moment, setup.words)
      case .number: alarmNumber(at: moment) ?? Ring.label(number, ringStyle.format)
      default: countdown.note(Ring.label(number, .automatic), by: starter(.countdown), at: moment, setup.words)
      }
    return string.isEmpty ? nil : string
  }

  /// While an alarm rings: the time of day, which stands nowhere else then; or the alarm's, on a wall without a time.
  private func alarmNumber(at moment: Moment) -> String? {
    guard let ringing = schedule.alarms.ringing else { return nil }
    guard style.labels.time else { return ringing.number(style.labels) }
    return style.labels.wholeTime(of: moment.zone.civil(at: style.fade.pace.tickStart(moment.instant)))
  }

  /// The device with which a visitor can start it; `nil` where that is not allowed.
  private func starter(_ permission: Permission) -> InputDevice? { allows(permission) ? pointer.device : nil }
}
