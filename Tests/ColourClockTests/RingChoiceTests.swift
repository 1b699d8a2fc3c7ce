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
    play.send(.told(.countdown(.clear, of: .id(1))))
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

  // MARK: What is begun

  /// How a countdown that is not of interest any more was left: the ring was its own by a choice.
  private static let leftovers: [@Sendable (inout Play) -> Void] = [
    { $0.send(.told(.countdown(.choose(.id(1)))), .told(.countdown(.pause))) },
    { $0.send(.told(.countdown(.pause, of: .id(1))), .told(.countdown(.choose(.id(1))))) },
    { $0.send(.told(.countdown(.choose(.id(1)))), .told(.countdown(.pause, of: .id(1)))) },
    { $0.tap(.character("a")) },
  ]

  private static let beginnings: [@Sendable (inout Play) throws -> Void] = [
    { $0.send(.told(.program(.start(try .parse("New 30m, Talk 20m"))))) },
    { $0.send(.told(.program(.start(try .parse("at 23:00, New 30m, Talk 20m"))))) },
    {
      $0.send(
        .told(.program(.load(try .parse("New 30m")))), .told(.countdown(.choose(.id(1)))), .told(.program(.start(nil))))
    },
    { $0.send(.told(.countdown(.new(.seconds(3600), title: "New")))) },
    { $0.send(.told(.countdown(.start(.seconds(3600), title: "New")))) },
    {
      for key in "10000" { $0.tap(.character(key)) }; $0.tap(.character("+")); $0.send(.wrote("New")); $0.tap(.enter)
    },
  ]

  /// What begins is chosen. It takes the ring from a countdown that does not run; otherwise the nearest end has it.
  @Test(arguments: 0..<4, 0..<6) func whatIsBegunIsShown(leftover: Int, beginning: Int) throws {
    var play = Play.sized()
    for (title, minutes) in [("Left", 10), ("Other", 15)] {
      play.send(.told(.countdown(.new(.seconds(60 * minutes), title: title))))
    }
    play.wait(.seconds(2))
    Self.leftovers[leftover](&play)
    play.wait(.seconds(2))
    try Self.beginnings[beginning](&play)
    play.wait(.seconds(2))
    #expect(play.refusals.isEmpty && play.scene.countdown?.title == "New")
    let shown = try #require(play.scene.shownCountdown)
    #expect(shown.title == "New" || shown.isRunning, "\(titles(play))")
    #expect(play.scene.barCommands.contains(.stepNext) == (beginning < 3))
    // What was paused does not come back before it is chosen again.
    play.send(.told(.countdown(.add(.seconds(60)))))
    play.wait(.seconds(2))
    #expect(play.scene.countdown?.title == "New" && play.scene.shownCountdown?.isPaused == false)
  }

  /// A program keeps its commands in the bar beside a countdown that is begun later.
  @Test func aProgramBesideALaterCountdown() throws {
    var play = Play.sized()
    play.send(.told(.program(.start(try .parse("Doors 1m hold, Talk 20m")))))
    play.send(.told(.countdown(.new(.seconds(1200), title: "Mic check"))))
    #expect(play.scene.shownCountdown?.title == "Doors" && play.scene.countdown?.title == "Doors")
    #expect(play.scene.barCommands.contains(.stepNext))
    play.send(.told(.countdown(.choose(.title("Mic check")))), .told(.countdown(.pause)))
    play.wait(.seconds(61))
    #expect(play.scene.shownCountdown?.title == "Doors" && play.scene.isRinging)
    play.send(.told(.dismiss(nil)))
    #expect(play.scene.shownCountdown?.title == "Talk" && play.scene.countdown?.title == "Talk")
  }

  // MARK: The stopwatch

  /// Backspace acts on what the bar shows.
  @Test func backspaceBesideAStopwatch() throws {
    var play = Play.sized(countdown: .seconds(600))
    play.tap(.character("s"))
    play.wait(.seconds(20))
    #expect(play.scene.barCommands.contains(.toggle))
    play.tap(.backspace)
    #expect(play.scene.stopwatch?.isRunning == true && play.scene.countdown?.state == .idle)
    // The key of the stopwatch makes the bar its own.
    play.tap(.character("s"))
    #expect(play.scene.barCommands.starts(with: [.stopwatch, .reset]))
    play.tap(.backspace)
    #expect(play.scene.stopwatch?.isZero == true && play.scene.countdown?.state == .idle)
    play.tap(.character("c"))
    #expect(play.scene.barCommands.contains(.toggle))
    play.tap(.backspace)
    #expect(play.scene.stopwatch?.isZero == true && play.scene.countdown?.state == .idle)
  }

  /// The stopwatch beside countdowns is stopped, reset and removed by touch. The first tap only gives it the bar.
  @Test func theStopwatchBesideCountdowns() throws {
    var play = kitchen()
    play.tap(.character("s"))
    play.wait(.seconds(5))
    // The number stands at the left of its line.
    let line = try #require(play.scene.layout?.slots.first { $0.part == .stopwatch }).box
    for isRunning in [true, false] {
      play.click(Point(x: line.x + 2 * line.height, y: line.midY))
      #expect(play.scene.stopwatch?.isRunning == isRunning)
      #expect(play.scene.barCommands.starts(with: [.stopwatch, .reset]))
    }
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
