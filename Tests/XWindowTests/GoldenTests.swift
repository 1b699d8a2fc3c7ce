import Testing

@testable import ColourClock
@testable import XWindow

/// The README's pictures, painted anew and compared. `COLOURCLOCK_RECORD=1 swift test --filter GoldenTests` paints them
/// into `assets/pictures`, for somebody to look at.
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
    #expect(try Xvfb.shared.paint(frame(one)).differences(from: shifted) > 100)
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

extension PNG {
  /// Pixels of which a channel differs by more than another FreeType's rounding.
  func differences(from other: PNG) -> Int {
    if self == other { return 0 }
    let tolerance = 3
    return stride(from: 0, to: min(bytes.count, other.bytes.count), by: 3).count { start in
      (start..<start + 3).contains { abs(Int(bytes[$0]) - Int(other.bytes[$0])) > tolerance }
    }
  }
}
