/// The labels' lowest legibility over a day.
package struct ContrastAudit: Sendable {
  package struct Worst: Hashable, Sendable {
    package var value: Double
    /// Seconds since midnight.
    package var second: Int

    package var time: String { Zone.utc.civil(at: Int64(second)).clockText }

    mutating func record(_ value: Double, at second: Int) {
      if value < self.value { (self.value, self.second) = (value, second) }
    }
  }

  /// The contrast ratio of WCAG 2.2.
  package private(set) var ratio = Worst(value: .infinity, second: 0)
  /// Lc (APCA), without the sign.
  package private(set) var lightnessContrast = Worst(value: .infinity, second: 0)
  /// The share of the day, 0…1, in which small text needs a plate.
  package private(set) var plated = 0.0
  package private(set) var inkChanges = 0

  package init(of setup: Setup, isNight: Bool) {
    var (platedSeconds, last): (Int, Ink?) = (0, nil)
    for second in 0..<86_400 {
      let (backdrop, dimming) = setup.steadyBackdrop(at: second, isNight: isNight)
      let (ink, wall) = (dimming.item(backdrop.ink.colour), dimming.background(backdrop.colour))
      ratio.record(ink.contrast(with: wall), at: second)
      lightnessContrast.record(abs(ink.lightnessContrast(on: wall)), at: second)
      if ink.contrast(with: wall) < Colour.leastContrast.small { platedSeconds += 1 }
      if let last, last != backdrop.ink { inkChanges += 1 }
      last = backdrop.ink
    }
    plated = Double(platedSeconds) / 86_400
  }
}

extension Setup {
  /// The backdrop without fades. `second` counts from midnight.
  func steadyBackdrop(at second: Int, isNight: Bool) -> (Backdrop, Dimming) {
    let moment = Moment(instant: Instant(second: Int64(second)), uptime: .zero, zone: .utc)
    let dark = night.map { Dimming(night: $0.brightness, depth: 1, isRed: $0.isRed) } ?? .none
    let dimming = isNight ? dark.and(style.dimming) : style.dimming
    let steady = Style(labels: style.labels, fade: Fade(span: .zero, pace: .real), brightness: style.brightness)
    let backdrop = face.backdrop(at: moment, style: steady).dimmed(by: dimming)
    return (backdrop, dimming.readable(on: backdrop.colour))
  }
}
