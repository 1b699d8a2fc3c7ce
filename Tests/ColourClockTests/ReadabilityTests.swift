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
    var (flips, haloed, least, bare, worst) = (0, 0, 21.0, 21.0, 108.0)
    var last = face.ink(at: Civil.wholeDay[86_399])
    for time in Civil.wholeDay {
      let (background, ink) = (face.colour(time), face.ink(at: time))
      if ink != last { flips += 1 }
      last = ink
      let isHaloed = ink.haloOpacity(on: background) == 1
      let contrast = ink.colour.contrast(with: background)
      bare = min(bare, contrast)
      if isHaloed { haloed += 1 } else { least = min(least, contrast) }
      worst = min(worst, abs(lightnessContrast(text: ink.colour, on: isHaloed ? ink.opposite.colour : background)))
    }
    let share = Int((Double(haloed) / 864).rounded())
    return "| `\(face.name)` | \(flips) | \(share) % | \(ratio(bare)) | \(ratio(least)) | \(Int(worst)) |"
  }

  /// Cut off, not rounded, to one place.
  private func ratio(_ contrast: Double) -> String { "\(Int(contrast * 10) / 10).\(Int(contrast * 10) % 10):1" }

  private func readme() throws -> String {
    let path = #filePath.split(separator: "/").dropLast(2).reduce("") { "\($0)/\($1)" } + "/README.md"
    let file = try #require(fopen(path, "r"))
    defer { fclose(file) }
    var bytes = [UInt8](repeating: 0, count: 1 << 20)
    let count = fread(&bytes, 1, bytes.count, file)
    return String(decoding: bytes[..<count], as: UTF8.self)
  }
}
