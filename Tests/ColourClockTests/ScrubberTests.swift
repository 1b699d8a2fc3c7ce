import Testing

@testable import ColourClock

@Suite("Scrubber: looking at another time of the day")
struct ScrubberTests {
  private let now = Moment.at(13, 37, 20)
  private let bar = Gallery.Plan.usual(Size(width: 1920, height: 1080)).day

  @Test("It shows the present until told otherwise, and then the start of that minute of the same day")
  func shows() {
    var scrubber = Scrubber()
    #expect(scrubber.isLive && scrubber.moment(at: now) == now && scrubber.minute(at: now) == 817)
    scrubber.choose(65, at: now)
    #expect(scrubber.moment(at: now) == now.at(Moment.at(1, 5, 0).instant))
    #expect(scrubber.moment(at: .at(23, 0, 0)).instant == Moment.at(1, 5, 0).instant)
    scrubber.clear()
    #expect(scrubber == Scrubber())
  }

  @Test("Within five minutes of the present a pointer means the present", arguments: 0..<1440)
  func live(minute: Int) {
    var scrubber = Scrubber()
    scrubber.choose(minute, at: now)
    #expect(scrubber.isLive == (812...822).contains(minute))
  }

  @Test("Keys go a quarter of an hour from there or from the present, and round midnight")
  func keys() {
    var scrubber = Scrubber()
    scrubber.step(by: 1, at: now)
    #expect(scrubber.minute == 830)
    scrubber.step(by: -2, at: now)
    #expect(scrubber.minute == 800)
    scrubber.choose(1435, at: now)
    scrubber.step(by: 1, at: now)
    #expect(scrubber.minute == 10)
    scrubber.step(by: -1, at: now)
    #expect(scrubber.minute == 1435)
    scrubber.step(by: .max, at: now)
    #expect((0..<1440).contains(scrubber.minute ?? -1))
  }

  @Test("Every minute of a day is found under the place where it is drawn, in steps of five")
  func places() {
    for minute in stride(from: 0, to: 1440, by: 5) {
      let point = Point(x: bar.x(of: minute), y: bar.rect.midY)
      #expect(bar.contains(point) && bar.minute(at: point) == minute)
    }
    #expect(bar.minute(at: Point(x: -500, y: 0)) == 0)
    #expect(bar.minute(at: Point(x: 5000, y: 0)) == 1435)
  }

  @Test("It is hit within a finger's reach, and never where the middle card is")
  func hits() {
    #expect(bar.contains(Point(x: bar.rect.x - 20, y: bar.rect.y - 20)))
    #expect(!bar.contains(Point(x: bar.rect.midX, y: bar.rect.y - 28)))
    for size in [Size(width: 320, height: 240), Size(width: 1080, height: 1920), Size(width: 3840, height: 2160)] {
      let plan = Gallery.Plan.usual(size)
      let card = CarouselLayout.standard.rect(at: 0, in: size, middle: plan.middle)
      #expect(plan.bar?.contains(Point(x: card.midX, y: card.maxY - 1)) == false)
    }
  }

  /// Central Europe, 2026: forward on 29 March at 2:00, back on 25 October at 3:00.
  @Test(
    "On the days of the change the wall's own time counts",
    arguments: [
      (29, 3, 90, 1, 30), (29, 3, 150, 3, 0), (29, 3, 180, 3, 0), (29, 3, 720, 12, 0),
      (25, 10, 90, 1, 30), (25, 10, 150, 2, 30), (25, 10, 180, 3, 0), (25, 10, 1435, 23, 55),
    ])
  func daylightSaving(day: Int, month: Int, minute: Int, hour: Int, shown: Int) throws {
    let zone = Zone(rule: try ZoneRule("CET-1CEST,M3.5.0,M10.5.0/3"))
    let date = try #require(GregorianDate(year: 2026, month: month, day: day))
    let second = try #require(zone.second(on: date, hour: 20, minute: 0, second: 0))
    let moment = Moment(instant: Instant(second: second), uptime: .zero, zone: zone)
    var scrubber = Scrubber()
    scrubber.choose(minute, at: moment)
    let civil = zone.civil(at: scrubber.moment(at: moment).instant.second)
    #expect((civil.date, civil.hour, civil.minute, civil.second) == (date, hour, shown, 0))
  }

  /// No stripes: each colour is near the next, and both ends are near the colours of the first and last hour.
  @Test("The bar is a smooth gradient through the mean colours of the hours")
  func colours() throws {
    let date = try #require(GregorianDate(year: 2026, month: 1, day: 1))
    for face in Face.all {
      let colours = Scrubber.Bar.colours(of: face, on: date)
      #expect(colours.count == Scrubber.Bar.segments)
      let steps = zip(colours, colours.dropFirst()).map { pair in
        let way = OKLab(pair.0) - OKLab(pair.1)
        return (way.lightness * way.lightness + way.a * way.a + way.b * way.b).squareRoot()
      }
      #expect(steps.allSatisfy { $0 < 0.02 }, "\(face.name) \(steps.max() ?? 0)")
      #expect(Set(colours).count > 24)
    }
  }

  @Test("Its segments lie edge to edge on whole pixels from end to end", arguments: [20, 97, 320, 1366, 1920])
  func segments(width: Int) {
    let bar = Gallery.Plan.usual(Size(width: width, height: 100)).day
    let rects = bar.day(Array(repeating: .white, count: 96), edge: .black).dropFirst().compactMap(\.boxRect)
    #expect(rects.count == 96 && rects.first?.x == bar.rect.x && rects.last?.maxX == bar.rect.maxX)
    for (one, next) in zip(rects, rects.dropFirst()) { #expect(one.maxX == next.x && next.x == next.x.rounded()) }
  }

  @Test("The knob and its label never leave the bar's ends by more than half a knob")
  func ends() throws {
    for minute in stride(from: 0, to: 1440, by: 5) {
      let text = try #require(bar.label(.at(minute / 60, minute % 60, 0), labels: Labels(), at: minute))
      #expect(text.box.x >= bar.rect.x && text.box.maxX <= bar.rect.maxX)
      #expect(text.string == "\((minute / 60).twoDigits):\((minute % 60).twoDigits)")
    }
  }
}

extension Item {
  var boxRect: Rect? {
    guard case .fill(let fill) = self, case .box(let rect, _) = fill.shape else { return nil }
    return rect
  }
}
