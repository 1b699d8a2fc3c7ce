import Testing

import func Glibc.cos
import func Glibc.sin

@testable import ColourClock

/// The ring of a running countdown is turned, and zero comes meanwhile.
@Suite struct RingGestureTests {
  /// The place on a ring so many turns clockwise from twelve o'clock.
  private func place(_ turns: Double, on ring: Ring?) throws -> Point {
    let ring = try #require(ring)
    return ring.centre + Point(x: sin(turns * 2 * .pi), y: -cos(turns * 2 * .pi)) * ring.radius
  }

  /// One whose ring of a minute is held at what is left after so many seconds were taken away.
  private func held(_ length: Duration, turnedBack seconds: Double, overtime: Bool = false) throws -> Play {
    var play = Play()
    play.scene.clock.countdown = Countdown(Countdown.Rules(period: .seconds(60), overtime: overtime), length: length)
    play.scene.clock.countdown?.start(at: play.moment)
    play.send(.ticked)
    play.send(.pointerPressed(try place(0.25, on: play.scene.ring), .primary))
    play.send(.pointerMoved(try place(0.25 - seconds / 60, on: play.scene.ring)))
    return play
  }

  @Test func whatIsHeldAtZeroWaitsWithoutWakingUp() throws {
    var play = try held(.seconds(10), turnedBack: 14)
    #expect(play.scene.countdown?.number(at: play.moment) == 0)
    let before = play.wakes
    play.wait(.milliseconds(2500))
    // The gesture is looked after once a second, the colour changes as often, and the button comes in frames.
    #expect(play.wakes - before < 60)
    #expect(!play.effects.contains(.reachedZero))
  }

  /// Nothing is counted beyond a zero that is not told yet.
  @Test func overtimeBeginsWhenTheHandLetsGo() throws {
    var play = try held(.seconds(10), turnedBack: 14, overtime: true)
    for _ in 0..<5 {
      play.wait(.milliseconds(700))
      #expect(play.scene.countdown?.number(at: play.moment) == 0)
    }
    play.send(.pointerReleased(try place(0.25 - 14.0 / 60, on: play.scene.ring), .primary))
    #expect(play.effects.filter { $0 == .reachedZero } == [.reachedZero])
    play.wait(.seconds(4))
    #expect((play.scene.countdown?.number(at: play.moment) ?? 0) < -2)
  }

  @Test func zeroThatComesUnderTheHandIsToldWhenItLetsGo() throws {
    var play = try held(.seconds(10), turnedBack: 8)
    play.wait(.milliseconds(2900))
    #expect(!play.effects.contains(.reachedZero))
    play.send(.pointerReleased(try place(0.25 - 8.0 / 60, on: play.scene.ring), .primary))
    #expect(play.effects.filter { $0 == .reachedZero } == [.reachedZero])
  }

  @Test func turnedBackUpItGoesOn() throws {
    var play = try held(.seconds(10), turnedBack: 14)
    play.send(.pointerMoved(try place(0.25, on: play.scene.ring)))
    play.send(.pointerReleased(try place(0.25, on: play.scene.ring), .primary))
    #expect(!play.effects.contains(.reachedZero) && play.scene.countdown?.isBeingTurned == false)
    play.wait(.seconds(20))
    #expect(play.effects.filter { $0 == .reachedZero } == [.reachedZero])
  }

  /// Two walls of one clock, with a countdown of ten seconds.
  private final class Pair {
    let clock = ManualClock(.at(13, 35, 16))
    let walls = [Canvas(), Canvas()]
    var performed: [Effect] = []
    lazy var session: Session = {
      var countdown = Countdown(Countdown.Rules(period: .seconds(60)), length: .seconds(10))
      countdown.start(at: clock.now)
      return Session(scene: Scene(Setup(face: .scaled, style: .hard), countdown: countdown), clock: clock) {
        [unowned self] in performed.append($0)
      }
    }()

    init() {
      session.surfacesDidChange(to: walls)
      clock.start()
      for wall in walls { wall.receive(.resized(Play.size)) }
    }

    var zeros: Int { performed.count { $0 == .reachedZero } }
  }

  private func heldPair() throws -> Pair {
    let pair = Pair()
    pair.walls[0].receive(.pointerPressed(try place(0.25, on: pair.session.scene.ring), .primary))
    pair.walls[0].receive(.pointerMoved(try place(0.1, on: pair.session.scene.ring)))
    return pair
  }

  @Test func anotherWallDoesNotTellOfZeroEither() throws {
    let pair = try heldPair()
    pair.clock.advance(by: .milliseconds(2900))
    #expect(pair.zeros == 0)
    pair.walls[0].receive(.pointerReleased(try place(0.1, on: pair.session.scene.ring), .primary))
    #expect(pair.zeros == 1)
  }

  /// A client's command acts on the other wall: the hand lets go, and the countdown ends all the same.
  @Test func whatAClientHasChangedMeanwhileEnds() throws {
    for order in [Command.CountdownOrder.add(.seconds(5)), .reset, .start(nil, title: nil), .set(.seconds(9))] {
      let pair = Pair()
      pair.walls[1].receive(.pointerPressed(try place(0.25, on: pair.session.scene.ring), .primary))
      pair.walls[1].receive(.pointerMoved(try place(0.1, on: pair.session.scene.ring)))
      #expect(pair.session.scene.countdown?.isBeingTurned == true)
      try pair.session.receive(.countdown(order))
      #expect(pair.session.scene.countdown?.isBeingTurned == false)
      pair.walls[1].receive(.pointerReleased(try place(0.1, on: pair.session.scene.ring), .primary))
      if order == .reset { try pair.session.receive(.countdown(.toggle)) }
      pair.clock.advance(by: .seconds(70))
      #expect(pair.zeros == 1, "\(order)")
    }
  }

  @Test func aWallThatGoesLetsGo() throws {
    let pair = try heldPair()
    pair.session.surfacesDidChange(to: [pair.walls[1]])
    #expect(pair.session.scene.countdown?.number(at: pair.clock.now) == 10)
    pair.clock.advance(by: .seconds(11))
    #expect(pair.zeros == 1)
  }

  /// Made longer than it was begun with, the ring is full at first, and does not stand still until it is as short
  /// again. Its length is what it was with what was added.
  @Test func whatIsMadeLongerMovesAtOnce() {
    var play = Play(countdown: .seconds(300))
    play.wait(.seconds(6))
    play.tap(.character("+"))
    #expect(play.scene.countdown?.number(at: play.moment) == 354 && play.scene.countdown?.fullTurn == .seconds(354))
    play.tap(.character("c"))
    play.tap(.character("+"))
    #expect(play.scene.countdown?.fullTurn == play.scene.countdown?.remaining(at: play.moment))
    play.tap(.character("c"))
    play.tap(.backspace)
    #expect(play.scene.countdown?.fullTurn == .seconds(300) && play.scene.countdown?.number(at: play.moment) == 420)
  }
}
