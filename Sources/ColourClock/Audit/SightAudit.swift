private import func Glibc.atan

/// Sight without one kind of cone, simulated in linear sRGB with two half-planes (Brettel, Viénot and Mollon, 1997).
/// Coefficients: N. Burrus, DaltonLens (https://daltonlens.org/understanding-cvd-simulation/).
package enum ColourBlindness: String, CaseIterable, Sendable {
  case protan, deutan, tritan

  /// Rows of two matrices. `above` applies where plane · light ≥ 0.
  private struct Halves {
    let plane: SIMD3<Double>
    let above: [SIMD3<Double>]
    let below: [SIMD3<Double>]
  }

  private var halves: Halves {
    switch self {
    case .protan: ColourBlindness.protanHalves
    case .deutan: ColourBlindness.deutanHalves
    case .tritan: ColourBlindness.tritanHalves
    }
  }

  private static let protanHalves = Halves(
    plane: [0.00048, 0.00416, -0.00464],
    above: [[0.14510, 1.20165, -0.34675], [0.10447, 0.85316, 0.04237], [0.00429, -0.00603, 1.00174]],
    below: [[0.14115, 1.16782, -0.30897], [0.10495, 0.85730, 0.03776], [0.00431, -0.00586, 1.00155]])
  private static let deutanHalves = Halves(
    plane: [-0.00293, -0.00645, 0.00938],
    above: [[0.36198, 0.86755, -0.22953], [0.26099, 0.64512, 0.09389], [-0.01975, 0.02686, 0.99289]],
    below: [[0.37009, 0.88540, -0.25549], [0.25767, 0.63782, 0.10451], [-0.01950, 0.02741, 0.99209]])
  private static let tritanHalves = Halves(
    plane: [0.03901, -0.02788, -0.01113],
    above: [[1.01277, 0.13548, -0.14826], [-0.01243, 0.86812, 0.14431], [0.07589, 0.80500, 0.11911]],
    below: [[0.93678, 0.18979, -0.12657], [0.06154, 0.81526, 0.12320], [-0.37562, 1.12767, 0.24796]])

  package func contrast(_ one: Colour, _ other: Colour) -> Double {
    Colour.contrast(luminance(one), luminance(other))
  }

  private func luminance(_ colour: Colour) -> Double {
    let light = SIMD3(colour.light.red, colour.light.green, colour.light.blue)
    let halves = halves
    let rows = (halves.plane * light).sum() >= 0 ? halves.above : halves.below
    let seen = rows.map { ($0 * light).sum().clamped(to: 0...1) }
    return LinearRGB(red: seen[0], green: seen[1], blue: seen[2]).luminance
  }
}

/// Audits the ring and its phases, also for the colour-blind.
package struct SightAudit: Sendable {
  /// The ring's lowest contrast in a day, with its keyline or else with the wall.
  package let ring: [ColourBlindness: ContrastAudit.Worst]
  /// The smallest difference between two phases: the area that exactly one covers, divided by the area that at least
  /// one covers. 0 means equal, 1 no overlap.
  package let phaseDifference: Double

  private static let sample = (period: Duration.seconds(300), rest: Duration.seconds(150))

  package init(of setup: Setup, isNight: Bool) {
    var worst: [ColourBlindness: ContrastAudit.Worst] = [:]
    for second in 0..<86_400 {
      let (backdrop, dimming) = setup.steadyBackdrop(at: second, isNight: isNight)
      let (stroke, surround) = SightAudit.colours(of: setup.ring, on: backdrop, dimming)
      for sight in ColourBlindness.allCases {
        worst[sight, default: ContrastAudit.Worst(value: .infinity, second: 0)]
          .record(sight.contrast(stroke, surround), at: second)
      }
    }
    ring = worst
    phaseDifference = SightAudit.phaseDifference(of: setup.ring)
  }

  /// `Ring.items` begins with the keyline, if any, and ends with the stroke.
  private static func colours(
    of style: Ring.Style, on backdrop: Backdrop, _ dimming: Dimming
  ) -> (stroke: Colour, surround: Colour) {
    var plain = style
    (plain.kind, plain.knob, plain.trail) = (.solid, 0, 0)
    let square = Rect(x: 0, y: 0, width: 400, height: 400)
    let ring = Ring(style: plain, in: square, ink: backdrop.ink, background: backdrop.colour)
    let fills = ring.items(Ring.Reading(remaining: .seconds(30), period: .seconds(60))).compactMap {
      if case .fill(let fill) = $0 { fill } else { nil }
    }
    guard let stroke = fills.last else { return (.black, .black) }
    let wall = dimming.background(backdrop.colour)
    let surround = fills.count > 1 ? dimming.item(fills[0].colour) : wall
    return (wall.blended(with: dimming.item(stroke.colour), share: Double(stroke.opacity) / 255), surround)
  }

  package static func phaseDifference(of style: Ring.Style) -> Double {
    let square = Rect(x: 0, y: 0, width: 400, height: 400)
    let ring = Ring(style: style, in: square, ink: .white, background: .black)
    let covered = Countdown.Phase.allCases.map { phase in
      SightAudit.covered(
        by: ring.items(Ring.Reading(remaining: sample.rest, period: sample.period, phase: phase, dashCount: 10)))
    }
    var least = 1.0
    for (index, one) in covered.enumerated() {
      for other in covered[(index + 1)...] {
        let union = one.union(other).count
        least = min(least, union == 0 ? 0 : Double(one.symmetricDifference(other).count) / Double(union))
      }
    }
    return least
  }

  /// The points of a grid with a pitch of 2 pixels in a square of 400. A fill counts if its opacity is above half.
  private static func covered(by items: [Item]) -> Set<Int> {
    let shapes = items.compactMap { item -> Shape? in
      guard case .fill(let fill) = item, fill.opacity > 127 else { return nil }
      return fill.shape
    }
    return Set(
      (0..<200 * 200).filter { index in
        let point = Point(x: Double(index % 200) * 2, y: Double(index / 200) * 2)
        return shapes.contains { $0.contains(point) }
      })
  }
}

package enum VisualAngle {
  /// Both lengths are in millimetres.
  package static func arcMinutes(of height: Double, at distance: Double) -> Double {
    2 * atan(height / (2 * distance)) * 180 / .pi * 60
  }
}
