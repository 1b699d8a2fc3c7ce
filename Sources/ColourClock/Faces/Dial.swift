/// The time of day as a dial: hands in the place of the digits, or marks for the seconds around the digits.
///
/// The minute hand steps at the full minute, as that of a station's clock: so at a tick only the second hand changes.
struct Dial {
  /// The square that it fills, in pixels.
  let square: Rect
  let backdrop: Backdrop
  let labels: Labels
  let hasHands: Bool

  /// - Parameter part: the part of the present second that has passed, 0 ..< 1, for a second hand that glides.
  func items(_ part: Double) -> [Item] {
    let ring = labels.secondsRing ? secondsRing : nil
    let radius = ring.map { Dial.share.inRing * $0.innerEdge } ?? square.width / 2
    let lit = min(backdrop.time.second, 59) + 1
    let rest = Duration.seconds(60 - lit)
    return (ring?.items(Ring.Reading(remaining: rest, period: .seconds(60))) ?? [])
      + (hasHands ? marks(radius) + hands(radius, part) : [])
  }

  // MARK: The seconds ring

  /// A ring of sixty ticks that grows by one each second; at the full minute the first one is lit.
  private var secondsRing: Ring {
    Ring(style: Dial.ringStyle, in: square, ink: backdrop.ink, background: backdrop.colour)
  }

  fileprivate static let ringStyle: Ring.Style = {
    var style = Ring.Style.standard
    (style.kind, style.grows, style.marks, style.knob) = (.equal, true, false, 0)
    (style.diameter, style.trail) = (.share(0.92), 0.25)
    return style
  }()

  // MARK: Marks and hands

  /// Shares of the radius: lengths and widths of the marks and hands, the hub, and how far the second hand reaches
  /// behind it. `inRing` is of the disc within a seconds ring.
  private static let share = (
    inRing: 0.94, hourMark: (length: 0.14, width: 0.035), minuteMark: (length: 0.06, width: 0.012),
    hour: (length: 0.52, width: 0.07), minute: (length: 0.8, width: 0.048), second: (length: 0.88, width: 0.016),
    tail: 0.2, hub: 0.055
  )
  /// The least radius in pixels at which sixty marks can be told apart.
  private static let leastMinutes = 60.0

  /// Twelve marks, and those of the minutes between them where these can be told apart.
  private func marks(_ radius: Double) -> [Item] {
    let step = radius < Dial.leastMinutes || labels.secondsRing ? 5 : 1
    return stride(from: 0, to: 60, by: step).map { minute in
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
    let (minute, second) = (Double(time.minute) / 60, (Double(min(time.second, 59)) + part) / 60)
    let hour = (Double(time.hour % 12) + minute) / 12
    let hub = Dial.share.hub * radius
    var items = hand(at: hour, Dial.share.hour, 0, radius) + hand(at: minute, Dial.share.minute, 0, radius)
    if labels.seconds { items += hand(at: second, Dial.share.second, Dial.share.tail, radius) }
    return items + [.fill(Fill(.disc(centre: square.centre, radius: max(1.5, hub)), backdrop.ink.colour))]
  }

  /// The wall's colour around a hand separates it from the marks and hands below it.
  /// - Parameter turn: from twelve o'clock, in turns.
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
  /// Gives the time of day the place of a ring where it is the subject: with hands it needs no digits, and in a seconds
  /// ring they stand in the middle.
  mutating func addDial(of face: Face) {
    guard face.hasHands || labels.secondsRing, labels.time, ring == nil, !hasStopwatch, messages.urgent == nil else {
      return
    }
    (ring, number) = (Dial.ringStyle, face.hasHands ? "" : labels.widestWholeTime)
    labels.time = false
  }
}

/// The dial on the wall. A wall without a ring asks no more than that.
extension Scene {
  /// The square of the dial; `nil` where digits tell the time.
  private var dialSquare: Rect? {
    guard let square = layout?.ring, shownCountdown == nil else { return nil }
    return face.hasHands || style.labels.secondsRing ? square : nil
  }

  func dialItems(on backdrop: Backdrop, at moment: Moment) -> [Item] {
    guard let square = dialSquare else { return [] }
    let part = dialGlides ? style.fade.pace.glide(at: moment.instant) : 0
    return Dial(square: square, backdrop: backdrop, labels: style.labels, hasHands: face.hasHands).items(part)
  }

  /// Whether the second hand moves between the seconds.
  var dialGlides: Bool {
    guard dialSquare != nil else { return false }
    return style.labels.sweeps && style.labels.seconds && face.hasHands && !setup.isReduced
  }

  /// The next frame of a second hand that glides.
  func nextGlide(after moment: Moment) -> Wake {
    guard dialGlides, !gallery.isVisible(at: moment) else { return .never }
    return Wake(instant: style.fade.pace.nextGlide(after: moment.instant))
  }
}

extension Pace {
  /// The part of the present second that has passed, in whole frames: a wake-up that comes a little late shows the
  /// frame composed ahead.
  fileprivate func glide(at instant: Instant) -> Double {
    glides ? frames(at: instant) * frame.inSeconds : 0
  }

  fileprivate func nextGlide(after instant: Instant) -> Instant? {
    let later = frame * (frames(at: instant) + 1)
    // The last frame of a second is the next tick's.
    return glides && later < .milliseconds(999) ? Instant(second: tickStart(instant)) + later : nil
  }

  /// Faster, a second is no longer than a frame.
  private var glides: Bool { speed > 0 && frame < .seconds(1) }

  /// Frames since the tick. An instant at the edge of one belongs to it.
  private func frames(at instant: Instant) -> Double {
    ((instant - Instant(second: tickStart(instant))) / frame + 0.001).rounded(.down)
  }
}
