import Testing

@testable import ColourClock

@Suite struct ColourTests {
  @Test func hexIsTwoLowerCaseDigitsAChannel() {
    #expect(Colour(red: 0, green: 10, blue: 255).hex == "#000aff")
  }

  @Test func channelsRoundHalfAwayFromZero() {
    #expect(Colour.channel(1, of: 510) == 1)
    #expect(Colour.channel(1, of: 511) == 0)
    #expect(Colour.channel(61, of: 60) == 255)
  }

  @Test func contrastAgreesWithTheDefinition() {
    #expect(Colour.black.contrast(with: .white) == 21)
    #expect(Colour.white.contrast(with: .white) == 1)
    // #767676 is the well-known darkest grey on which white still reaches 4.5:1.
    let grey = Colour(red: 0x76, green: 0x76, blue: 0x76)
    #expect((4.5...4.6).contains(grey.contrast(with: .white)))
  }

  @Test func everyGreyAndPrimarySurvivesTheWayThroughOKLab() {
    for value in UInt8.min...UInt8.max {
      for colour in [
        Colour(red: value, green: value, blue: value), Colour(red: value, green: 0, blue: 255 - value),
        Colour(red: 0, green: value, blue: value),
      ] { #expect(OKLab(colour).colour == colour) }
    }
  }

  /// The published values of the space's author for the white point and sRGB red.
  @Test func okLabAgreesWithPublishedValues() {
    let red = OKLab(Colour(red: 255, green: 0, blue: 0))
    #expect(abs(red.lightness - 0.628) < 0.001 && abs(red.a - 0.225) < 0.001 && abs(red.b - 0.126) < 0.001)
    let white = OKLab(.white)
    #expect(abs(white.lightness - 1) < 0.001 && abs(white.a) < 0.001 && abs(white.b) < 0.001)
  }

  @Test func inGamutColoursAreToldFromOthers() {
    #expect(OKLab(.white).light.isInGamut)
    #expect(!OKLab(lightness: 0.9, chroma: 0.3, hue: 4.6).light.isInGamut)
  }
}
