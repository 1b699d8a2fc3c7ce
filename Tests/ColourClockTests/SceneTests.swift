import Testing

@testable import ColourClock

@Suite struct SceneTests {
  private let size = Size(width: 640, height: 360)

  private func scene(_ events: Event..., style: Style = .plain) -> Scene {
    var scene = Scene(face: .scaled, style: style)
    for event in [.resized(size)] + events { _ = scene.handle(fact: event, at: .at(12, 0, 0)) }
    return scene
  }

  @Test func nothingIsDrawnBeforeThereIsAWindow() {
    let scene = Scene(face: .scaled, style: .plain)
    #expect(scene.frame(at: .at(1, 2, 3)) == nil)
    #expect(scene.nextChange(after: .at(1, 2, 3)) == .never)
  }

  @Test func anUnseenSceneSleepsAndWakesAgain() {
    #expect(scene(.disappeared).frame(at: .at(1, 2, 3)) == nil)
    #expect(scene(.disappeared).nextChange(after: .at(1, 2, 3)) == .never)
    #expect(scene(.disappeared, .appeared).frame(at: .at(1, 2, 3)) == scene().frame(at: .at(1, 2, 3)))
  }

  @Test func thePictureChangesAtTheNextWholeSecond() {
    let next = scene().nextChange(after: .at(1, 2, 3, plus: .milliseconds(4)))
    #expect(next == Wake(instant: Moment.at(1, 2, 4).instant))
  }

  @Test func aRollOverIsAnimatedAtTheFrameRateAndThenRests() throws {
    var (moment, frames) = (Moment.at(13, 0, 0), 0)
    while let next = scene().nextChange(after: moment).instant, next < Moment.at(13, 0, 1).instant {
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

  @Test func aDateHasFourDigitsForTheYear() throws {
    let day = try #require(GregorianDate(year: 999, month: 6, day: 1)).dayNumber
    let moment = Moment(instant: Instant(second: Int64(day) * 86_400), uptime: .zero, zone: .utc)
    #expect(scene().shownTime(at: moment).date == "0999-06-01")
  }

  @Test(arguments: [
    (Event.closed, [Effect.quit]), (.destroyed, [.giveUp]), (.pressed(.character("f")), [.toggleFullScreen]),
    (.pressed(.function(11)), [.toggleFullScreen]), (.pressed(.character("x")), []), (.pressed(.function(1)), []),
    (.ticked, []), (.pressed(.character("q")), []), (.pressed(.escape), []),
  ])
  func effects(event: Event, effects: [Effect]) {
    var scene = scene()
    #expect(scene.handle(fact: event, at: .at(1, 2, 3)) == effects)
  }
}
