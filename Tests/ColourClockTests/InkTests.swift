import Testing

@testable import ColourClock

/// The labels can be read at every one of the 86,400 seconds of every face.
@Suite struct InkTests {
  /// What the eye sets the ink against: the background, or the halo of the opposite ink as opaque as it is.
  private static func surround(_ ink: Ink, on background: Colour) -> Colour {
    let (halo, share) = (ink.opposite.colour, ink.haloOpacity(on: background))
    func mix(_ one: UInt8, _ two: UInt8) -> UInt8 { UInt8((Double(one) * (1 - share) + Double(two) * share).rounded()) }
    return Colour(
      red: mix(background.red, halo.red), green: mix(background.green, halo.green),
      blue: mix(background.blue, halo.blue))
  }

  @Test(arguments: Face.all.map(\.name))
  func contrastHoldsAllDay(name: String) throws {
    let face = try #require(Face.named(name))
    for time in Civil.wholeDay {
      let (background, ink) = (face.colour(time), face.ink(at: time))
      let bare = ink.colour.contrast(with: background)
      // The bare background alone nearly carries the label even where the halo is there to do it.
      #expect(bare >= 3.5, "\(time)")
      #expect(ink.colour.contrast(with: Self.surround(ink, on: background)) >= 7, "\(time)")
      if Ink.allCases.allSatisfy({ $0.colour.contrast(with: background) < 7 }) {
        #expect(ink.haloOpacity(on: background) == 1, "\(time)")
      }
    }
  }

  @Test(arguments: [("scaled", 48), ("full", 48), ("literal", 0), ("carry", 48), ("hue", 48)])
  func inkFlipsAtMostTwiceAnHour(name: String, most: Int) throws {
    let face = try #require(Face.named(name))
    let inks = Civil.wholeDay.map { face.ink(at: $0) }
    let flips = zip(inks, inks.dropFirst() + [inks[0]]).count { $0 != $1 }
    #expect(flips <= most)
  }

  /// Around a full hour the ink of the frames really drawn turns once at the most.
  @Test(arguments: Face.all.map(\.name), Array(0..<24))
  func inkTurnsOnceInAFade(name: String, hour: Int) throws {
    let face = try #require(Face.named(name))
    let inks = (-60...60).map { frame in
      let moment = Moment.at(hour, 0, 0, plus: .seconds(Double(frame) / 60))
      return face.frame(at: moment, in: Size(width: 100, height: 100), style: .plain).texts[0].ink
    }
    #expect(zip(inks, inks.dropFirst()).count { $0 != $1 } <= 1)
  }

  @Test func theBetterInkIsNeverUnderFourAndAHalf() {
    for red in stride(from: 0, through: 255, by: 5) {
      for green in stride(from: 0, through: 255, by: 5) {
        for blue in stride(from: 0, through: 255, by: 5) {
          let colour = Colour(red: UInt8(red), green: UInt8(green), blue: UInt8(blue))
          #expect(Ink.best(on: colour).colour.contrast(with: colour) > 4.5)
        }
      }
    }
  }

  @Test func theHaloFadesBetweenItsBounds() {
    #expect(Ink.white.haloOpacity(on: .black) == 0)
    #expect(Ink.black.haloOpacity(on: .black) == 1)
    let opacities = (0...255).map { Ink.white.haloOpacity(on: Colour(red: $0, green: $0, blue: $0)) }
    #expect(opacities == opacities.sorted())
    #expect(opacities.contains { $0 > 0.1 && $0 < 0.9 })
  }
}
