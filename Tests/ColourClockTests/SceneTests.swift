import Testing

@testable import ColourClock

@Suite struct SceneTests {
  private let size = Size(width: 640, height: 360)

  private func scene(_ events: Event..., style: Style = .plain) -> Scene {
    var scene = Scene(face: .scaled, style: style)
    for event in [.resized(size)] + events { _ = scene.handle(event, at: .at(12, 0, 0)) }
    return scene
  }

  @Test func nothingIsDrawnBeforeThereIsAWindow() {
    let scene = Scene(face: .scaled, style: .plain)
    #expect(scene.frame(at: .at(1, 2, 3)) == nil)
    #expect(scene.nextChange(after: .at(1, 2, 3)) == nil)
  }

  @Test func anUnseenSceneSleepsAndWakesAgain() {
    #expect(scene(.disappeared).frame(at: .at(1, 2, 3)) == nil)
    #expect(scene(.disappeared).nextChange(after: .at(1, 2, 3)) == nil)
    #expect(scene(.disappeared, .appeared).frame(at: .at(1, 2, 3)) == scene().frame(at: .at(1, 2, 3)))
  }

  @Test func thePictureChangesAtTheNextWholeSecond() {
    let next = scene().nextChange(after: .at(1, 2, 3, plus: .milliseconds(4)))
    #expect(next == Moment.at(1, 2, 4).instant)
  }

  @Test func aRollOverIsAnimatedAtTheFrameRateAndThenRests() throws {
    var (moment, frames) = (Moment.at(13, 0, 0), 0)
    while let next = scene().nextChange(after: moment), next < Moment.at(13, 0, 1).instant {
      (moment, frames) = (moment.at(next), frames + 1)
    }
    #expect((18...19).contains(frames))
  }

  @Test func theLabelShowsTheNewTimeAtOnceAndTheColourReallyDrawn() throws {
    let frame = try #require(scene().frame(at: .at(13, 0, 0, plus: .milliseconds(100))))
    #expect(frame.texts[0].string == "13:00:00")
    #expect(frame.texts[1].string == frame.background.hex)
    #expect(frame.background != Face.scaled.colour(.at(13, 0, 0)))
  }

  @Test(arguments: [
    (Event.pressed(.character("q")), [Effect.quit]), (.pressed(.escape), [.quit]), (.closed, [.quit]),
    (.destroyed, [.giveUp]),
    (.pressed(.character("f")), [.toggleFullScreen]), (.pressed(.function(11)), [.toggleFullScreen]),
    (.pressed(.character("x")), []), (.pressed(.function(1)), []), (.ticked, []),
  ])
  func effects(event: Event, effects: [Effect]) {
    var scene = scene()
    #expect(scene.handle(event, at: .at(1, 2, 3)) == effects)
  }

  /// 100,000 random events: the picture is always the one a fresh scene of that size would show, and two scenes in
  /// lockstep agree.
  @Test func simulation() throws {
    var random = SeededRandom(seed: 2026)
    var (one, two) = (scene(), scene())
    for step in 0..<100_000 {
      let event = Event.random(using: &random)
      let moment = Moment(instant: Instant(second: newYear + Int64(step)), uptime: .seconds(step), zone: .utc)
      #expect(one.handle(event, at: moment) == two.handle(event, at: moment))
      #expect(one.size == two.size && one.isVisible == two.isVisible)
      if step % 50 == 0, let frame = one.frame(at: moment) {
        #expect(frame == two.frame(at: moment) && frame.size == one.size)
        #expect(try #require(one.nextChange(after: moment)) > moment.instant)
      }
    }
  }
}

extension Event {
  static func random(using generator: inout SeededRandom) -> Event {
    let size = Size(width: .random(in: 1...4000, using: &generator), height: .random(in: 1...4000, using: &generator))
    let events: [Event] = [
      .ticked, .ticked, .ticked, .resized(size), .appeared, .disappeared, .closed, .destroyed, .pressed(.escape),
      .pressed(.character("f")), .pressed(.character("z")), .pressed(.function(11)),
    ]
    return events.randomElement(using: &generator) ?? .ticked
  }
}
