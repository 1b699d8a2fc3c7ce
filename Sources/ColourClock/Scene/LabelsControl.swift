enum LabelsControl: Control {
  static func reserve(in contents: inout Layout.Contents, of scene: Scene) {
    contents.zones = scene.setup.zones.map {
      Layout.ZoneTemplates(name: $0.name, time: scene.style.labels.widest("00:00"))
    }
  }

  static func nextChange(of scene: Scene, after moment: Moment) -> Wake { scene.nextGlide(after: moment) }

  static func composedFrameStaysValid(in scene: Scene) -> Bool { !scene.dialGlides }

  static func items(of scene: Scene, in layout: Layout, on backdrop: Backdrop, at moment: Moment) -> [Item] {
    var texts: [Item] = []
    texts.reserveCapacity(layout.slots.count + layout.slotsInRing.count)
    let uncovered = 1 - scene.bar.opacity(at: moment)
    for index in layout.slots.indices {
      let slot = layout.slots[index]
      let share =
        slot.part == .code ? scene.codeShare(at: moment) : layout.isUnderBar(slot.part) ? uncovered : 1
      guard share > 0, var text = scene.text(slot, on: backdrop, at: moment) else { continue }
      if share < 1 { text.opacity = UInt8(share: share) }
      if slot.part.isAgenda {
        text.isBold = scene.isBoldInAgenda(slot, at: moment)
        if slot.symbolRoom > 0 { text = scene.withSymbol(text, slot, on: backdrop, at: moment, &texts) }
      } else if slot.symbolRoom > 0 {
        // Outside the agenda, `symbolRoom` is room for the stopwatch's symbol.
        texts += ControlBar.watch(before: text, ink: backdrop.ink)
      }
      texts.append(.text(text))
    }
    guard layout.ring != nil else { return texts }
    texts += scene.dialItems(on: backdrop, at: moment)
    return layout.slotsInRing.isEmpty ? texts : texts + scene.ringItems(in: layout, on: backdrop, at: moment)
  }
}

extension Scene {
  fileprivate func ringItems(in layout: Layout, on backdrop: Backdrop, at moment: Moment) -> [Item] {
    let isLit = isDiscLit(at: moment)
    let colour = isLit ? nil : phaseColour(at: moment)
    let inner = isLit ? backdrop.lit : colour == nil ? backdrop : backdrop.on(PhaseColours.ground)
    let mark = bar.opacity(at: moment)
    var items = mark > 0 && isRingChosen && !isLit ? layout.titlePill(inner.chosen(mark)) : []
    items += layout.slotsInRing.compactMap { slot in
      guard var text = text(slot, on: inner, at: moment) else { return nil }
      if isLit || colour != nil { text = text.withoutPlate }
      if layout.isMoving { text.sizes = .few }
      if slot.part == .number, let colour { text.tint = Text.Tint(ink: colour) }
      return .text(text)
    }
    guard let number = countdownText(.number, at: moment) else { return items }
    return items + stateSign(number, in: layout, ink: colour ?? inner.ink.colour)
  }
}

extension Layout.Part {
  /// True if the line may continue the text above it. It then keeps its indent, without a symbol.
  fileprivate var continuesText: Bool {
    switch self {
    case .agendaLine, .agendaTitle, .agendaDetail: true
    default: false
    }
  }
}

extension Layout {
  /// A ringing countdown has no pill: its title is the headline.
  fileprivate func titlePill(_ colour: Colour) -> [Item] {
    let lines = slotsInRing.filter { if case .words = $0.part { true } else { false } }
    guard contents.headline == nil, let style = contents.ring, let square = ring, let first = lines.first else {
      return []
    }
    let unit = first.box.height
    let (top, bottom) = (lines.reduce(first.ink.y) { min($0, $1.ink.y) }, lines.reduce(0) { max($0, $1.ink.maxY) })
    let text = lines.reduce(0) { max($0, Line.realShare * Line.width($1.template) * unit) }
    let inner = Ring(style: style, in: square, ink: .white, background: .black).innerEdge
    let far = max(abs(top - square.midY), abs(bottom - square.midY))
    let most = max(text, Ring.chord(at: far - (bottom - top) / 3, inner, share: 1))
    let box = Rect(
      centre: Point(x: square.midX, y: (top + bottom) / 2), width: min(text + 1.1 * unit, most),
      height: bottom - top + 0.12 * unit)
    return [.fill(Fill(.box(box, radius: min(box.height / 2, unit)), colour))]
  }
}

extension Scene {
  /// The colour's code fades under the bar and at night.
  fileprivate func codeShare(at moment: Moment) -> Double {
    (1 - bar.opacity(at: moment)) * (1 - nightDepth(at: moment))
  }

  /// Puts the entries' symbol before the text, or moves the text to the symbol's place.
  fileprivate func withSymbol(
    _ text: Text, _ slot: Layout.Slot, on backdrop: Backdrop, at moment: Moment, _ items: inout [Item]
  ) -> Text {
    guard let entries = agendaLine(slot, at: moment)?.entries, !entries.isEmpty else {
      guard !slot.part.continuesText, slot.alignment == .left else { return text }
      return with(text) {
        $0.box = Rect(x: slot.box.x - slot.symbolRoom, y: slot.box.y, width: slot.box.width, height: slot.box.height)
      }
    }
    var text = text
    let tall = slot.box.height
    let middle = (Layout.symbol.gap + Layout.symbol.size / 2) * slot.symbolRoom / Layout.symbolWidth
    let length = Line.realShare * Line.width(text.string) * tall
    let left =
      switch slot.alignment {
      case .left: slot.box.x
      case .centre: slot.box.midX - length / 2
      case .right: slot.box.maxX - length
      }
    if slot.alignment == .centre {
      // `length` is an estimate. Aligned left, the text keeps its exact gap to the symbol.
      (text.alignment, text.box) = (.left, Rect(x: left, y: slot.box.y, width: slot.box.maxX - left, height: tall))
    }
    let box = Rect(centre: Point(x: left - middle, y: slot.box.midY), width: 0.95 * tall, height: 0.95 * tall)
    let symbol = AgendaSymbol(entries: entries, box: box, backdrop: backdrop, opacity: text.opacity)
    items += symbol.items(at: style.fade.pace.tickStart(moment.instant))
    return text
  }

  fileprivate func text(_ slot: Layout.Slot, on backdrop: Backdrop, at moment: Moment) -> Text? {
    switch slot.part {
    case .time, .hour, .minute, .second, .dayPeriod, .code, .date, .dateLine:
      return backdrop.label(slot, style.labels)
    case .words(let words), .feedLine(let words, _): return backdrop.text(slot, words, figures: .proportional)
    case .omitted: return backdrop.text(slot, slot.template, figures: .proportional)
    case .zoneName(let index): return backdrop.text(slot, setup.zones[index].name, figures: .proportional)
    case .zone(let index):
      let second = style.fade.pace.tickStart(moment.instant)
      // Aligned left, every 1 is narrow, so that a time such as 12:30 begins exactly below the name.
      // Otherwise the minutes' figures share a width, so that only the hour can move.
      let figures = slot.alignment == .left ? Text.Figures.clock : .countdown
      return backdrop.text(slot, setup.zones[index].time(at: second, style.labels), figures: figures)
    case .zoneDays(let index):
      let second = style.fade.pace.tickStart(moment.instant)
      return setup.zones[index].days(at: second, beside: backdrop.time).map { backdrop.text(slot, $0) }
    case .number where shownCountdown == nil: return backdrop.label(slot, style.labels)
    case .number:
      return countdownText(slot.part, at: moment).map { backdrop.text(slot, $0, figures: .countdown) }
    case .phase, .note:
      return countdownText(slot.part, at: moment).map { backdrop.text(slot, $0) }
    case .countdownTitle, .countdownNumber: return listText(slot, on: backdrop, at: moment)
    case .stopwatch, .lapRange, .lap, .lapSplit, .lapTotal, .stopwatchNote:
      return stopwatch.flatMap { stopwatchText(slot, of: $0, on: backdrop, at: moment) }
    case .status: return feed?.status(at: moment, setup.words).map { backdrop.text(slot.fitting($0), $0) }
    case .statusWithOmitted(_, let sign):
      let string = Layout.status(feed?.status(at: moment, setup.words), with: sign)
      return backdrop.text(slot.fitting(string), string)
    case .programNext, .programEnd, .program:
      return programLine(slot, on: backdrop, at: moment)
    case .agendaListTime(let index):
      let label = listedEntry(index, at: moment)?.period.start.label(style.labels)
      return label.map { backdrop.text(slot, $0, figures: .clock) }
    case .agendaLine, .agendaNow, .agendaTitle, .agendaDetail, .agendaNext, .agendaListTitle:
      return agendaLine(slot, at: moment).map { backdrop.text(slot.fitting($0.text), $0.text, figures: .clock) }
    }
  }

  private func stopwatchText(
    _ slot: Layout.Slot, of stopwatch: Stopwatch, on backdrop: Backdrop, at moment: Moment
  ) -> Text? {
    let words = setup.words
    let lap = { (place: Int) in stopwatch.lapTexts(fromLast: place + lapShift(at: moment), words) }
    let string: String? =
      switch slot.part {
      case .lapRange: lapRange(at: moment)
      case .lap(let place): lap(place)?.name
      case .lapSplit(let place): lap(place)?.split
      case .lapTotal(let place): lap(place)?.total
      case .stopwatchNote: stopwatchNote(stopwatch, words, at: moment)
      default: stopwatch.text(at: moment)
      }
    guard let string, !string.isEmpty else { return nil }
    let suffix = slot.part == .stopwatch ? stopwatch.hundredths(at: moment, words) : ""
    var text = backdrop.text(slot.fitting(string), string, suffix: suffix)
    text.hasSuffixAtEdge = slot.part == .stopwatch && layout?.ring == nil
    return text
  }

  private func stopwatchNote(_ stopwatch: Stopwatch, _ words: Words, at moment: Moment) -> String? {
    let note = stopwatch.note(by: startingDevice(.stopwatch), words).capitalised
    guard let layout, layout.ring != nil, !layout.slots.contains(where: { $0.part == .lap(0) }),
      let lap = stopwatch.lapTexts(fromLast: lapShift(at: moment), words)
    else { return note }
    return lap.name + "   " + lap.split
  }

  fileprivate func countdownText(_ part: Layout.Part, at moment: Moment) -> String? {
    guard let countdown = shownCountdown else { return nil }
    let counting = ringStyle.counting(of: countdown.fullTurn)
    let string =
      switch part {
      case .phase: countdown.phrase(by: startingDevice(.countdown), at: moment, setup.words, setup.phases)
      // While the disc flashes, words say that time is up, and no number shows. Overtime begins at "+0:00".
      case .number where countdown.flashes != nil && countdown.number(at: moment, counting) == 0:
        countdown.rules.overtime ? Ring.overtimeZero(ringStyle.format) : ""
      case .number: countdown.numberText(at: moment, counting, ringStyle.format, setup.words)
      default:
        countdown.note(
          countdown.numberText(at: moment, counting, .automatic, setup.words), by: startingDevice(.countdown),
          at: moment, setup.words, setup.phases)
      }
    return string.isEmpty ? nil : string
  }

  /// `nil` if viewers may not start this timer.
  private func startingDevice(_ permission: Permission) -> InputDevice? { allows(permission) ? pointer.device : nil }
}
