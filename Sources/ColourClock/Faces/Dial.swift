/// Hands, a ring of seconds, or both. The minute hand moves only at the full minute.
struct Dial {
  let square: Rect
  let backdrop: Backdrop
  let labels: Labels
  let hasHands: Bool

  /// `part` is the elapsed part of a second, 0 ..< 1.
  func items(_ part: Double) -> [Item] {
    let ring = labels.secondsRing ? secondsRing : nil
    let radius = ring.map { Dial.share.inRing * $0.innerEdge } ?? square.width / 2
    let lit = min(backdrop.time.second, 59) + 1
    let rest = Duration.seconds(60 - lit)
    return (ring?.items(Ring.Reading(remaining: rest, period: .seconds(60))) ?? [])
      + (hasHands ? marks(radius) + hands(radius, part) : [])
  }

  // MARK: The seconds ring

  private var secondsRing: Ring {
    Ring(style: Dial.ringStyle, in: square, ink: backdrop.ink, background: backdrop.colour)
  }

  fileprivate static let ringStyle: Ring.Style = {
    var style = Ring.Style.standard
    (style.kind, style.grows, style.marks, style.knob) = (.equal, true, false, 0)
    (style.diameter, style.trail, style.hasKeyline) = (.share(0.88), 0.25, false)
    return style
  }()

  // MARK: Marks and hands

  /// Shares of the dial's radius, but `inRing` is that radius as a share of the seconds ring's inner radius. `tail` is
  /// the second hand's length behind the centre.
  private static let share = (
    inRing: 0.94, hourMark: (length: 0.14, width: 0.035), minuteMark: (length: 0.06, width: 0.014),
    hour: (length: 0.52, width: 0.07), minute: (length: 0.93, width: 0.048), second: (length: 0.95, width: 0.02),
    tail: 0.2, hub: 0.055
  )
  private static let leastRadiusWithMinutes = 60.0

  private func marks(_ radius: Double) -> [Item] {
    let hasMinutes = radius >= Dial.leastRadiusWithMinutes && !labels.secondsRing
    return stride(from: 0, to: 60, by: hasMinutes ? 1 : 5).map { minute in
      let mark = minute % 5 == 0 ? Dial.share.hourMark : Dial.share.minuteMark
      let way = Point.direction(Double(minute) / 60)
      let (outer, inner) = (way * radius, way * (radius * (1 - mark.length)))
      let width = max(1, mark.width * radius)
      let bar = Shape.bar(from: square.centre + inner, to: square.centre + outer, width: width)
      return .fill(Fill(bar, backdrop.ink.colour))
    }
  }

  private func hands(_ radius: Double, _ part: Double) -> [Item] {
    let time = backdrop.time
    let minuteTurn = Double(time.minute) / 60
    let hourTurn = (Double(time.hour % 12) + minuteTurn) / 12
    let secondTurn = (Double(min(time.second, 59)) + part) / 60
    let hub = Dial.share.hub * radius
    var items = hand(at: hourTurn, Dial.share.hour, 0, radius) + hand(at: minuteTurn, Dial.share.minute, 0, radius)
    if labels.seconds { items += hand(at: secondTurn, Dial.share.second, Dial.share.tail, radius) }
    return items + [.fill(Fill(.disc(centre: square.centre, radius: max(1.5, hub)), backdrop.ink.colour))]
  }

  private func hand(at turn: Double, _ share: (length: Double, width: Double), _ tail: Double, _ radius: Double)
    -> [Item]
  {
    let way = Point.direction(turn)
    let (start, end) = (square.centre + way * (-tail * radius), square.centre + way * (share.length * radius))
    let width = max(1.5, share.width * radius)
    let edge = max(1, 0.012 * radius)
    return [
      .fill(Fill(.bar(from: start, to: end, width: width, grownBy: edge), backdrop.colour)),
      .fill(Fill(.bar(from: start, to: end, width: width), backdrop.ink.colour)),
    ]
  }
}

extension Layout.Contents {
  mutating func addDial(of face: Face) {
    guard face.hasHands || labels.secondsRing, labels.time, ring == nil, !hasStopwatch, messages.urgent == nil else {
      return
    }
    hasDial = true
    (ring, number) = (Dial.ringStyle, face.hasHands ? "" : labels.widestWholeTime)
    labels.time = false
  }
}

extension Scene {
  private var dialSquare: Rect? {
    guard let square = layout?.ring, shownCountdown == nil else { return nil }
    return face.hasHands || style.labels.secondsRing ? square : nil
  }

  func dialItems(on backdrop: Backdrop, at moment: Moment) -> [Item] {
    guard let square = dialSquare else { return [] }
    let part = dialGlides ? style.fade.pace.glide(at: moment.instant) : 0
    return Dial(square: square, backdrop: backdrop, labels: style.labels, hasHands: face.hasHands).items(part)
  }

  var dialGlides: Bool {
    guard dialSquare != nil else { return false }
    return style.labels.sweeps && style.labels.seconds && face.hasHands && !setup.isReduced
  }

  func nextGlide(after moment: Moment) -> Wake {
    guard dialGlides, !gallery.isVisible(at: moment) else { return .never }
    return Wake(instant: style.fade.pace.nextGlide(after: moment.instant))
  }
}

extension Pace {
  /// Seconds since the tick, 0 ..< 1, in whole frames.
  fileprivate func glide(at instant: Instant) -> Double {
    glides ? frames(at: instant) * frame.inSeconds : 0
  }

  /// Returns `nil` less than 1 ms before the next tick.
  fileprivate func nextGlide(after instant: Instant) -> Instant? {
    let later = frame * (frames(at: instant) + 1)
    return glides && later < .milliseconds(999) ? Instant(second: tickStart(instant)) + later : nil
  }

  private var glides: Bool { speed > 0 && frame < .seconds(1) }

  /// Just before a frame's end, an instant counts as the next frame.
  private func frames(at instant: Instant) -> Double {
    ((instant - Instant(second: tickStart(instant))) / frame + 0.001).rounded(.down)
  }
}
