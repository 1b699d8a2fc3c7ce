import TestSupport
import Testing

@testable import ColourClock

@Suite struct StopwatchTests {
  private func texts(_ play: Play) -> [String] { play.scene.frame(at: play.moment)?.texts.map(\.string) ?? [] }

  @Test func itStartsStopsGoesOnAndIsSetBack() {
    var play = Play()
    play.tap(.character("s"))
    #expect(play.scene.stopwatch?.isRunning == true && play.effects == [.saveTimers])
    play.wait(.seconds(65))
    #expect(texts(play).contains("0:01:05") && texts(play).contains("12:01:05"))
    play.tap(.character("s"))
    let stopped = play.scene.stopwatch?.elapsed(at: play.moment)
    play.wait(.seconds(100))
    #expect(play.scene.stopwatch?.elapsed(at: play.moment) == stopped && texts(play).contains("0:01:05"))
    #expect(play.scene.frame(at: play.moment)?.texts.contains { $0.suffix == ".10" } == true)
    #expect(texts(play).contains("Stopped"))
    play.tap(.character("s"))
    play.wait(.seconds(5))
    #expect(texts(play).contains("0:01:10") && !texts(play).contains("Stopped"))
    play.tap(.backspace)
    #expect(texts(play).contains("0:00:00") && texts(play).contains("Press s to start"))
    play.tap(.character("s"))
    #expect(play.scene.stopwatch?.isRunning == true)
    play.tap(.backspace)
    play.tap(.backspace)
    #expect(play.scene.stopwatch == nil && texts(play).first?.hasPrefix("12:0") == true)
  }

  /// Whole seconds while it runs; hundredths once they can be read.
  @Test func lapsAndTheTimeItStoppedAtAreExact() {
    var moment = Moment.at(9, 0, 0)
    func later(_ milliseconds: Int) {
      let span = Duration.milliseconds(milliseconds)
      moment = Moment(instant: moment.instant + span, uptime: moment.uptime + span, zone: moment.zone)
    }
    var stopwatch = Stopwatch.started(at: moment)
    #expect(stopwatch.text(at: moment) == "0:00:00" && stopwatch.note() == "")
    later(61_239)
    stopwatch.lap(at: moment)
    #expect(
      stopwatch.lapTexts(fromLast: 0, Words())?.split == "1:01.23" && stopwatch.text(at: moment) == "0:01:01")
    later(5_009)
    stopwatch.lap(at: moment)
    let laps = [0, 1, 2].map { stopwatch.lapTexts(fromLast: $0, Words()) }
    #expect(laps.map { $0?.name } == ["lap 2", "lap 1", nil] && laps.map { $0?.split } == ["0:05.01", "1:01.23", nil])
    #expect(laps.map { $0?.total } == ["1:06.24", "1:01.23", nil])
    stopwatch.toggle(at: moment)
    #expect(stopwatch.note() == "stopped" && stopwatch.text(at: moment) == "0:01:06")
    #expect(stopwatch.hundredths(at: moment) == ".24")
    let before = stopwatch
    stopwatch.lap(at: moment)
    #expect(stopwatch == before)
    later(1_000_000)
    stopwatch.toggle(at: moment)
    later(3_600_000)
    stopwatch.toggle(at: moment)
    #expect(stopwatch.note() == "stopped" && stopwatch.text(at: moment) == "1:01:06")
    stopwatch.toggle(at: moment)
    stopwatch.lap(at: moment)
    #expect(stopwatch.lapTexts(fromLast: 0, Words())?.total == "1:01:06.24" && stopwatch.hundredths(at: moment).isEmpty)
  }

  /// The shown split of a lap is the difference of the shown totals.
  @Test func shownLapsAddUp() throws {
    var random = SeededRandom(seed: 10)
    var moment = Moment.at(9, 0, 0)
    var stopwatch = Stopwatch.started(at: moment)
    func hundredths(_ text: String) throws -> Int {
      let parts = text.split { ":.".contains($0) }.compactMap { Int($0) }
      return parts.dropLast().reduce(0) { 60 * $0 + $1 } * 100 + (try #require(parts.last))
    }
    var total = 0
    for _ in 0..<500 {
      let span = Duration.microseconds(Int64.random(in: 1...9_000_000, using: &random))
      moment = Moment(instant: moment.instant + span, uptime: moment.uptime + span, zone: .utc)
      stopwatch.lap(at: moment)
      let texts = try #require(stopwatch.lapTexts(fromLast: 0))
      total += try hundredths(texts.split)
      #expect(try hundredths(texts.total) == total)
    }
  }

  /// All that are kept can be asked for, and no more.
  @Test func theLastLapsAreKept() {
    let moment = Moment.at(9, 0, 0)
    var stopwatch = Stopwatch.started(at: moment)
    for _ in 0..<203 { stopwatch.lap(at: moment) }
    #expect(stopwatch.laps == 203 && stopwatch.lap(fromLast: Stopwatch.mostLaps - 2)?.number == 203 - 97)
    #expect(stopwatch.lap(fromLast: Stopwatch.mostLaps - 1) == nil && stopwatch.lap(fromLast: -1) == nil)
    let kept = stopwatch.keptLaps
    #expect(kept.map(\.number) == Array(203 - 97...203))
    #expect(zip(kept, kept.dropFirst()).allSatisfy { $0.total + $1.time == $1.total })
  }

  /// The report has the times of the wall: splits add up to totals, in hundredths of a second.
  @Test func theReportHasTheTimesOfTheWall() {
    let moment = Moment.at(9, 0, 0)
    var stopwatch = Stopwatch.started(at: moment)
    var random = SeededRandom(seed: 77)
    var uptime = moment.uptime
    for _ in 0..<98 {
      uptime += .microseconds(Int64.random(in: 1...3_000_000, using: &random))
      stopwatch.lap(at: Moment(instant: moment.instant, uptime: uptime, zone: .utc))
    }
    let shown = stopwatch.shownLaps
    #expect(shown.count == 98 && shown.reduce(.zero) { $0 + $1.time } == shown.last?.total)
    for (place, lap) in shown.reversed().enumerated() {
      let texts = stopwatch.lapTexts(fromLast: place)
      let hundredths = Int((lap.time.inSeconds * 100).rounded())
      #expect(texts?.split.hasSuffix(".\((hundredths % 100).twoDigits)") == true)
      #expect(lap.time.attoseconds % 10_000_000_000_000_000 == 0)
    }
  }

  @Test func itStaysWithinAHundredHours() {
    let moment = Moment.at(0, 0, 0)
    let stopwatch = Stopwatch.started(at: moment)
    let end = Moment(instant: moment.instant, uptime: moment.uptime + .seconds(1_000_000), zone: .utc)
    #expect(stopwatch.text(at: end) == "99:59:59" && stopwatch.nextChange(after: end) == nil)
    // A clock that runs backwards shows nothing negative.
    let before = Moment(instant: moment.instant, uptime: moment.uptime - .seconds(5), zone: .utc)
    #expect(stopwatch.text(at: before) == "0:00:00")
  }

  /// Between two changes nothing that is shown is another.
  @Test func theNumberIsConstantUntilTheNextChange() throws {
    var random = SeededRandom(seed: 7)
    var moment = Moment.at(1, 2, 3)
    var stopwatch = Stopwatch.started(at: moment)
    func go(to uptime: Duration) {
      moment = Moment(instant: moment.instant + (uptime - moment.uptime), uptime: uptime, zone: .utc)
    }
    for _ in 0..<2000 {
      let next = try #require(stopwatch.nextChange(after: moment))
      #expect(next > moment.uptime && next - moment.uptime <= .seconds(1))
      let text = stopwatch.text(at: moment)
      go(to: next - .nanoseconds(1))
      #expect(stopwatch.text(at: moment) == text)
      go(to: next)
      #expect(stopwatch.text(at: moment) != text)
      go(to: next + .milliseconds(Int.random(in: 0..<3000, using: &random)))
      if Bool.random(using: &random) { stopwatch.lap(at: moment) }
      if Int.random(in: 0..<10, using: &random) == 0 {
        stopwatch.toggle(at: moment)
        #expect(stopwatch.nextChange(after: moment) == nil)
        stopwatch.toggle(at: moment)
      }
    }
  }

  // MARK: Restarts

  @Test func itIsRestoredAsItWouldHaveBeen() throws {
    let start = Moment.at(10, 0, 0)
    var stopwatch = Stopwatch.started(at: start)
    let lap = Moment(instant: start.instant + .seconds(5), uptime: start.uptime + .seconds(5), zone: .utc)
    stopwatch.lap(at: lap)
    let record = try #require(stopwatch.record(at: lap, boot: "one"))
    // In the same start of the machine by its uptime, though the wall clock was set.
    let same = Moment(instant: start.instant + .seconds(-9999), uptime: start.uptime + .seconds(30), zone: .utc)
    let back = try #require(Stopwatch.restore(record, at: same, boot: "one"))
    #expect(back == stopwatch && back.elapsed(at: same) == .seconds(30) && back.lap(fromLast: 0)?.number == 1)
    // After another by the wall clock.
    let other = Moment(instant: start.instant + .seconds(600), uptime: .seconds(20), zone: .utc)
    #expect(try #require(Stopwatch.restore(record, at: other, boot: "two")).elapsed(at: other) == .seconds(600))
    let early = Moment(instant: start.instant + .seconds(-600), uptime: .seconds(20), zone: .utc)
    var behind = try #require(Stopwatch.restore(record, at: early, boot: "two"))
    #expect(behind.elapsed(at: early) == .seconds(5))
    behind.lap(at: early)
    #expect(behind.lapTexts(fromLast: 0, Words())?.split == "0:00.00")
    // A stopped one is what it was.
    stopwatch.toggle(at: lap)
    let stopped = try #require(stopwatch.record(at: lap, boot: "one"))
    #expect(Stopwatch.restore(stopped, at: other, boot: "two") == stopwatch)
    #expect(Stopwatch().record(at: lap, boot: "one") == nil)
  }

  @Test func recordsThatMakeNoSenseAreRefused() {
    let spans: [Int64] = [-1, .max, 360_000_000_000_000]
    for span in spans {
      let moment = Moment.at(0, 0, 0)
      let bad = [
        Stopwatch.Record(boot: "", elapsed: span, laps: 0, lapStart: 0, lastLap: 0),
        Stopwatch.Record(boot: "", elapsed: 0, laps: 0, lapStart: span, lastLap: 0),
        Stopwatch.Record(boot: "", elapsed: 0, laps: 0, lapStart: 0, lastLap: span),
        Stopwatch.Record(boot: "", elapsed: 4, laps: 1, lapStart: 5, lastLap: 5),
        Stopwatch.Record(boot: "", elapsed: 0, laps: -1, lapStart: 0, lastLap: 0),
        Stopwatch.Record(boot: "", laps: 0, lapStart: 0, lastLap: 0),
        Stopwatch.Record(boot: "", uptime: 5, laps: 0, lapStart: 0, lastLap: 0),
      ]
      for record in bad { #expect(Stopwatch.restore(record, at: moment, boot: "") == nil) }
      // Times are taken as they are, and shown within bounds.
      let odd = Stopwatch.Record(boot: "", uptime: span, wall: span, laps: 0, lapStart: 0, lastLap: 0)
      for boot in ["", "other"] {
        let elapsed = Stopwatch.restore(odd, at: moment, boot: boot)?.elapsed(at: moment)
        #expect(elapsed.map { (.zero...TimeSpan.longest).contains($0) } == true)
      }
    }
  }

  // MARK: On the wall

  @Test(arguments: RoomTests.named) func itsNumberIsAsLargeAsTheTimeAndNeverJumps(size: Size) throws {
    var play = Play()
    play.send(.resized(size))
    let time = try #require(play.scene.layout?.slots.first?.box.height)
    play.tap(.character("s"))
    var first = try #require(play.scene.layout?.slots)
    // On an upright wall the time is a column, and the stopwatch has one row.
    #expect(first[0].part == .stopwatch)
    let least = size.height > size.width ? 0.2 : 0.45
    #expect(first[0].box.height >= least * time)
    for step in [59, 3541, 3600 * 9, 3600 * 80] {
      play.jump(.seconds(step))
      play.send(.ticked)
      let hasLaps = play.scene.stopwatch?.laps != 0
      play.tap(.character("l"))
      let slots = try #require(play.scene.layout?.slots)
      // With the first lap comes the list.
      if hasLaps { #expect(slots == first) } else { first = slots }
      #expect(slots[0].box.height >= least * time)
    }
  }

  /// Beside a countdown it stands below the ring.
  @Test func aRingLeavesItRoom() throws {
    var play = Play(countdown: .seconds(600))
    play.tap(.character("s"))
    let layout = try #require(play.scene.layout)
    #expect(layout.ring != nil && layout.slots.first?.part == .stopwatch)
    play.tap(.backspace)
    play.tap(.backspace)
    #expect(play.scene.stopwatch == nil && play.scene.countdown != nil)
    play.tap(.backspace)
    #expect(play.scene.countdown?.state == .idle)
  }

  @Test func aKioskAllowsItWhereItIsAsked() {
    for isAllowed in [false, true] {
      var play = Play { ($0.isLocked, $0.allowed) = (true, isAllowed ? [.stopwatch] : [.countdown]) }
      for key in ["s", "l"] { play.tap(.character(Character(key))) }
      #expect((play.scene.stopwatch != nil) == isAllowed)
      #expect(play.scene.barPlaces.contains { $0.command == .stopwatch } == isAllowed)
    }
  }

  @Test func theBarHasIt() throws {
    var play = Play()
    let watch = try #require(play.scene.layout?.bar.first { $0.command == .stopwatch }).box.centre
    func place(_ command: ControlBar.Command) throws -> Point {
      try #require(play.scene.layout?.bar.first { $0.command == command }).box.centre
    }
    func click(_ place: Point) {
      play.send(.pointerMoved(place))
      play.wait(.milliseconds(300))
      play.press(place.x, place.y)
      play.release(place.x, place.y)
    }
    click(watch)
    #expect(play.scene.stopwatch?.isRunning == true)
    click(try place(.stopwatch))
    #expect(play.scene.stopwatch?.isRunning == false)
    click(try place(.reset))
    click(try place(.reset))
    #expect(play.scene.stopwatch == nil)
  }

  // MARK: By hand

  private static func click(_ place: Point, _ button: Button, in play: inout Play) {
    play.send(.pointerPressed(place, button))
    play.wait(.milliseconds(60))
    play.send(.pointerReleased(place, button))
    play.wait(.milliseconds(300))
  }

  /// Starts, takes laps, stops, goes on, and sets back, with nothing but a mouse, or a finger.
  @Test(arguments: [Button.primary, .finger]) func aHandAloneDoesItAll(button: Button) throws {
    var play = Play()
    func click(_ place: Point) { StopwatchTests.click(place, button, in: &play) }
    func place(_ command: ControlBar.Command) throws -> Point {
      try #require(play.scene.layout?.bar.first { $0.command == command }).box.centre
    }
    func number() throws -> Point {
      try #require(play.scene.layout?.slots.first { $0.part == .stopwatch }).box.centre
    }
    click(Point(x: 3, y: 500))
    click(try place(.stopwatch))
    #expect(play.scene.stopwatch?.isRunning == true && texts(play).isEmpty == false)
    click(try place(.reset))
    click(try place(.reset))
    #expect(play.scene.stopwatch?.laps == 2 && play.scene.stopwatch?.isRunning == true)
    click(try number())
    #expect(play.scene.stopwatch?.isRunning == false)
    click(try number())
    #expect(play.scene.stopwatch?.isRunning == true)
    click(try place(.stopwatch))
    click(try place(.reset))
    #expect(play.scene.stopwatch?.isZero == true)
    #expect(texts(play).contains(button == .finger ? "Tap to start" : "Click to start"))
    click(try number())
    #expect(play.scene.stopwatch?.isRunning == true)
    for command in [ControlBar.Command.stopwatch, .reset, .reset] { click(try place(command)) }
    #expect(play.scene.stopwatch == nil && play.scene.countdown == nil)
  }

  /// Beside a program too: a tap on the number stops and starts the stopwatch, and the bar has its lap. A tap that
  /// shows the hidden bar stops nothing.
  @Test func besideAProgramAHandDoesItAll() throws {
    var play = Play.sized()
    play.send(.told(.program(.start(try .parse("Work 40s, Rest 20s, x8")))), .told(.stopwatch(.start)))
    play.wait(.seconds(5))
    func click(_ place: Point) { StopwatchTests.click(place, .finger, in: &play) }
    func number() throws -> Point {
      try #require(play.scene.layout?.slots.first { $0.part == .stopwatch }).ink.centre
    }
    try click(number())
    #expect(play.scene.stopwatch?.isRunning == true && play.scene.bar.hasStopwatch)
    play.wait(.seconds(1))
    click(try #require(play.scene.barPlaces.first { $0.command == .reset }).box.centre)
    #expect(play.scene.stopwatch?.laps == 1)
    play.wait(.seconds(1))
    try click(number())
    #expect(play.scene.stopwatch?.isRunning == false && play.scene.clock.program?.isRunning == true)
    // The last lap stays in sight.
    #expect(play.texts.contains { $0.lowercased().hasPrefix("lap 1") }, "\(play.texts)")
    play.wait(.seconds(1))
    try click(number())
    #expect(play.scene.stopwatch?.isRunning == true)
  }

  /// Wheel and drag show all laps, and the table says which laps are in sight. A new lap brings back the last ones.
  @Test func allLapsCanBeRead() throws {
    var play = Play.sized()
    play.tap(.character("s"))
    for _ in 0..<18 {
      play.wait(.seconds(1))
      play.tap(.character("l"))
    }
    play.wait(.seconds(10))
    func names() -> [String] { play.texts.filter { $0.hasPrefix("lap ") } }
    #expect(names() == ["lap 18", "lap 17", "lap 16", "lap 15"] && play.texts.contains("15–18/18"))
    let rows = try #require(play.scene.layout).slots.filter { if case .lapTotal = $0.part { true } else { false } }
    let place = rows[1].ink.centre
    play.send(.pointerMoved(place), .scrolled(right: 0, up: -3))
    #expect(names() == ["lap 15", "lap 14", "lap 13", "lap 12"])
    for _ in 0..<20 { play.send(.scrolled(right: 0, up: -1)) }
    // The bar hides the last row, which does not count.
    #expect(names() == ["lap 3", "lap 2", "lap 1"] && play.texts.contains("1–3/18"), "\(names())")
    let pitch = rows[1].box.y - rows[0].box.y
    play.press(place.x, place.y)
    play.drag(from: (place.x, place.y), to: (place.x, place.y + 5 * pitch))
    play.release(place.x, place.y + 5 * pitch)
    #expect(names().starts(with: ["lap 8", "lap 7", "lap 6"]), "\(names())")
    play.tap(.character("l"))
    #expect(names().first == "lap 19" && play.scene.countdown == nil)
    // So does the wheel over the head of the table.
    let head = Point(x: place.x, y: rows[0].ink.y - 0.8 * pitch)
    play.send(.pointerMoved(head), .scrolled(right: 0, up: -1))
    #expect(names().first == "lap 18")
  }

  /// Beside a ring or an agenda as many laps are in sight as fit, and a drag shows all the others, unless the bar
  /// covers all rows.
  @Test(arguments: [Size(width: 1920, height: 1080), Size(width: 1080, height: 1920), Size(width: 800, height: 480)])
  func lapsBesideOthersCanBeRead(size: Size) throws {
    let times = try [12, 15].map { try #require(TimeOfDay(hour: $0, minute: 0)) }
    let agenda = Agenda([try #require(Period(start: times[0], end: times[1], title: "Maths"))])
    for company in 0..<3 {
      var play = Play.sized(size: size) { if company == 0 { $0.agenda = agenda } }
      if company == 1 { play.send(.told(.countdown(.new(.seconds(3000), title: "Tea")))) }
      if company == 2 { play.send(.told(.program(.start(try .parse("Talk 40m, Rest 20m"))))) }
      play.send(.told(.stopwatch(.start)))
      for _ in 0..<9 {
        play.wait(.seconds(1))
        play.send(.told(.stopwatch(.lap)))
      }
      play.wait(.seconds(12))
      let rows = try #require(play.scene.layout).slots.filter { if case .lapSplit = $0.part { true } else { false } }
      #expect(!rows.isEmpty, "\(company)")
      let layout = try #require(play.scene.layout)
      if rows.allSatisfy({ layout.isUnderBar($0.part) }) { continue }
      var seen: Set<String> = []
      for _ in 0..<12 {
        seen.formUnion(play.texts.filter { $0.hasPrefix("lap ") })
        let place = try #require(rows.first).ink.centre
        // A drag begins a few pixels after the press.
        let end = place.y - 12 - (rows.count > 1 ? rows[1].box.y - rows[0].box.y : 2 * rows[0].box.height)
        play.press(place.x, place.y)
        play.drag(from: (place.x, place.y), to: (place.x, end))
        play.release(place.x, end)
        play.wait(.seconds(12))
      }
      #expect(seen.count == 9, "\(company) \(seen)")
    }
  }

  @Test func besideItsNumberNothingHappens() throws {
    var play = Play()
    play.tap(.character("s"))
    let box = try #require(play.scene.layout?.slots.first { $0.part == .stopwatch }).box
    for place in [Point(x: box.midX, y: box.y - 40), Point(x: box.x - 20, y: box.midY)] {
      play.press(place.x, place.y)
      play.release(place.x, place.y)
    }
    #expect(play.scene.stopwatch?.isRunning == true)
  }

  @Test func theDecimalPointIsTheLanguages() throws {
    let moment = Moment.at(9, 0, 0)
    var stopwatch = Stopwatch.started(at: moment)
    let later = Moment(instant: moment.instant, uptime: moment.uptime + .milliseconds(540), zone: .utc)
    stopwatch.lap(at: later)
    stopwatch.toggle(at: later)
    let texts = Set(Words.all.map { stopwatch.hundredths(at: later, $0) })
    #expect(texts == [".54", ",54"])
    #expect(
      Words.all.allSatisfy {
        stopwatch.lapTexts(fromLast: 0, $0)?.total.hasSuffix(stopwatch.hundredths(at: later, $0)) == true
      })
  }
}
