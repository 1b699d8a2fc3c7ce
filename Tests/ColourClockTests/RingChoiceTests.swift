import TestSupport
import Testing

@testable import ColourClock

/// Which timer has the ring and the bar is chosen by touch.
@Suite struct RingChoiceTests {
  private func kitchen() -> Play {
    var play = Play.sized()
    for (title, minutes) in [("Rice", 20), ("Eggs", 12), ("Tea", 3)] {
      play.send(.told(.countdown(.new(.seconds(60 * minutes), title: title))))
    }
    play.wait(.seconds(5))
    return play
  }

  private func titles(_ play: Play) -> [String?] { play.scene.countdowns.all.map(\.countdown.title) }
  private func paused(_ play: Play) -> Int { play.scene.countdowns.all.count { $0.countdown.isPaused } }

  private func place(_ part: Layout.Part, _ play: Play) throws -> Point {
    try #require(play.scene.layout?.slots.first { $0.part == part }).box.centre
  }

  /// A tap on a line brings it to the ring, and pauses nothing. It stays there until it ends.
  @Test func aTapBringsALineToTheRing() throws {
    var play = kitchen()
    play.click(try place(.countdownTitle(1), play))
    #expect(titles(play) == ["Rice", "Tea", "Eggs"] && play.scene.countdown?.title == "Rice" && paused(play) == 0)
    play.wait(.seconds(2))
    play.click(try #require(play.scene.ring).centre)
    #expect(paused(play) == 1 && titles(play).first == "Rice")
    play.wait(.seconds(1))
    play.click(try #require(play.scene.ring).centre)
    // What ends comes first.
    play.wait(.seconds(180))
    #expect(titles(play) == ["Tea", "Rice", "Eggs"] && play.scene.isRinging)
    play.send(.told(.dismiss(nil)))
    #expect(titles(play) == ["Rice", "Eggs"])
    play.send(.told(.countdown(.clear, id: 1)))
    #expect(titles(play) == ["Eggs"])
  }

  /// The first tap on the ring of a countdown that is not chosen only chooses it.
  @Test func aTapOnTheRingOnlyChooses() throws {
    var play = kitchen()
    // What is made longer stays chosen, but not in the ring.
    play.send(.told(.countdown(.add(.seconds(600)))))
    #expect(!play.scene.isRingChosen)
    // A ring that has just changed its countdown takes no tap.
    play.wait(.seconds(3))
    play.click(try #require(play.scene.ring).centre)
    #expect(play.scene.isRingChosen && paused(play) == 0)
    play.wait(.seconds(1))
    play.click(try #require(play.scene.ring).centre)
    #expect(paused(play) == 1)
  }

  /// The stopwatch beside countdowns is stopped, reset and removed by touch.
  @Test func theStopwatchBesideCountdowns() throws {
    var play = kitchen()
    play.tap(.character("s"))
    play.wait(.seconds(5))
    play.click(try place(.stopwatch, play))
    #expect(play.scene.stopwatch?.isRunning == false && play.scene.barCommands.starts(with: [.stopwatch, .reset]))
    func click(_ command: ControlBar.Command) throws {
      play.wait(.seconds(1))
      play.click(try #require(play.scene.barPlaces.first { $0.command == command }).box.centre)
    }
    try click(.stopwatch)
    #expect(play.scene.stopwatch?.isRunning == true)
    try click(.stopwatch)
    try click(.reset)
    #expect(play.scene.stopwatch?.isZero == true)
    try click(.reset)
    #expect(play.scene.stopwatch == nil && play.scene.barCommands.contains(.toggle))
    #expect(titles(play) == ["Tea", "Eggs", "Rice"] && paused(play) == 0)
  }

  /// When the bar has gone, it is that of the countdowns again.
  @Test func theChoiceGoesWithTheBar() throws {
    var play = kitchen()
    play.tap(.character("s"))
    play.wait(.seconds(1))
    play.click(try place(.stopwatch, play))
    play.wait(.seconds(20))
    #expect(play.scene.barCommands.contains(.toggle) && !play.scene.bar.hasStopwatch)
  }

  /// Also the last seconds have minutes in the list, and words do not promise too much.
  @Test func numbersAndWords() throws {
    var play = Play.sized { $0.phases = CountdownPhases(warn: .seconds(600)) }
    play.send(.told(.countdown(.new(.seconds(1500), title: "Exam"))))
    func phrase() -> String? {
      play.scene.countdown?.phrase(at: play.moment, Words(), play.scene.setup.phases)
    }
    for (wait, text) in [(890, ""), (11, "10 min left"), (60, "9 min left"), (400, "Nearly done")] {
      play.wait(.seconds(wait))
      #expect(phrase() == text)
    }
    play.send(.told(.countdown(.new(.seconds(45), title: "Tea"))), .told(.countdown(.new(.seconds(30), title: "Eggs"))))
    #expect(play.texts.contains("0:45") && !play.texts.contains("45"), "\(play.texts)")
  }
}
