import Testing

@testable import ColourClock

/// What `Tests/README.md` says of reading by night, worked out over every second of the day at the standard brightness.
@Suite struct NightReadabilityTests {
  /// The least of what counts over a day.
  private struct Worst {
    var (flips, bare, carried, lightness) = (0, 21.0, 21.0, 108.0)
    var last: Ink?

    mutating func see(_ dimming: Dimming, _ ink: Ink, on colour: Colour) {
      if let last, last != ink { flips += 1 }
      last = ink
      let (drawn, backdrop) = (dimming.item(ink.colour), dimming.background(colour))
      let contrast = dimming.contrast(of: ink, on: colour)
      bare = min(bare, contrast)
      // What the eye sets the letters against: the ground, or a halo that stands in full.
      let surround = Ink.haloOpacity(contrast: contrast) == 1 ? dimming.background(ink.opposite.colour) : backdrop
      carried = min(carried, drawn.contrast(with: surround))
      lightness = min(lightness, abs(lightnessContrast(text: drawn, on: surround)))
    }
  }

  private func worst(_ face: Face, _ dimming: Dimming) -> Worst {
    var worst = Worst()
    for time in Civil.wholeDay {
      worst.see(dimming, dimming.ink(on: face.colour(time.with(second: 30))), on: face.colour(time))
    }
    return worst
  }

  /// By night and, at the gallery's levels, also by day.
  @Test(arguments: Face.all.map(\.name), LookSwitch.levels.dropFirst())
  func labelsCanBeRead(name: String, brightness: Double) throws {
    let worst = worst(try #require(Face.named(name)), Dimming(depth: 1, brightness: brightness, isRed: false))
    #expect(worst.flips <= 48)
    #expect(worst.bare >= 2.4)
    #expect(worst.carried >= 7)
    #expect(worst.lightness >= 47)
  }

  @Test func redCanBeRead() {
    let dimming = Dimming(depth: 1, brightness: 0.3, isRed: true)
    let red = dimming.item(.white)
    #expect(dimming.background(.white) == .black)
    #expect(red.contrast(with: .black) >= 4)
    #expect(abs(lightnessContrast(text: red, on: .black)) >= 29)
  }

  /// Undimmed the rule is the day's, but for a hair's breadth where both inks are as good.
  @Test func undimmedTheInksAreTheDays() {
    for time in Civil.wholeDay {
      let colour = Face.scaled.colour(time)
      let (one, two) = (Dimming.none.ink(on: colour), Ink.best(on: colour))
      #expect(one == two || one.colour.contrast(with: colour) > 4.4)
    }
  }
}
