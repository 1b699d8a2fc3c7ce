import Glibc
import Testing

@testable import ColourClock

/// The table of readability in `Tests/README.md` says what is so: it is worked out here, over every second of the day.
@Suite struct ReadabilityTests {
  @Test(arguments: Face.all.map(\.name))
  func theReadmeTellsTheWorstSecond(name: String) throws {
    let row = row(try #require(Face.named(name)))
    #expect(try readme().contains(row), "Tests/README.md should have the row \(row)")
  }

  /// The published test pairs of the formula.
  @Test(
    arguments: [
      (0x88, 0xff, 63.06), (0xff, 0x88, -68.54), (0x00, 0xaa, 58.15), (0xaa, 0x00, -56.24),
    ] as [(UInt8, UInt8, Double)])
  func apcaAgreesWithItsTestPairs(text: UInt8, backdrop: UInt8, contrast: Double) {
    let grey = { (value: UInt8) in Colour(red: value, green: value, blue: value) }
    #expect(abs(lightnessContrast(text: grey(text), on: grey(backdrop)) - contrast) < 0.01)
  }

  private func row(_ face: Face) -> String {
    let day = ReadingDay(face, .none)
    let measures = "\(day.ratio.cut(2)):1 | \(day.lightness.cut(1)) | \((day.plated * 100).cut(1)) %"
    return "| `\(face.name)` | \(measures) | \(day.flips) |"
  }

  /// `reference/picture.md` has worked it out for `scaled` in another way.
  @Test func scaledIsAsTheDesignSays() {
    let day = ReadingDay(.scaled, .none)
    #expect(abs(day.ratio - 3.09) < 0.005 && abs(day.lightness - 46.3) < 0.05)
    #expect(abs(day.plated - 0.187) < 0.0005 && day.flips == 285)
  }

  private func readme() throws -> String {
    let path = #filePath.split(separator: "/").dropLast(2).reduce("") { "\($0)/\($1)" } + "/README.md"
    let file = try #require(fopen(path, "r"))
    defer { fclose(file) }
    var bytes = [UInt8](repeating: 0, count: 1 << 20)
    let count = fread(&bytes, 1, bytes.count, file)
    return String(decoding: bytes[..<count], as: UTF8.self)
  }
}

/// How well the labels of a face can be read in all 86,400 seconds of a day.
struct ReadingDay {
  /// The least contrast by WCAG 2.2, 1 to 21.
  private(set) var ratio = 21.0
  /// The least contrast by the tests' own APCA (Lc).
  private(set) var lightness = 108.0
  /// The share of the day with a contrast below 4.5:1.
  private(set) var plated = 0.0
  /// The number of changes of the ink.
  private(set) var flips = 0

  init(_ face: Face, _ dimming: Dimming) {
    var last: Ink?
    for time in Civil.wholeDay {
      let colour = face.colour(time)
      let backdrop = Backdrop(colour: colour, ink: Ink.best(on: colour), time: time).dimmed(by: dimming)
      let drawn = dimming.readable(on: colour)
      let (ink, ground) = (drawn.item(backdrop.ink.colour), drawn.background(colour))
      ratio = min(ratio, ink.contrast(with: ground))
      lightness = min(lightness, abs(lightnessContrast(text: ink, on: ground)))
      if ink.contrast(with: ground) < 4.5 { plated += 1 / 86_400 }
      if let last, last != backdrop.ink { flips += 1 }
      last = backdrop.ink
    }
  }
}

extension Double {
  /// The number with that many decimals, cut off and not rounded.
  fileprivate func cut(_ places: Int) -> String {
    let unit = places == 1 ? 10 : 100
    let value = Int(self * Double(unit))
    let rest = String(value % unit)
    return "\(value / unit).\(String(repeating: "0", count: places - rest.count))\(rest)"
  }
}
