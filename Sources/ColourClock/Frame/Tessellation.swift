private import func Glibc.acos
private import func Glibc.cos
private import func Glibc.sin

extension Point {
  /// `turn` counts full turns, clockwise from twelve o'clock.
  static func direction(_ turn: Double) -> Point { Point(x: sin(turn * 2 * .pi), y: -cos(turn * 2 * .pi)) }
}

extension Shape {
  /// The distance between chord and curve, in pixels: invisible with anti-aliasing.
  static let tolerance = 0.16

  package var triangleStrip: [Point] {
    switch self {
    case .arc(let arc): arc.triangleStrip
    case .disc(let centre, let radius):
      Shape.box(Rect(centre: centre, width: 2 * radius, height: 2 * radius), radius: radius).triangleStrip
    case .box(let rect, let radius): rect.triangleStrip(radius: min(radius, rect.width / 2, rect.height / 2))
    case .band(let points): points
    }
  }

  /// The longest chord within `tolerance`, in full turns.
  static func chord(radius: Double) -> Double { acos(1 - tolerance / max(radius, 1)) / .pi }

  fileprivate static func chordsInQuarter(radius: Double) -> Int {
    max(2, Int((0.25 / chord(radius: radius)).rounded(.up)))
  }
}

extension Arc {
  fileprivate var triangleStrip: [Point] {
    guard sweep != 0, width > 0 else { return [] }
    let sign = sweep < 0 ? -1.0 : 1.0
    let step = Shape.chord(radius: radius + width / 2)
    let count = Int((abs(sweep) / step).rounded(.up))
    let turns = (0..<count).map { start + sign * Double($0) * step } + [start + sweep]
    let body = turns.flatMap { [point(at: $0, radius: radius - width / 2), point(at: $0, radius: radius + width / 2)] }
    guard cap != .butt, abs(sweep) < 1 else { return body }
    return capStrip(at: start, towards: -sign).reversedPairs + body + capStrip(at: start + sweep, towards: sign)
  }

  /// - Parameter sign: 1 for clockwise, otherwise -1.
  private func capStrip(at turn: Double, towards sign: Double) -> [Point] {
    let outwards = Point.direction(turn) * (width / 2)
    let along = Point.direction(turn + 0.25) * (width / 2 * sign)
    let end = point(at: turn, radius: radius)
    if cap == .square { return [end - outwards + along, end + outwards + along] }
    let count = Shape.chordsInQuarter(radius: width / 2)
    return (1...count).flatMap { index in
      let angle = Double(index) / Double(count) * .pi / 2
      let tip = end + along * sin(angle)
      return [tip - outwards * cos(angle), tip + outwards * cos(angle)]
    }
  }
}

extension Rect {
  /// Pairs of a left and a right point, from the top down.
  fileprivate func triangleStrip(radius: Double) -> [Point] {
    guard width > 0, height > 0 else { return [] }
    guard radius > 0 else {
      return [y, maxY].flatMap { [Point(x: x, y: $0), Point(x: maxX, y: $0)] }
    }
    let count = Shape.chordsInQuarter(radius: radius)
    let corner = (0...count).map { index -> (inset: Double, drop: Double) in
      let angle = Double(index) / Double(count) * .pi / 2
      return (radius * (1 - sin(angle)), radius * (1 - cos(angle)))
    }
    let upper = corner.map { (y: y + $0.drop, inset: $0.inset) }
    let lower = corner.reversed().map { (y: maxY - $0.drop, inset: $0.inset) }
    return (upper + lower).flatMap { [Point(x: x + $0.inset, y: $0.y), Point(x: maxX - $0.inset, y: $0.y)] }
  }
}

extension [Point] {
  fileprivate var reversedPairs: [Point] {
    stride(from: count - 2, through: 0, by: -2).flatMap { [self[$0], self[$0 + 1]] }
  }
}
