import Glibc
import Testing

@testable import ColourClock

/// Reading the dimmed wall, and how dark the night is, over every second of the day.
@Suite struct NightReadabilityTests {
  private static let night = Dimming(night: 0.3, depth: 1, isRed: false)

  /// At the gallery's levels of brightness, at others in between, and as dark as a command can make the wall.
  @Test(arguments: Face.all.map(\.name), [0.9, 0.75, 0.5, 0.3, 0.1])
  func aDimmedWallCanBeRead(name: String, brightness: Double) throws {
    let day = ReadingDay(try #require(Face.named(name)), Dimming(brightness: brightness))
    #expect(day.ratio >= 3 && day.lightness >= 45)
    #expect(day.flips <= 350)
  }

  /// At 0.3, and on the way there: by night no second has less than twice what WCAG asks for.
  @Test(arguments: Face.all.map(\.name), [0.1, 0.25, 0.5, 0.75, 1])
  func theNightCanBeRead(name: String, depth: Double) throws {
    let day = ReadingDay(try #require(Face.named(name)), Dimming(night: 0.3, depth: depth, isRed: false))
    #expect(day.ratio >= (depth == 1 ? 9 : 3) && day.lightness >= (depth == 1 ? 60 : 45))
    if depth == 1 { #expect(day.flips == 0 && day.plated == 0) }
  }

  /// Lightness of the ground as OKLab has it, and ink that is neither white nor coloured.
  @Test(arguments: Face.all.map(\.name)) func theNightIsDark(name: String) throws {
    let face = try #require(Face.named(name))
    for time in Civil.wholeDay {
      let colour = face.colour(time)
      let backdrop = Backdrop(colour: colour, ink: Ink.best(on: colour), time: time).dimmed(by: Self.night)
      #expect(OKLab(Self.night.background(colour)).lightness <= 0.12)
      #expect(backdrop.ink == .white)
      let ink = Self.night.readable(on: colour).item(backdrop.ink.colour)
      #expect(ink.red == ink.green && ink.green == ink.blue && (0x90...0xc8).contains(ink.red))
    }
    #expect(OKLab(Self.night.background(.white)).lightness <= 0.12)
  }

  /// Somebody who asks for letters that are darker than the measures want has them.
  @Test func aVeryDarkNightIsLeftDark() {
    let dark = Dimming(night: 0.02, depth: 1, isRed: false)
    #expect(abs(dark.readable(on: .white).items - dark.items) < 1e-9)
    #expect(Dimming(night: 0, depth: 1, isRed: false).readable(on: .white).isBlack)
  }

  @Test func redCanBeRead() {
    let dimming = Dimming(night: 0.3, depth: 1, isRed: true)
    let red = dimming.item(.white)
    #expect(dimming.background(.white) == .black && dimming.readable(on: .white) == dimming)
    #expect(red.contrast(with: .black) >= 4)
    #expect(abs(lightnessContrast(text: red, on: .black)) >= 29)
  }
}
