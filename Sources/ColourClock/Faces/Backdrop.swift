struct Backdrop: Hashable, Sendable {
  /// The colour before dimming.
  let colour: Colour
  let ink: Ink
  let time: Civil

  var lit: Backdrop { Backdrop(colour: ink.colour, ink: ink.opposite, time: time) }

  /// A colour of this opacity on the backdrop.
  func shade(_ colour: Colour, _ opacity: UInt8) -> Colour {
    self.colour.blended(with: colour, share: Double(opacity) / 255)
  }

  func on(_ plate: Colour) -> Backdrop { Backdrop(colour: plate, ink: Ink.best(on: plate), time: time) }

  func dimmed(by dimming: Dimming) -> Backdrop {
    guard dimming != .none else { return self }
    return Backdrop(colour: colour, ink: Ink.best(on: dimming.background(colour)), time: time)
  }

  func text(_ slot: Layout.Slot, _ string: String, suffix: String = "", figures: Text.Figures? = nil) -> Text {
    var text = Text(
      string: string, suffix: suffix, suffixTemplate: slot.suffix, template: slot.template,
      figures: figures ?? slot.figures, box: slot.box, ink: ink, isOnWall: true)
    text.alignment = slot.alignment
    return text
  }

  private func timeText(_ slot: Layout.Slot, _ labels: Labels) -> Text {
    let figures = labels.timeFormat?.isClock == false ? Text.Figures.decimal : .clock
    guard !slot.suffix.isEmpty else { return text(slot, labels.wholeTime(of: time), figures: figures) }
    var text = text(slot, labels.time(of: time), suffix: labels.suffix(of: time), figures: figures)
    text.hasSuffixAtLeft = labels.names.hasDayPeriodAtLeft
    return text
  }

  private func dateLine(_ slot: Layout.Slot, _ index: Int, _ labels: Labels) -> Text? {
    let lines = Labels.dateLines(labels.date(of: time), width: slot.box.width / slot.box.height)
    return index < lines.count ? text(slot.fitting(lines[index]), lines[index], figures: .clock) : nil
  }

  func label(_ slot: Layout.Slot, _ labels: Labels) -> Text? {
    switch slot.part {
    case .time: timeText(slot, labels)
    case .hour: text(slot, labels.hour(of: time), figures: .clock)
    case .minute: text(slot, time.minute.twoDigits, figures: .clock)
    case .second: text(slot, time.second.twoDigits)
    case .dayPeriod: text(slot, labels.dayPeriod(of: time))
    case .dateLine(let index):
      dateLine(slot, index, labels)
    // The code only repeats the colour, so it needs no plate.
    case .code: text(slot, colour.hex).withoutPlate
    case .date: text(slot, labels.date(of: time), figures: .clock)
    case .number: text(slot, labels.wholeTime(of: time), figures: .clock)
    case .phase, .note, .words, .feedLine, .status, .statusWithOmitted, .zoneName, .zone, .zoneDays, .stopwatch, .lap,
      .lapSplit, .lapTotal, .lapRange, .stopwatchNote, .omitted,
      .countdownTitle, .countdownNumber, .agendaNow, .agendaTitle, .agendaDetail, .agendaNext, .agendaLine,
      .agendaListTime, .agendaListTitle, .programNext, .programEnd, .program:
      nil
    }
  }
}

extension Face {
  func frame(at moment: Moment, in size: Size, style: Style) -> Frame {
    let backdrop = backdrop(at: moment, style: style).dimmed(by: style.dimming)
    let dimming = style.dimming.readable(on: backdrop.colour)
    var contents = Layout.Contents(size: size, labels: style.labels.reservingRoom(for: moment.zone))
    contents.addDial(of: self)
    let layout = Layout(contents)
    let texts = (layout.slots + layout.slotsInRing).compactMap { backdrop.label($0, style.labels) }
    let dial = layout.ring.map { square in
      Dial(square: square, backdrop: backdrop, labels: style.labels, hasHands: hasHands).items(0)
    }
    return Frame(size: size, background: backdrop.colour, items: texts.map(Item.text) + (dial ?? []))
      .dimmed(by: dimming)
  }

  /// The backdrop includes fades, but no dimming.
  func backdrop(at moment: Moment, style: Style) -> Backdrop {
    let tick = style.fade.pace.tickStart(moment.instant)
    let time = moment.zone.civil(at: tick)
    let (colour, isFading) = style.fade.drawn(self, time, since: tick, at: moment)
    guard isFading else { return Backdrop(colour: colour, ink: Ink.best(on: colour), time: time) }
    let old = Ink.best(on: self.colour(moment.zone.civil(at: tick - style.fade.pace.tick)))
    let isReadable = old.colour.legibility(on: colour) >= 1
    return Backdrop(colour: colour, ink: isReadable ? old : old.opposite, time: time)
  }
}
