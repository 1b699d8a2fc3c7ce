import Testing

@testable import ColourClock
@testable import XWindow

/// The README's pictures of long operation.
@Suite struct NightGoldenTests {
  struct Picture: CustomTestStringConvertible, Sendable {
    let name: String
    /// Hour, minute and second.
    let time: (Int64, Int64, Int64)
    var size = Size(width: 640, height: 360)
    var health = ClockHealth.good
    var isRed = false

    var testDescription: String { name }
  }

  static let pictures: [Picture] = [
    Picture(name: "night", time: (23, 30, 16)),
    Picture(name: "night-red", time: (3, 30, 16), isRed: true),
    Picture(name: "badge", time: (9, 41, 0), health: .unsynchronised),
  ]

  @Test(arguments: pictures)
  func painting(_ picture: Picture) throws {
    try Xvfb.shared.expect(try #require(try frame(picture)), toLookLike: picture.name)
  }

  private func frame(_ picture: Picture) throws -> Frame? {
    var setup = Setup(face: .scaled, style: Style(fade: Fade(span: .zero, pace: .real)))
    var night = Night(try DailyHours.parse("22:00-07:00"))
    night.isRed = picture.isRed
    (setup.night, setup.showsSynchronisation) = (night, true)
    let (hour, minute, second) = picture.time
    let instant = Instant(second: 1_795_219_200 + hour * 3600 + minute * 60 + second)
    let moment = Moment(instant: instant, uptime: .zero, zone: .utc, health: picture.health)
    var scene = Scene(setup)
    _ = scene.handle(fact: .resized(picture.size), at: moment)
    return scene.frame(at: moment)
  }
}
