/// The ring of the countdown: around the labels, or above the upper edge until the wall is pulled down.
extension Scene {
  /// The ring around the countdown's number, for its geometry; its colours have no meaning. `nil` without such a ring,
  /// or while an alarm rings.
  var ring: Ring? {
    guard shownCountdown != nil, schedule.alarms.ringing == nil else { return nil }
    return layout?.ring.map { Ring(style: ringStyle, in: $0, ink: .white, background: .black) }
  }

  /// The style of the ring. While something rings, a ring of the place `above` is shown on the wall.
  var ringStyle: Ring.Style {
    var style = setup.ring
    if isRinging, setup.ring.place == .above {
      style = .standard
      (style.title, style.format) = (setup.ring.title, setup.ring.format)
    }
    guard schedule.alarms.ringing == nil, let countdown = countdowns.subject else {
      if let title = shownCountdown?.title { style.title = title }
      return style
    }
    if countdowns.hasSeveral || countdown.hasEndedProgram {
      style.title = listTitle(of: countdown)
    } else if let title = countdown.title {
      style.title = title
    }
    // Beside a list of countdowns, the number has minutes like the numbers in the list: `0:45`, not `45`.
    if countdowns.hasSeveral, style.format == .automatic, countdown.length < .seconds(3600) { style.format = .minutes }
    return style
  }

  /// The pause symbol beside or below the number in the ring; empty if the countdown is not paused.
  func pauseSign(in layout: Layout, ink: Colour) -> [Item] {
    guard let countdown = shownCountdown, countdown.isPaused,
      let slot = layout.slotsInRing.first(where: { $0.part == .number })
    else { return [] }
    let (box, height) = (slot.box, slot.box.height)
    let number = min(box.width, Line.width(slot.template) * height)
    let free = (box.width - number) / 2
    // A long number leaves little room, so the symbol is smaller. A very long number has the symbol below it.
    var size = min(Scene.pauseShare * height, Scene.pauseRoom * free)
    let way = number / 2 + min(free / 2, size)
    var centre = Point(x: box.midX + (setup.words.runsLeft ? -way : way), y: box.midY)
    if size < Scene.leastPause * (self.size?.shortSide ?? 0) {
      let below = layout.slotsInRing.map(\.box.y).filter { $0 > box.midY }.min()
      let gap = below.map { $0 - box.maxY } ?? height / 3
      (size, centre) = (Scene.pauseBelow * gap, Point(x: box.midX, y: box.maxY + gap / 2))
    }
    return countdown.sign(at: centre, size: size).map { .fill(Fill($0, ink)) }
  }

  /// The greatest height of the symbol: `pauseShare` in heights of the number, `pauseRoom` as a share of the room
  /// beside the number.
  private static let (pauseShare, pauseRoom) = (0.45, 0.9)
  /// `leastPause` is the least height of the symbol beside a number, as a share of the shorter side. `pauseBelow` is
  /// the height of a symbol below the number, as a share of the gap.
  private static let (leastPause, pauseBelow) = (0.022, 0.8)

  /// The ring to draw, on the wall or above its upper edge.
  private func ring(ink: Ink, on background: Colour) -> Ring? {
    guard let size, let layout else { return nil }
    if let square = layout.ring, shownCountdown != nil {
      return Ring(style: ringStyle, in: square, ink: ink, background: background)
    }
    guard ringStyle.place == .above else { return nil }
    // Just above the upper edge, in the coordinates of the content.
    let margin = setup.shift.margin(in: size)
    let diameter = ringStyle.diameter.pixels(of: size.shortSide - 2 * margin)
    let centre = Point(x: Double(size.width) / 2, y: -diameter / 2 - margin)
    return Ring(style: ringStyle, centre: centre, diameter: diameter, ink: ink, background: background)
  }

  /// The items of the ring. The number of a ring on the wall is not among them.
  func ringItems(on backdrop: Backdrop, at moment: Moment) -> [Item] {
    guard setup.ring.place == .above || layout?.ring != nil, let reading = ringReading(at: moment),
      let ring = ring(ink: backdrop.ink, on: backdrop.colour)
    else { return [] }
    let items = ring.items(reading.drawn(pixels: ring.pixels))
    guard ringStyle.place == .above else { return items }
    // Without a pull, the ring is outside the window.
    return pull.offset(at: moment) > 0 ? items + ring.texts(reading).map(Item.text) : []
  }

  func ringComesDown(at moment: Moment) -> Bool { ringStyle.place == .above && ringReading(at: moment) != nil }

  /// The values of the countdown. Without a countdown, a ring above the edge shows the time until the next refresh.
  private func ringReading(at moment: Moment) -> Ring.Reading? {
    if let countdown = shownCountdown {
      var reading = countdown.reading(at: moment, setup.phases)
      reading.colour = phaseColour(at: moment)
      reading.isLit = isDiscLit(at: moment)
      if ringStyle.format == .automatic { reading.days = countdown.daysLeft(at: moment)?.text(setup.words) }
      if let drag = gesture.ringDrag, drag.isTurning { return drag.shown(reading) }
      return reading
    }
    guard ringStyle.place == .above, let rest = feed?.untilDue(at: moment), let period = feed?.period else {
      return nil
    }
    return Ring.Reading(remaining: rest, period: period)
  }

  /// True if the ring's disc is filled with ink. A flash of an alarm fills the disc. During a rest of a program the
  /// disc is filled, so that viewers see from afar whether to rest or to work; a flash then empties the disc. If the
  /// phase has a colour, a rest does not fill the disc.
  func isDiscLit(at moment: Moment) -> Bool {
    guard let countdown = shownCountdown else { return false }
    let isFlash = countdown.alarm?.isLit(at: moment.uptime) ?? false
    guard countdown.program?.isAtRest == true, !countdown.isOver, ringStyle.marks, phaseColour(at: moment) == nil else {
      return isFlash
    }
    return !isFlash
  }

  func ringChange(after moment: Moment) -> Wake {
    guard let countdown = shownCountdown, !gallery.isVisible(at: moment) else { return .never }
    // While a ring is above the window, only its number is visible, among the labels.
    if ringStyle.place == .above, pull.offset(at: moment) == 0 {
      return countdown.nextChange(after: moment, pixels: 0, setup.phases)
    }
    return countdown.nextChange(after: moment, pixels: setup.isReduced ? 0 : ring?.pixels ?? 0, setup.phases)
  }
}

extension Ring.Reading {
  /// The values with the tip on a whole pixel of the ring. So a frame composed in advance is right even if the wake-up
  /// comes a little late.
  fileprivate func drawn(pixels: Double) -> Ring.Reading {
    guard pixels > 0, remaining > .zero else { return self }
    let tip = (remaining / period * pixels - 0.001).rounded(.up)
    var drawn = self
    drawn.remaining = period * (tip / pixels)
    // Rounding must not make a full ring longer than a turn.
    if remaining <= period { drawn.remaining = min(period, drawn.remaining) }
    return drawn
  }
}
