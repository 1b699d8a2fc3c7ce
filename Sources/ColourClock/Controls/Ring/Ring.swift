package struct Ring: Hashable, Sendable {
  let style: Style
  let centre: Point
  /// The side of the ring's square, in pixels.
  let diameter: Double
  let ink: Ink
  let background: Colour

  init(style: Style, centre: Point, diameter: Double, ink: Ink, background: Colour) {
    (self.style, self.centre, self.ink, self.background) = (style, centre, ink, background)
    self.diameter = max(0, diameter)
  }

  init(style: Style, in square: Rect, ink: Ink, background: Colour) {
    self.init(style: style, centre: square.centre, diameter: square.width, ink: ink, background: background)
  }

  struct Reading: Hashable, Sendable {
    var remaining: Duration
    /// The time of a full turn.
    var period: Duration
    var phase = Countdown.Phase.calm
    /// For the phase `last`.
    var dashCount = 0
    var dashTime = Duration.seconds(1)
    /// True if ink fills the disc.
    var isLit = false
    /// `nil` means the ring's own colour.
    var colour: Colour?
    /// The days and hours that replace the number.
    var days: String?
  }

  func items(_ reading: Reading) -> [Item] {
    let strokes = strokes(reading)
    let disc = plate(reading).map { [Item.fill(Fill(.disc(centre: centre, radius: diameter / 2), $0))] } ?? []
    let lines = needsKeyline(reading) ? strokes.filter(\.isMain).map { keyline($0, reading) } : []
    return disc + trail(reading) + lines + strokes.map { fill($0, opacity: style.opacity, reading) }
  }

  private func plate(_ reading: Reading) -> Colour? {
    if reading.isLit { return ink.colour }
    return reading.colour == nil ? nil : PhaseColours.ground
  }

  private func ink(_ reading: Reading) -> Ink {
    if reading.isLit { return ink.opposite }
    return reading.colour == nil ? ink : Ink.best(on: PhaseColours.ground)
  }

  private func colour(_ reading: Reading) -> Colour {
    (reading.isLit ? nil : reading.colour) ?? style.colour ?? ink(reading).colour
  }

  /// A ring of less contrast gets a keyline, an outline in the opposite ink. At this contrast, people who cannot see red
  /// (protanopia) still get the 3:1 of WCAG, by the model of Brettel, Viénot and Mollon (1997).
  private static let leastContrast = (coloured: 5.2, white: 3.6)

  private func needsKeyline(_ reading: Reading) -> Bool {
    // A translucent ring is faint on purpose (`--preset seed`).
    guard style.opacity == 1, style.hasKeyline else { return false }
    let own = colour(reading)
    let least = own == Ink.white.colour ? Ring.leastContrast.white : Ring.leastContrast.coloured
    return own.contrast(with: plate(reading) ?? background) < least
  }

  private func fill(_ stroke: Stroke, opacity: Double, _ reading: Reading) -> Item {
    .fill(Fill(stroke.shape(grownBy: 0), colour(reading), opacity: UInt8(share: opacity * stroke.opacity)))
  }

  private func keyline(_ stroke: Stroke, _ reading: Reading) -> Item {
    let opposite = Ink.best(on: colour(reading)).colour
    return .fill(Fill(stroke.shape(grownBy: keylineWidth), opposite))
  }

  private func trail(_ reading: Reading) -> [Item] {
    guard style.trail > 0 else { return [] }
    let isLight = colour(reading).luminance > (plate(reading) ?? background).luminance
    let share = style.trail * (isLight ? Ring.lightTrail : 1)
    return trailStrokes(reading).map { fill($0, opacity: share * style.opacity, reading) }
  }

  private static let lightTrail = 0.6
}

extension Ring {
  static func label(_ number: Int, _ format: Format) -> String {
    let seconds = abs(number)
    let body =
      switch format {
      case .none: ""
      case .seconds: "\(seconds)"
      case .minutes: "\(seconds / 60)\((seconds % 60).afterColon)"
      case .hours: "\(seconds / 3600)\((seconds / 60 % 60).afterColon)\((seconds % 60).afterColon)"
      case .automatic:
        label(seconds, seconds >= 3600 ? .hours : seconds >= 60 || number < 0 ? .minutes : .seconds)
      }
    return number < 0 && format != .none ? "+" + body : body
  }

  static func overtimeZero(_ format: Format) -> String {
    format == .none ? "" : "+" + label(0, format == .automatic ? .minutes : format)
  }

  func number(_ reading: Reading) -> Int { Ring.number(reading.remaining, style.counting(of: reading.period)) }

  static func number(_ remaining: Duration, _ counting: Counting) -> Int {
    let number = remaining.secondsRoundedUp
    // `down` rounds down, but shows 4 at exactly 5 s.
    return counting == .down && number > 0 ? number - 1 : number
  }

  func label(_ reading: Reading) -> String { reading.days ?? Ring.label(number(reading), style.format) }

  /// Short countdowns get a longer template, such as 00:00, so that the digits keep their size while a viewer changes the
  /// countdown.
  static func template(from seconds: Int, _ format: Format, overtime: Bool) -> String {
    let isShort = format == .automatic && seconds < 60 && !overtime
    let least =
      switch format {
      case .automatic: isShort ? 59 : 3599
      case .minutes: 3599
      case .seconds: 59
      case .hours, .none: 0
      }
    let zeros = String(label(max(least, abs(seconds)), format).map { $0.isNumber ? "0" : $0 })
    return overtime && !zeros.isEmpty ? "+" + zeros : zeros
  }

  func texts(_ reading: Reading) -> [Text] {
    let (width, height) = (style.labelWidth.pixels(of: diameter), style.labelHeight.pixels(of: diameter))
    let number = label(reading)
    let widest = reading.days ?? Ring.template(from: reading.period.secondsRoundedUp, style.format, overtime: false)
    var texts: [Text] = []
    if !number.isEmpty {
      let box = Rect(centre: centre, width: width, height: height)
      var text = text(number, template: widest, box: box, reading)
      if style.numberHasRingColour {
        (text.isBold, text.tint) = (true, Text.Tint(ink: colour(reading)))
      } else if let colour = reading.colour, !reading.isLit {
        text.tint = Text.Tint(ink: colour)
      }
      texts.append(text)
    }
    if let titleBox, !style.title.isEmpty {
      var text = text(style.title, template: style.title, box: titleBox, reading)
      if style.numberHasRingColour { text.tint = Text.Tint(ink: colour(reading)) }
      texts.append(text)
    }
    return texts
  }

  private func text(_ string: String, template: String, box: Rect, _ reading: Reading) -> Text {
    Text(string: string, template: template, box: box, ink: ink(reading), opacity: UInt8(share: style.opacity))
  }

  private var titleBox: Rect? {
    let (width, height) = (style.labelWidth.pixels(of: diameter), style.labelHeight.pixels(of: diameter))
    let (offset, tall) = (0.75 * height, 0.35 * height)
    let chord = Ring.chord(at: offset + tall / 2, innerEdge)
    guard chord >= 2 * tall else { return nil }
    return Rect(centre: centre + Point(x: 0, y: offset), width: min(width, chord), height: tall)
  }
}

extension Countdown {
  func reading(at moment: Moment, _ setup: CountdownPhases = CountdownPhases()) -> Ring.Reading {
    let last = spans(setup).last
    let dashTime = Ring.dashTime(of: last)
    return Ring.Reading(
      remaining: remaining(at: moment), period: fullTurn, phase: phase(at: moment, setup),
      dashCount: max(1, last.count(roundedUpOf: dashTime)), dashTime: dashTime,
      isLit: flashes?.isLit(at: moment.uptime) ?? false)
  }
}
