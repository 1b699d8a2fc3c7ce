import Testing

@testable import ColourClock

@Suite struct FaceTests {
  @Test(arguments: [
    ("scaled", 0, 0, 0, "#000000"), ("scaled", 12, 0, 0, "#800000"), ("scaled", 13, 35, 16, "#8a9544"),
    ("scaled", 23, 59, 59, "#f4fbfb"), ("full", 0, 0, 0, "#000000"), ("full", 12, 0, 0, "#850000"),
    ("full", 13, 35, 16, "#909745"), ("full", 23, 59, 59, "#ffffff"), ("literal", 12, 0, 0, "#120000"),
    ("literal", 13, 35, 16, "#133516"), ("literal", 23, 59, 59, "#235959"), ("carry", 13, 35, 16, "#909544"),
    ("carry", 0, 0, 0, "#000000"),
  ])
  func vectors(name: String, hour: Int, minute: Int, second: Int, hex: String) throws {
    let face = try #require(Face.named(name))
    #expect(face.colour(.at(hour, minute, second)).hex == hex)
  }

  @Test func aLeapSecondIsNeitherDarkNorOutOfRange() {
    let leap = Civil.at(23, 59, 59).with(second: 60)
    #expect(Face.scaled.colour(leap).hex == "#f4fbff")
    #expect(Face.full.colour(leap).hex == "#ffffff")
    #expect(Face.literal.colour(leap).hex == "#235960")
    #expect(Face.carry.colour(leap).hex == "#ffffff")
    #expect(Face.hue.colour(leap) == Face.hue.colour(.at(0, 0, 0)))
  }

  @Test(arguments: ["scaled", "full", "literal"])
  func everySecondOfTheDayHasAColourOfItsOwn(name: String) throws {
    let face = try #require(Face.named(name))
    #expect(Set(Civil.wholeDay.map(face.colour)).count == 86_400)
  }

  @Test func namesAreUniqueAndUnknownOnesAreNoFace() {
    #expect(Set(Face.all.map(\.name)).count == Face.all.count)
    #expect(Face.named("sepia") == nil)
  }

  /// `hue`: midnight joins midnight, and no second is a step that can be seen.
  @Test func hueIsAClosedLoopInUnnoticeableSteps() {
    let day = Civil.wholeDay.map { OKLab(Face.hue.colour($0)) }
    let steps = zip(day, day.dropFirst() + [day[0]]).map { $0.distance(to: $1) }
    #expect((steps.max() ?? 1) <= OKLab.justNoticeable)
  }

  @Test func hueTellsEveryMinuteFromEveryOther() {
    let minutes = stride(from: 0, to: 86_400, by: 60).map { Face.hue.colour(Civil.wholeDay[$0]) }
    #expect(Set(minutes).count == 1440)
    let labs = minutes.map { OKLab($0) }
    let steps = zip(labs, labs.dropFirst() + [labs[0]]).map { $0.distance(to: $1) }
    #expect((steps.min() ?? 0) >= OKLab.justNoticeable)
  }

  @Test func hueStaysInsideTheGamutByReducingChromaOnly() {
    for time in stride(from: 0, to: 86_400, by: 37).map({ Civil.wholeDay[$0] }) {
      let lab = OKLab(Face.hue.colour(time))
      let (wanted, got) = (hueAngle(of: time), atan2Degrees(lab))
      let chroma = (lab.a * lab.a + lab.b * lab.b).squareRoot()
      // Half an eight-bit step turns a colour of little chroma further than one of much.
      #expect(abs(remainder(got - wanted)) < 1.2 + 0.35 / max(chroma, 0.01))
    }
  }

  private func hueAngle(of time: Civil) -> Double {
    264 - 360 * Double(time.hour * 3600 + time.minute * 60 + time.second) / 86_400
  }

  private func remainder(_ angle: Double) -> Double { angle.remainder(dividingBy: 360) }
}
