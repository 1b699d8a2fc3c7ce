import Testing

@testable import ColourClock

/// Walls come back to rest, and nothing happens by accident.
@Suite struct SceneRecoveryTests {
  private func place(_ turn: Double, on play: Play) throws -> Point {
    let ring = try #require(play.scene.ring)
    return ring.centre + Point.direction(turn) * ring.radius
  }

  @Test(arguments: [Event.interrupted, .pressed(.escape), .pointerPressed(Point(x: 1, y: 1), .other)])
  func aWindingThatIsDisturbedIsUndone(event: Event) throws {
    var play = Play(countdown: .seconds(300))
    let before = play.scene.countdown
    play.send(.pointerPressed(try place(0.2, on: play), .primary))
    for step in 1...10 { play.send(.pointerMoved(try place(0.2 + Double(step) / 100, on: play))) }
    #expect(play.scene.countdown != before)
    play.send(event)
    #expect(play.scene.countdown == before)
  }

  @Test func aDragDuringWhichTheMachineSleptIsUndone() throws {
    var play = Play(countdown: .seconds(300))
    let before = play.scene.countdown
    play.send(.pointerPressed(try place(0.2, on: play), .primary))
    for step in 1...10 { play.send(.pointerMoved(try place(0.2 + Double(step) / 100, on: play))) }
    #expect(play.scene.countdown != before)
    play.jump(.seconds(20))
    play.send(.ticked)
    #expect(play.scene.countdown == before)
  }

  @Test func aHandMayPassZeroOnItsWay() throws {
    var play = Play(countdown: .seconds(300))
    play.send(.pointerPressed(try place(0.05, on: play), .primary))
    for step in 0...20 {
      play.send(.pointerMoved(try place(0.05 - Double(step) / 100, on: play)))
      play.wait(.milliseconds(20))
    }
    #expect(!play.effects.contains(.reachedZero))
    for step in 0...20 { play.send(.pointerMoved(try place(-0.15 + Double(step) / 100, on: play))) }
    play.send(.pointerReleased(try place(0.05, on: play), .primary))
    #expect(!play.effects.contains(.reachedZero) && play.effects.contains(.saveTimers))
  }

  @Test func aFrozenWallNeverComesToAWallTime() {
    let wake = Wake(instant: Moment.at(13, 0, 0).instant)
    #expect(wake.moment(after: .at(12, 0, 0), pace: Pace(speed: 0)) == nil)
  }

  @Test func aGestureOnAStillWallIsLookedAfter() {
    var play = Play { $0.style.fade = Fade(span: .zero, pace: Pace(speed: 0)) }
    play.press(700, 300)
    play.send(.pointerMoved(Point(x: 700, y: 320)), .pointerMoved(Point(x: 700, y: 600)))
    for _ in 0..<9 {
      let next = play.scene.nextChange(after: play.moment).uptime
      #expect(next.map { $0 <= play.moment.uptime + .seconds(1) } ?? false)
      play.jump(.seconds(1))
      play.send(.ticked)
    }
    play.release(700, 600)
    #expect(play.effects == [.refresh])
  }

  @Test func whatAKeyAskedForIsForgotten() {
    var play = Play { $0.hold.action = .command }
    play.tap(.character("q"))
    play.wait(.seconds(6))
    play.send(.pointerMoved(Point(x: 100, y: 100)))
    play.wait(.milliseconds(500))
    #expect(play.texts.contains("Hold to run"))
  }

  @Test func theWheelTurnsAfterAKeyThatWasLetGoElsewhere() {
    var play = Play { $0.hold.action = .none }
    play.send(.pressed(.character(" ")))
    play.wait(.seconds(3))
    play.send(.interrupted, .scrolled(right: 1, up: 0))
    #expect(play.scene.gallery.isOpen(at: play.moment))
  }

  @Test func newOptionsDoNotEndTheRefreshThatReadThem() {
    var play = Play()
    play.tap(.character("r"))
    var setup = play.scene.setup
    setup.pull?.refreshTrigger = .dwell
    setup.face = .hue
    play.send(.setupChanged(setup))
    #expect(play.scene.pull.isRefreshing(at: play.moment) && play.scene.pull.rules.refreshTrigger == .dwell)
    play.send(.refreshed(true))
    play.wait(.milliseconds(100))
    #expect(play.texts.contains("Done"))
  }

  /// The answer of the old one, which was running, will not come.
  @Test func aFeedOfAnotherSourceIsAskedAtOnce() {
    var play = Play { $0.feed = Feed.Rules(source: "one", every: .seconds(60)) }
    #expect(play.effects == [.feed])
    var setup = play.scene.setup
    setup.feed = Feed.Rules(source: "two", every: .seconds(60))
    play.send(.setupChanged(setup))
    play.wait(.seconds(1))
    #expect(play.effects == [.feed, .feed])
  }

  @Test func aRefreshThatFailedAsksTheFeedAllTheSame() {
    var play = Play { $0.feed = Feed.Rules(every: .seconds(600)) }
    play.send(.fed(.text([0x61])))
    play.tap(.character("r"))
    play.send(.refreshed(false))
    #expect(play.effects == [.feed, .refresh, .feed])
    play.send(.fed(.text([0x62])))
    play.wait(.milliseconds(50))
    #expect(play.texts.contains("Failed") && play.texts.contains("b"))
  }

  @Test func anEndedCountdownComesDownFromAbove() {
    var play = Play({ $0.ring = .seed }, countdown: .seconds(3))
    play.wait(.seconds(2))
    #expect(!play.texts.joined(separator: " ").contains("Time is up"))
    play.wait(.seconds(2))
    #expect(play.texts.joined(separator: " ").contains("Time is up"))
  }

  @Test func aFastWallDoesNotWakeMoreOftenThanFrames() throws {
    let pace = Pace(speed: 7200)
    var setup = Setup(face: .scaled, style: Style(fade: Fade(span: .zero, pace: pace)))
    setup.ring.place = .around
    let start = Moment.at(12, 0, 0)
    var scene = Scene(setup, countdown: .until(try #require(TimeOfDay(hour: 11, minute: 0)), at: start))
    _ = scene.handle(fact: .resized(Play.size), at: start)
    let next = scene.nextChange(after: start).instant
    #expect(next.map { $0 - start.instant >= pace.frame } ?? false)
  }
}
