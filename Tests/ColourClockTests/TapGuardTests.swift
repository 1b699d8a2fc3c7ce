import TestSupport
import Testing

@testable import ColourClock

/// What has just come under the finger takes no tap.
@Suite struct TapGuardTests {
  /// Stock and Rice run for long. Fish ends after six seconds, two of which have passed.
  private func kitchen() -> Play {
    var play = Play.sized()
    for (seconds, title) in [(1800, "Stock"), (6, "Fish"), (720, "Rice")] {
      play.send(.told(.countdown(.new(.seconds(Int64(seconds)), title: title))))
    }
    play.wait(.seconds(2))
    return play
  }

  private func ring(_ play: Play) throws -> Point { try #require(play.scene.ring).centre }

  private func line(_ title: String, _ play: Play) throws -> Point {
    let index = try #require(play.scene.countdowns.all.firstIndex { $0.countdown.title == title })
    let slot = try #require(play.scene.layout?.slots.first { $0.part == .countdownTitle(index - 1) })
    return Point(x: slot.box.x + 5, y: slot.box.midY)
  }

  private func running(_ play: Play) -> [String] {
    play.scene.countdowns.all.filter(\.countdown.isRunning).compactMap(\.countdown.title)
  }

  // MARK: Double presses

  /// A key that bounces, or a double tap, makes one step. So does a key that repeats. Commands are not slowed down.
  @Test func aDoublePressIsOneStep() throws {
    func program() throws -> Play {
      var play = Play.sized()
      play.send(.told(.program(.start(try .parse("A 10m, B 10m, C 10m, D 10m, E 10m")))))
      play.send(.pointerMoved(Point(x: 3, y: 3)))
      play.wait(.seconds(1))
      return play
    }
    func step(_ play: Play) -> Int? { play.scene.clock.program?.program.map { $0.index + 1 } }
    let ways: [(inout Play, ControlBar.Command) throws -> Void] = [
      { play, command in
        play.send(.pressed(.character(command == .stepNext ? "n" : "b")))
        play.wait(.milliseconds(20))
        play.send(.released(.character(command == .stepNext ? "n" : "b")))
      },
      { play, command in play.touch(try play.centre(of: command)) },
    ]
    for first in ways {
      for second in ways {
        var play = try program()
        for (command, expected) in [(ControlBar.Command.stepNext, 2), (.stepNext, 3), (.stepBack, 2)] {
          try first(&play, command)
          play.wait(.milliseconds(20))
          try second(&play, command)
          #expect(step(play) == expected)
          play.wait(.milliseconds(310))
        }
        for _ in 0..<3 { play.send(.told(.program(.next))) }
        #expect(step(play) == 5 && play.refusals.isEmpty)
      }
    }
    var play = try program()
    play.send(.pressed(.character("n")))
    for _ in 0..<20 {
      play.wait(.milliseconds(100))
      play.send(.repeated(.character("n")))
    }
    #expect(step(play) == 2)
  }

  @Test func aDoublePressIsOneLap() throws {
    var play = Play.sized()
    play.tap(.character("s"))
    play.wait(.seconds(1))
    let lap = try play.centre(of: .reset)
    for _ in 0..<2 { play.touch(lap) }
    #expect(play.scene.stopwatch?.laps == 1)
    play.wait(.milliseconds(200))
    for _ in 0..<2 { play.send(.pressed(.character("l")), .released(.character("l"))) }
    #expect(play.scene.stopwatch?.laps == 2)
    for _ in 0..<2 { play.send(.told(.stopwatch(.lap))) }
    #expect(play.scene.stopwatch?.laps == 4)
  }

  // MARK: The ring and the list

  /// A second tap after a dismissal is for the countdown that is gone, wherever the ring is by then.
  @Test(arguments: [300, 500, 800, 1200]) func aSecondTapAfterADismissal(pause: Int) throws {
    for isAtOldPlace in [true, false] {
      var play = kitchen()
      play.wait(.seconds(8))
      let place = try ring(play)
      play.touch(place)
      #expect(play.scene.countdowns.all.count == 2)
      play.wait(.milliseconds(pause))
      play.touch(try isAtOldPlace ? place : ring(play))
      #expect(running(play) == ["Rice", "Stock"])
      play.wait(.seconds(2))
      play.touch(try ring(play))
      #expect(running(play) == ["Stock"])
    }
  }

  /// The button that dismisses stands where a command of the bar is afterwards.
  @Test func afterTheButton() throws {
    var play = kitchen()
    play.wait(.seconds(8))
    let place = try #require(play.scene.button).plate.centre
    play.touch(place)
    #expect(play.scene.countdowns.all.count == 2)
    play.wait(.milliseconds(1200))
    play.touch(place)
    #expect(running(play) == ["Rice", "Stock"] && play.scene.countdowns.all.count == 2)
  }

  /// A countdown that comes to the ring because it has ended is not dismissed unseen.
  @Test func aTapForTheOneBefore() throws {
    var play = kitchen()
    play.touch(try line("Stock", play))
    play.wait(.milliseconds(4200))
    #expect(play.scene.isRinging)
    play.touch(try ring(play))
    #expect(play.scene.isRinging && running(play) == ["Stock", "Rice"])
    play.wait(.seconds(2))
    play.touch(try ring(play))
    #expect(!play.scene.isRinging)
  }

  /// Lines that moved up do not take the tap that was for another line.
  @Test func linesThatMovedUp() throws {
    var play = kitchen()
    play.send(.told(.countdown(.new(.seconds(900), title: "Eggs"))))
    play.wait(.seconds(2))
    play.send(.told(.countdown(.choose(.id(2)))), .told(.countdown(.clear)))
    let before = play.scene.countdowns
    play.touch(try line("Eggs", play))
    #expect(play.scene.countdowns == before)
    play.wait(.seconds(2))
    play.touch(try line("Eggs", play))
    #expect(play.scene.countdowns.inRing?.title == "Eggs")
    // A viewer who has chosen a countdown may pause it at once.
    play.wait(.milliseconds(400))
    play.touch(try ring(play))
    #expect(!running(play).contains("Eggs"))
  }

  /// Another command of a page that opens under the finger waits for a second.
  @Test(arguments: [(800, false), (1100, true)]) func aPageUnderTheFinger(pause: Int, isTaken: Bool) {
    var taps = TapGuard()
    let place = Point(x: 100, y: 100)
    taps.record(.pad(.intervals), at: place, .milliseconds(0))
    #expect(taps.acceptsTap(of: .pad(.start), at: place, slop: 12, .milliseconds(pause)) == isTaken)
    #expect(taps.acceptsTap(of: .pad(.start), at: Point(x: 300, y: 100), slop: 12, .milliseconds(100)))
  }

  // MARK: Keys

  /// Two presses of a key quit only some seconds after a dismissal of any kind.
  @Test(arguments: [Key.enter, .escape, .character("q"), .character(" ")], ["hand", "key", "command", "itself"])
  func noKeyQuitsAfterADismissal(key: Key, way: String) throws {
    var play = Play.sized(countdown: .seconds(2))
    play.wait(.seconds(4))
    #expect(play.scene.isRinging)
    switch way {
    case "hand": play.touch(try ring(play))
    case "key":
      play.tap(.enter)
      play.tap(.enter)
    case "command": play.send(.told(.dismiss(nil)))
    default: play.send(.told(.countdown(.start(.seconds(900), title: nil))))
    }
    #expect(!play.scene.isRinging)
    for _ in 0..<6 {
      play.wait(.milliseconds(700))
      play.tap(key)
    }
    #expect(!play.effects.contains(.quit))
    play.wait(.seconds(6))
    play.tap(key)
    play.wait(.milliseconds(300))
    play.tap(key)
    #expect(play.effects.contains(.quit))
  }
}
