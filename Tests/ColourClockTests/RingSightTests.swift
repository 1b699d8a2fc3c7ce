import Testing

@testable import ColourClock

@Suite struct RingSightTests {
  /// What is covered by opaque items, by samples on a grid: colour plays no part.
  private func picture(_ ring: Ring, _ reading: Ring.Reading) -> Set<Int> {
    let triangles = ring.items(reading).flatMap { item -> [[Point]] in
      guard case .fill(let fill) = item, fill.opacity > 127 else { return [] }
      let strip = fill.shape.triangleStrip
      return (0..<max(0, strip.count - 2)).map { Array(strip[$0..<$0 + 3]) }
    }
    return triangles.reduce(into: []) { covered, triangle in covered.formUnion(samples(triangle)) }
  }

  /// A sample stands for a square of 5 × 5 pixels.
  private func samples(_ triangle: [Point]) -> [Int] {
    let (xs, ys) = (triangle.map(\.x), triangle.map(\.y))
    let columns = Int(((xs.min() ?? 0) / 5).rounded(.up))..<Int(((xs.max() ?? 0) / 5).rounded(.down)) + 1
    let rows = Int(((ys.min() ?? 0) / 5).rounded(.up))..<Int(((ys.max() ?? 0) / 5).rounded(.down)) + 1
    return rows.flatMap { row in
      columns.filter { contains(triangle, Point(x: Double($0) * 5, y: Double(row) * 5)) }.map { row * 1000 + $0 }
    }
  }

  private func contains(_ triangle: [Point], _ point: Point) -> Bool {
    let sides = (0..<3).map { index in
      let (one, two) = (triangle[index] - point, triangle[(index + 1) % 3] - point)
      return one.x * two.y - one.y * two.x
    }
    return sides.allSatisfy { $0 >= 0 } || sides.allSatisfy { $0 <= 0 }
  }

  @Test(arguments: Ring.Kind.allCases, [60, 1500, 36_000])
  func `phases differ in their shape alone`(kind: Ring.Kind, period: Int) {
    let ring = Ring.plain {
      $0.kind = kind
      ($0.knob, $0.trail) = (1, 0.12)
    }
    // The same time left in all of them, so that nothing but the phase can make the difference.
    let pictures = Countdown.Phase.allCases.map { picture(ring, .of(5, period, $0)) }
    for (index, one) in pictures.enumerated() {
      for two in pictures[(index + 1)...] {
        // A hundredth of the disc.
        #expect(one.symmetricDifference(two).count > 80)
      }
    }
  }

  @Test func `without marks they are the same`() {
    let ring = Ring.plain { $0.marks = false }
    let pictures = Countdown.Phase.allCases.map { picture(ring, .of(5, 60, $0)) }
    #expect(Set(pictures).count == 1)
    #expect(pictures.first?.isEmpty == false)
  }

  @Test func `a dash goes out with every second of the last ones`() {
    let ring = Ring.plain()
    let dashes = [6.0, 5.5, 5, 1, 0.5, 0].map { rest in
      ring.arcs(.of(rest, 60, .last)).filter { $0.radius < ring.radius && $0.sweep > 0 }.count
    }
    #expect(dashes == [6, 6, 5, 1, 1, 0])
  }

  @Test(arguments: Dichromacy.allCases) func `the ring stands out to everyone all day`(sight: Dichromacy) {
    // The second of `full` with the least contrast to someone without red cones is one of them.
    let times = (Array(stride(from: 0, to: 86_400, by: 97)) + [75_638]).map { Civil.wholeDay[$0] }
    let grounds = Face.all.flatMap { face in times.map { (face.colour($0), Ink.best(on: face.colour($0))) } }
    for (backdrop, ink) in grounds + Self.cube { #expect(isClear(ink, on: backdrop, to: sight)) }
  }

  @Test func `the limit of the guidelines alone would not do`() {
    let backdrop = Colour(red: 238, green: 0, blue: 0)
    #expect(Ink.black.colour.contrast(with: backdrop) >= 4.5)
    #expect(Dichromacy.protan.contrast(.black, backdrop) < 3)
    #expect(isClear(.black, on: backdrop, to: .protan))
  }

  /// A sample of all colours there are, with the better ink each.
  private static let cube: [(Colour, Ink)] = (0..<18 * 18 * 18).map { index in
    let colour = Colour(
      red: UInt8(index % 18 * 15), green: UInt8(index / 18 % 18 * 15), blue: UInt8(index / 324 * 15))
    return (colour, Ink.best(on: colour))
  }

  /// Whether ring and ground are told apart, or ring and keyline.
  private func isClear(_ ink: Ink, on backdrop: Colour, to sight: Dichromacy) -> Bool {
    if sight.contrast(ink.colour, backdrop) >= 3 { return true }
    let fills = Ring.plain(ink: ink, backdrop: backdrop).items(.of(30, 60)).compactMap {
      if case .fill(let fill) = $0 { fill } else { nil }
    }
    guard fills.count == 2, case .arc(let line) = fills[0].shape, case .arc(let ring) = fills[1].shape else {
      return false
    }
    return fills[0].colour == ink.opposite.colour && fills[1].colour == ink.colour && line.width > ring.width + 2
  }
}

/// How colours look to people who lack one kind of cone. Uses the two half-planes of Brettel, Viénot and Mollon (1997)
/// in linear sRGB, with the numbers of N. Burrus's DaltonLens (https://daltonlens.org/understanding-cvd-simulation/).
enum Dichromacy: CaseIterable {
  case protan, deutan, tritan

  private func matrix(_ light: LinearRGB) -> [Double] {
    switch self {
    case .protan where 0.00048 * light.red + 0.00416 * light.green - 0.00464 * light.blue >= 0:
      [0.14510, 1.20165, -0.34675, 0.10447, 0.85316, 0.04237, 0.00429, -0.00603, 1.00174]
    case .protan: [0.14115, 1.16782, -0.30897, 0.10495, 0.85730, 0.03776, 0.00431, -0.00586, 1.00155]
    case .deutan where -0.00293 * light.red - 0.00645 * light.green + 0.00938 * light.blue >= 0:
      [0.36198, 0.86755, -0.22953, 0.26099, 0.64512, 0.09389, -0.01975, 0.02686, 0.99289]
    case .deutan: [0.37009, 0.88540, -0.25549, 0.25767, 0.63782, 0.10451, -0.01950, 0.02741, 0.99209]
    case .tritan where 0.03901 * light.red - 0.02788 * light.green - 0.01113 * light.blue >= 0:
      [1.01277, 0.13548, -0.14826, -0.01243, 0.86812, 0.14431, 0.07589, 0.80500, 0.11911]
    case .tritan: [0.93678, 0.18979, -0.12657, 0.06154, 0.81526, 0.12320, -0.37562, 1.12767, 0.24796]
    }
  }

  func seen(_ colour: Colour) -> Colour {
    let light = colour.light
    let rows = matrix(light)
    let seen = (0..<3).map { row in
      rows[row * 3] * light.red + rows[row * 3 + 1] * light.green + rows[row * 3 + 2] * light.blue
    }
    return LinearRGB(red: seen[0], green: seen[1], blue: seen[2]).colour
  }

  func contrast(_ one: Colour, _ two: Colour) -> Double { seen(one).contrast(with: seen(two)) }
}
