import Testing

@testable import ColourClock

@Suite struct SceneCountdownTests {
  @Test func zeroIsToldOnceAndTheSignalEnds() {
    var play = Play(countdown: .seconds(30))
    play.wait(.seconds(29))
    #expect(play.effects == [] && play.texts.contains("1"))
    play.wait(.seconds(1))
    #expect(play.effects == [.reachedZero, .saveTimers])
    #expect(play.texts.joined(separator: " ").contains("Time is up"))
    play.wait(.seconds(60))
    #expect(play.effects == [.reachedZero, .saveTimers])
    #expect(play.scene.nextChange(after: play.moment).uptime == nil, "at rest again")
  }

  @Test func aHiddenWallTellsOfZeroToo() {
    var play = Play(countdown: .seconds(30))
    play.send(.disappeared)
    play.wait(.seconds(31))
    #expect(play.effects == [.reachedZero, .saveTimers])
    #expect(play.wakes == 1)
  }

  @Test func anEndedOneIsDismissedByAHoldBeforeAnythingElse() throws {
    var play = Play(countdown: .seconds(1))
    play.wait(.seconds(2))
    play.send(.pointerMoved(Point(x: 960, y: 950)))
    play.wait(.milliseconds(300))
    #expect(play.texts.contains("Dismiss"))
    let button = try #require(play.scene.layout?.button).centre
    play.press(button.x, button.y)
    play.wait(.seconds(2))
    play.release(button.x, button.y)
    #expect(play.effects == [.reachedZero, .saveTimers, .saveTimers] && play.scene.countdown?.state == .idle)
  }

  /// Who finds it ringing need not know how to bring the button.
  @Test func atZeroTheButtonComesByItself() {
    var play = Play(countdown: .seconds(5))
    play.wait(.milliseconds(4900))
    #expect(play.scene.hold.opacity(at: play.moment) == 0)
    play.wait(.milliseconds(400))
    #expect(play.texts.contains("Dismiss"))
    // A hand that comes meanwhile does not shorten that, and it stays when the flashing is over.
    play.wait(.seconds(1))
    play.send(.pointerMoved(Point(x: 5, y: 5)))
    for _ in 0..<3 {
      play.wait(.seconds(8))
      #expect(play.texts.contains("Dismiss") && play.texts.contains("5 min"))
      #expect(play.scene.hold.opacity(at: play.moment) == 1 && play.scene.bar.opacity(at: play.moment) == 1)
    }
  }

  /// With two that ring, both are dismissed one after the other, and the button goes with the second.
  @Test func theButtonStaysForWhatStillRings() {
    var play = Play(countdown: .seconds(5))
    play.send(.told(.countdown(.new(.seconds(3), title: "Eggs"))))
    play.wait(.seconds(20))
    play.send(.told(.dismiss(nil)))
    play.wait(.seconds(20))
    #expect(play.texts.contains("Dismiss") && play.scene.isRinging)
    play.send(.told(.dismiss(nil)))
    // Until then the bar has Undo.
    play.wait(.seconds(15))
    #expect(!play.scene.isRinging && play.scene.bar.opacity(at: play.moment) == 0)
    #expect(play.scene.hold.opacity(at: play.moment) == 0)
  }

  /// An ended one counts on in ring and list, and the number begins with a plus at once.
  @Test func anEndedOneCountsOn() {
    var play = Play({ $0.hasOvertime = true }, countdown: .seconds(1201))
    #expect(play.texts.contains("20:01"))
    play.send(.told(.countdown(.new(.seconds(1), title: "Eggs"))))
    play.wait(.milliseconds(1400))
    #expect(play.texts.contains("+0:00"))
    play.wait(.seconds(1214))
    #expect(play.texts.contains("+20:14"), "\(play.texts)")
    play.wait(.seconds(3600))
    #expect(play.texts.contains("+1:00:14") && play.texts.contains("+1:20:14"), "\(play.texts)")
  }

  @Test func aButtonThatCameByItselfGoesWithWhatItWasFor() {
    var play = Play(countdown: .seconds(5))
    play.wait(.milliseconds(5500))
    play.send(.told(.dismiss(nil)))
    play.wait(.milliseconds(5600))
    #expect(!play.scene.isRinging && play.scene.hold.opacity(at: play.moment) == 0)
  }

  @Test func theKeySetsStartsPausesAndResumes() {
    var play = Play()
    play.tap(.character("c"))
    #expect(play.texts.contains("5:00") && play.texts.contains("Press c to start"))
    play.tap(.character("+"))
    #expect(play.texts.contains("6:00"))
    play.tap(.character("c"))
    play.wait(.seconds(3))
    play.tap(.character("c"))
    let paused = play.texts
    play.wait(.seconds(100))
    #expect(play.texts.first { $0.hasPrefix("5:5") } == paused.first { $0.hasPrefix("5:5") })
    #expect(play.texts.contains("Paused"))
    play.tap(.backspace)
    #expect(play.texts.contains("6:00"))
    play.tap(.backspace)
    #expect(play.scene.countdown == nil)
  }

  @Test func aDraggedRingIsWoundPastTwelve() throws {
    var play = Play()
    play.tap(.character("c"))
    let ring = try #require(play.scene.ring)
    let place = { (turn: Double) in ring.centre + Point.direction(turn) * ring.radius }
    let start = place(5.0 / 60)
    play.press(start.x, start.y)
    // From five minutes forwards over a full turn is as much again.
    for step in 0...64 {
      play.send(.pointerMoved(place((5.0 + Double(step)) / 60)))
      play.wait(.milliseconds(16))
    }
    #expect(play.scene.countdown?.length == .seconds(620))
    play.send(.pointerReleased(place(69.0 / 60), .primary))
    guard case .running = play.scene.countdown?.state else {
      Issue.record("a ring that was wound runs")
      return
    }
  }

  /// The tip of a ring asks for a frame when it has moved by a pixel, and what is composed ahead is what is shown.
  @Test(arguments: [(60, 61.0), (1800, 2.0), (600, 8.0)])
  func wakeUps(seconds: Int, most: Double) {
    var play = Play(countdown: .seconds(seconds))
    play.jump(.milliseconds(333))
    play.send(.ticked)
    let before = play.wakes
    play.wait(.seconds(10))
    #expect(Double(play.wakes - before) / 10 <= most)
  }

  @Test func everyWakeUpShowsSomethingNewAndAsForeseen() throws {
    var play = Play(countdown: .seconds(60))
    play.wait(.seconds(2))
    var unforeseen = 0
    for _ in 0..<300 {
      let next = try #require(play.scene.nextChange(after: play.moment).moment(after: play.moment, pace: .real))
      let (before, ahead) = (play.scene.frame(at: play.moment), play.scene.frame(at: next))
      #expect(before != ahead)
      // The wake-up comes a little late.
      play.jump(next.uptime - play.moment.uptime + .microseconds(120))
      play.send(.ticked)
      if play.scene.frame(at: play.moment) != ahead { unforeseen += 1 }
    }
    // A delay can fall on the next pixel.
    #expect(unforeseen <= 5)
  }

  @Test func aRingAboveTheEdgeLeavesItsNumberOnTheWall() {
    var play = Play({ $0.ring = .seed }, countdown: .seconds(300))
    play.wait(.milliseconds(1500))
    let first = play.texts
    #expect(first.contains { $0 == "4:59 left" })
    play.wait(.seconds(1))
    #expect(play.texts.contains("4:58 left") && play.texts.count == first.count)
    play.tap(.character("c"))
    #expect(play.texts.contains("4:58 · paused"))
  }
}
