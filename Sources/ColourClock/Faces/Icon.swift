private import func Glibc.atan2

/// The program's icon: the day as a ring, midnight at its top, in the colours that the face `hue` has at a quarter past each hour.
package enum Icon {
  /// The sizes that panels and switchers ask for, in pixels.
  package static let sizes = [16, 32, 48, 128]

  /// Row by row from the top, each pixel `0xAARRGGBB`, not premultiplied.
  package static func pixels(size: Int) -> [UInt32] {
    let hours = (0..<24).map { Face.hue.colour(Zone.utc.civil(at: $0 * 3600 + 900)) }
    return (0..<size * size).map { pixel(x: $0 % size, y: $0 / size, size: size, hours: hours) }
  }

  private static func pixel(x: Int, y: Int, size: Int, hours: [Colour]) -> UInt32 {
    let centre = Double(size) / 2
    let (right, down) = (Double(x) + 0.5 - centre, Double(y) + 0.5 - centre)
    let distance = (right * right + down * down).squareRoot()
    // Half a pixel either way of the rim is the edge's own smoothness.
    let coverage = min(1, max(0, centre - distance)) * min(1, max(0, distance - centre * 0.36 + 0.5))
    let turn = (atan2(right, -down) / (2 * .pi) + 1).truncatingRemainder(dividingBy: 1)
    let colour = hours[min(23, Int(turn * 24))]
    return UInt32(coverage * 255) << 24 | UInt32(colour.red) << 16 | UInt32(colour.green) << 8 | UInt32(colour.blue)
  }
}
