/// A countdown drawn as a ring: what is left of it from twelve o'clock on.
package struct Ring: Hashable, Sendable {
  package let style: Style
  package let centre: Point
  /// Of the square it stands in, in pixels.
  package let diameter: Double
  package let ink: Ink
  package let background: Colour

  /// - Parameter shortSide: the window's, in pixels.
  package init(style: Style, centre: Point, shortSide: Double, ink: Ink, background: Colour) {
    (self.style, self.centre, self.ink, self.background) = (style, centre, ink, background)
    diameter = max(0, style.diameter.pixels(of: shortSide))
  }

  /// What a ring shows of a countdown at one moment.
  package struct Reading: Hashable, Sendable {
    package var remaining: Duration
    /// What a full ring means.
    package var period: Duration
    package var phase = Countdown.Phase.calm
    /// How many beats the last phase has.
    package var beats = 0
    /// Whether the signal is lit.
    package var isLit = false

    package init(remaining: Duration, period: Duration) {
      (self.remaining, self.period) = (remaining, period)
    }
  }

  /// What to paint, from the bottom up: the lit disc, the trail, keylines, the ring, the marks of the phase, the knob. Within
  /// a phase the items stay the same ones in the same order, and only those at the tip change.
  package func items(_ reading: Reading) -> [Item] {
    let strokes = strokes(reading)
    let disc = reading.isLit ? [Item.fill(Fill(.disc(centre: centre, radius: diameter / 2), ink.colour))] : []
    let lines = needsKeyline(isLit: reading.isLit) ? strokes.filter(\.isMain).map { keyline($0, reading) } : []
    return disc + trail(reading) + lines + strokes.map { fill($0, opacity: style.opacity, reading) }
  }

  /// The ink that stands out on the ring's ground: on the lit disc it is the other one, also for what is written on it.
  package func ink(isLit: Bool) -> Ink { isLit ? ink.opposite : ink }
}

extension Ring {
  /// The contrast under which a keyline of the opposite ink lies beneath. It is above the 4.5:1 of WCAG 2.2 because to
  /// someone without red cones a saturated red is darker by half: at 5:1 they still have 3:1.
  static let clearContrast = 5.0

  func colour(isLit: Bool) -> Colour { style.colour ?? ink(isLit: isLit).colour }

  func needsKeyline(isLit: Bool) -> Bool {
    // The seed's ring is faint on purpose.
    guard style.opacity == 1 else { return false }
    return colour(isLit: isLit).contrast(with: isLit ? ink.colour : background) < Ring.clearContrast
  }

  private func fill(_ stroke: Stroke, opacity: Double, _ reading: Reading) -> Item {
    .fill(Fill(stroke.shape(grownBy: 0), colour(isLit: reading.isLit), opacity: UInt8(share: opacity * stroke.opacity)))
  }

  private func keyline(_ stroke: Stroke, _ reading: Reading) -> Item {
    let opposite = Ink.best(on: colour(isLit: reading.isLit)).colour
    return .fill(Fill(stroke.shape(grownBy: keylineWidth), opposite))
  }

  private func trail(_ reading: Reading) -> [Item] {
    guard style.trail > 0 else { return [] }
    return trailStrokes(reading).map { fill($0, opacity: style.trail * style.opacity, reading) }
  }
}

extension Countdown {
  /// What a ring shows of it.
  package func reading(at moment: Moment) -> Ring.Reading {
    var reading = Ring.Reading(remaining: remaining(at: moment), period: rules.period)
    reading.phase = phase(at: moment)
    reading.beats = max(1, lastSpan.secondsRoundedUp)
    reading.isLit = alarm?.isLit(at: moment.uptime) ?? false
    return reading
  }
}
