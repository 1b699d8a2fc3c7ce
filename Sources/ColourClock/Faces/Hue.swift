private import func Glibc.atan2
private import func Glibc.cos
private import func Glibc.sin

extension Face {
  /// A closed loop through OKLCH: the hue turns once a day, the lightness breathes once an hour.
  ///
  /// Midnight is blue, six o'clock teal, noon amber, eighteen o'clock rose. An hour begins dark and is brightest at its
  /// half; it rises in rich colour and sinks in soft colour. The lightness changes evenly, by a just noticeable step a
  /// minute.
  package static let hue = Face(
    name: "hue", summary: "hue turns once a day, lightness breathes once an hour; no jump anywhere"
  ) { time in
    let second = Double(time.hour * 3600 + time.minute * 60 + time.second)
    let hour = second.truncatingRemainder(dividingBy: 3600) / 3600
    let rise = 1 - abs(2 * hour - 1)
    let lightness = darkest + (brightest - darkest) * rise
    let hue = midnight - 2 * .pi * second / 86_400
    let chroma = min(greatestChroma, gamutChroma(lightness: lightness, hue: hue)) * richness(hour)
    return OKLab(lightness: lightness, chroma: chroma, hue: hue).colour
  }

  /// 1.39 of lightness an hour, up and down, is 0.023 a minute: a little over 0.02, the least difference that an eye sees
  /// between two surfaces (CSS Color 4, §14.2).
  private static let darkest = 0.26, brightest = 0.955
  private static let greatestChroma = 0.17
  /// The hue of sRGB blue, 264°.
  private static let midnight = 264 * Double.pi / 180

  /// The share of the chroma to be had, 0.35 to 0.95: full on the way up, little on the way down. The root makes the
  /// two ways part quickly at the turns, where they have the same lightness.
  private static func richness(_ hour: Double) -> Double {
    let wave = sin(2 * .pi * hour)
    return 0.65 + 0.3 * (wave < 0 ? -1 : 1) * abs(wave).squareRoot()
  }

  /// The greatest chroma that sRGB has at a lightness and hue, found by halving. Reducing the chroma to it keeps the hue
  /// true; clipping the channels would bend it.
  private static func gamutChroma(lightness: Double, hue: Double) -> Double {
    let (a, b) = (cos(hue), sin(hue))
    var (inside, outside) = (0.0, 0.4)
    for _ in 0..<14 {
      let middle = (inside + outside) / 2
      if OKLab(lightness: lightness, a: middle * a, b: middle * b).light.isInGamut {
        inside = middle
      } else {
        outside = middle
      }
    }
    return inside
  }
}

/// The program's icon: the day as a ring, midnight at its top, in the colours that `hue` has at a quarter past each hour.
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
    // Within half a pixel of the rim the icon is partly transparent: the edge looks smooth.
    let coverage = min(1, max(0, centre - distance)) * min(1, max(0, distance - centre * 0.36 + 0.5))
    let turn = (atan2(right, -down) / (2 * .pi) + 1).truncatingRemainder(dividingBy: 1)
    let colour = hours[min(23, Int(turn * 24))]
    return UInt32(coverage * 255) << 24 | UInt32(colour.red) << 16 | UInt32(colour.green) << 8 | UInt32(colour.blue)
  }
}
