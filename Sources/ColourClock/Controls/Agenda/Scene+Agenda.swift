extension Scene {
  func agendaTexts(at moment: Moment) -> [AgendaDay.Sentence] {
    schedule.day(at: moment).texts(
      at: style.fade.pace.tickStart(moment.instant), setup.words, style.labels, form: layout?.agendaForm ?? .both)
  }

  func listedEntry(_ index: Int, at moment: Moment) -> AgendaDay.Entry? {
    let listed = schedule.day(at: moment).listed(at: style.fade.pace.tickStart(moment.instant))
    return index < listed.count ? listed[index] : nil
  }

  /// True for a line of the first text, which is about the present entry if there is one.
  func isFirstAgendaText(_ slot: Layout.Slot, at moment: Moment) -> Bool {
    switch slot.part {
    case .agendaNow: return true
    case .agendaLine(let index):
      let first = agendaTexts(at: moment).first.map { sentence in
        AgendaDay.lines(sentence.text, title: sentence.title, at: slot.box.width / slot.box.height)
      }
      return index < first?.count ?? 0
    default: return false
    }
  }

  /// `nil` leaves the slot empty. Only a text's first line has entries.
  func agendaLine(_ slot: Layout.Slot, at moment: Moment) -> AgendaDay.Sentence? {
    let texts = agendaTexts(at: moment)
    switch slot.part {
    case .agendaNow: return texts.first
    case .agendaListTitle(let index): return listedEntry(index, at: moment).map { ($0.title, [$0], nil) }
    case .agendaNext: return texts.dropFirst().first
    case .agendaLine(let index):
      let width = slot.box.width / slot.box.height
      let lines = texts.flatMap { text, entries, title -> [AgendaDay.Sentence] in
        AgendaDay.lines(text, title: title, at: width).enumerated().map { ($1, $0 == 0 ? entries : [], title) }
      }
      return index < lines.count ? lines[index] : nil
    default: return nil
    }
  }

  package func agenda(at moment: Moment) -> (now: Period?, next: Period?, tomorrow: Period?) {
    let (day, second) = (schedule.day(at: moment), moment.instant.second)
    let (now, next) = (day.current(at: second)?.period, day.next(after: second)?.period)
    return (now, next, now == nil && next == nil ? day.tomorrow?.period : nil)
  }
}
