private import func Glibc.cos
private import func Glibc.sin

extension Face {
  /// A loop through OKLCH. Midnight is blue, 6:00 teal, noon amber, 18:00 rose. Colours are rich while lightness rises.
  package static let hue = Face(
    name: "hue", summary: "hue turns once a day, lightness rises and falls once an hour; no jump anywhere",
    title: { words in words["Rainbow"] },
    caption: "once round the rainbow from midnight to midnight"
  ) { time in
    let second = Double(time.hour * 3600 + time.minute * 60 + time.second)
    let hourShare = second.truncatingRemainder(dividingBy: 3600) / 3600
    let rise = 1 - abs(2 * hourShare - 1)
    let lightness = darkest + (brightest - darkest) * rise
    let hue = midnightHue - 2 * .pi * second / 86_400
    let chroma = min(greatestChroma, gamutChroma(lightness: lightness, hue: hue)) * richness(hourShare)
    return OKLab(lightness: lightness, chroma: chroma, hue: hue).colour
  }

  /// The range makes each minute's change just visible. Lightness changes by 2 × (0.955 - 0.26) / 60 = 0.023 a minute;
  /// the smallest visible difference is 0.02 (CSS Color 4, §14.2).
  private static let darkest = 0.26, brightest = 0.955
  private static let greatestChroma = 0.17
  /// The hue of sRGB blue.
  private static let midnightHue = 264 * Double.pi / 180

  /// The square root makes the two half hours differ more clearly.
  private static func richness(_ hourShare: Double) -> Double {
    let wave = sin(2 * .pi * hourShare)
    return usualRichness + richnessSwing * (wave < 0 ? -1 : 1) * abs(wave).squareRoot()
  }

  private static let (usualRichness, richnessSwing) = (0.65, 0.3)

  /// The greatest chroma in sRGB. Clipping channels would change the hue.
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
