/// All countdowns except the first, which is in the ring. A tap brings one to the ring, or dismisses an ended one.
enum CountdownList: Control {
  static func tap(at place: Point, on scene: inout Scene, at moment: Moment) -> [Effect]? {
    guard scene.allows(.countdown), let line = scene.countdownIndex(at: scene.onContent(place, at: moment)) else {
      return nil
    }
    guard scene.takesTap(nil, at: place, moment), scene.wall.taps.acceptsTap(onPart: line, moment) else { return [] }
    let entry = scene.countdowns.all[line]
    scene.wall.taps.record(nil, at: place, moment)
    guard entry.countdown.isOver else {
      scene.wall.bar.choose(stopwatch: false)
      scene.wall.taps.expectInRing(entry.id)
      scene.clock.countdowns.bringToRing(entry.id)
      return [.saveTimers]
    }
    return scene.undoably(at: moment) { scene in
      scene.clock.countdowns.dismiss(entry.id, at: moment)
      return [.saveTimers]
    }
  }

  static func nextChange(of scene: Scene, after moment: Moment) -> Wake {
    guard scene.countdowns.hasSeveral, scene.listedCountdowns.contains(where: \.countdown.isCounting),
      !scene.listFollowsRing
    else { return .never }
    return Wake(instant: scene.style.fade.pace.nextTick(after: moment.instant))
  }

  static func reserve(in contents: inout Layout.Contents, of scene: Scene) {
    guard scene.countdowns.hasSeveral else { return }
    contents.countdowns = scene.listedCountdowns.map {
      Layout.CountdownTemplates(
        title: scene.listTitle(of: $0.countdown),
        number: $0.countdown.widestInList(at: scene.wall.lastEvent, scene.setup.words))
    }
    contents.chosenCountdown = scene.countdowns.chosenIndex.flatMap { $0 > 0 ? $0 - 1 : nil }
    contents.programCountdown = scene.listedCountdowns.firstIndex { $0.countdown.program != nil }.map { $0 - 1 }
  }

  static func items(of scene: Scene, in layout: Layout, on backdrop: Backdrop, at moment: Moment) -> [Item] {
    guard scene.countdowns.hasSeveral else { return [] }
    let barOpacity = scene.bar.opacity(at: moment)
    let isBarShown = barOpacity >= 1
    var (plates, items): ([Item], [Item]) = ([], [])
    for slot in layout.slots {
      guard case .countdownNumber(let index) = slot.part, let countdown = scene.listedCountdown(index),
        !(isBarShown && layout.isUnderBar(slot.part))
      else { continue }
      let look = scene.lineLook(index, on: backdrop, at: moment)
      let isChosen = barOpacity > 0 && scene.countdowns.chosenIndex == index + 1
      if look.plate != nil || isChosen, let line = layout.countdownLine(index) {
        let (radius, edge) = (0.4 * slot.box.height, max(1.5, 0.07 * slot.box.height))
        // A chosen line gets a plate. If it has a plate already, it gets an outline.
        let outer =
          !isChosen
          ? look.plate
          : look.plate?.blended(with: backdrop.ink.colour, share: barOpacity) ?? backdrop.chosen(barOpacity)
        if let outer { plates.append(.fill(Fill(.box(line, radius: radius), outer))) }
        if let inner = look.plate, inner != outer {
          plates.append(.fill(Fill(.box(line.inset(by: edge), radius: radius - edge), inner)))
        }
      }
      let way = Layout.countdownSymbol.distance * slot.box.height
      let centre = Point(x: slot.alignment == .left ? slot.box.maxX + way : slot.box.x - way, y: slot.box.midY)
      let shapes = countdown.stateSymbol(at: centre, size: Layout.countdownSymbol.size * slot.box.height)
      items += shapes.map { .fill(Fill($0, look.tint ?? look.backdrop.ink.colour)) }
    }
    return plates + items + (isBarShown ? sign(in: layout, on: backdrop) : [])
  }

  /// Draws a text such as "+2" for the lines that the bar covers.
  private static func sign(in layout: Layout, on backdrop: Backdrop) -> [Item] {
    guard let sign = layout.underBar.sign, var slot = layout.title(ofCountdown: sign.index) else { return [] }
    let omitted = Layout.OmittedCount(sign.count, .countdowns)
    slot.template = omitted.text(layout.contents.words, within: slot.box.width / slot.box.height)
    let width = Line.width(slot.template) * slot.box.height
    let x = slot.alignment == .right ? slot.box.maxX - width : slot.box.x
    slot.box = Rect(x: x, y: slot.box.y, width: width, height: slot.box.height)
    return [.text(backdrop.text(slot, slot.template, figures: .proportional))]
  }
}

extension Layout {
  /// A line's symbol, in digit heights. `distance` is between the centre and the number.
  static let countdownSymbol = (size: 0.7, distance: 0.75, room: 1.5)
  /// `side` is the padding at both ends of a plate, `edge` above and below.
  static func countdownPlate(title: Double, number: Double) -> (side: Double, edge: Double) {
    let unit = max(title, plate.number * number)
    return (plate.side * unit, plate.edge * unit)
  }

  /// The unit of `side` and `edge` is the title's height, or `number` times the number's height if that is greater.
  private static let plate = (side: 0.4, edge: 0.45, number: 0.65)

  fileprivate func title(ofCountdown index: Int) -> Slot? { slots.first { $0.part == .countdownTitle(index) } }

  /// The plate behind title, number and, for a step, the program's lines.
  func countdownLine(_ index: Int) -> Rect? {
    let isStep = index == contents.programCountdown
    let lines = slots.filter { $0.part == .countdownTitle(index) || isStep && $0.part.isProgram }.map(\.box)
    guard let title = lines.first, let last = lines.last,
      let number = slots.first(where: { $0.part == .countdownNumber(index) })?.box
    else { return nil }
    let (side, edge) = Self.countdownPlate(title: title.height, number: number.height)
    let (left, right) = (min(title.x, number.x) - side, max(title.maxX, number.maxX) + side)
    let top = min(title.y, number.y)
    return Rect(
      x: left, y: top - edge, width: right - left, height: max(last.maxY, number.maxY) - top + 2 * edge)
  }
}

extension Backdrop {
  func chosen(_ share: Double) -> Colour { share < 1 ? colour.blended(with: chosen, share: share) : chosen }

  /// The colour of the plate behind a chosen title or line.
  var chosen: Colour {
    let plate = colour.blended(with: ink.opposite.colour, share: Self.chosenShare.opposite)
    if plate.contrast(with: colour) >= Self.leastChosenContrast { return plate }
    return colour.blended(with: ink.colour, share: Self.chosenShare.ink)
  }

  private static let chosenShare = (opposite: 0.36, ink: 0.16)
  private static let leastChosenContrast = 1.25
}

extension Scene {
  fileprivate var listedCountdowns: ArraySlice<Countdowns.Entry> { countdowns.all.dropFirst() }

  fileprivate func listedCountdown(_ index: Int) -> Countdown? {
    index + 1 < countdowns.all.count ? countdowns.all[index + 1].countdown : nil
  }

  fileprivate struct LineLook {
    var plate: Colour?
    var backdrop: Backdrop
    /// The texts' colour; `nil` means the ink.
    var tint: Colour?

    func text(_ text: Text) -> Text {
      guard plate != nil else { return text }
      var text = text.withoutPlate
      text.tint = tint.map { Text.Tint(ink: $0) }
      return text
    }
  }

  fileprivate func lineLook(_ index: Int, on backdrop: Backdrop, at moment: Moment) -> LineLook {
    guard let countdown = listedCountdown(index) else { return LineLook(backdrop: backdrop) }
    if countdown.isOver { return LineLook(plate: backdrop.ink.colour, backdrop: backdrop.lit) }
    guard let colour = phaseColour(of: countdown, at: listMoment(moment)) else { return LineLook(backdrop: backdrop) }
    return LineLook(plate: PhaseColours.ground, backdrop: backdrop.on(PhaseColours.ground), tint: colour)
  }

  fileprivate func countdownIndex(at place: Point) -> Int? {
    guard countdowns.hasSeveral, let layout else { return nil }
    return listedCountdowns.indices.first { layout.countdownLine($0 - 1)?.contains(place) == true }
  }

  var isRingChosen: Bool { countdowns.hasSeveral && countdowns.chosenIndex == 0 }

  func listTitle(of countdown: Countdown) -> String {
    let isDone = countdown.hasEndedProgram
    let title = (isDone ? nil : countdown.title) ?? setup.ring.title
    if !title.isEmpty { return title }
    return isDone ? setup.words["Done"] : name(byEndOf: countdown) ?? countdown.length.inWords(setup.words)
  }

  /// The end, such as `17:30` or, for days, `2027-01-01 08:30`.
  private func name(byEndOf countdown: Countdown) -> String? {
    guard let end = countdown.end, let zone = wall.lastEvent?.zone else { return nil }
    let civil = zone.civil(at: end.second)
    guard let time = TimeOfDay(hour: civil.hour, minute: civil.minute, second: civil.second) else { return nil }
    let clock = time.label(style.labels)
    guard countdown.length > .seconds(86_400) else { return clock }
    let date = Scene.text(civil.date)
    return time == .midnight ? date : "\(date) \(clock)"
  }

  /// The last tick. Texts without their own wake-up change only at ticks.
  func tickMoment(_ moment: Moment) -> Moment {
    let pace = style.fade.pace
    return Moment(
      instant: Instant(second: pace.tickStart(moment.instant)), uptime: pace.tickUptime(of: moment), zone: moment.zone)
  }

  fileprivate var listFollowsRing: Bool {
    guard schedule.alarms.ringing == nil, let countdown = countdowns.inRing else { return false }
    return countdown.isCounting && !countdown.isBeingTurned
  }

  /// When the ring's number last changed, otherwise the last tick.
  private func listMoment(_ moment: Moment) -> Moment {
    guard listFollowsRing, let rest = countdowns.inRing?.remaining(at: moment) else { return tickMoment(moment) }
    let age = Duration.seconds(rest.secondsRoundedUp) - rest
    return Moment(instant: moment.instant + (.zero - age), uptime: moment.uptime - age, zone: moment.zone)
  }

  func programLine(_ slot: Layout.Slot, on backdrop: Backdrop, at moment: Moment) -> Text? {
    guard let text = programText(slot.part, at: moment, within: slot.box.width / slot.box.height) else { return nil }
    guard let step = layout?.stepInList else {
      return backdrop.text(slot.fitting(text), text, figures: .countdown)
    }
    let look = lineLook(step, on: backdrop, at: moment)
    return look.text(look.backdrop.text(slot.fitting(text), text, figures: .countdown))
  }

  func listText(_ slot: Layout.Slot, on backdrop: Backdrop, at moment: Moment) -> Text? {
    switch slot.part {
    case .countdownTitle(let index):
      let look = lineLook(index, on: backdrop, at: moment)
      return look.text(look.backdrop.text(slot, slot.template, figures: .proportional))
    case .countdownNumber(let index):
      guard let countdown = listedCountdown(index) else { return nil }
      let tick = listMoment(moment)
      // If the countdown began after the last tick, `remaining` at the tick exceeds the length.
      let most = max(countdown.length, countdown.remaining(at: moment))
      let number = min(most, countdown.remaining(at: tick)).secondsRoundedUp
      let isAtZero = countdown.isOver && countdown.rules.overtime && number == 0
      let text =
        isAtZero
        ? Ring.overtimeZero(.automatic)
        : countdown.daysLeft(at: tick)?.text(setup.words)
          ?? Ring.label(number, (0..<60).contains(number) ? .minutes : .automatic)
      let look = lineLook(index, on: backdrop, at: moment)
      return look.text(look.backdrop.text(slot, text))
    default: return nil
    }
  }
}

extension Countdown {
  fileprivate func widestInList(at moment: Moment?, _ words: Words) -> String {
    widestNumber(length < .seconds(60) && !isOver ? .minutes : .automatic, at: moment, words)
  }

  fileprivate var isCounting: Bool {
    switch state {
    case .idle, .paused: false
    case .running: true
    case .over: rules.overtime
    }
  }

  func stateSymbol(at centre: Point, size: Double) -> [Shape] {
    switch state {
    case .running: []
    case .over where rules.overtime: []
    case .over: [.disc(centre: centre, radius: size / 2)]
    case .idle: [ControlBar.triangle(at: centre, size: size)]
    case .paused: ControlBar.bars(at: centre, size: size)
    }
  }
}
