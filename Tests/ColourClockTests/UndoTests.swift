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
    ("clear the other", { $0.send(.told(.countdown(.clear, of: .id(1)))) }),
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
      #expect(play.scene.clock.undo == nil && play.effects.last == .saveTimers && play.refusals.isEmpty)
    }
  }

  /// A turn of the wheel is undone as a whole; a later turn is a change of its own.
  @Test func theWheelIsUndone() throws {
    var play = play()
    let ring = try #require(play.scene.ring)
    play.send(.pointerMoved(ring.centre))
    func rest() -> Duration { play.scene.countdown?.remaining(at: play.moment) ?? .zero }
    for notches in [2.0, -1] {
      let before = rest()
      for _ in 0..<6 { play.send(.scrolled(right: 0, up: notches)) }
      #expect(abs((rest() - before).inSeconds) > 60)
      play.wait(.seconds(3))
    }
    let present = rest()
    play.tap(.character("u"))
    #expect(rest() > present)
    play.tap(.character("u"))
    #expect(rest().secondsRoundedUp == 180 - 5 - 6 && play.scene.clock.undo == nil)
  }

  /// Rice has the ID 1, and Eggs has 2.
  private func pair(_ play: Play) -> [Countdown?] {
    [1, 2].map { id in play.scene.countdowns.all.first { $0.id == id }?.countdown }
  }

  @Test func `the wheel on another countdown is a change of its own`() throws {
    var play = play()
    let ring = try #require(play.scene.ring)
    play.send(.pointerMoved(ring.centre))
    let before = pair(play)
    play.send(.scrolled(right: 0, up: 2))
    play.tap(.character("a"))
    play.send(.scrolled(right: 0, up: 2))
    let turned = pair(play)
    #expect(turned[0] != before[0] && turned[1] != before[1])
    play.tap(.character("u"))
    #expect(pair(play) == [before[0], turned[1]])
    play.tap(.character("u"))
    #expect(pair(play) == before && play.scene.clock.undo == nil)
  }

  /// The nearest zero is in the ring, so two countdowns of nearly equal length take turns there.
  @Test func `one roll of the wheel over two countdowns is two changes`() throws {
    var play = Play.sized()
    play.send(.told(.countdown(.new(.seconds(60), title: "Tea"))))
    play.send(.told(.countdown(.new(.seconds(70), title: "Eggs"))))
    // Until the ring has its place beside the list.
    play.wait(.seconds(1))
    let ring = try #require(play.scene.ring)
    play.send(.pointerMoved(ring.centre))
    let before = pair(play)
    for _ in 0..<12 { play.send(.scrolled(right: 0, up: 1)) }
    let turned = pair(play)
    #expect(turned[0] != before[0] && turned[1] != before[1])
    for _ in 0..<2 { play.tap(.character("u")) }
    #expect(pair(play) == before)
  }

  @Test func `the wheel after an undo is a change of its own`() throws {
    var play = play()
    let ring = try #require(play.scene.ring)
    play.send(.pointerMoved(ring.centre), .scrolled(right: 0, up: 2))
    let first = pair(play)
    play.wait(.seconds(3))
    play.send(.scrolled(right: 0, up: -1))
    play.tap(.character("u"))
    #expect(pair(play) == first)
    play.send(.scrolled(right: 0, up: 1))
    #expect(pair(play) != first)
    play.tap(.character("u"))
    #expect(pair(play) == first && play.scene.clock.undo != nil)
  }

  /// An undone stop or reset of the stopwatch leaves no gap, whichever way it came.
  @Test(arguments: [0, 1, 2, 3, 4]) func theStopwatchGoesOn(way: Int) throws {
    var play = Play.sized()
    play.tap(.character("s"))
    play.wait(.seconds(20))
    play.tap(.character("l"))
    switch way {
    case 0: play.tap(.character("s"))
    case 1: play.send(.told(.stopwatch(.stop)))
    case 2: play.tap(.backspace)
    case 3: play.send(.told(.stopwatch(.reset)))
    default: play.send(.told(.stopwatch(.stop)), .told(.stopwatch(.reset)), .told(.undo))
    }
    #expect(play.scene.barCommands.contains(.undo) && play.scene.stopwatch?.isRunning == false)
    play.wait(.seconds(5))
    if way == 1 { play.send(.told(.undo)) } else { play.tap(.character("u")) }
    let elapsed = try #require(play.scene.stopwatch?.elapsed(at: play.moment))
    #expect(play.scene.stopwatch?.isRunning == true && elapsed >= .seconds(25) && elapsed < .seconds(26))
    #expect(play.scene.stopwatch?.laps == 1 && play.effects.last == .saveTimers)
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

  /// Changes are undone one after the other, each within ten seconds after the last undo. Then there is nothing to
  /// undo.
  @Test func severalChangesAreUndone() throws {
    var play = Play.sized()
    play.send(.told(.program(.start(try .parse("A 10m, B 10m, C 10m")))))
    play.wait(.seconds(30))
    for _ in 0..<2 {
      play.tap(.character("n"))
      play.wait(.milliseconds(300))
    }
    #expect(play.scene.clock.program?.program?.index == 2)
    play.wait(.seconds(8))
    for index in [1, 0, 0] {
      play.tap(.character("u"))
      #expect(play.scene.clock.program?.program?.index == index)
    }
    #expect(play.refusals.isEmpty && play.scene.clock.undo == nil)
    play.send(.told(.undo))
    #expect(play.refusals == ["there is nothing to undo"])
    for _ in 0..<2 { play.send(.told(.program(.next))) }
    play.send(.told(.undo))
    play.wait(.seconds(11))
    #expect(play.scene.clock.undo == nil && play.scene.clock.program?.program?.index == 1)
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
  /// Undo brings back only what the change has changed. What others did meanwhile stays, and no end is told twice.
  @Test func otherCountdownsStay() throws {
    var play = Play.sized(size: Size(width: 1280, height: 720))
    for (length, title) in [(300, "Tea"), (9, "Eggs"), (600, "Rice")] {
      play.send(.told(.countdown(.new(.seconds(length), title: title))))
    }
    func states() -> [String: String] {
      Dictionary(uniqueKeysWithValues: play.scene.countdownReports(at: play.moment).map { ($0.title, $0.state) })
    }
    play.wait(.seconds(5))
    play.send(.told(.countdown(.choose(.title("Tea")))), .told(.countdown(.reset)))
    play.send(.told(.countdown(.choose(.title("Rice")))), .told(.countdown(.pause)))
    #expect(states() == ["Tea": "idle", "Eggs": "running", "Rice": "paused"])
    play.wait(.seconds(5))
    let zeros = play.effects.count { $0 == .reachedZero }
    #expect(states()["Eggs"] == "over" && zeros == 1)
    #expect(play.scene.canUndo)
    play.send(.told(.undo))
    #expect(states() == ["Tea": "running", "Eggs": "over", "Rice": "paused"])
    play.wait(.seconds(2))
    #expect(play.effects.count { $0 == .reachedZero } == zeros)
  }

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
    for _ in 0..<Soak.times(1000) {
      let id = Int.random(in: 1...12, using: &random)
      let commands: [Command] = [
        .undo, .undo, .countdown(.new(.seconds(Int.random(in: 1...300, using: &random)), title: "Tea")),
        .countdown(.clear, of: .id(id)), .countdown(.reset, of: .id(id)), .countdown(.set(.seconds(5)), of: .id(id)),
        .countdown(.chooseNext), .dismiss(nil), .countdown(.toggle, of: .id(id)),
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

  private func place(_ command: ControlBar.Command, _ play: Play) throws -> ControlBar.Place {
    try #require(play.scene.barPlaces.first { $0.command == command })
  }

  /// Reset and Remove by the bar, with a mouse: each can be undone, and Undo moves no other command.
  @Test(arguments: [
    Size(width: 1280, height: 720), Size(width: 1920, height: 1080), Size(width: 1080, height: 1920),
    Size(width: 480, height: 320),
  ]) func theBar(size: Size) throws {
    var play = Play.sized(countdown: .seconds(600), size: size)
    play.wait(.seconds(5))
    for expected in [Countdown.State.idle, nil] {
      play.send(.pointerMoved(Point(x: 3, y: 3)))
      play.wait(.milliseconds(900))
      let before = play.scene.barPlaces
      try play.click(place(.reset, play).box.centre)
      #expect(play.scene.countdown?.state == expected && play.scene.clock.undo != nil)
      guard expected != nil else { break }
      let after = play.scene.barPlaces
      #expect(after.contains { $0.command == .undo })
      for place in after where place.command != .undo {
        // A countdown that does not run offers presets, so the row may be another one.
        #expect(before.first { $0.command == place.command }.map { $0.box.height == place.box.height } ?? true)
      }
      for one in after { #expect(!after.contains { $0 != one && $0.box.overlaps(one.box) }) }
    }
    play.tap(.character("u"))
    #expect(play.scene.countdown?.state == .idle)
  }

  /// The commands for a program keep their places while Undo comes and goes.
  @Test(arguments: [
    Size(width: 3840, height: 2160), Size(width: 1920, height: 1080), Size(width: 1280, height: 720),
    Size(width: 1080, height: 1920), Size(width: 800, height: 480), Size(width: 480, height: 320),
  ]) func nextStaysInItsPlace(size: Size) throws {
    var play = Play.sized(size: size)
    play.send(.told(.program(.start(try .parse("Squats 40s, Rest 20s, x3")))), .pointerMoved(Point(x: 3, y: 3)))
    play.wait(.milliseconds(900))
    let before = play.scene.barPlaces
    for step in 1...3 {
      try play.click(place(.stepNext, play).box.centre)
      #expect(play.scene.clock.program?.program?.index == step)
      for place in play.scene.barPlaces where place.command != .undo {
        #expect(before.contains(place), "\(size) \(place.command)")
      }
      play.wait(.milliseconds(800))
    }
  }

  @Test func theStopwatch() throws {
    var play = Play.sized()
    play.tap(.character("s"))
    for _ in 0..<9 {
      play.wait(.seconds(3))
      play.tap(.character("l"))
    }
    play.tap(.character("s"))
    let watch = play.scene.stopwatch
    play.tap(.backspace)
    #expect(play.scene.stopwatch?.isZero == true)
    play.tap(.backspace)
    #expect(play.scene.stopwatch == nil)
    play.tap(.character("u"))
    #expect(play.scene.stopwatch == watch)
    // A countdown that has changed since then stays as it is.
    play.tap(.backspace)
    play.send(.told(.countdown(.new(.seconds(60), title: "Tea"))))
    play.tap(.character("u"))
    #expect(play.scene.stopwatch == watch && play.scene.countdowns.all.count == 1)
  }

  /// A double tap on the ring or on Dismiss dismisses one of two countdowns that ring.
  @Test(arguments: [true, false]) func aDoubleTapDismissesOne(isOnRing: Bool) throws {
    var play = Play.sized()
    for title in ["Tea", "Eggs"] { play.send(.told(.countdown(.new(.seconds(5), title: title)))) }
    play.wait(.seconds(7))
    func target() throws -> Point {
      isOnRing ? try #require(play.scene.ring).centre : try #require(play.scene.button).plate.centre
    }
    var place = try target()
    for (isRinging, pause) in [(true, 190), (true, 1600), (false, 0)] {
      // Without a list beside it, the ring has moved.
      if pause == 0 { place = try target() }
      play.send(.pointerPressed(place, .finger))
      play.wait(.milliseconds(60))
      play.send(.pointerReleased(place, .finger))
      play.wait(.milliseconds(pause))
      #expect(play.scene.isRinging == isRinging && play.scene.countdowns.all.count == 1)
    }
  }

  /// Commands and typed lengths do not replace a program. They come beside it, and the bar keeps its commands.
  @Test func aProgramIsNotReplaced() throws {
    var play = Play.sized()
    play.send(.told(.program(.start(try .parse("Doors 30m, Talk 20m")))))
    play.send(.told(.countdown(.start(.seconds(900), title: "Break"))))
    #expect(play.scene.clock.program != nil && play.scene.countdowns.all.count == 2)
    play.send(.told(.countdown(.choose(.id(1)))), .told(.countdown(.new(.seconds(60), title: "Tea"))))
    #expect(play.scene.barCommands.contains(.stepNext) && play.scene.countdowns.all.count == 3)
    play.send(.told(.countdown(.choose(.id(1)))))
    for key in "500\n" { play.tap(key == "\n" ? .enter : .character(key)) }
    #expect(play.scene.countdowns.all.count == 4 && play.scene.clock.program?.program?.index == 0)
  }

  /// With a program in the ring and another countdown chosen, the caption of the bar names that countdown. The bar has
  /// Next and Back only while the program is chosen.
  @Test(arguments: [Size(width: 1920, height: 1080), Size(width: 1280, height: 720)]) func theBarOfAProgramAndAnother(
    size: Size
  ) throws {
    var play = Play.sized(size: size)
    play.send(.told(.program(.start(try .parse("Doors 30m, Talk 20m")))))
    play.send(.told(.countdown(.new(.seconds(3000), title: "Second camera"))))
    play.send(.told(.countdown(.choose(.id(1)))))
    _ = play.scene.clock.countdowns.choose(2)
    play.send(.pointerMoved(Point(x: 3, y: 3)))
    play.wait(.milliseconds(900))
    #expect(play.scene.countdown?.program == nil && play.scene.shownCountdown?.program != nil)
    let texts = play.texts
    #expect(texts.contains("Pause") && texts.count { $0 == "Second camera" } == 2, "\(texts)")
    #expect(!play.scene.barCommands.contains { [.stepNext, .stepBack].contains($0) })
    try play.click(#require(play.scene.ring).centre)
    #expect(play.scene.countdown?.program != nil && play.scene.countdown?.isRunning == true)
    play.wait(.seconds(2))
    #expect(play.texts.count { $0 == "Doors" } == 2, "\(play.texts)")
    try play.click(place(.stepNext, play).box.centre)
    #expect(play.scene.clock.program?.program?.index == 1)
  }

  /// What Enter has replaced comes back, also if the new countdown is as long.
  @Test(arguments: ["1000", "500", "2000"]) func theReplacedOneComesBack(digits: String) {
    var play = Play()
    let start = play.moment.uptime
    play.send(.told(.countdown(.new(.seconds(600), title: "Stew"))))
    play.wait(.seconds(2))
    for character in digits { play.tap(.character(character)) }
    play.tap(.enter)
    play.tap(.enter)
    #expect(play.scene.countdown?.title != "Stew" && play.scene.countdowns.all.count == 1)
    play.wait(.seconds(3))
    play.tap(.character("u"))
    #expect(play.scene.countdown?.title == "Stew" && play.scene.countdowns.all.count == 1)
    // It has run on meanwhile.
    let left = play.scene.countdown?.remaining(at: play.moment)
    #expect(left == .seconds(600) - (play.moment.uptime - start))
  }

  /// Enter on the pad adds a countdown if its key does so.
  @Test func enterOnThePad() throws {
    var play = Play.sized(countdown: .seconds(1200))
    play.send(.pointerMoved(Point(x: 3, y: 3)))
    play.wait(.milliseconds(300))
    try play.click(place(.another, play).box.centre)
    play.wait(.seconds(1))
    try play.click(place(.setTime, play).box.centre)
    for key in "500\n" { play.tap(key == "\n" ? .enter : .character(key)) }
    #expect(play.scene.countdowns.all.count == 2)
  }
}
