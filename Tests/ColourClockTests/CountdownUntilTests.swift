import TestSupport
import Testing

@testable import ColourClock

/// Points of time as programs write them, and countdowns up to them on several walls.
@Suite struct CountdownUntilTests {
  @Test(arguments: [
    ("2026-11-22T15:30:00Z", 1_795_361_400, 0), ("2026-11-22 15:30:00Z", 1_795_361_400, 0),
    ("2026-11-22T15:30Z", 1_795_361_400, 0), ("2026-11-22T16:30:00+01:00", 1_795_361_400, 0),
    ("2026-11-22T16:30:00+0100", 1_795_361_400, 0), ("2026-11-22T15:30:00.000Z", 1_795_361_400, 0),
    ("2026-11-22T15:30:00.25Z", 1_795_361_400, 250_000_000),
    ("2026-11-22T10:30:00.001-05:00", 1_795_361_400, 1_000_000),
    ("2026-11-22T15:30:00.123456789Z", 1_795_361_400, 123_456_789),
    ("1969-12-31T23:59:59.750Z", -1, 750_000_000),
  ]) func anInstantIsRead(text: String, second: Int64, nanoseconds: Int64) throws {
    let instant = try ParsedInstant.parse(text).instant(in: .utc)
    #expect(instant == Instant(second: second) + .nanoseconds(nanoseconds))
  }

  @Test(arguments: [
    "", "17:30", "17:30:00Z", "2026-11-22", "2026-11-22T15:30:00", "2026-11-22T15:30:00.250", "2026-11-22T15:30.5Z",
    "2026-11-22T15:30:00.Z", "2026-11-22T15:30:00.1234567890Z", "2026-11-22T15:30:00,5Z", "2026-11-22T15:30:00.5.5Z",
    "2026-02-30T12:00:00Z", "2026-11-22T24:00:00Z", ".5", "2026-11-22T15:30:00.5", "2026-11-22T15:30:00.५Z",
  ]) func everythingElseIsRefused(text: String) {
    #expect(throws: Refusal.instant) { try ParsedInstant.parse(text) }
  }

  /// A time of day means its next occurrence, and survives a pause.
  @Test(arguments: [("12:40", 2400), ("12:40:30", 2430), ("9:05", 75_900), ("12:00", 86_400)] as [(String, Int64)])
  func aTimeOfDayIsItsNextOccurrence(text: String, seconds: Int64) throws {
    var play = Play.sized()
    play.send(.told(.countdown(.until(try .parseUpcoming(text), from: nil, title: "Exam"))))
    let end = play.moment.instant + .seconds(seconds)
    #expect(play.scene.countdown?.state == .running(.wall(end)) && play.scene.countdown?.title == "Exam")
    play.tap(.character("c"))
    play.wait(.seconds(10))
    play.tap(.character("c"))
    #expect(play.scene.countdown?.state == .running(.wall(end)) && play.refusals.isEmpty)
  }

  @Test func theOptionOfATimeOfDaySurvivesAPause() throws {
    var play = Play.sized()
    play.scene.clock.countdown = Countdown.until(try .parse("12:40"), at: play.moment)
    play.send(.told(.countdown(.pause)))
    play.wait(.seconds(10))
    play.send(.told(.countdown(.resume)))
    #expect(play.scene.countdown?.number(at: play.moment) == 40 * 60 - 10)
  }

  @Test(arguments: ["", "12", "24:00", "12:60", "12:40Z", "23:59:60", "tomorrow", "12:40 Exam"])
  func noTimeOfDay(text: String) {
    #expect(throws: Refusal.upcoming) { try ParsedInstant.parseUpcoming(text) }
  }

  /// Before the system's clock is set, the present time is unknown, so a date is not too far away.
  @Test(arguments: [(ClockHealth.unset, true), (.good, false)])
  func aDateBeforeTheClockIsSet(health: ClockHealth, isTaken: Bool) throws {
    var play = Play.sized()
    play.moment = Moment(instant: Instant(second: 60), uptime: play.moment.uptime, zone: .utc, health: health)
    let written = try ParsedInstant.parseUpcoming("2030-01-01")
    play.send(.told(.countdown(.until(written, from: nil, title: nil))))
    let state = Countdown.State.running(.wall(try written.instant(in: .utc)))
    #expect((play.scene.countdown?.state == state) == isTaken && play.refusals.isEmpty == isTaken)
    guard let countdown = play.scene.countdown else { return }
    // A restart keeps it, before the clock is set and after it.
    let record = countdown.record(at: play.moment, boot: "a")
    for moment in [
      play.moment, Moment(instant: Instant(second: 1_790_000_000), uptime: play.moment.uptime, zone: .utc),
    ] {
      #expect(Countdown.restore(record, at: moment, boot: "a")?.countdown.state == state)
    }
  }

  /// A machine without a battery begins in 1970, and sets its clock later. The ring is full then, and is saved. With a
  /// given beginning, the length is known from the first second on.
  @Test(arguments: [nil, "2026-12-01T00:00:00Z"], [true, false])
  func theRingIsMeasuredWhenTheClockIsSet(beginning: String?, restarts: Bool) throws {
    var play = Play.sized()
    play.moment = Moment(instant: Instant(second: 60), uptime: play.moment.uptime, zone: .utc, health: .unset)
    let (end, start) = (try ParsedInstant.parse("2027-01-01T00:00:00Z"), try beginning.map(ParsedInstant.parse))
    play.send(.told(.countdown(.until(end, from: start, title: nil))))
    if restarts {
      let record = try #require(play.scene.countdown).record(at: play.moment, boot: "a")
      play.scene.clock.countdown = Countdown.restore(record, at: play.moment, boot: "a")?.countdown
    }
    let day = Duration.seconds(86_400)
    play.moment = Moment(instant: try end.instant(in: .utc) + (.zero - day), uptime: play.moment.uptime, zone: .utc)
    play.effects = []
    play.send(.ticked)
    let length = beginning == nil ? day : day * 31
    #expect(play.scene.countdown?.length == length && play.scene.countdown?.fullTurn == length)
    #expect(play.effects == (beginning == nil ? [.saveTimers] : []))
    play.wait(.seconds(100))
    #expect(play.scene.countdown?.length == length)
    #expect(play.scene.countdown?.remaining(at: play.moment) == day - .seconds(100))
  }

  /// `--until 17:30` on a machine that begins in 1970: the date was wrong, so zero is the next such time. It does not
  /// ring for the one of 1970.
  @Test(arguments: [false, true]) func aTimeOfDayBeforeTheClockIsSet(restarts: Bool) throws {
    let old = Moment(instant: Instant(second: 60), uptime: .seconds(7), zone: .utc, health: .unset)
    var countdown = Countdown.until(try TimeOfDay.parse("17:30"), at: old)
    let untilEvening = Duration.seconds(17 * 3600 + 29 * 60)
    #expect(countdown.remaining(at: old) == untilEvening)
    // 2026-12-01 at noon.
    let new = Moment(instant: Instant(second: 1_796_126_400), uptime: .seconds(9), zone: .utc)
    if restarts {
      let record = countdown.record(at: old, boot: "a")
      let restored = try #require(Countdown.restore(record, at: new, boot: "b"))
      #expect(!restored.hasPassed)
      countdown = restored.countdown
    } else {
      let rang = countdown.advance(to: new)
      #expect(!rang)
    }
    let rest = Duration.seconds(5 * 3600 + 30 * 60)
    #expect(countdown.remaining(at: new) == rest && countdown.length == rest && countdown.end == new.instant + rest)
    #expect(!countdown.isDue(at: new))
  }

  /// A restart may come together with the right time.
  @Test func aRestartMeasuresTheRingToo() throws {
    let moment = Moment(instant: Instant(second: 60), uptime: .zero, zone: .utc, health: .unset)
    let end = Instant(second: 1_798_761_600)
    let record = try #require(Countdown.until(end, at: moment)).record(at: moment, boot: "a")
    let later = Moment(instant: Instant(second: 1_798_761_000), uptime: .zero, zone: .utc)
    let countdown = try #require(Countdown.restore(record, at: later, boot: "b")?.countdown)
    #expect(countdown.length == .seconds(600) && countdown.fullTurn == .seconds(600))
    #expect(countdown.state == .running(.wall(end)))
  }

  @Test func aLeapSecondIsTheZones() throws {
    let leap = try ParsedInstant.parse("2026-12-31T23:59:60Z")
    #expect(throws: Refusal.noLeapSecond) { try leap.instant(in: .utc) }
  }

  /// A wall that draws only when it asked to be woken.
  private struct Wall {
    var play: Play
    private(set) var shown: [String] = []

    init(at moment: Moment) {
      play = Play { $0.isReduced = true }
      play.moment = moment
      play.send(.ticked)
    }

    /// Up to a wall time by a span of either clock: whatever the wall's wake-ups find is what it shows.
    mutating func wait(until end: Duration) {
      while let next = play.scene.nextChange(after: play.moment).moment(after: play.moment, pace: .real),
        next.uptime <= end
      {
        play.moment = next
        play.send(.ticked)
      }
      shown = play.texts
      play.jump(end - play.moment.uptime)
    }

    /// The system's clock is set.
    mutating func step(by span: Duration) {
      play.moment = play.moment.at(play.moment.instant + span)
      play.send(.ticked)
    }
  }

  /// 30 pairs of walls, told the same instant at different moments, on clocks that are set on the way: in every second
  /// that is left both show the seconds left, rounded up.
  @Test(arguments: 1...30) func wallsCountInStep(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let rest = Duration.milliseconds(Int64.random(in: 20_000...200_000, using: &random))
    let start = Moment.at(12, 0, 0, plus: .milliseconds(Int64.random(in: 0...999, using: &random)))
    let end = start.instant + rest
    let order = Event.told(.countdown(.until(try written(end), from: try written(start.instant), title: nil)))
    var walls = [Wall(at: start), Wall(at: start)]
    walls[0].play.send(order)
    let later = Duration.milliseconds(Int64.random(in: 1...15_000, using: &random))
    for index in walls.indices { walls[index].wait(until: start.uptime + later) }
    walls[1].play.send(order)
    let stepAt = Int.random(in: 2...60, using: &random)
    for index in 0... {
      if index == stepAt {
        let step = Duration.milliseconds(Int64.random(in: -5000...3000, using: &random))
        for index in walls.indices { walls[index].step(by: step) }
      }
      guard end > walls[0].play.moment.instant else { break }
      try lookAtASecond(of: &walls, until: end, using: &random)
    }
    for wall in walls {
      #expect(wall.play.scene.countdownReport(at: wall.play.moment)?.state == "over")
      // Their rings are as full as each other's.
      #expect(wall.play.scene.countdown?.length == walls[0].play.scene.countdown?.length)
    }
  }

  /// At the present moment, and then on into the next second of the rest: somewhere in it, and sometimes at its very
  /// beginning.
  private func lookAtASecond(of walls: inout [Wall], until end: Instant, using random: inout SeededRandom) throws {
    let now = walls[0].play.moment
    let rest = end - now.instant
    try expect(walls, toShow: rest, at: now)
    let part = Duration.milliseconds(Bool.random(using: &random) ? 0 : Int64.random(in: 0...999, using: &random))
    let next = Duration.seconds(rest.secondsRoundedUp - 1) - part
    for index in walls.indices {
      walls[index].wait(until: now.uptime + rest - max(.zero, next))
      #expect(walls[index].shown == walls[index].play.texts, "a wall was not woken")
    }
  }

  /// All at the same instant, with the number of the seconds left.
  private func expect(_ walls: [Wall], toShow rest: Duration, at now: Moment) throws {
    for wall in walls {
      let countdown = try #require(wall.play.scene.countdown)
      #expect(countdown.number(at: now) == Int(rest.inSeconds.rounded(.up)))
      #expect(wall.play.moment.instant == now.instant)
    }
  }

  /// As JavaScript and others write it.
  private func written(_ instant: Instant) throws -> ParsedInstant {
    let time = Zone.utc.civil(at: instant.second)
    let milliseconds = Int((instant - Instant(second: instant.second)) / .milliseconds(1))
    let fraction = String(String(1000 + milliseconds).dropFirst())
    return try .parse(
      "\(time.year)-\(time.month.twoDigits)-\(time.day.twoDigits)T\(time.hour.twoDigits)\(time.minute.afterColon)"
        + "\(time.second.afterColon).\(fraction)Z")
  }

  private func refusals(_ play: Play) -> [String] { play.refusals }

  @Test func theSameInstantAgainRestartsNothing() throws {
    var play = Play()
    let end = try ParsedInstant.parse("2026-01-01T12:05:00.500Z")
    play.send(.told(.countdown(.until(end, from: nil, title: "Tea"))))
    let first = try #require(play.scene.countdown)
    #expect(first.length == .milliseconds(300_500) && first.title == "Tea")
    play.wait(.seconds(10))
    play.send(.told(.countdown(.until(end, from: nil, title: nil))))
    #expect(play.scene.countdown == first)
    play.send(.told(.countdown(.until(end, from: nil, title: "Coffee"))))
    var renamed = first
    renamed.title = "Coffee"
    #expect(play.scene.countdown == renamed)
    // Another beginning is another ring, as on a wall that is told of both at once.
    play.send(.told(.countdown(.until(end, from: try .parse("2026-01-01T11:55:00Z"), title: nil))))
    #expect(play.scene.countdown?.length == .milliseconds(600_500) && play.scene.countdown?.title == "Coffee")
    play.send(.told(.countdown(.until(try .parse("2026-01-01T12:05:00Z"), from: nil, title: nil))))
    #expect(play.scene.countdown?.length == .seconds(290))
  }

  @Test(arguments: [
    ("2026-01-01T12:00:00Z", "that moment has passed"), ("2025-12-31T12:00:00Z", "that moment has passed"),
    ("0000-01-01T00:00:00Z", "that moment has passed"), ("9999-12-31T23:59:59Z", "ten years at most"),
    ("2036-01-02T12:00:00.001Z", "ten years at most"), ("2026-01-01T12:59:60Z", "no leap second"),
  ]) func whatIsRefusedChangesNothing(text: String, reason: String) throws {
    var play = Play(countdown: .seconds(60))
    let before = play.scene.countdown
    play.send(.told(.countdown(.until(try .parse(text), from: nil, title: "Tea"))))
    #expect(play.scene.countdown == before)
    #expect(refusals(play).count == 1 && refusals(play)[0].contains(reason))
  }

  /// Neither added time nor a clock that is set back makes a countdown longer than the longest.
  @Test(arguments: [true, false]) func noChangeMakesItLonger(isPaused: Bool) throws {
    let (noon, longest) = (Moment.after(0), Double(TimeSpan.longest.components.seconds))
    var countdown = try #require(Countdown.until(noon.instant + .seconds(2400), at: noon))
    if isPaused {
      countdown.toggle(at: noon)
      countdown.add(TimeSpan.longest * 2, at: noon)
    }
    countdown.reset()
    countdown.start(at: .after(1, wallAhead: -(isPaused ? 60 : longest)))
    #expect(countdown.length == TimeSpan.longest)
  }

  @Test func theLongestIsTaken() throws {
    var play = Play()
    play.send(.told(.countdown(.until(try .parse("2036-01-02T12:00:00Z"), from: nil, title: nil))))
    #expect(play.scene.countdown?.length == TimeSpan.longest && refusals(play).isEmpty)
  }
}
