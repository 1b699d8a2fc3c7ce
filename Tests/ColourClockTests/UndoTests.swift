import TestSupport
import Testing

@testable import ColourClock

/// What throws time away can be undone for ten seconds.
@Suite struct UndoTests {
  /// Two countdowns: Eggs with nearly three minutes, which is chosen, and Rice with nearly twenty.
  private func play() -> Play {
    var play = Play.sized()
    play.send(.told(.countdown(.new(.seconds(1200), title: "Rice"))))
    play.send(.told(.countdown(.new(.seconds(180), title: "Eggs"))))
    play.wait(.seconds(5))
    play.effects = []
    return play
  }

  private static let losses: [(name: String, act: @Sendable (inout Play) -> Void)] = [
    ("reset", { $0.tap(.backspace) }),
    ("clear", { $0.send(.told(.countdown(.clear))) }),
    ("clear the other", { $0.send(.told(.countdown(.clear, id: 1))) }),
    ("command reset", { $0.send(.told(.countdown(.reset))) }),
    ("start", { $0.send(.told(.countdown(.start(.seconds(600), title: nil)))) }),
    ("set", { $0.send(.told(.countdown(.set(.seconds(10))))) }),
    ("typed", { play in for key in "900\n" { play.tap(key == "\n" ? .enter : .character(key)) } }),
  ]

  @Test(arguments: losses.indices) func aLossIsUndone(index: Int) {
    let (name, act) = Self.losses[index]
    for way in 0..<2 {
      var (play, untouched) = (play(), play())
      act(&play)
      #expect(play.scene.clock.undo != nil, "\(name)")
      play.wait(.seconds(4))
      if play.scene.typing.isOpen(at: play.moment.uptime) { play.tap(.escape) }
      if way == 0 { play.tap(.character("u")) } else { play.send(.told(.undo)) }
      untouched.wait(play.moment.uptime - untouched.moment.uptime)
      #expect(play.scene.countdowns.all == untouched.scene.countdowns.all, "\(name)")
      #expect(play.scene.countdowns.chosenID == untouched.scene.countdowns.chosenID, "\(name)")
      #expect(play.scene.clock.undo == nil && play.effects.last == .keepTimers && play.refusals.isEmpty)
    }
  }

  /// Down cuts a long countdown that runs by a minute, which Up brings back.
  @Test func theKeyDown() {
    var play = Play.sized(countdown: .seconds(5400))
    play.wait(.milliseconds(20_500))
    play.send(.pressed(.down), .released(.down))
    #expect(play.scene.countdown?.number(at: play.moment) == 5320)
    play.send(.pressed(.up), .released(.up))
    #expect(play.scene.countdown?.number(at: play.moment) == 5380)
  }

  @Test func aDismissalIsUndone() {
    var play = play()
    play.wait(.seconds(176))
    #expect(play.scene.isRinging)
    play.send(.told(.dismiss(nil)))
    #expect(play.scene.countdowns.all.count == 1)
    play.tap(.character("u"))
    #expect(play.scene.countdowns.all.count == 2 && play.scene.isRinging)
  }

  @Test func aProgramComesBack() throws {
    var play = Play.sized()
    play.send(.told(.program(.start(try .parse("Doors 10m, Talk 20m hold, Close 5m")))))
    play.wait(.seconds(30))
    play.send(.told(.program(.next)))
    let orders: [Command.ProgramOrder] = [
      .next, .restart, .stop, .load(try .parse("Work 40s, Rest 20s, x8")), .start(try .parse("Tea 3m")),
    ]
    for order in orders {
      let before = play.scene.countdowns.all
      play.send(.told(.program(order)))
      #expect(play.scene.countdowns.all != before && play.scene.clock.undo != nil, "\(order)")
      play.send(.told(.undo))
      #expect(play.scene.countdowns.all == before, "\(order)")
    }
  }

  /// Starting, pausing, lengthening, choosing and adding throw nothing away. Nor does a minute less.
  @Test func otherChangesAreNoLoss() {
    var play = play()
    for key: Key in ["c", "c", "+", "-", "a", "a"].map(Key.character) {
      play.tap(key)
      #expect(play.scene.clock.undo == nil)
    }
    play.send(.told(.countdown(.new(.seconds(60), title: "Tea"))), .told(.countdown(.title("Soup"))))
    play.wait(.seconds(61))
    #expect(play.scene.isRinging && play.scene.clock.undo == nil)
    play.send(.told(.undo))
    #expect(play.refusals == ["there is nothing to undo"])
  }

  /// After ten seconds it is forgotten, and the command in the bar goes. What was added meanwhile stays.
  @Test func itIsForgotten() {
    var play = play()
    play.send(.pointerMoved(Point(x: 600, y: 300)))
    play.wait(.milliseconds(300))
    play.tap(.backspace)
    #expect(play.scene.barPlaces.contains { $0.command == .undo } && play.scene.barCommands.contains(.undo))
    play.send(.told(.countdown(.new(.seconds(900), title: "Tea"))))
    play.wait(.seconds(9))
    #expect(play.scene.bar.opacity(at: play.moment) > 0)
    var other = play
    other.tap(.character("u"))
    #expect(other.scene.countdowns.all.map(\.countdown.title) == ["Eggs", "Tea", "Rice"])
    let areRunning = other.scene.countdowns.all.allSatisfy { $0.countdown.isRunning }
    #expect(areRunning)
    play.wait(.seconds(2))
    #expect(!play.scene.barCommands.contains(.undo) && play.scene.clock.undo == nil)
  }

  /// Any changes and undoings: there are never more than eight countdowns, and each ID is that of one.
  @Test(arguments: [1, 2, 3]) func anyOrderOfChanges(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    var play = Play.sized(size: Size(width: 640, height: 480))
    for _ in 0..<3000 {
      let id = Int.random(in: 1...12, using: &random)
      let commands: [Command] = [
        .undo, .undo, .countdown(.new(.seconds(Int.random(in: 1...300, using: &random)), title: "Tea")),
        .countdown(.clear, id: id), .countdown(.reset, id: id), .countdown(.set(.seconds(5)), id: id),
        .countdown(.choose(.next)), .dismiss(nil), .countdown(.toggle, id: id),
      ]
      if let command = commands.randomElement(using: &random) { play.send(.told(command)) }
      if Int.random(in: 0..<4, using: &random) == 0 {
        play.wait(.milliseconds(Int.random(in: 0...8000, using: &random)))
      }
      let countdowns = play.scene.countdowns
      #expect(countdowns.all.count <= Countdowns.most && Set(countdowns.all.map(\.id)).count == countdowns.all.count)
      #expect(countdowns.isSorted(at: play.moment))
    }
  }
}
