private import func Glibc.pow

/// How well the labels can be read over a day: the least value of each measure, and its second of the day.
package struct ContrastAudit: Sendable {
  package struct Worst: Hashable, Sendable {
    package var value: Double
    /// The second of the day.
    package var second: Int

    /// The time as text.
    package var time: String { Zone.utc.civil(at: Int64(second)).timeText }

    mutating func see(_ value: Double, at second: Int) {
      if value < self.value { (self.value, self.second) = (value, second) }
    }
  }

  /// Contrast of ink and wall by WCAG 2.2, without the halo.
  package private(set) var bare = Worst(value: .infinity, second: 0)
  /// Contrast of ink and surrounding by WCAG 2.2: the wall, or an opaque halo.
  package private(set) var carried = Worst(value: .infinity, second: 0)
  /// The same by APCA, as an absolute value.
  package private(set) var lightness = Worst(value: .infinity, second: 0)
  /// The share of the day with opaque halos, 0…1.
  package private(set) var haloed = 0.0

  /// - Parameter isNight: audits the night at its full depth, otherwise the day.
  package init(of setup: Setup, isNight: Bool) {
    var haloedSeconds = 0
    for second in 0..<86_400 {
      let (backdrop, dimming) = setup.steadyBackdrop(at: second, isNight: isNight)
      let (ink, wall) = (dimming.item(backdrop.ink.colour), dimming.background(backdrop.colour))
      let isHaloed = backdrop.haloOpacity == 255
      let surround = isHaloed ? dimming.background(backdrop.ink.opposite.colour) : wall
      if isHaloed { haloedSeconds += 1 }
      bare.see(ink.contrast(with: wall), at: second)
      carried.see(ink.contrast(with: surround), at: second)
      lightness.see(abs(ink.lightnessContrast(on: surround)), at: second)
    }
    haloed = Double(haloedSeconds) / 86_400
  }
}

extension Setup {
  /// The wall at a second of the day without any fade, and its dimming.
  func steadyBackdrop(at second: Int, isNight: Bool) -> (Backdrop, Dimming) {
    let moment = Moment(instant: Instant(second: Int64(second)), uptime: .zero, zone: .utc)
    let dark = night.map { Dimming(depth: 1, brightness: $0.brightness, isRed: $0.isRed) } ?? .none
    let dimming = isNight ? dark.and(style.dimming) : style.dimming
    let steady = Style(labels: style.labels, fade: Fade(span: .zero, pace: .real), brightness: style.brightness)
    let backdrop = face.backdrop(at: moment, style: steady)
    return (backdrop.dimmed(by: dimming, in: dimming, of: face), dimming)
  }
}

extension Civil {
  fileprivate var timeText: String { "\(hour.twoDigits):\(minute.twoDigits):\(second.twoDigits)" }
}

extension Colour {
  /// Contrast of a text of this colour in Lc: positive if the text is darker, up to 106 for black on white. APCA
  /// 0.0.98G-4g, published as apca-w3 0.1.9 (https://github.com/Myndex/apca-w3).
  func lightnessContrast(on background: Colour) -> Double {
    let (text, ground) = (screenLuminance, background.screenLuminance)
    guard abs(ground - text) >= 0.0005 else { return 0 }
    let isDark = ground > text
    let raw = isDark ? pow(ground, 0.56) - pow(text, 0.57) : pow(ground, 0.65) - pow(text, 0.62)
    let scaled = raw * 1.14
    return abs(scaled) < 0.1 ? 0 : (scaled + (isDark ? -0.027 : 0.027)) * 100
  }

  /// APCA's luminance: plain powers, and black lifted a little.
  private var screenLuminance: Double {
    let sum =
      Colour.powers[Int(red)] * 0.2126729 + Colour.powers[Int(green)] * 0.7151522
      + Colour.powers[Int(blue)] * 0.0721750
    return sum < 0.022 ? sum + pow(0.022 - sum, 1.414) : sum
  }

  private static let powers = (0...255).map { pow(Double($0) / 255, 2.4) }
}
