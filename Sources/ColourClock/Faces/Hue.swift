private import func Glibc.cos
private import func Glibc.sin

extension Face {
  /// A closed loop through OKLCH: the hue turns once a day, the lightness rises and sinks once an hour.
  ///
  /// Midnight is blue, six o'clock teal, noon amber, eighteen o'clock rose. An hour begins dark and is brightest at its
  /// half. It rises in rich colours and sinks in soft ones. The lightness changes evenly, by a just noticeable step a
  /// minute.
  package static let hue = Face(
    name: "hue", summary: "hue turns once a day, lightness breathes once an hour; no jump anywhere",
    title: { words in words["Rainbow"] },
    caption: "once round the rainbow from midnight to midnight"
  ) { time in
    let second = Double(time.hour * 3600 + time.minute * 60 + time.second)
    let hour = second.truncatingRemainder(dividingBy: 3600) / 3600
    let rise = 1 - abs(2 * hour - 1)
    let lightness = darkest + (brightest - darkest) * rise
    let hue = midnight - 2 * .pi * second / 86_400
    let chroma = min(greatestChroma, gamutChroma(lightness: lightness, hue: hue)) * richness(hour)
    return OKLab(lightness: lightness, chroma: chroma, hue: hue).colour
  }

  /// 1.39 of lightness an hour, up and down, is 0.023 a minute: a little over 0.02, the least difference between two
  /// surfaces that an eye sees (CSS Color 4, §14.2).
  private static let darkest = 0.26, brightest = 0.955
  private static let greatestChroma = 0.17
  /// The hue of sRGB blue, 264°.
  private static let midnight = 264 * Double.pi / 180

  /// The share of the greatest chroma, 0.35 to 0.95: large while the lightness rises, small while it sinks. The root
  /// separates both quickly at the turns, where they have the same lightness.
  private static func richness(_ hour: Double) -> Double {
    let wave = sin(2 * .pi * hour)
    return 0.65 + 0.3 * (wave < 0 ? -1 : 1) * abs(wave).squareRoot()
  }

  /// The greatest chroma that sRGB has at a lightness and hue, by bisection. Less chroma keeps the hue; clipped
  /// channels would bend it.
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
