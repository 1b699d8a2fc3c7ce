import Testing

@testable import ColourClock

@Suite struct InkTests {
  /// On every colour that a screen with 52 steps a channel has, either ink would do worse than the chosen one, and the
  /// chosen one is what both measures ask for.
  @Test func theInkIsTheOneThatBothMeasuresPrefer() {
    for red in stride(from: 0, through: 255, by: 5) {
      for green in stride(from: 0, through: 255, by: 5) {
        for blue in stride(from: 0, through: 255, by: 5) {
          let colour = Colour(red: UInt8(red), green: UInt8(green), blue: UInt8(blue))
          let (chosen, other) = (Ink.best(on: colour), Ink.best(on: colour).opposite)
          #expect(Self.legibility(chosen, on: colour) >= 1, "\(colour.hex)")
          #expect(Self.legibility(chosen, on: colour) >= Self.legibility(other, on: colour), "\(colour.hex)")
        }
      }
    }
  }

  private static func legibility(_ ink: Ink, on colour: Colour) -> Double {
    min(ink.colour.contrast(with: colour) / 3, abs(lightnessContrast(text: ink.colour, on: colour)) / 45)
  }

  /// While a jump is eased the ink of the frames really drawn turns once at the most, at every minute of the day.
  @Test(arguments: Face.all.map(\.name))
  func inkTurnsOnceInAFade(name: String) throws {
    let face = try #require(Face.named(name))
    for minute in 0..<1440 {
      let inks = (-1...20).map { frame in
        face.backdrop(at: .at(0, minute, 0, plus: .seconds(Double(frame) / 60)), style: .plain).ink
      }
      #expect(zip(inks, inks.dropFirst()).count { $0 != $1 } <= 1, "minute \(minute)")
    }
  }

  @Test(arguments: [(0, 0), (30, 30), (60, 90)] as [(UInt8, UInt8)])
  func theLeastGreyIsTheDarkestThatCanBeRead(red: UInt8, blue: UInt8) {
    let ground = Colour(red: red, green: 20, blue: blue)
    let least = Colour.leastGrey(on: ground)
    func isReadable(_ value: UInt8) -> Bool {
      let grey = Colour(red: value, green: value, blue: value)
      return grey.contrast(with: ground) >= 3 && abs(lightnessContrast(text: grey, on: ground)) >= 45
    }
    #expect(isReadable(least.red) && !isReadable(least.red - 1) && least.luminance > ground.luminance)
  }
}
