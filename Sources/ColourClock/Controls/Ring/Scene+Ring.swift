extension Scene {
  /// Only for geometry: the colours are placeholders. `nil` while an alarm rings, and for a ring above the window.
  var ring: Ring? {
    guard shownCountdown != nil, schedule.alarms.ringing == nil else { return nil }
    return layout?.ring.map { Ring(style: ringStyle, in: $0, ink: .white, background: .black) }
  }

  func ring(at moment: Moment) -> Ring? { (easing(at: moment) ?? self).ring }

  var ringStyle: Ring.Style {
    var style = setup.ring
    if isRinging, setup.ring.place == .above {
      style = .standard
      (style.title, style.format) = (setup.ring.title, setup.ring.format)
    }
    guard schedule.alarms.ringing == nil, let countdown = countdowns.inRing else {
      if let title = shownCountdown?.title { style.title = title }
      return style
    }
    if countdowns.hasSeveral || countdown.hasEndedProgram {
      style.title = listTitle(of: countdown)
    } else if let title = countdown.title {
      style.title = title
    }
    // As in the list, the ring shows `0:45` and not `45`.
    let seconds = wall.lastEvent.map { abs(countdown.number(at: $0)) } ?? 0
    if countdowns.hasSeveral, style.format == .automatic, countdown.length < .seconds(3600), seconds < 3600 {
      style.format = .minutes
    }
    return style
  }

  /// Lengths are in pixels; `most` is the greatest height.
  private typealias SignPlace = (room: Double, most: Double, centre: Point)

  /// The symbol of a paused or idle countdown, below the texts or where it is clearly larger.
  func stateSign(_ shown: String, in layout: Layout, ink: Colour) -> [Item] {
    guard let countdown = shownCountdown, countdown.isPaused || countdown.state == .idle, let ring,
      let number = layout.slotsInRing.first(where: { $0.part == .number })
    else { return [] }
    let inks = layout.slotsInRing.map(\.ink)
    let (top, bottom) = (inks.map(\.y).min() ?? 0, inks.map(\.maxY).max() ?? 0)
    let (above, below) = (top - ring.centre.y + ring.innerEdge, ring.centre.y + ring.innerEdge - bottom)
    let width = min(number.box.width, Line.width(shown) * number.box.height)
    let most = Scene.signShare * number.box.height
    let places: [SignPlace] =
      [
        (below, most, Point(x: ring.centre.x, y: bottom + below / 2)),
        (above, most, Point(x: ring.centre.x, y: top - above / 2)),
        signPlace(beside: number, width: width, most: most, in: ring),
      ]
      + layout.slotsInRing.filter { $0.part != .number }.map { slot in
        // The outline of the chosen countdown's title needs room.
        let width = slot.ink.width + slot.box.height
        return signPlace(beside: slot, width: width, most: min(most, slot.box.height), in: ring)
      }
    func size(_ place: SignPlace) -> Double { min(place.most, Scene.signRoom * max(0, place.room)) }
    let place = places.dropFirst().reduce(places[0]) { size($1) > 1.2 * size($0) ? $1 : $0 }
    return countdown.stateSymbol(at: place.centre, size: size(place)).map { .fill(Fill($0, ink)) }
  }

  private func signPlace(beside slot: Layout.Slot, width: Double, most: Double, in ring: Ring) -> SignPlace {
    let far = max(abs(slot.box.y - ring.centre.y), abs(slot.box.maxY - ring.centre.y))
    let room = Ring.chord(at: far, ring.innerEdge, share: 1) / 2 - width / 2
    let way = width / 2 + min(room / 2, most)
    return (room, most, Point(x: ring.centre.x + (setup.words.isRightToLeft ? -way : way), y: slot.box.midY))
  }

  private static let (signShare, signRoom) = (0.36, 0.66)

  private func ring(ink: Ink, on background: Colour) -> Ring? {
    guard let size, let layout else { return nil }
    if let square = layout.ring, shownCountdown != nil {
      return Ring(style: ringStyle, in: square, ink: ink, background: background)
    }
    guard ringStyle.place == .above else { return nil }
    let margin = setup.shift.margin(in: size)
    let diameter = ringStyle.diameter.pixels(of: size.shortSide - 2 * margin)
    let centre = Point(x: Double(size.width) / 2, y: -diameter / 2 - margin)
    return Ring(style: ringStyle, centre: centre, diameter: diameter, ink: ink, background: background)
  }

  /// Has the ring's texts only if the ring is above the window. `LabelsControl` draws the texts of a ring on the wall.
  func ringItems(on backdrop: Backdrop, at moment: Moment) -> [Item] {
    guard setup.ring.place == .above || layout?.ring != nil, let reading = ringReading(at: moment),
      let ring = ring(ink: backdrop.ink, on: backdrop.colour)
    else { return [] }
    let items = ring.items(reading.drawn(circumference: ring.circumference))
    guard ringStyle.place == .above else { return items }
    return pull.offset(at: moment) > 0 ? items + ring.texts(reading).map(Item.text) : []
  }

  func ringComesDown(at moment: Moment) -> Bool { ringStyle.place == .above && ringReading(at: moment) != nil }

  /// Without a countdown, a ring above the edge shows the time to the next refresh.
  private func ringReading(at moment: Moment) -> Ring.Reading? {
    if let countdown = shownCountdown {
      var reading = countdown.reading(at: moment, setup.phases)
      reading.colour = phaseColour(at: moment)
      reading.isLit = isDiscLit(at: moment)
      if ringStyle.format == .automatic { reading.days = countdown.daysLeft(at: moment)?.text(setup.words) }
      if let drag = gesture.ringDrag, drag.isTurning { reading.period = drag.turn }
      return reading
    }
    guard ringStyle.place == .above, let rest = feed?.untilDue(at: moment), let period = feed?.rules.every else {
      return nil
    }
    return Ring.Reading(remaining: rest, period: period)
  }

  /// A program's rest also fills the disc, and a flash then empties it.
  func isDiscLit(at moment: Moment) -> Bool {
    guard let countdown = shownCountdown else { return false }
    // A flash at the end of a rest would look like the rest.
    let isAfterRest =
      countdown.program.map { !$0.isRestStep && $0.index > 0 && $0.program.isRest($0.index - 1) } ?? false
    let isFlash = countdown.flashes?.isLit(at: moment.uptime) ?? false && !(isAfterRest && countdown.isRunning)
    guard countdown.program?.isRestStep == true, !countdown.isOver, ringStyle.marks, phaseColour(at: moment) == nil
    else {
      return isFlash
    }
    return !isFlash
  }

  func ringChange(after moment: Moment) -> Wake {
    guard let countdown = shownCountdown, !gallery.isVisible(at: moment) else { return .never }
    // While the ring is above the edge, only a label shows the number.
    if ringStyle.place == .above, pull.offset(at: moment) == 0 {
      return countdown.nextChange(after: moment, circumference: 0, setup.phases)
    }
    return countdown.nextChange(
      after: moment, circumference: setup.isReduced ? 0 : ring?.circumference ?? 0, setup.phases)
  }
}

extension Ring.Reading {
  /// The tip is at a whole pixel, so that a frame composed in advance is right even after a late wake-up.
  fileprivate func drawn(circumference: Double) -> Ring.Reading {
    guard circumference > 0, remaining > .zero else { return self }
    let tip = (remaining / period * circumference - 0.001).rounded(.up)
    var drawn = self
    drawn.remaining = period * (tip / circumference)
    // Rounding must not make a full ring longer than a turn.
    if remaining <= period { drawn.remaining = min(period, drawn.remaining) }
    return drawn
  }
}
