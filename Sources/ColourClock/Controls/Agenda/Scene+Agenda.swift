extension Scene {
  func agendaTexts(at moment: Moment) -> [AgendaDay.Sentence] {
    schedule.day(at: moment).texts(
      at: style.fade.pace.tickStart(moment.instant), setup.words, style.labels, form: layout?.agendaForm ?? .both)
  }

  func listedEntry(_ index: Int, at moment: Moment) -> AgendaDay.Entry? {
    let listed = schedule.day(at: moment).listed(at: style.fade.pace.tickStart(moment.instant))
    return index < listed.count ? listed[index] : nil
  }

  /// True for a line of the first text, which is about the present entry if there is one. If its title has lines of its
  /// own, only those are bold.
  func isBoldInAgenda(_ slot: Layout.Slot, at moment: Moment) -> Bool {
    switch slot.part {
    case .agendaNow, .agendaTitle: return true
    case .agendaLine(let index):
      guard let sentence = agendaTexts(at: moment).first else { return false }
      let width = slot.box.width / slot.box.height
      let lines = AgendaDay.lines(sentence.text, title: sentence.title, at: width)
      let title = sentence.title.map { AgendaDay.lines($0, title: nil, at: width) } ?? []
      let isTitleApart = !title.isEmpty && lines.count > title.count && lines.starts(with: title)
      return index < (isTitleApart ? title : lines).count
    default: return false
    }
  }

  /// `nil` leaves the slot empty. Only a text's first line has entries.
  func agendaLine(_ slot: Layout.Slot, at moment: Moment) -> AgendaDay.Sentence? {
    let texts = agendaTexts(at: moment)
    let width = slot.box.width / slot.box.height
    switch slot.part {
    case .agendaNow: return texts.first
    case .agendaTitle(let index):
      guard let first = texts.first else { return nil }
      let title = rest(of: first) == nil ? first.text : first.title ?? ""
      let isLast = layout?.slots.contains { $0.part == .agendaTitle(index + 1) } != true
      let line = line(index, of: AgendaDay.balancedLines(title, at: width), isLast: isLast)
      return line.map { ($0, index == 0 ? first.entries : [], first.title) }
    case .agendaDetail(let index):
      let isLast = layout?.slots.contains { $0.part == .agendaDetail(index + 1) } != true
      let lines = texts.first.flatMap(rest).map { AgendaDay.balancedLines($0, at: width) } ?? []
      return line(index, of: lines, isLast: isLast).map { ($0, [], nil) }
    case .agendaListTitle(let index): return listedEntry(index, at: moment).map { ($0.title, [$0], nil) }
    case .agendaNext: return texts.dropFirst().first
    case .agendaLine(let index):
      let lines = texts.flatMap { text, entries, title -> [AgendaDay.Sentence] in
        AgendaDay.lines(text, title: title, at: width).enumerated().map { ($1, $0 == 0 ? entries : [], title) }
      }
      return index < lines.count ? lines[index] : nil
    default: return nil
    }
  }

  /// The last line has all further lines too, and is drawn smaller.
  private func line(_ index: Int, of lines: [String], isLast: Bool) -> String? {
    guard index < lines.count else { return nil }
    return isLast ? lines[index...].joined(separator: " ") : lines[index]
  }

  private func rest(of sentence: AgendaDay.Sentence) -> String? {
    AgendaDay.rest(of: sentence.text, after: sentence.title)
  }

  package func agenda(at moment: Moment) -> (now: Period?, next: Period?, tomorrow: Period?) {
    let (day, second) = (schedule.day(at: moment), moment.instant.second)
    let (now, next) = (day.current(at: second)?.period, day.next(after: second)?.period)
    return (now, next, now == nil && next == nil ? day.tomorrow?.period : nil)
  }
}
