import Testing

@testable import ColourClock

/// The wall by night.
@Suite struct NightTests {
  private static func play(brightness: Double = 0.3, red: Bool = false, _ change: (inout Setup) -> Void = { _ in })
    throws -> Play
  {
    var night = Night(try DailyHours.parse("22:00-07:00"))
    (night.brightness, night.isRed) = (brightness, red)
    return Play {
      $0.night = night
      change(&$0)
    }
  }

  private static func frame(_ play: Play, _ hour: Int, _ minute: Int, _ second: Int) throws -> Frame {
    try #require(play.scene.frame(at: .at(hour, minute, second)))
  }

  /// By day a wall keeps a share of its light; by night, at the same share, nearly nothing of it.
  @Test func dimmedIsTheLightNotTheScreenValue() throws {
    let (day, night) = (try Self.frame(Play(), 23, 30, 16), try Self.frame(Self.play(), 23, 30, 16))
    #expect(day.background.hex == "#f48044")
    let dim = try Self.frame(Play { $0.style.brightness = 0.3 }, 23, 30, 16)
    #expect(abs(dim.background.luminance / day.background.luminance - 0.3) < 0.01)
    #expect(abs(dim.background.light.red / day.background.light.red - 0.3) < 0.01)
    #expect(OKLab(night.background).lightness < 0.12 && night.background != .black)
    #expect(night.texts.allSatisfy { $0.colour == Colour(red: 195, green: 195, blue: 195) })
  }

  /// The code's colour is not on the wall at night.
  @Test func thereIsNoCodeAtNight() throws {
    #expect(try Self.frame(Play(), 23, 30, 16).allTexts == ["23:30:16", "#f48044"])
    #expect(try Self.frame(Self.play(), 23, 30, 16).allTexts == ["23:30:16"])
    #expect(try Self.frame(Self.play(red: true), 23, 30, 16).allTexts == ["23:30:16"])
  }

  @Test func byDayNothingIsAnother() throws {
    for hour in 8..<22 { #expect(try Self.frame(Self.play(), hour, 0, 5) == Self.frame(Play(), hour, 0, 5)) }
  }

  @Test func withoutBrightnessNothingIsDrawn() throws {
    for red in [false, true] {
      let frame = try Self.frame(Self.play(brightness: 0, red: red), 3, 0, 5)
      #expect(frame == Frame(size: Play.size, background: .black, items: []))
    }
  }

  @Test func redLabelsStandOnBlack() throws {
    let frame = try Self.frame(Self.play(red: true), 3, 0, 5)
    #expect(frame.background == .black)
    for text in frame.texts { #expect(text.colour.red > 0 && text.colour.green == 0 && text.colour.blue == 0) }
  }

  /// Over all seconds of the two slopes and an hour of full night: no second is a visible step darker or lighter than
  /// it is by day, and none is brighter than the day.
  @Test(arguments: [(0.3, false), (0.3, true), (0, false), (0, true), (1, true)])
  func itIsNeverBrighterThanTheDay(brightness: Double, red: Bool) throws {
    let play = try Self.play(brightness: brightness, red: red)
    for second in 22 * 3600..<24 * 3600 {
      let moment = Moment.at(0, 0, second)
      let dimming = play.scene.dimming(at: moment)
      #expect((0...1).contains(dimming.background) && (0...1).contains(dimming.items))
      let day = Face.scaled.colour(moment.zone.civil(at: moment.instant.second))
      #expect(dimming.background(day).luminance <= day.luminance)
    }
  }

  /// What the slope itself does to white from one second to the next: under a just noticeable difference.
  @Test(arguments: [(0.3, false), (0.3, true), (0, false), (0, true)])
  func noViewerSeesAStep(brightness: Double, red: Bool) throws {
    let play = try Self.play(brightness: brightness, red: red)
    for start in [22, 7] {
      let dimmings = (-1...601).map { play.scene.dimming(at: .at(start, 0, 0, plus: .seconds($0))) }
      for (one, two) in zip(dimmings, dimmings.dropFirst()) {
        #expect(!Self.isSeen(from: one.background(.white), to: two.background(.white)))
        #expect(!Self.isSeen(from: one.item(.white), to: two.item(.white)))
      }
    }
  }

  /// Near black a screen has no step that is small enough: there it is the least of those that it has.
  private static func isSeen(from one: Colour, to two: Colour) -> Bool {
    let steps = [(one.red, two.red), (one.green, two.green), (one.blue, two.blue)].map { abs(Int($0) - Int($1)) }
    return OKLab(one).distance(to: OKLab(two)) >= OKLab.justNoticeable && steps.contains { $0 > 1 }
  }

  /// Every face, over the night and its slopes, at the speeds at which it could, whenever the picture changes.
  @Test(arguments: Face.all.map(\.name), [1.0, 60, 3600, 7200])
  func nothingFlashes(name: String, speed: Double) throws {
    let face = try #require(Face.named(name))
    let pace = Pace(speed: speed)
    let night = try Self.play { ($0.face, $0.style) = (face, Style(fade: Fade(span: .milliseconds(300), pace: pace))) }
    var meter = FlashCounter()
    let (start, end) = speed > 60 ? (Moment.at(12, 0, 0), 86_400.0 / speed) : (Moment.at(21, 59, 55), 25 * 60 / speed)
    var moment = start
    while (moment.uptime - start.uptime).inSeconds < end {
      let background = try #require(night.scene.frame(at: moment)).background
      meter.record(background, at: (moment.uptime - start.uptime).inSeconds)
      moment = try #require(night.scene.nextChange(after: moment).moment(after: moment, pace: pace))
    }
    #expect(FlashCounter.most(meter.generalFlashes) <= 3)
    #expect(FlashCounter.most(meter.redFlashes) <= 3)
  }

  @Test func theOtherMonitorsAreDimmedToo() throws {
    let play = try Self.play()
    var other = play.scene.sceneForAnotherWall(.colour, at: play.moment)
    _ = other.handle(fact: .resized(Play.size), at: play.moment)
    let frame = try #require(other.frame(at: .at(23, 30, 16)))
    #expect(frame.items.isEmpty)
    #expect(frame.background == (try Self.frame(play, 23, 30, 16)).background)
  }

  @Test func aClockThatWasNeverSetKnowsNoNight() throws {
    let play = try Self.play(brightness: 0)
    let moment = Moment.at(3, 0, 5)
    let unset = Moment(instant: moment.instant, uptime: moment.uptime, zone: .utc, health: .unset)
    #expect(try #require(play.scene.frame(at: unset)).allTexts == ["03:00:05", "#200015", "clock not set"])
  }
}

/// A viewer in the night.
@Suite struct NightVisitTests {
  private func play(at hour: Int = 23, _ change: (inout Setup) -> Void = { _ in }, countdown: Duration? = nil) throws
    -> Play
  {
    let night = Night(try DailyHours.parse("22:00-07:00"))
    var play = Play(
      {
        $0.night = night
        change(&$0)
      }, countdown: countdown)
    play.jump(.seconds((hour - 12) * 3600 + 1800))
    return play
  }

  private static let night = Dimming(night: 0.3, depth: 1, isRed: false).background

  private func share(_ play: Play) -> Double { play.scene.dimming(at: play.moment).background }

  @Test(arguments: [
    Event.pointerMoved(Point(x: 5, y: 5)), .pressed(.character("x")), .scrolled(right: 0, up: 1),
    .pointerPressed(Point(x: 5, y: 5), .primary),
  ])
  func aViewerHasTheDay(event: Event) throws {
    var play = try play()
    #expect(abs(share(play) - Self.night) < 1e-9)
    play.send(event)
    #expect(share(play) == 1)
    play.wait(.seconds(9))
    #expect(share(play) == 1)
  }

  /// In steps of a second that no viewer sees; and once it is back, with no more wake-ups than one a second.
  @Test func theNightComesBackByItself() throws {
    var play = try play()
    play.send(.pointerMoved(Point(x: 5, y: 5)))
    var shares: [Double] = []
    for _ in 0..<80 {
      play.wait(.seconds(1))
      shares.append(share(play))
    }
    #expect(shares == shares.sorted(by: >))
    #expect(abs(shares[75] - Self.night) < 1e-9)
    #expect(
      zip(shares, shares.dropFirst()).allSatisfy {
        Dimming.lightness($0) - Dimming.lightness($1) < OKLab.justNoticeable
      })
    let before = play.wakes
    play.wait(.seconds(60))
    #expect(play.wakes == before + 60)
  }

  /// On the way from the day to the night the ink is that moment's and not the night's, which would be white on a
  /// bright wall; it changes once, but for what the seconds' blue and a new minute do. It can be read at each step.
  @Test(arguments: 0..<24) func theInkGoesWithTheNight(hour: Int) throws {
    var play = try play()
    play.jump(.seconds(Int64(hour) * 3600 + Int64(hour) * 157))
    play.send(.ticked, .pointerMoved(Point(x: 5, y: 5)))
    var (flips, least, last): (Int, Double, Ink?) = (0, 21, nil)
    for _ in 0..<80 {
      let dimming = play.scene.dimming(at: play.moment)
      let backdrop = play.scene.backdrop(at: play.moment, under: dimming)
      let own = backdrop.ink
      let drawn = dimming.readable(on: backdrop.colour)
      least = min(least, drawn.item(own.colour).legibility(on: drawn.background(backdrop.colour)))
      if let last, last != own { flips += 1 }
      last = own
      play.wait(.seconds(1))
    }
    #expect(flips <= 3)
    #expect(least >= 1)
  }

  @Test func theGalleryIsShownByDay() throws {
    var (night, day) = (try play(), Play())
    day.jump(night.moment.uptime - day.moment.uptime)
    for index in 0..<2 {
      var play = index == 0 ? night : day
      play.tap(.character("g"))
      play.wait(.seconds(20))
      if index == 0 { night = play } else { day = play }
    }
    #expect(night.scene.gallery.isVisible(at: night.moment))
    #expect(night.scene.frame(at: night.moment) == day.scene.frame(at: day.moment))
    night.wait(.seconds(12))
    #expect(!night.scene.gallery.isVisible(at: night.moment))
    #expect(share(night) == 1)
  }

  @Test func aCountdownThatHasEndedIsShownByDay() throws {
    var play = try play(countdown: .seconds(11 * 3600 + 1800 + 30))
    #expect(share(play) < 0.31)
    play.wait(.seconds(45))
    #expect(share(play) == 1)
    play.wait(.seconds(600))
    #expect(share(play) == 1)
  }

  @Test func aWallWhoseTimeStandsStillGetsDarkAgain() throws {
    var play = try play { $0.style.fade = Fade(span: .zero, pace: Pace(speed: 0)) }
    play.send(.pointerMoved(Point(x: 5, y: 5)))
    let instant = play.moment.instant
    while let next = play.scene.nextChange(after: play.moment).uptime {
      play.moment = Moment(instant: instant, uptime: next, zone: .utc)
      play.send(.ticked)
    }
    #expect(abs(share(play) - Self.night) < 1e-9)
  }
}

extension Dimming {
  /// Of OKLab, of grey that keeps a share of white's light.
  fileprivate static func lightness(_ share: Double) -> Double {
    OKLab(LinearRGB(red: share, green: share, blue: share).colour).lightness
  }
}
