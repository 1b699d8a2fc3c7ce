import TestSupport
import Testing

@testable import ColourClock

/// A tap on a wall whose bar is hidden shows the bar, and does not pause what runs.
@Suite struct WakingTapTests {
  private func centre(_ play: Play) throws -> Point { try #require(play.scene.ring).centre }

  @Test(arguments: [false, true]) func theFirstTapPausesNothing(isOnStroke: Bool) throws {
    var play = Play.sized(countdown: .seconds(600))
    play.wait(.seconds(5))
    let ring = try #require(play.scene.ring)
    let place = ring.centre + Point(x: 0, y: isOnStroke ? -ring.radius : 0)
    play.touch(place)
    #expect(play.scene.countdown?.isRunning == true && play.scene.bar.opacity(at: play.moment) > 0)
    // The second tap of a double tap does not pause either.
    play.wait(.milliseconds(150))
    play.touch(place)
    #expect(play.scene.countdown?.isRunning == true)
    play.wait(.milliseconds(500))
    play.touch(try centre(play))
    #expect(play.scene.countdown?.isPaused == true)
    // The bar is hidden again. A paused countdown continues at once.
    play.wait(.seconds(10))
    #expect(play.scene.bar.opacity(at: play.moment) == 0)
    play.touch(try centre(play))
    #expect(play.scene.countdown?.isRunning == true)
    play.wait(.seconds(10))
    play.touch(try centre(play))
    #expect(play.scene.countdown?.isRunning == true)
  }

  @Test func aProgramGoesOn() throws {
    var play = Play.sized()
    play.send(.told(.program(.start(try .parse("Doors 10m, Talk 20m")))))
    play.wait(.seconds(5))
    play.touch(try centre(play))
    #expect(play.scene.clock.program?.isRunning == true)
  }

  /// What rings is dismissed at once, and an idle countdown starts at once.
  @Test func whatDoesNotRunAnswersAtOnce() throws {
    var play = Play.sized(countdown: .seconds(3))
    play.wait(.seconds(20))
    #expect(play.scene.isRinging)
    play.touch(try centre(play))
    #expect(play.scene.countdown?.state == .idle)
    play.wait(.seconds(20))
    play.touch(try centre(play))
    #expect(play.scene.countdown?.isRunning == true)
  }

  /// Without a bar that could pause, and with a mouse that has shown the bar, one press pauses.
  @Test func onePressWhereTheBarIsNot() throws {
    var play = Play.sized(countdown: .seconds(600)) { $0.hasBar = false }
    play.wait(.seconds(5))
    play.touch(try centre(play))
    #expect(play.scene.countdown?.isPaused == true)
    var other = Play.sized(countdown: .seconds(600))
    other.wait(.seconds(5))
    try other.click(centre(other))
    #expect(other.scene.countdown?.isPaused == true)
  }
}
