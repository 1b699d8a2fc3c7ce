import Glibc

@testable import ColourClock

/// Lightness contrast Lc of text on a background, about -108 (white on black) to 106: APCA 0.0.98G-4g, the formula and
/// constants published in the APCA-W3 documentation.
func lightnessContrast(text: Colour, on background: Colour) -> Double {
  let (ink, backdrop) = (screenLuminance(text), screenLuminance(background))
  guard abs(backdrop - ink) >= 0.0005 else { return 0 }
  let isDarkOnLight = backdrop > ink
  let contrast =
    isDarkOnLight ? (pow(backdrop, 0.56) - pow(ink, 0.57)) * 1.14 : (pow(backdrop, 0.65) - pow(ink, 0.62)) * 1.14
  guard abs(contrast) >= 0.1 else { return 0 }
  return (contrast - (isDarkOnLight ? 0.027 : -0.027)) * 100
}

/// APCA's own luminance: a plain power, with black softly clamped.
private func screenLuminance(_ colour: Colour) -> Double {
  func light(_ value: UInt8) -> Double { pow(Double(value) / 255, 2.4) }
  let sum = 0.2126729 * light(colour.red) + 0.7151522 * light(colour.green) + 0.0721750 * light(colour.blue)
  return sum < 0.022 ? sum + pow(0.022 - sum, 1.414) : sum
}
