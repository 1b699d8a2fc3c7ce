import Glibc
import Testing

@testable import ColourClock

/// Each figure of `colourclock audit` against another way to it.
@Suite struct AuditTests {
  private func setup(_ face: Face, _ change: (inout Setup) -> Void = { _ in }) -> Setup {
    var setup = Setup(face: face, style: .hard)
    change(&setup)
    return setup
  }

  // MARK: Contrast

  /// WCAG's ratio from its text: https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio.
  private func ratio(_ one: Colour, _ other: Colour) -> Double {
    func luminance(_ colour: Colour) -> Double {
      let parts = [colour.red, colour.green, colour.blue].map { channel -> Double in
        let share = Double(channel) / 255
        return share <= 0.04045 ? share / 12.92 : pow((share + 0.055) / 1.055, 2.4)
      }
      return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]
    }
    let both = [luminance(one), luminance(other)].sorted()
    return (both[1] + 0.05) / (both[0] + 0.05)
  }

  @Test(arguments: Face.all.map(\.name)) func theWorstSecondIsFound(name: String) throws {
    let face = try #require(Face.named(name))
    let audit = ContrastAudit(of: setup(face), isNight: false)
    var (ratios, lightness) = ([Double](), [Double]())
    var (plated, changes) = (0, 0)
    var last: Colour?
    for time in Civil.wholeDay {
      let (wall, ink) = (face.colour(time), Ink.best(on: face.colour(time)).colour)
      if ratio(ink, wall) < 4.5 { plated += 1 }
      if let last, last != ink { changes += 1 }
      last = ink
      ratios.append(ratio(ink, wall))
      lightness.append(abs(lightnessContrast(text: ink, on: wall)))
    }
    for (found, all) in [(audit.ratio, ratios), (audit.lightnessContrast, lightness)] {
      let least = try #require(all.min())
      #expect(abs(found.value - least) < 0.001)
      #expect(abs(all[found.second] - least) < 0.001)
    }
    #expect(abs(audit.plated * 86_400 - Double(plated)) < 1 && audit.inkChanges == changes)
  }

  /// As `NightReadabilityTests` have them.
  @Test func byNightItIsTheDimmedWall() throws {
    var night = Night(try DailyHours.parse("22:00-07:00"))
    let audit = ContrastAudit(of: setup(.scaled) { $0.night = night }, isNight: true)
    #expect(audit.ratio.value >= 9 && audit.lightnessContrast.value >= 60 && audit.plated == 0)
    night.isRed = true
    let red = ContrastAudit(of: setup(.scaled) { $0.night = night }, isNight: true)
    // Red of the fourth root of 0.3 on black: its light is 0.2126 of that.
    #expect(abs(red.ratio.value - (0.2126 * pow(0.3, 0.25) + 0.05) / 0.05) < 0.15)
    #expect(red.lightnessContrast.value < 30)
  }

  /// The published test pairs of the formula.
  @Test(
    arguments: [
      (0x88, 0xff, 63.06), (0xff, 0x88, -68.54), (0x00, 0xaa, 58.15), (0xaa, 0x00, -56.24),
    ] as [(UInt8, UInt8, Double)])
  func lightnessIsThePublishedOne(text: UInt8, backdrop: UInt8, contrast: Double) {
    let grey = { (value: UInt8) in Colour(red: value, green: value, blue: value) }
    #expect(abs(grey(text).lightnessContrast(on: grey(backdrop)) - contrast) < 0.01)
  }

  // MARK: Colour-blindness

  private static let sample = [
    "ee0000", "ffffff", "00ff00", "0000ff", "ffff00", "8a9544", "0a14c8", "c86432", "000000", "5a5a5a",
  ]

  /// Contrasts with white by Python's daltonlens 0.1.5 (`Simulator_Brettel1997` with `LMSModel_sRGB_SmithPokorny75`),
  /// which derives its planes anew and rounds to eight bits.
  @Test(
    arguments: [
      (.protan, [7.52, 1.01, 1.21, 7.10, 1.11, 3.12, 9.44, 4.77, 21, 6.90]),
      (.deutan, [3.84, 1.01, 1.51, 5.58, 1.17, 3.34, 7.85, 3.70, 21, 6.90]),
      (.tritan, [4.41, 1.01, 1.40, 7.04, 1.11, 3.27, 9.37, 3.97, 21, 6.90]),
    ] as [(ColourBlindness, [Double])])
  func theColourBlindSeeAsBrettelSays(sight: ColourBlindness, contrasts: [Double]) throws {
    for (text, contrast) in zip(Self.sample, contrasts) {
      let colour = try #require(Colour(hex: text))
      #expect(abs(sight.contrast(colour, .white) / contrast - 1) < 0.05, "\(text)")
    }
  }

  /// The tests' own simulation, which rounds to eight bits, at the second that was found and at a sample of others.
  @Test func theRingsWorstSecondIsFound() throws {
    let face = Face.scaled
    let audit = SightAudit(of: setup(face), isNight: false)
    for (sight, other) in zip(ColourBlindness.allCases, Dichromacy.allCases) {
      let worst = try #require(audit.ring[sight])
      #expect(worst.value >= 3)
      var least = Double.infinity
      for second in Array(stride(from: 0, to: 86_400, by: 61)) + [worst.second] {
        let (wall, ink) = (face.colour(Civil.wholeDay[second]), Ink.best(on: face.colour(Civil.wholeDay[second])))
        // Under this contrast there is a keyline of the other ink.
        let limit = ink == .white ? 3.6 : 5.2
        let surround = ratio(ink.colour, wall) < limit ? ink.opposite.colour : wall
        let contrast = other.contrast(ink.colour, surround)
        least = min(least, contrast)
        if second == worst.second { #expect(abs(contrast / worst.value - 1) < 0.03) }
      }
      #expect(least > worst.value * 0.97)
    }
  }

  @Test func aRingOfTheWallsColourIsFound() throws {
    let faint = setup(.scaled) { $0.ring = .seed }
    let audit = SightAudit(of: faint, isNight: false)
    #expect(audit.ring.values.allSatisfy { $0.value < 1.2 })
    #expect(audit.phaseDifference == 0)
  }

  /// By triangles in place of shapes, on another grid.
  @Test(arguments: Ring.Kind.allCases) func phasesDifferInTheirShape(kind: Ring.Kind) {
    var style = Ring.Style.standard
    style.kind = kind
    let ring = Ring(style: style, in: Rect(x: 0, y: 0, width: 400, height: 400), ink: .white, background: .black)
    let pictures = Countdown.Phase.allCases.map { phase in
      covered(
        ring.items(Ring.Reading(remaining: .seconds(150), period: .seconds(300), phase: phase, dashCount: 10)))
    }
    var least = 1.0
    for (index, one) in pictures.enumerated() {
      for other in pictures[(index + 1)...] {
        least = min(least, Double(one.symmetricDifference(other).count) / Double(one.union(other).count))
      }
    }
    let found = SightAudit.phaseDifference(of: style)
    #expect(abs(found - least) < 0.06 && found > 0.1)
  }

  private func covered(_ items: [Item]) -> Set<Int> {
    let strips = items.compactMap { item -> [Point]? in
      guard case .fill(let fill) = item, fill.opacity > 127 else { return nil }
      return fill.shape.triangleStrip
    }
    var points: Set<Int> = []
    for strip in strips {
      for index in 0..<max(0, strip.count - 2) { points.formUnion(samples(Array(strip[index..<index + 3]))) }
    }
    return points
  }

  /// A sample stands for a square of 3 × 3 pixels.
  private func samples(_ corners: [Point]) -> [Int] {
    let (xs, ys) = (corners.map(\.x), corners.map(\.y))
    let columns = Int(((xs.min() ?? 0) / 3).rounded(.up))..<Int(((xs.max() ?? 0) / 3).rounded(.down)) + 1
    let rows = Int(((ys.min() ?? 0) / 3).rounded(.up))..<Int(((ys.max() ?? 0) / 3).rounded(.down)) + 1
    func side(_ one: Point, _ two: Point, _ point: Point) -> Double {
      (two.x - one.x) * (point.y - one.y) - (two.y - one.y) * (point.x - one.x)
    }
    return rows.flatMap { row in
      columns.filter { column in
        let point = Point(x: Double(column) * 3, y: Double(row) * 3)
        let sides = (0..<3).map { side(corners[$0], corners[($0 + 1) % 3], point) }
        return sides.allSatisfy { $0 >= 0 } || sides.allSatisfy { $0 <= 0 }
      }.map { row * 1000 + $0 }
    }
  }

  // MARK: Flashes

  /// What the tests' own counter of flashes says of the same hours; an hour that goes by is one change.
  @Test(arguments: [1.0, 3600, 7200]) func flashesAreCounted(speed: Double) throws {
    let style = Style(fade: Fade(span: .milliseconds(300), pace: Pace(speed: speed)))
    let setup = setup(.scaled) { $0.style = style }
    let audit = FlashAudit(of: setup, in: Size(width: 640, height: 360))
    #expect(audit.changes > 0 && audit.changes <= FlashAudit.limit)
    // The figures of a wall on which minutes fly are too many for the guard.
    #expect((audit.delayed == 0) == (speed == 1))
    var (most, step) = (0.0, 0.0)
    for hour in 0..<24 {
      let start = Instant(second: newYear + Int64(hour) * 3600) + .seconds(-2 * speed)
      var meter = FlashCounter()
      var last: [(Double, Double)] = []
      for frame in 0..<240 {
        let time = Double(frame) / 60
        let moment = Moment(instant: start + .seconds(time * speed), uptime: .seconds(time), zone: .utc)
        let colour = style.fade.drawn(.scaled, at: moment).colour
        meter.record(colour, at: time)
        last = last.filter { $0.0 > time - 1 } + [(time, colour.luminance)]
        step = max(step, last.map { abs($0.1 - colour.luminance) }.max() ?? 0)
      }
      most = max(most, FlashCounter.most(meter.generalFlashes), FlashCounter.most(meter.redFlashes))
    }
    #expect(Double(max(audit.changes, audit.redChanges)) / 2 >= most - 0.5)
    #expect(Double(audit.changes) / 2 <= most + 1)
    #expect(abs(audit.largestStep - step) < 0.05)
  }

  /// 23:59:59 is #f4fbfb, and midnight is black.
  @Test func theLargestStepIsThatOfMidnight() {
    let audit = FlashAudit(of: setup(.scaled), in: Size(width: 640, height: 360))
    let white = Colour(red: 0xf4, green: 0xfb, blue: 0xfb).luminance
    #expect(audit.hour == 0 && audit.changes == 1 && abs(audit.largestStep - white) < 0.01)
  }

  @Test func aWallThatStandsStillDoesNotFlash() {
    let still = setup(.scaled) { $0.style.fade = Fade(span: .zero, pace: Pace(speed: 0)) }
    let audit = FlashAudit(of: still, in: Size(width: 640, height: 360))
    #expect(audit.changes == 0 && audit.redChanges == 0 && audit.largestStep == 0)
  }

  // MARK: Letters

  /// A letter of 20/20 sight: 8.727 mm at 6 m are five minutes (Snellen); and a degree is 60.
  @Test func anglesAreMinutesOfArc() {
    #expect(abs(VisualAngle.arcMinutes(of: 8.727, at: 6000) - 5) < 0.001)
    #expect(abs(VisualAngle.arcMinutes(of: 2 * 1000 * tan(.pi / 360), at: 1000) - 60) < 1e-9)
  }
}
