import Testing

@testable import ColourClock
@testable import XWindow

/// The README's pictures, painted again and compared. `COLOURCLOCK_RECORD=1 swift test --filter GoldenTests` writes
/// them into `assets/pictures`: look at each before you commit it.
@Suite struct GoldenTests {
  struct Picture: CustomTestStringConvertible, Sendable {
    let name: String
    let face: String
    let time: (Int64, Int64, Int64)
    let size: Size
    var change: @Sendable (inout Labels) -> Void = { _ in }

    var testDescription: String { name }
  }

  static let pictures: [Picture] = [
    Picture(name: "wall", face: "scaled", time: (20, 9, 41), size: Size(width: 1280, height: 720)),
    Picture(name: "scaled", face: "scaled", time: (13, 35, 16), size: Size(width: 640, height: 360)),
    Picture(name: "full", face: "full", time: (23, 59, 59), size: Size(width: 640, height: 360)),
    Picture(name: "literal", face: "literal", time: (13, 35, 16), size: Size(width: 640, height: 360)),
    Picture(name: "carry", face: "carry", time: (17, 58, 30), size: Size(width: 640, height: 360)),
    Picture(name: "hue", face: "hue", time: (19, 20, 0), size: Size(width: 640, height: 360)),
    Picture(name: "portrait", face: "hue", time: (10, 8, 42), size: Size(width: 360, height: 640)),
    Picture(name: "analogue", face: "analogue", time: (10, 8, 42), size: Size(width: 640, height: 360)),
    Picture(name: "seconds-ring", face: "scaled", time: (16, 24, 37), size: Size(width: 640, height: 360)) {
      $0.secondsRing = true
    },
    Picture(name: "analogue-ring", face: "analogue", time: (1, 52, 10), size: Size(width: 360, height: 640)) {
      $0.secondsRing = true
    },
    Picture(name: "labels", face: "scaled", time: (9, 50, 5), size: Size(width: 640, height: 360)) {
      ($0.seconds, $0.twelveHour, $0.date) = (false, true, true)
    },
  ]

  @Test(arguments: pictures)
  func painting(_ picture: Picture) throws {
    try Xvfb.shared.expect(frame(picture), toLookLike: picture.name)
  }

  @Test func aShiftedPictureIsNoGolden() throws {
    let (one, two) = (try #require(Self.pictures.first { $0.name == "scaled" }), Size(width: 640, height: 364))
    let other = Picture(name: one.name, face: one.face, time: one.time, size: two)
    let cut = try Xvfb.shared.paint(frame(other)).bytes.prefix(640 * 360 * 3)
    let shifted = PNG(size: one.size, bytes: Array(cut))
    let difference = try #require(try Xvfb.shared.paint(frame(one)).difference(from: shifted))
    #expect(difference.count > 100)
  }

  /// A rounding difference does not count; of the others the first one is reported.
  @Test func whatDiffersIsTold() throws {
    let size = Size(width: 4, height: 3)
    let golden = PNG(size: size, bytes: (0..<36).map { UInt8($0) })
    var bytes = golden.bytes
    bytes[0] += 3
    #expect(PNG(size: size, bytes: bytes).difference(from: golden) == nil)
    bytes[3 * (1 * 4 + 2) + 1] = 0xff
    bytes[3 * (2 * 4 + 3)] = 0xff
    let difference = try #require(PNG(size: size, bytes: bytes).difference(from: golden))
    #expect("\(difference)" == "2 of 12 pixels differ, first that at 2,1: 12ff14 instead of 121314")
    let other = PNG(size: Size(width: 3, height: 4), bytes: golden.bytes)
    #expect("\(try #require(other.difference(from: golden)))" == "it is 3x4 instead of 4x3")
  }

  private func frame(_ picture: Picture) throws -> Frame {
    let face = try #require(Face.named(picture.face))
    var labels = Labels()
    picture.change(&labels)
    let (hour, minute, second) = picture.time
    let instant = Instant(second: 1_795_219_200 + hour * 3600 + minute * 60 + second)
    return face.frame(
      at: Moment(instant: instant, uptime: .zero, zone: .utc), in: picture.size,
      style: Style(labels: labels, fade: Fade(span: .zero, pace: .real)))
  }
}
