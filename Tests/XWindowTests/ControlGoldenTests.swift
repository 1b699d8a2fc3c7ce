import TestSupport
import Testing

@testable import ColourClock
@testable import XWindow

/// The README's pictures of the controls: scenes after some events.
@Suite struct ControlGoldenTests {
  struct Picture: CustomTestStringConvertible, Sendable {
    let name: String
    /// Hour, minute and second of the first event.
    let time: (Int64, Int64, Int64)
    var change: @Sendable (inout Setup) -> Void = { _ in }
    var countdown: Duration?
    /// Events with their times in milliseconds after the first one.
    var events: [(at: Int64, event: Event)] = []
    /// The time of the picture.
    let look: Int64

    var size = Size(width: 640, height: 360)

    var testDescription: String { name }
  }

  static let pictures: [Picture] = [
    Picture(
      name: "analogue-company", time: (15, 40, 22),
      change: {
        $0.face = .analogue
        $0.style.labels.date = true
        $0.zones = [("Tokyo", "JST-9"), ("Lima", "<-05>5")].compactMap { name, rule in
          (try? ZoneRule(rule)).map { OtherZone(name: name, zone: Zone(rule: $0)) }
        }
      }, look: 0, size: Size(width: 960, height: 540)),
    Picture(
      name: "ring", time: (9, 41, 0), change: { $0.ring.title = "Tea" }, countdown: .seconds(300), look: 112_400),
    Picture(
      name: "ring-elements", time: (15, 12, 0), change: { $0.ring.kind = .elements }, countdown: .seconds(60),
      look: 21_500),
    Picture(
      name: "ring-last", time: (12, 20, 0), change: { $0.ring.kind = .equal }, countdown: .seconds(60), look: 55_200),
    Picture(
      name: "ring-over", time: (21, 30, 0), change: { $0.hasOvertime = true }, countdown: .seconds(10), look: 16_200),
    Picture(
      name: "language", time: (10, 8, 42), change: german, countdown: .seconds(300),
      events: [(269_000, .pointerMoved(Point(x: 20, y: 20)))], look: 270_000, size: Size(width: 960, height: 540)),
    Picture(
      name: "hold", time: (17, 25, 0),
      events: [(0, .pointerMoved(button)), (400, .pointerPressed(button, .primary)), (700, .ticked), (1_100, .ticked)],
      look: 1_500),
    Picture(
      name: "bar", time: (17, 25, 0), countdown: .seconds(1500),
      events: [(60_000, .pointerMoved(Point(x: 330, y: 335)))],
      look: 61_000, size: Size(width: 960, height: 540)),
    Picture(
      name: "ring-beyond", time: (9, 41, 0), countdown: .seconds(1500),
      events: drag(from: (320, 60), to: (403, 96), at: 1_000), look: 3_000),
    Picture(
      name: "pull", time: (10, 8, 42), change: { $0.feed = Feed.Rules(every: .seconds(60)) },
      events: [(0, .fed(.text(Array("Arsenal 2 : 1 Chelsea, 75th minute".utf8))))]
        + drag(from: (300, 80), to: (300, 190), at: 18_000),
      look: 18_300, size: Size(width: 960, height: 540)),
    Picture(
      name: "gallery", time: (13, 35, 16),
      events: [(0, .pressed(.right)), (100, .released(.right)), (1_000, .pressed(.right))],
      look: 3_000),
    Picture(
      name: "gallery-switches", time: (14, 9, 42), change: { $0.face = .hue },
      events: [(0, "g"), (1_000, "d"), (1_100, "t")].flatMap { press(.character($1), at: $0) }
        + press(.tab, at: 1_200) + press(.tab, at: 1_300),
      look: 2_500, size: Size(width: 960, height: 540)),
    Picture(
      name: "gallery-drag", time: (19, 20, 0), events: drag(from: (500, 150), to: (385, 152), at: 100), look: 600),
  ]

  private static let german: @Sendable (inout Setup) -> Void = { setup in
    setup.words = Words(catalogue: Catalogues.compiled("de")) ?? Words()
    setup.ring.title = "Tee"
    (setup.style.labels.date, setup.style.labels.hex) = (true, false)
    setup.style.labels.names = DateNames(in: setup.words)
    setup.style.labels.timeFormat = try? TimeFormat("%H:%M")
  }

  /// The pairing card, across, upright, and on the smallest wall.
  static let pairing: [Picture] = [("pairing", 960, 540), ("pairing-upright", 360, 640), ("pairing-small", 320, 240)]
    .map {
      name, width, height in
      let offer = try? PairingOffer(
        code: "482913", address: "http://192.168.1.20:8080/", modules: QRModules(rows: PairingSymbol.rows),
        span: .seconds(120))
      return Picture(
        name: name, time: (18, 40, 20),
        events: [(0, .pairingOffered(true))] + (offer.map { [(100, .told(.pair(.show($0))))] } ?? []), look: 13_000,
        size: Size(width: width, height: height))
    }

  /// `stopwatch`: stopped after a lap; `also`: one place is a day ahead.
  static let others: [Picture] = [
    Picture(
      name: "stopwatch", time: (16, 20, 5),
      events: tap("s", at: 0) + tap("l", at: 61_230) + tap("s", at: 83_470), look: 90_000),
    Picture(
      name: "also", time: (15, 30, 40),
      change: {
        $0.zones = [("New York", "EST5"), ("London", "GMT0"), ("Tokyo", "JST-9")].compactMap { name, rule in
          (try? ZoneRule(rule)).map { OtherZone(name: name, zone: Zone(rule: $0)) }
        }
      }, look: 0),
    Picture(
      name: "feed-bottom", time: (7, 45, 10),
      change: {
        var style = Feed.Style()
        (style.lines, style.place) = (4, .bottom)
        $0.feed = Feed.Rules(every: .seconds(600), style: style)
      },
      events: [
        (
          0,
          .fed(
            .text(
              Array("Bus 12 to the harbour 07:51\nTram 4 to the station 07:53\nBus 12 to the harbour 08:06".utf8)))
        )
      ], look: 65_000),
  ]

  /// Several countdowns: one is chosen, one is paused, one has no title; then two have ended.
  static let countdowns: [Picture] = [
    Picture(name: "countdowns", time: (11, 10, 27), events: kitchen, look: 65_300, size: Size(width: 960, height: 540)),
    Picture(
      name: "countdowns-upright", time: (11, 10, 27), events: kitchen, look: 65_300, size: Size(width: 360, height: 640)
    ),
    Picture(
      name: "countdowns-over", time: (21, 30, 0), change: { $0.hasOvertime = true }, events: kitchen, look: 301_300,
      size: Size(width: 960, height: 540)),
  ]

  private static let kitchen: [(at: Int64, event: Event)] = [
    new(300, "Soft eggs", at: 0), new(720, "Rice", at: 2_200), new(90, "", at: 2_600),
    (3_000, .told(.countdown(.pause, of: .id(2)))), new(1498, "Sourdough in the second oven", at: 3_500),
  ]

  private static func new(_ seconds: Int64, _ title: String, at time: Int64) -> (at: Int64, event: Event) {
    (time, .told(.countdown(.new(.seconds(seconds), title: title))))
  }

  private static func tap(_ key: Character, at time: Int64) -> [(at: Int64, event: Event)] {
    [(time, .pressed(.character(key))), (time + 50, .released(.character(key)))]
  }

  /// The last command of the bar.
  private static let button = Point(x: 520, y: 328)

  private static func press(_ key: Key, at time: Int64) -> [(at: Int64, event: Event)] {
    [(time, .pressed(key)), (time + 50, .released(key))]
  }

  private static func drag(from start: (Double, Double), to end: (Double, Double), at time: Int64) -> [(
    at: Int64, event: Event
  )] {
    let moves = (1...6).map { step -> (Int64, Event) in
      let share = Double(step) / 6
      return (
        time + Int64(step) * 30,
        .pointerMoved(Point(x: Motion.mix(start.0, end.0, share), y: Motion.mix(start.1, end.1, share)))
      )
    }
    return [(time, .pointerPressed(Point(x: start.0, y: start.1), .primary))] + moves
  }

  @Test(arguments: pictures + others + schedule + pairing + countdowns + sheet)
  func painting(_ picture: Picture) throws {
    try Xvfb.shared.expect(try #require(try frame(picture)), toLookLike: picture.name)
  }

  private func frame(_ picture: Picture) throws -> Frame? {
    var setup = Setup(face: .scaled, style: Style(fade: Fade(span: .zero, pace: .real)))
    picture.change(&setup)
    var countdown = picture.countdown.map { Countdown(Countdown.Rules(period: $0, overtime: setup.hasOvertime)) }
    countdown?.start(at: moment(0, picture))
    var scene = Scene(setup, countdown: countdown)
    _ = scene.handle(fact: .resized(picture.size), at: moment(0, picture))
    // A tick each second, as on a wall: a past event is dated by when it was noticed.
    let ticks = (0...picture.look / 1000).map { (at: $0 * 1000, event: Event.ticked) }
    for (time, event) in (picture.events + ticks).sorted(by: { $0.at < $1.at }) {
      _ = try scene.handle(event, at: moment(time, picture))
    }
    _ = scene.handle(fact: .ticked, at: moment(picture.look, picture))
    return scene.frame(at: moment(picture.look, picture))
  }

  private func moment(_ milliseconds: Int64, _ picture: Picture) -> Moment {
    let (hour, minute, second) = picture.time
    let start = Instant(second: 1_795_219_200 + hour * 3600 + minute * 60 + second)
    let span = Duration.milliseconds(milliseconds)
    return Moment(instant: start + span, uptime: .seconds(1000) + span, zone: .utc)
  }
}
