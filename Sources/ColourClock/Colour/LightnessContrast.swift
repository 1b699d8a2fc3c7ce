private import func Glibc.pow

/// APCA 0.0.98G-4g, published as apca-w3 0.1.9 (https://github.com/Myndex/apca-w3).
extension Colour {
  /// The Lc, positive for dark text on light: 106 for black on white.
  func lightnessContrast(on background: Colour) -> Double {
    let (text, ground) = (screenLuminance, background.screenLuminance)
    guard abs(ground - text) >= 0.0005 else { return 0 }
    let isDarkText = ground > text
    let raw = isDarkText ? pow(ground, 0.56) - pow(text, 0.57) : pow(ground, 0.65) - pow(text, 0.62)
    let scaled = raw * 1.14
    return abs(scaled) < 0.1 ? 0 : (scaled + (isDarkText ? -0.027 : 0.027)) * 100
  }

  /// APCA's estimate, with the soft clamp of black.
  private var screenLuminance: Double {
    let sum =
      Colour.powers[Int(red)] * 0.2126729 + Colour.powers[Int(green)] * 0.7151522
      + Colour.powers[Int(blue)] * 0.0721750
    return sum < 0.022 ? sum + pow(0.022 - sum, 1.414) : sum
  }

  private static let powers = (0...255).map { pow(Double($0) / 255, 2.4) }
}
