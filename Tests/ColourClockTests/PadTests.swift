import TestSupport
import Testing

@testable import ColourClock

/// The card with keys for fingers: a length, a title and intervals, by touch alone.
@Suite struct PadTests {
  static let sizes = [
    (3840, 2160), (1920, 1080), (1280, 720), (1080, 1920), (800, 480), (480, 320), (320, 240), (240, 320), (480, 800),
  ]

  private func touch(_ place: Point, _ play: inout Play) {
    play.send(.pointerPressed(place, .finger))
    play.wait(.milliseconds(80))
    play.send(.pointerReleased(place, .finger))
    play.wait(.milliseconds(1100))
  }

  /// The places of the keys in the picture.
  private func plan(_ play: Play) throws -> PadPlan {
    try #require(play.scene.padPlan)
  }

  private func touch(_ keys: PadKey..., in play: inout Play) throws {
    for key in keys {
      let place = try #require(plan(play).places.first { $0.command == .pad(key) }, "\(key)")
      touch(place.box.centre, &play)
    }
  }

  /// Opens the card from the bar.
  private func open(_ play: inout Play) throws {
    touch(Point(x: 3, y: 3), &play)
    if let place = play.scene.barPlaces.first(where: { $0.command == .setTime }) {
      touch(place.box.centre, &play)
    } else {
      // In the least window, only the settings have room for it.
      #expect(play.scene.size?.width == 240)
      play.scene.openPad(at: play.moment)
    }
    #expect(play.scene.showsPad(at: play.moment))
  }

  @Test(arguments: sizes) func aLengthAndATitleByTouch(width: Int, height: Int) throws {
    var play = Play.sized(size: Size(width: width, height: height))
    try open(&play)
    try touch(.digit(8), .zeros, in: &play)
    #expect(play.texts.contains("8:00") && play.scene.countdown == nil)
    try touch(.start, in: &play)
    #expect(play.scene.countdown?.length == .seconds(480) && play.scene.countdown?.isRunning == true)
    let titles = play.scene.titlesOffered
    let index = try #require(titles.firstIndex(of: "Rice"))
    try touch(.title(index), in: &play)
    #expect(play.scene.countdown?.title == "Rice" && !play.scene.showsPad(at: play.moment))
    #expect(play.effects == [.saveTimers, .saveTimers])
  }

  /// The card closes when a countdown ends, also while a finger is on one of its keys. The key then does nothing.
  @Test(arguments: sizes) func aCountdownEndsDuringAPress(width: Int, height: Int) throws {
    var play = Play.sized(countdown: .seconds(20), size: Size(width: width, height: height))
    play.scene.openPad(at: play.moment)
    try touch(.digit(8), in: &play)
    let key = try #require(plan(play).places.first { $0.command == .pad(.start) }).box.centre
    play.send(.pointerPressed(key, .finger))
    play.wait(.seconds(25))
    #expect(play.scene.isRinging && play.scene.padPlan == nil)
    play.send(.pointerMoved(Point(x: key.x + 1, y: key.y)), .pointerReleased(key, .finger))
    #expect(play.scene.isRinging && play.scene.countdowns.all.count == 1)
  }

  /// A countdown under way is not replaced, and the other one keeps its title.
  @Test func anotherOneIsAdded() throws {
    var play = Play.sized(countdown: .seconds(1200))
    touch(Point(x: 3, y: 3), &play)
    touch(try #require(play.scene.barPlaces.first { $0.command == .another }?.box.centre), &play)
    play.wait(.seconds(1))
    touch(try #require(play.scene.barPlaces.first { $0.command == .setTime }?.box.centre), &play)
    try touch(.digit(7), .digit(3), .digit(0), .start, .title(2), in: &play)
    #expect(play.scene.countdowns.all.map(\.countdown.length) == [.seconds(450), .seconds(1200)])
    #expect(play.scene.countdowns.all.map(\.countdown.title) == [play.scene.titlesOffered[2], nil])
    let areRunning = play.scene.countdowns.all.allSatisfy { $0.countdown.isRunning }
    #expect(areRunning)
  }

  /// Nothing is thrown away by wrong keys: no digits, too many, and the way back.
  @Test func itRefusesAndLeaves() throws {
    var play = Play.sized()
    try open(&play)
    try touch(.start, in: &play)
    #expect(play.scene.countdown == nil && play.texts.contains("A countdown has at least a second"))
    try touch(.digit(5), .delete, .delete, in: &play)
    #expect(play.scene.showsPad(at: play.moment) && play.texts.contains("0:00"))
    try touch(.close, in: &play)
    #expect(!play.scene.showsPad(at: play.moment) && play.scene.countdown == nil && play.effects.isEmpty)
    try open(&play)
    play.wait(.seconds(31))
    #expect(!play.scene.typing.isOpen(at: play.moment.uptime))
  }

  @Test func aDoubleTapIsOneTap() throws {
    var play = Play.sized()
    touch(Point(x: 3, y: 3), &play)
    let place = try #require(play.scene.barPlaces.first { $0.command == .setTime }).box.centre
    for _ in 0..<2 {
      play.send(.pointerPressed(place, .finger))
      play.wait(.milliseconds(100))
      play.send(.pointerReleased(place, .finger))
      play.wait(.milliseconds(100))
    }
    #expect(play.scene.showsPad(at: play.moment) && play.scene.typing.entry == TypedEntry())
    // But a digit may be wanted twice.
    let five = try #require(plan(play).places.first { $0.command == .pad(.digit(5)) }).box.centre
    play.wait(.seconds(1))
    for _ in 0..<2 { play.send(.pointerPressed(five, .finger), .pointerReleased(five, .finger)) }
    #expect(play.scene.typing.entry == TypedEntry(digits: [5, 5]))
  }

  @Test(arguments: sizes) func intervalsByTouch(width: Int, height: Int) throws {
    var play = Play.sized(size: Size(width: width, height: height))
    try open(&play)
    try touch(.intervals, .more(.work), .less(.rest), .less(.rounds), .less(.ready), .start, in: &play)
    let line = play.scene.clock.program?.program?.program.line
    #expect(line == "Get ready 5s rest; Work 45s, Rest 15s rest between, x7")
    #expect(play.scene.clock.program?.isRunning == true && !play.scene.showsPad(at: play.moment))
    // The card offers the last values again.
    #expect(play.scene.lastIntervals.text == "7 × 0:45 / 0:15" && play.scene.lastIntervals.ready == .seconds(5))
  }

  /// A countdown that a preset has begun gets a title by touch, also in a kiosk.
  @Test(arguments: sizes.filter { $0 != (240, 320) }) func aPresetIsNamed(width: Int, height: Int) throws {
    var play = Play.sized(size: Size(width: width, height: height)) { ($0.isLocked, $0.allowed) = (true, [.countdown]) }
    try open(&play)
    #expect(try !plan(play).places.contains { $0.command == .pad(.name) })
    try touch(.close, in: &play)
    play.send(.told(.countdown(.start(.seconds(600), title: nil))))
    play.scene.openPad(at: play.moment)
    try touch(.name, in: &play)
    #expect(play.texts.contains("10 min") && play.texts.contains("Back"))
    try touch(.title(#require(play.scene.titlesOffered.firstIndex(of: "Pasta"))), in: &play)
    #expect(play.scene.countdown?.title == "Pasta" && play.scene.countdowns.all.count == 1)
    play.scene.openPad(at: play.moment)
    try touch(.name, .close, in: &play)
    #expect(play.scene.countdown?.title == "Pasta" && play.scene.countdown?.isRunning == true)
  }

  /// After digits, the title is for the new countdown that they make.
  @Test(arguments: [true, false]) func digitsThenATitle(isByTouch: Bool) throws {
    var play = Play.sized()
    play.send(.told(.countdown(.start(.seconds(600), title: "Rice"))))
    play.scene.openPad(at: play.moment)
    try touch(.digit(5), .zeros, in: &play)
    #expect(play.texts.contains("5:00") && !play.texts.contains { $0.contains("Rice") && $0.contains("Title") })
    try touch(.name, in: &play)
    if isByTouch {
      try touch(.title(#require(play.scene.titlesOffered.firstIndex(of: "Pasta"))), in: &play)
    } else {
      play.send(.wrote("Pasta"), .pressed(.enter))
    }
    #expect(Set(play.scene.countdowns.all.map(\.countdown.title)) == ["Rice", "Pasta"])
    #expect(play.scene.countdown?.title == "Pasta" && play.scene.countdown?.length == .seconds(300))
  }

  /// In a kiosk that allows countdowns there are no settings, but these keys.
  @Test func inAKiosk() throws {
    var play = Play.sized { ($0.isLocked, $0.allowed) = (true, [.countdown]) }
    try open(&play)
    try touch(.intervals, .start, in: &play)
    #expect(play.scene.clock.program?.program?.program.length == .seconds(10 + 8 * 40 + 7 * 20))
    var closed = Play.sized { ($0.isLocked, $0.allowed) = (true, [.stopwatch]) }
    touch(Point(x: 3, y: 3), &closed)
    #expect(!closed.scene.barCommands.contains(.setTime))
  }

  @Test func fromTheSettings() throws {
    for setting in [Setting.time, .intervals] {
      var play = Play.sized()
      play.tap(.character("o"))
      while play.scene.settings.focus != .setting(setting) { play.tap(.down) }
      play.tap(.enter)
      #expect(play.scene.showsPad(at: play.moment))
      if setting == .time { for digit in "730" { play.tap(.character(digit)) } }
      play.tap(.enter)
      #expect(play.scene.countdown?.isRunning == true)
      #expect((play.scene.clock.program != nil) == (setting == .intervals))
    }
  }

  /// Each step changes the value, within limits, and each value is a program that can be read again.
  /// Each change is kept, also if nothing is started. A single round does not lose the rest.
  @Test func changedIntervalsAreKept() throws {
    var play = Play.sized()
    play.scene.openPad(play.scene.lastIntervals, at: play.moment)
    try touch(.more(.work), .less(.rest), in: &play)
    #expect(play.effects == [.saveTimers, .saveTimers])
    try touch(.close, in: &play)
    let kept = play.scene.clock.recents
    #expect(play.scene.lastIntervals.text == "8 × 0:45 / 0:15" && play.scene.countdown == nil)
    let again = Recents(titles: [], programs: [], intervals: kept.intervals?.record)
    #expect(again.intervals == play.scene.lastIntervals)
    play.wait(.seconds(2))
    play.scene.openPad(play.scene.lastIntervals, at: play.moment)
    for _ in 0..<7 { try touch(.less(.rounds), in: &play) }
    try touch(.start, in: &play)
    #expect(play.scene.clock.program != nil && play.scene.lastIntervals.text == "1 × 0:45 / 0:15")
    play.send(.told(.program(.load(try .parse("Run 1m, Walk 30s between, x3")))))
    #expect(play.scene.lastIntervals.text == "3 × 1:00 / 0:30")
  }

  @Test func wrongIntervalsAreNotKept() throws {
    let good = Intervals().record
    #expect(Intervals(good) == Intervals())
    for (ready, work, rest, rounds) in [
      (-1, 40, 20, 8), (3601, 40, 20, 8), (10, 4, 20, 8), (10, 40, -5, 8), (10, 40, 20, 0), (10, 40, 20, 100),
      (10, .max, 20, 8),
    ] {
      #expect(Intervals(Intervals.Record(ready: ready, work: work, rest: rest, rounds: rounds)) == nil)
    }
  }

  @Test func allIntervalsArePrograms() throws {
    for part in Intervals.Part.allCases {
      var (intervals, seen) = (Intervals(), Set<String>())
      for way in [-1, 1] {
        for _ in 0..<150 {
          intervals.change(part, by: way)
          let program = try #require(intervals.program(Words()))
          let read = try TimerProgram.parse(program.line)
          #expect(read == program)
          if intervals.rounds > 1, intervals.rest > .zero { #expect(Intervals(program) == intervals) }
          seen.insert(intervals.text + intervals.text(.ready, Words()))
        }
      }
      #expect(seen.count > 20)
    }
  }

  /// All keys and texts are in the window, as large as a fingertip, and apart from each other; in every language.
  @Test(arguments: sizes) func theyHaveRoom(width: Int, height: Int) throws {
    let window = Rect(Size(width: width, height: height))
    let phases: [Typing.Phase] = [
      .entry(TypedEntry(), nil), .entry(TypedEntry(digits: [1, 2]), .tooShort),
      .titleAfterStart(TypedLine(), after: TypedEntry(digits: [5])), .intervals(Intervals()),
    ]
    for words in Words.all {
      for phase in phases {
        let titles = (0..<14).map { "A title of some length \($0)" }
        let plan = PadPlan(
          phase, titles: titles, countdownName: "Gruppe A", caption: "A countdown has at least a second", words,
          in: window)
        let boxes = plan.places.map(\.box)
        #expect(plan.places.count >= 8)
        for (index, box) in boxes.enumerated() {
          #expect(box.x >= 0 && box.y >= 0 && box.maxX <= window.maxX && box.maxY <= window.maxY)
          #expect(min(box.width, box.height) >= 18, "\(box)")
          #expect(boxes.dropFirst(index + 1).allSatisfy { !$0.overlaps(box) })
          #expect(plan.lines.allSatisfy { !$0.box.overlaps(box) }, "\(phase)")
        }
      }
    }
  }
}
