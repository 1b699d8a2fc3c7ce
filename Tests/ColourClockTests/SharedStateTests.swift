import Testing

import func Glibc.cos
import func Glibc.sin

@testable import ColourClock

/// What happens on one wall, or is told by a client, while a hand does something on another.
@Suite struct SharedStateTests {
  /// A second wall of the same clock, on which nothing has been done.
  private func another(of play: Play) -> Play {
    var other = play
    other.scene = play.scene.sceneForAnotherWall(.whole, at: play.moment)
    other.send(.resized(Play.size))
    return other
  }

  /// Has the second wall follow the change that the event makes of the first one.
  private func share(_ event: Event, from one: inout Play, to other: inout Play) throws {
    let (old, effects) = (other.scene.clock, try one.scene.handle(event, at: one.moment))
    other.moment = one.moment
    other.scene.clock = one.scene.clock
    other.scene.follow(changeFrom: old, after: effects, at: one.moment)
  }

  private func ringing() -> Play {
    var play = Play({ $0.hold.action = .quit }, countdown: .seconds(5))
    play.wait(.seconds(6))
    return play
  }

  @Test func aHoldThatWasToDismissDoesNotQuitWhereAnotherWallHasDismissed() throws {
    var one = ringing()
    var other = another(of: one)
    let button = try #require(other.scene.layout?.button).centre
    other.send(.pointerMoved(button))
    other.wait(.milliseconds(300))
    one.moment = other.moment
    other.press(button.x, button.y)
    #expect(other.scene.currentHoldAction == .dismiss && other.scene.hold.isHeld)
    try share(.told(.dismiss(nil)), from: &one, to: &other)
    other.wait(.seconds(5))
    #expect(!other.effects.contains(.quit) && other.scene.gesture == .ignoredUntilRelease)
  }

  @Test func zeroIsSeenOnEveryWall() throws {
    var one = Play(countdown: .seconds(5))
    var other = another(of: one)
    other.tap(.character("g"))
    other.wait(.seconds(2))
    #expect(other.scene.gallery.isOpen(at: other.moment))
    one.jump(.seconds(5))
    try share(.ticked, from: &one, to: &other)
    #expect(one.scene.isRinging && other.scene.isRinging && !other.scene.gallery.isOpen(at: other.moment))
    #expect(other.scene.hold.isOffered(at: other.moment))
    // Also on one that comes later.
    #expect(another(of: one).scene.hold.isOffered(at: one.moment))
  }

  /// Dismissed from elsewhere, the button goes at once: what it would do now was not asked for.
  @Test func nothingIsOfferedAfterADismissal() throws {
    var wall = Play(countdown: .seconds(5))
    wall.jump(.seconds(5))
    wall.wait(.seconds(1))
    #expect(wall.scene.currentHoldAction == .dismiss && wall.scene.hold.isOffered(at: wall.moment))
    wall.send(.told(.dismiss(nil)))
    wall.wait(.milliseconds(300))
    #expect(wall.scene.currentHoldAction == .quit && wall.scene.hold.opacity(at: wall.moment) == 0)
    wall.send(.pointerMoved(Point(x: 20, y: 20)))
    wall.wait(.milliseconds(300))
    #expect(wall.scene.hold.opacity(at: wall.moment) == 1)
  }

  @Test func urgentMessagesAreSeenOnEveryWall() throws {
    var one = Play()
    var other = another(of: one)
    other.send(.pressed(.character("?")), .released(.character("?")))
    #expect(other.scene.help.isOpen(at: other.moment.uptime))
    let message = try #require(Message("Leave by the stairs", priority: .urgent))
    try share(.told(.message(message)), from: &one, to: &other)
    #expect(!other.scene.help.isOpen(at: other.moment.uptime))
  }

  /// The hand that turns the ring lets go of a countdown that has become another one.
  @Test func whatAClientHasStartedIsNotUndoneByAHand() throws {
    var play = Play(countdown: .seconds(300))
    let ring = try #require(play.scene.ring)
    let place = { (turns: Double) in RingPlace.on(ring, turns) }
    play.send(.pointerMoved(place(0.5)), .pointerPressed(place(0.5), .primary), .pointerMoved(place(0.4)))
    #expect(play.scene.gesture.isTurningRing)
    play.send(.told(.countdown(.start(.seconds(2700), title: nil))))
    play.send(.pointerMoved(place(0.3)), .interrupted)
    #expect(play.scene.countdown?.number(at: play.moment) == 2700 && play.scene.countdown?.isBeingTurned == false)
  }

  /// A second finger ends a gesture, and nobody says when both have been lifted.
  @Test func afterASecondFingerTheWallIsAtRest() {
    var play = Play()
    play.send(.pointerPressed(Point(x: 300, y: 300), .finger), .pointerMoved(Point(x: 300, y: 400)), .interrupted)
    play.wait(.seconds(15))
    #expect(play.scene.gesture == .idle && play.scene.isPredictable(at: play.moment))
    play.send(.scrolled(right: 1, up: 0))
    #expect(play.scene.gallery.isOpen(at: play.moment))
  }

  @Test func aFeedThatLooksOtherwiseKeepsItsText() {
    var play = Play { $0.feed = Feed.Rules(source: "one", every: .seconds(60)) }
    play.send(.fed(.text(Array("Rain\n".utf8))))
    var setup = play.scene.setup
    setup.feed = Feed.Rules(source: "one", every: .seconds(30), style: Feed.Style(lines: 2))
    play.send(.setupChanged(setup))
    #expect(play.scene.feed?.lines == ["Rain"] && play.scene.feed?.rules.every == .seconds(30))
    #expect(play.scene.feed?.untilDue(at: play.moment) == .seconds(30))
    setup.feed = Feed.Rules(source: "two", every: .seconds(30))
    play.send(.setupChanged(setup))
    #expect(play.scene.feed?.lines == [])
  }

  /// Also one that is asked by the user alone.
  @Test func theFeedsOwnTextIsAskedForAgain() {
    var play = Play { $0.feed = Feed.Rules(source: "one") }
    play.send(.told(.feed("Told\n")))
    #expect(play.scene.feed?.lines == ["Told"] && play.effects == [])
    play.send(.told(.feed("")))
    #expect(play.scene.feed?.lines == [] && play.effects == [.feed])
  }

  /// Wherever the next card stands, and whichever switch has been chosen.
  @Test(arguments: [Words(), Words.of("ar")]) func clientsTurnTheGalleryAsTheySay(words: Words) {
    var play = Play { $0.words = words }
    play.send(.told(.gallery(.open)))
    play.wait(.seconds(1))
    play.tap(.tab)
    let first = play.scene.gallery.paging.page
    play.send(.told(.gallery(.next)))
    play.wait(.seconds(1))
    #expect(play.scene.gallery.paging.page == first + 1)
    play.send(.told(.gallery(.choose)))
    #expect(
      !play.scene.gallery.isOpen(at: play.moment)
        && play.effects.contains { if case .saveCard = $0 { true } else { false } })
  }
}

/// A place on a ring, so many turns clockwise from twelve o'clock.
private enum RingPlace {
  static func on(_ ring: Ring, _ turns: Double) -> Point {
    let angle = turns * 2 * .pi
    return ring.centre + Point(x: sin(angle), y: -cos(angle)) * ring.radius
  }
}
