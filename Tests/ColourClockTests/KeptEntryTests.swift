import TestSupport
import Testing

@testable import ColourClock

/// Timers keep what a viewer has entered, and lose nothing without a word.
@Suite struct KeptEntryTests {
  private func type(_ text: String, in play: inout Play) {
    for character in text { play.tap(character == "\n" ? .enter : .character(character)) }
  }

  private func touch(_ keys: PadKey..., in play: inout Play) throws {
    for key in keys {
      let place = try #require(play.scene.padPlan?.places.first { $0.command == .pad(key) }, "\(key)")
      play.touch(place.box.centre)
      play.wait(.milliseconds(400))
    }
  }

  // MARK: The pad

  /// The pad comes back with its digits when what rang is dismissed or snoozed, but not much later.
  @Test(arguments: [(5, false), (5, true), (59, false), (61, false)])
  func thePadComesBackAfterARing(seconds: Int, isSnoozed: Bool) throws {
    var play = Play.sized(countdown: .seconds(8))
    play.scene.openPad(at: play.moment)
    play.wait(.seconds(1))
    try touch(.digit(7), .digit(3), in: &play)
    while !play.scene.isRinging { play.wait(.milliseconds(100)) }
    #expect(!play.scene.hasCard(at: play.moment))
    play.wait(.seconds(seconds))
    play.send(.told(isSnoozed ? .snooze(.seconds(300)) : .dismiss(nil)))
    #expect(play.scene.showsPad(at: play.moment) == (seconds < 60))
    guard seconds < 60 else { return }
    play.wait(.seconds(1))
    #expect(play.texts.contains("0:73"))
    try touch(.digit(0), .start, in: &play)
    #expect(play.scene.countdowns.all.contains { $0.countdown.length == .seconds(450) })
  }

  // MARK: Typed digits

  /// Enter adds a countdown beside one that rings. Without room it is refused, and the line says so before.
  @Test(arguments: [1, 2, 8]) func whatRingsStays(count: Int) throws {
    var play = Play.sized()
    for index in 0..<count {
      play.send(.told(.countdown(.new(.seconds(index == 0 ? 5 : 600), title: "\(index)"))))
    }
    play.wait(.seconds(6))
    #expect(play.scene.isRinging && play.refusals.isEmpty)
    let before = play.scene.countdowns.all
    type("730", in: &play)
    let full = "There are eight countdowns already"
    #expect(play.texts.contains(full) == (count == 8), "\(play.texts)")
    type("\n", in: &play)
    #expect(play.texts.contains(full) == (count == 8), "\(play.texts)")
    #expect(play.scene.countdowns.all.count == min(count + 1, Countdowns.most) && play.scene.isRinging)
    for entry in before { #expect(play.scene.countdowns.all.contains { $0.id == entry.id }) }
  }

  /// A capital letter is a capital in a title, and a command elsewhere.
  @Test func aCapitalStays() {
    var play = Play.sized()
    type("730T", in: &play)
    play.send(.wrote("ea"))
    #expect(play.texts.contains("Tea|"), "\(play.texts)")
    type("\n", in: &play)
    #expect(play.scene.countdown?.title == "Tea")
    type("S", in: &play)
    #expect(play.scene.stopwatch?.isRunning == true)
  }

  // MARK: Cards

  /// A card stays open over the next step of a program. Only what must be dismissed closes it.
  @Test(arguments: ["settings", "intervals", "pad", "gallery", "help"]) func cardsStayOverAStep(card: String) throws {
    func play(_ program: String) throws -> Play {
      var play = Play.sized()
      play.send(.told(.program(.start(try .parse(program)))))
      switch card {
      case "settings": play.tap(.character("o"))
      case "intervals": play.scene.openPad(play.scene.lastIntervals, at: play.moment)
      case "pad": play.scene.openPad(at: play.moment)
      case "gallery": play.tap(.character("g"))
      default: play.tap(.character("?"))
      }
      play.wait(.seconds(4))
      #expect(play.scene.hasCard(at: play.moment) && play.effects.contains(.reachedZero) == false)
      play.wait(.seconds(4))
      #expect(play.effects.contains(.reachedZero))
      return play
    }
    var open = try play("A 6s, B 10m")
    #expect(open.scene.hasCard(at: open.moment))
    open.tap(.escape)
    #expect(!open.scene.hasCard(at: open.moment) && open.scene.hold.prompt(at: open.moment) == .hold)
    let ringing = try play("A 6s hold, B 10m")
    #expect(ringing.scene.isRinging && !ringing.scene.hasCard(at: ringing.moment))
  }

  /// A title in the card of settings is for the step, or for the countdown, for which it was begun.
  @Test func aTitleIsForItsOwnStep() throws {
    var play = Play.sized()
    play.send(.told(.program(.start(try .parse("Intro 6s, Read 10m")))))
    play.tap(.character("o"))
    play.tap(.enter)
    #expect(play.scene.settings.draft?.text == "Intro")
    play.send(.wrote(" X"))
    play.wait(.seconds(7))
    #expect(play.scene.settings.draft == nil && play.scene.hasCard(at: play.moment))
    type("y", in: &play)
    play.tap(.escape)
    #expect(play.scene.countdown?.title == "Read" && play.scene.clock.recents.titles.contains("Intro X"))
  }

  @Test func aTitleIsForItsOwnCountdown() throws {
    var play = Play.sized(countdown: .seconds(3600))
    play.send(.told(.countdown(.new(.seconds(6), title: "Rice"))))
    let id = try #require(play.scene.countdowns.all.first { $0.countdown.title != "Rice" }?.id)
    let isChosen = play.scene.clock.countdowns.choose(id)
    #expect(isChosen)
    play.tap(.character("o"))
    play.tap(.enter)
    play.send(.wrote("Tea"))
    play.wait(.seconds(7))
    #expect(play.scene.isRinging && play.scene.countdowns.ringing?.countdown.title == "Rice")
    #expect(play.scene.countdowns.all.first { $0.id == id }?.countdown.title?.hasSuffix("Tea") == true)
  }

  // MARK: Undo

  @Test(arguments: [true, false]) func aTurnOfTheRingIsUndone(isForwards: Bool) throws {
    var (play, untouched) = (Play.sized(countdown: .seconds(3600)), Play.sized(countdown: .seconds(3600)))
    play.wait(.seconds(1200))
    let ring = try #require(play.scene.ring)
    let (start, end) = (ring.centre - Point(x: 0, y: ring.radius), ring.centre + Point(x: ring.radius, y: 0))
    let way = isForwards ? (start, end) : (end, start)
    play.press(way.0.x, way.0.y)
    play.drag(from: (way.0.x, way.0.y), to: (way.1.x, way.1.y))
    play.release(way.1.x, way.1.y)
    #expect(abs((play.scene.countdown?.remaining(at: play.moment) ?? .zero).inSeconds - 2400) > 600)
    #expect(play.scene.barCommands.contains(.undo))
    play.tap(.character("u"))
    untouched.wait(play.moment.uptime - untouched.moment.uptime)
    #expect(play.scene.countdowns.all == untouched.scene.countdowns.all)
  }

  /// What was snoozed rings again, and does not ring a second time later.
  @Test(arguments: [false, true]) func aSnoozeIsUndone(isAlarm: Bool) throws {
    var play = Play.sized(countdown: isAlarm ? nil : .seconds(8))
    if isAlarm { play.send(.told(.alarm(.add(try .parse("12:00:08=Lunch"))))) }
    play.wait(.seconds(9))
    #expect(play.scene.isRinging)
    play.tap(.character("z"))
    #expect(!play.scene.isRinging && play.scene.clock.undo != nil)
    play.wait(.seconds(2))
    play.tap(.character("u"))
    #expect(play.scene.isRinging && play.scene.schedule.alarms.snoozed.isEmpty && play.scene.clock.undo == nil)
    play.send(.told(.dismiss(nil)))
    play.effects = []
    play.wait(.seconds(400))
    #expect(!play.effects.contains(.reachedZero))
  }

  /// Laps after a stop and a start keep their moments when the stop is undone.
  @Test func lapsStayWhenAStopIsUndone() throws {
    var play = Play.sized()
    play.send(.told(.stopwatch(.start)))
    for (span, order) in [
      (20, .lap), (10, .stop), (3, .start), (2, .lap), (1, .lap),
    ] as [(Int, Command.StopwatchOrder)] {
      play.wait(.seconds(span))
      play.send(.told(.stopwatch(order)))
    }
    play.send(.told(.undo))
    let stopwatch = try #require(play.scene.stopwatch)
    #expect(stopwatch.keptLaps.map(\.total) == [.seconds(20), .seconds(35), .seconds(36)])
    #expect(stopwatch.laps == 3 && stopwatch.elapsed(at: play.moment) == .seconds(36) && play.refusals.isEmpty)
  }

  /// Where visitors may use only the stopwatch, they can undo its stop, and nothing else.
  @Test func visitorsUndoWhatTheyMay() {
    var play = Play.sized { $0.allowed = [.stopwatch] }
    play.tap(.character("s"))
    play.wait(.seconds(20))
    play.tap(.character("s"))
    #expect(play.scene.barCommands.contains(.undo))
    play.tap(.character("u"))
    #expect(play.scene.stopwatch?.isRunning == true)
    play.send(.told(.countdown(.start(.seconds(600), title: nil))), .told(.countdown(.clear)))
    #expect(play.scene.clock.undo != nil && !play.scene.barCommands.contains(.undo))
    play.tap(.character("u"))
    #expect(play.scene.countdown == nil)
  }

  // MARK: Taps and drags

  /// An urgent message covers the wall, and a drag or a sideways wheel does not open the gallery behind it.
  @Test func noGalleryOverAnUrgentMessage() throws {
    for isUrgent in [false, true] {
      var play = Play.sized()
      if isUrgent { play.send(.told(.message(try #require(Message("Fire", priority: .urgent))))) }
      play.wait(.seconds(1))
      var other = play
      play.press(800, 300)
      play.drag(from: (800, 300), to: (400, 300))
      #expect(play.scene.gallery.isOpen(at: play.moment) != isUrgent)
      play.release(400, 300)
      other.send(.scrolled(right: 1, up: 0))
      #expect(other.scene.gallery.isOpen(at: other.moment) != isUrgent)
      #expect(!isUrgent || play.scene.schedule.messages.isUrgent)
    }
  }

  /// A tap on Dismiss that comes too soon after another dismissal does nothing, and gives no advice to hold the button:
  /// the next tap dismisses.
  @Test(arguments: [true, false]) func aTapOnDismissThatComesTooSoon(isByHand: Bool) throws {
    var play = Play.sized()
    for title in ["Rice", "Eggs", "Tea"] { play.send(.told(.countdown(.new(.seconds(5), title: title)))) }
    play.touch(Point(x: 3, y: 3))
    play.wait(.seconds(8))
    func dismiss() throws { play.touch(try #require(play.scene.button).plate.centre) }
    if isByHand { try dismiss() } else { play.send(.told(.dismiss(nil))) }
    #expect(play.scene.countdowns.all.count == 2)
    play.wait(.milliseconds(200))
    try dismiss()
    #expect(play.scene.countdowns.all.count == 2)
    for _ in 0..<20 {
      play.wait(.milliseconds(100))
      #expect(!play.texts.contains { $0.contains("holding") || $0.contains("gain to") }, "\(play.texts)")
    }
    try dismiss()
    #expect(play.scene.countdowns.all.count == 1)
  }

  /// Beside a program, a tap on the running stopwatch brings Lap to the bar, and the next tap stops the stopwatch.
  @Test func lapsBesideAProgram() throws {
    var play = Play.sized()
    play.send(.told(.stopwatch(.start)), .told(.program(.start(try .parse("A 10m, B 10m")))))
    play.touch(Point(x: 3, y: 3))
    play.wait(.seconds(2))
    #expect(play.scene.barCommands.contains(.stepNext) && !play.scene.barState.takesLaps)
    let slot = try #require(play.scene.layout?.slots.first { $0.part == .stopwatch })
    play.touch(slot.ink.centre)
    #expect(play.scene.barState.takesLaps && play.scene.stopwatch?.isRunning == true)
    play.wait(.seconds(1))
    play.touch(try play.centre(of: .reset))
    #expect(play.scene.stopwatch?.laps == 1 && play.scene.stopwatch?.isRunning == true)
    play.wait(.seconds(1))
    // The lap has a line now, and the stopwatch another place.
    let moved = try #require(play.scene.layout?.slots.first { $0.part == .stopwatch })
    play.touch(moved.ink.centre)
    #expect(play.scene.stopwatch?.isRunning == false)
  }

  // MARK: Times

  /// The start of the present step does not change when time is added or taken away, by whichever way.
  @Test(arguments: 0..<20) func theStartOfALengthenedStep(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    var play = Play.sized()
    play.send(.told(.program(.start(try .parse("Doors 30m, Talk 20m")))))
    for _ in 0..<12 {
      play.wait(.seconds(Int.random(in: 1...60, using: &random)))
      switch Int.random(in: 0..<5, using: &random) {
      case 0: play.send(.told(.program(.add(.seconds(60)))))
      case 1: play.send(.told(.countdown(.add(.seconds(-40)))))
      case 2: play.send(.told(.countdown(.set(.seconds(Int64.random(in: 900...2000, using: &random))))))
      case 3: play.tap(.up)
      default: play.tap(.character("-"))
      }
      #expect(play.scene.runningOrder(at: play.moment)?.first?.start == "12:00")
      let order = try #require(play.scene.clock.program.flatMap { RunningOrder($0, at: play.moment) })
      #expect(order.rows[0].start == Moment.at(12, 0, 0).instant && play.refusals.isEmpty)
    }
  }

  /// The ring of a snoozed countdown has the same scale after a restart.
  @Test func theScaleOfASnoozedCountdown() throws {
    var play = Play.sized(countdown: .seconds(60))
    play.wait(.seconds(61))
    play.send(.told(.snooze(.seconds(300))))
    play.wait(.seconds(90))
    let countdown = try #require(play.scene.countdown)
    #expect(countdown.fullTurn == .seconds(300))
    for boot in ["one", "two"] {
      let record = countdown.record(at: play.moment, boot: "one")
      let restored = try #require(Countdown.restore(record, at: play.moment, boot: boot)).countdown
      #expect(restored.fullTurn == .seconds(300) && restored.length == countdown.length)
    }
  }
}
