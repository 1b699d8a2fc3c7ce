extension Ring.Style {
  /// The distance from the ring's square to the stroke's outer edge, in pixels.
  func lineInset(of diameter: Double) -> Double {
    let square = Rect(x: 0, y: 0, width: diameter, height: diameter)
    let ring = Ring(style: self, in: square, ink: .white, background: .black)
    return max(0, diameter / 2 - ring.radius - ring.stroke / 2)
  }
}

/// Angles are in turns from twelve o'clock, in the style's direction.
extension Ring {
  /// `last`, `reach` and `slit` are in stroke widths, the others in mark widths. `reach` goes from the square's edge to
  /// the stroke's middle. `slit` is the least gap between knob and arc's start.
  private static let share = (
    last: 1.8, row: 0.8, tick: 0.4, inner: 2.1, over: 0.6, reach: 0.9, slit: 0.5
  )

  private static let broadestMark = 0.045

  var stroke: Double { max(0, style.width.pixels(of: diameter)) }

  /// The radius of the stroke's middle, in pixels.
  var radius: Double {
    let margin = style.inset?.pixels(of: diameter) ?? max(Ring.share.reach, style.knob) * stroke + keylineWidth
    return max(0, diameter / 2 - margin)
  }

  /// The radius of the disc for labels, in pixels.
  var innerEdge: Double { max(0, style.marks ? innerRadius - mark / 2 : radius - stroke / 2) }

  /// - Parameter distance: from the centre to the text's farther edge.
  static func chord(at distance: Double, _ radius: Double, share: Double = 0.92) -> Double {
    2 * share * max(0, radius * radius - distance * distance).squareRoot()
  }

  /// In pixels; 0 if the tip moves in steps.
  var circumference: Double { style.steps ? 0 : 2 * .pi * radius }

  var keylineWidth: Double { max(1.5, stroke * 0.12) }

  /// A faint full ring below the arc means more than a turn.
  func strokes(_ reading: Reading) -> [Stroke] {
    let length = length(reading)
    let whole = isBeyondTurn(reading) ? body(fraction: 1, reading).map { $0.faded(to: Ring.wholeTurn) } : []
    let arc = whole + body(fraction: closed(length), reading)
    return arc + (style.marks ? marks(reading) : []) + knob(at: length, reading)
  }

  static let wholeTurn = 0.25

  private func turns(_ reading: Reading) -> Double {
    let left = style.steps ? .seconds(max(0, number(reading))) : reading.remaining
    return max(0, left / reading.period)
  }

  private func isBeyondTurn(_ reading: Reading) -> Bool { !style.grows && turns(reading) > 1 }

  /// A shrinking ring drops whole turns; a growing ring is empty until less than a turn is left.
  private func length(_ reading: Reading) -> Double {
    let turns = turns(reading)
    if style.grows { return 1 - min(1, turns) }
    return turns <= 1 ? turns : turns - (turns.rounded(.up) - 1)
  }

  private func closed(_ length: Double) -> Double {
    guard style.kind == .solid, style.knob > 0, length < 1 else { return length }
    let free = (1 - length) * 2 * .pi * radius - style.knob * stroke
    return free < Ring.share.slit * stroke ? 1 : length
  }

  /// The trail overlaps a solid, opaque arc by one pixel to hide the seam. A longer overlap would slow the X server.
  func trailStrokes(_ reading: Reading) -> [Stroke] {
    if isBeyondTurn(reading) { return [] }
    guard style.kind == .solid, style.opacity == 1, !style.marks || reading.phase != .over else {
      return body(fraction: 1, reading).filter(\.isMain)
    }
    let open = 1 - closed(length(reading))
    let seam = radius > 0 ? 1 / (2 * .pi * radius) : 0
    return open > 0 ? [arc(0, -min(1, open + seam), width: width(reading))] : []
  }

  private func body(fraction: Double, _ reading: Reading) -> [Stroke] {
    if style.marks, reading.phase == .over { return [arc(0, 1, width: stroke)] }
    let width = width(reading)
    let ticks = Ring.ticks(of: reading.period)
    switch style.kind {
    case .solid: return [arc(0, fraction, width: width, cap: style.cap)]
    case .equal: return row(ticks, step: 1, upTo: fraction, width: width)
    case .elements:
      let thin = row(
        ticks, step: 1, upTo: fraction, width: max(1, width * style.thinTick.width), isMain: false
      ).map { $0.faded(to: style.thinTick.opacity) }
      return thin + row(ticks, step: Ring.stride(of: ticks), upTo: fraction, width: width)
    }
  }

  private func width(_ reading: Reading) -> Double {
    style.marks && reading.phase == .last ? stroke * Ring.share.last : stroke
  }

  /// Draws each `step`th of `count` ticks, up to `end` in turns.
  private func row(
    _ count: Int, step: Int, upTo end: Double, width: Double, isMain: Bool = true
  ) -> [Stroke] {
    Swift.stride(from: 0, to: count, by: step).map { index in
      let start = Double(index) / Double(count)
      let sweep = min(Style.tick / Double(count), max(0, end - start))
      return arc(start, sweep, width: width, isMain: isMain)
    }
  }

  private func arc(
    _ start: Double, _ sweep: Double, radius: Double? = nil, width: Double, cap: Arc.Cap = .butt, isMain: Bool = true
  ) -> Stroke {
    let arc = Arc(
      centre: centre, radius: radius ?? self.radius, width: width, start: sense * start, sweep: sense * sweep, cap: cap)
    return Stroke(line: .arc(arc), isMain: isMain)
  }

  private var sense: Double { style.counterclockwise ? -1 : 1 }

  private func knob(at length: Double, _ reading: Reading) -> [Stroke] {
    guard style.knob > 0, reading.phase != .over || !style.marks else { return [] }
    let tip = centre + Point.direction(sense * length) * radius
    return [Stroke(line: .dot(tip, radius: style.knob * stroke))]
  }

  /// The ticks of a full turn: seconds up to a minute; else 10 to 60 whole minutes, hours or days; else 60.
  static func ticks(of period: Duration) -> Int {
    let seconds = Int(period.components.seconds)
    if seconds <= 60 { return max(1, seconds) }
    let units = [60, 3600, 86_400].filter { seconds % $0 == 0 }.map { seconds / $0 }
    return units.first { (10...60).contains($0) } ?? 60
  }

  private static func stride(of ticks: Int) -> Int {
    [5, 6, 4, 3, 2].first { ticks % $0 == 0 && ticks / $0 >= 4 } ?? 1
  }
}

extension Ring {
  private func marks(_ reading: Reading) -> [Stroke] {
    switch reading.phase {
    case .calm: []
    case .soon: innerTicks(reading)
    case .last: dashes(reading)
    case .over: [arc(0, 1, radius: innerRadius, width: mark * Ring.share.over)]
    }
  }

  /// The radius of the marks' middle, in pixels.
  private var innerRadius: Double {
    let edge = Ring.share.last / 2
    return max(0, radius - edge * stroke - (Ring.share.inner - edge) * mark)
  }

  /// A mark's width, in pixels.
  private var mark: Double { min(stroke, Ring.broadestMark * diameter) }

  private func innerTicks(_ reading: Reading) -> [Stroke] {
    let count = Ring.ticks(of: reading.period)
    let sweep = min(0.5 / Double(count), max(2, mark * Ring.share.tick) / max(1, 2 * .pi * innerRadius))
    return (0..<count).map { index in
      arc(Double(index) / Double(count) - sweep / 2, sweep, radius: innerRadius, width: mark * Ring.share.row)
    }
  }

  /// A dash takes at least a second, and the last phase has at most 60 dashes.
  static func dashTime(of last: Duration) -> Duration {
    let seconds = last.secondsRoundedUp
    let steps = [1, 5, 15, 60, 300, 900, 3600]
    return .seconds(steps.first { $0 * 60 >= seconds } ?? (seconds + 59) / 60)
  }

  private func dashes(_ reading: Reading) -> [Stroke] {
    let count = max(1, reading.dashCount)
    let left = reading.remaining.count(roundedUpOf: reading.dashTime)
    return (0..<count).map { index in
      let isLeft = index < left
      return arc(Double(index) / Double(count), isLeft ? 0.7 / Double(count) : 0, radius: innerRadius, width: mark)
    }
  }

  struct Stroke: Hashable {
    enum Line: Hashable {
      case arc(Arc)
      case dot(Point, radius: Double)
    }

    let line: Line
    var opacity = 1.0
    /// True for a stroke that may get a keyline.
    var isMain = true

    fileprivate func faded(to share: Double) -> Stroke { Stroke(line: line, opacity: opacity * share, isMain: false) }

    func shape(grownBy margin: Double) -> Shape {
      switch line {
      case .arc(let arc): .arc(arc.grown(by: margin))
      case .dot(let centre, let radius): .disc(centre: centre, radius: radius + margin)
      }
    }
  }
}

extension Shape {
  static func bar(from start: Point, to end: Point, width: Double, grownBy margin: Double = 0) -> Shape {
    let way = end - start
    guard way.length > 0 else { return .band([]) }
    let along = way * (1 / way.length)
    let side = Point(x: -along.y, y: along.x) * (width / 2 + margin)
    let (first, last) = (start - along * margin, end + along * margin)
    return .band([first - side, first + side, last - side, last + side])
  }
}

extension Arc {
  /// Round and square ends grow with the width.
  fileprivate func grown(by margin: Double) -> Arc {
    var arc = self
    arc.width += 2 * margin
    guard margin > 0, sweep != 0, cap == .butt, radius > 0 else { return arc }
    let turn = margin / (2 * .pi * radius) * (sweep < 0 ? -1 : 1)
    arc.start -= turn
    arc.sweep += 2 * turn
    return arc
  }
}
