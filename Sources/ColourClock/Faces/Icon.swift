private import func Glibc.atan2

/// Two hands on a dark disc, in a ring of the day's colours (`Face.hue`), midnight at the top.
package enum Icon {
  /// Sizes in pixels that panels and switchers ask for.
  package static let sizes = [16, 32, 48, 128]

  /// Lengths are in half sides, `turns` from twelve o'clock.
  private static let disc = (radius: 0.66, colour: Colour(red: 20, green: 22, blue: 28))
  private static let hands = (
    turns: [4.0 / 12, 0], lengths: [0.34, 0.5], width: 0.15, colour: Colour.white
  )
  private static let hours = (0..<24).map { Face.hue.colour(Zone.utc.civil(at: $0 * 3600 + 900)) }

  private static let tips = zip(hands.turns, hands.lengths).map { Point.direction($0) * $1 }

  /// Pixels row by row from the top, as `0xAARRGGBB`, not premultiplied.
  package static func pixels(size: Int) -> [UInt32] {
    let unit = Double(size) / 2
    return (0..<size * size).map { index in
      let middle = (x: Double(index % size) + 0.5, y: Double(index / size) + 0.5)
      return pixel(at: Point(x: middle.x / unit - 1, y: middle.y / unit - 1), unit: unit)
    }
  }

  /// `place` is in half sides from the centre; `unit` is half a side, in pixels.
  private static func pixel(at place: Point, unit: Double) -> UInt32 {
    let turn = (atan2(place.x, -place.y) / (2 * .pi) + 1).truncatingRemainder(dividingBy: 1)
    var colour = hours[min(23, Int(turn * 24))]
    func paint(_ other: Colour, inside depth: Double) {
      colour = colour.blended(with: other, share: (depth * unit + 0.5).clamped(to: 0...1))
    }
    paint(disc.colour, inside: disc.radius - place.length)
    for tip in tips { paint(hands.colour, inside: hands.width / 2 - distance(of: place, to: tip)) }
    let alpha = ((1 - place.length) * unit).clamped(to: 0...1)
    return UInt32(alpha * 255) << 24 | UInt32(colour.red) << 16 | UInt32(colour.green) << 8 | UInt32(colour.blue)
  }

  private static func distance(of place: Point, to tip: Point) -> Double {
    let share = (place.x * tip.x + place.y * tip.y) / (tip.length * tip.length)
    return (place - tip * share.clamped(to: 0...1)).length
  }

  package static var svg: String {
    let wedges = hours.enumerated().map { hour, colour in
      let (start, end) = (Point.direction(Double(hour) / 24), Point.direction((Double(hour) + 1.1) / 24))
      return "<path fill=\"\(colour.hex)\" d=\"M0 0L\(text(start))A1 1 0 0 1 \(text(end))Z\"/>"
    }
    // The last wedge covers the first one's beginning.
    let first = "<path fill=\"\(hours[0].hex)\" d=\"M0 0L0 -1A1 1 0 0 1 \(text(Point.direction(1 / 24)))Z\"/>"
    let lines = tips.map { "M0 0L\(text($0))" }.joined()
    return """
      <svg xmlns="http://www.w3.org/2000/svg" width="256" height="256" viewBox="-1 -1 2 2">
      \((wedges + [first]).joined(separator: "\n"))
      <circle r="\(disc.radius)" fill="\(disc.colour.hex)"/>
      <path stroke="\(hands.colour.hex)" stroke-width="\(hands.width)" stroke-linecap="round" d="\(lines)"/>
      </svg>

      """
  }

  private static func text(_ point: Point) -> String {
    func round(_ number: Double) -> Double { (number * 10_000).rounded() / 10_000 }
    return "\(round(point.x)) \(round(point.y))"
  }
}
