import TestSupport
import Testing

@testable import ColourClock

/// What waits for a time, while the time does what it likes: the machine sleeps for minutes to days, its clock is set
/// by seconds to years both ways, other zones come, with changes of summer time and leap seconds in them. Deadlines are
/// right, nothing is told twice, nothing is lost. The moments are made by hand, thousands of them by each seed.
@Suite struct TimeTroubleTests {
  private static let zones = Result {
    let (berlin, howe) = (
      try ZoneRule("CET-1CEST,M3.5.0,M10.5.0/3"), try ZoneRule("<+1030>-10:30<+11>-11,M10.1.0,M4.1.0")
    )
    // As below `right/`, with a leap second within the days that are played.
    let leap = LeapSeconds.Entry(second: Int(newYear) + 90 * 86_400, correction: 1, isInserted: true)
    return [
      Zone.utc, Zone(rule: berlin), Zone(rule: howe), Zone(rule: try ZoneRule("XXX4YYY,M3.5.0/0,M10.5.0/0")),
      Zone(first: berlin.standard, rule: berlin, leapSeconds: [leap]),
    ]
  }

  /// What happens to the time from one moment to the next.
  private enum Step {
    /// Up to a second, as between two ticks.
    case tick
    /// Somewhat after an end that was asked for, as the kernel wakes it then.
    case due
    case sleep
    case set
    case zone

    /// Troubles are rare: what is lost by one shows in the quiet after it.
    static func random(using random: inout SeededRandom) -> Step {
      switch Int.random(in: 0..<100, using: &random) {
      case 0..<50: .tick
      case 50..<88: .due
      case 88..<92: .sleep
      case 92..<97: .set
      default: .zone
      }
    }
  }

  /// A machine, from just before the last Sunday of March on.
  private struct Machine {
    var random: SeededRandom
    var moment = Moment(instant: Instant(second: newYear + 85 * 86_400), uptime: .seconds(5), zone: .utc)
    private(set) var last: Step = .tick
    let zones: [Zone]

    init(seed: UInt64) throws {
      (random, zones) = (SeededRandom(seed: seed), try TimeTroubleTests.zones.get())
    }

    /// - Parameter wake: the span until what was asked for.
    mutating func step(to wake: Duration?) {
      last = .random(using: &random)
      var (passed, jump, zone) = (milliseconds(1...999), Duration.zero, moment.zone)
      switch last {
      case .tick: break
      case .due:
        passed = max(.zero, wake ?? .seconds(600)) + (Bool.random(using: &random) ? .zero : milliseconds(1...50))
      case .sleep: passed = scaled(259_200)
      case .set:
        jump = scaled(Bool.random(using: &random) ? 7200 : 630_720_000) * (Bool.random(using: &random) ? 1 : -1)
      case .zone:
        zone = zones.randomElement(using: &random) ?? .utc
        // In the very second in which something is due.
        if Bool.random(using: &random), let wake { passed = max(.zero, wake) + milliseconds(0...900) }
      }
      moment = Moment(instant: moment.instant + passed + jump, uptime: moment.uptime + passed, zone: zone)
    }

    private mutating func milliseconds(_ range: ClosedRange<Int64>) -> Duration {
      .milliseconds(Int64.random(in: range, using: &random))
    }

    /// Of any scale up to the longest, in seconds.
    private mutating func scaled(_ longest: Int64) -> Duration {
      var most = longest
      while most > 60, Int.random(in: 0..<3, using: &random) > 0 { most /= 30 }
      return milliseconds(0...1000 * most)
    }
  }

  @Test(arguments: 1...4) func alarms(seed: UInt64) throws {
    var machine = try Machine(seed: seed)
    let list = try TimeTroubleTests.alarms.map(DailyAlarm.parse)
    var alarms = Alarms()
    alarms.replaceGiven(with: list)
    _ = alarms.advance(to: machine.moment, keepingRhythmOf: nil)
    // What has rung counts as told up to that instant, unless the clock is set back by an hour and more.
    var (told, rings) = ([String: Instant](), 0)
    for _ in 0..<1500 {
      let before = machine.moment
      machine.step(to: alarms.wake.instant.map { $0 - before.instant })
      let now = machine.moment
      let earlier = alarms.ringing?.alarms.map(\.title) ?? []
      let hasRung = alarms.isDue(at: now) && alarms.advance(to: now, keepingRhythmOf: nil)
      let ringing = hasRung ? alarms.ringing?.alarms.map(\.title) ?? [] : []
      told = told.filter { $0.value - now.instant < .seconds(3600) }
      func due(from start: Instant) -> [String] {
        list.filter { alarm in
          alarm.next(after: max(start, told[alarm.title] ?? start), in: now.zone).map { $0 <= now.instant } ?? false
        }.map(\.title)
      }
      // Later than five minutes is too late, and a time that a clock was set back over comes again.
      let late = now.instant + .seconds(-300) + .nanoseconds(-1)
      let must = before.instant <= now.instant ? due(from: max(before.instant, late)) : []
      let may = now.zone == before.zone ? must : due(from: late)
      // What rang already goes on ringing.
      let titles = ringing.filter { may.contains($0) || !earlier.contains($0) }
      #expect(Set(must).isSubset(of: titles), "lost at \(now.instant.second) after \(machine.last)")
      #expect(Set(titles).isSubset(of: may), "early or twice at \(now.instant.second) after \(machine.last)")
      for title in titles where hasRung { told[title] = now.instant }
      rings += hasRung ? 1 : 0
      guard Set(must).isSubset(of: titles), Set(titles).isSubset(of: may) else { return }
    }
    #expect(rings > 50)
  }

  private static let alarms = [
    "02:30=Night", "03:00=Three", "12:00=Noon@mon-fri", "12:00:30=Soon", "00:00=Midnight", "23:59:59=Last@sat,sun",
  ]

  @Test(arguments: 1...8, [false, true]) func countdownsOfASpan(seed: UInt64, repeats: Bool) throws {
    var machine = try Machine(seed: seed)
    let period = Duration.seconds(90)
    var countdown = Countdown(Countdown.Rules(period: period, repeats: repeats))
    var (end, zeros) = (Duration?.none, 0)
    for _ in 0..<3000 {
      if end == nil {
        countdown.dismiss(at: machine.moment)
        countdown.start(at: machine.moment)
        end = machine.moment.uptime + period
      }
      guard let due = end else { return }
      #expect(countdown.remaining(at: machine.moment) == due - machine.moment.uptime)
      machine.step(to: due - machine.moment.uptime)
      // The clock of the wall and its zone are nothing to it.
      let isOver = machine.moment.uptime >= due
      let (told, again) = (countdown.advance(to: machine.moment), countdown.advance(to: machine.moment))
      #expect(told == isOver && !again, "after \(machine.last)")
      guard isOver else { continue }
      zeros += 1
      let missed = (machine.moment.uptime - due).count(of: period)
      end = repeats ? due + period * Int(missed + 1) : nil
    }
    #expect(zeros > 500)
  }

  /// Up to a time of day, and up to an instant: by the wall's clock, at the first moment that is not before it.
  @Test(arguments: 1...8, [false, true]) func countdownsUntil(seed: UInt64, isInstant: Bool) throws {
    var machine = try Machine(seed: seed)
    var (countdown, zeros) = (Countdown(Countdown.Rules(period: .seconds(60))), 0)
    var end: Instant?
    for _ in 0..<3000 {
      // One that years were put before is of no more use here.
      if end.map({ $0 - machine.moment.instant > .seconds(200_000) }) ?? true {
        let target = try target(of: &machine, isInstant)
        (countdown, end) = (target.countdown, target.end)
      }
      guard let due = end else { return }
      #expect(countdown.remaining(at: machine.moment) == due - machine.moment.instant)
      machine.step(to: due - machine.moment.instant)
      let isOver = machine.moment.instant >= due
      let isTold = countdown.advance(to: machine.moment)
      #expect(isTold == isOver, "after \(machine.last)")
      // Set back behind it, it stays over.
      machine.step(to: nil)
      let again = countdown.advance(to: machine.moment)
      #expect(!again || !isOver, "told twice")
      #expect(!isOver || countdown.remaining(at: machine.moment) == .zero)
      if case .over = countdown.state { (end, zeros) = (nil, zeros + 1) }
    }
    #expect(zeros > 200)
  }

  private func target(of machine: inout Machine, _ isInstant: Bool) throws -> (countdown: Countdown, end: Instant) {
    let now = machine.moment
    let (hour, minute) = (
      Int.random(in: 0...23, using: &machine.random), Int.random(in: 0...59, using: &machine.random)
    )
    let time = try #require(TimeOfDay(hour: hour, minute: minute))
    guard isInstant else { return (.until(time, at: now), time.next(after: now)) }
    let end = now.instant + .milliseconds(Int64.random(in: 1...90_000_000, using: &machine.random))
    return (Countdown(Countdown.Rules(period: .seconds(60))).running(until: end, isLengthGuessed: false), end)
  }

  /// By the even times of the wall: in the quiet after any trouble each of them once.
  @Test(arguments: [300, 3600]) func alignedCountdowns(seconds: Int64) throws {
    let counts = try (1...8).map { try alignedCountdown(of: seconds, seed: $0) }
    #expect(counts.allSatisfy { $0.zeros > 300 && $0.quiet > 1000 } && counts.contains { $0.moved > 5 }, "\(counts)")
  }

  /// - Returns: how many ends were told, how many steps were ticks alone, and how often another zone moved an end.
  private func alignedCountdown(of seconds: Int64, seed: UInt64) throws -> (zeros: Int, quiet: Int, moved: Int) {
    var machine = try Machine(seed: seed)
    let period = Duration.seconds(seconds)
    var countdown = Countdown(Countdown.Rules(period: period, timing: .aligned, repeats: true))
    countdown.start(at: machine.moment)
    var due = AlignedTime(period: period, zone: machine.moment.zone).next(after: machine.moment.instant)
    var (quiet, zeros, moved) = (0, 0, 0)
    for _ in 0..<3000 {
      machine.step(to: countdown.remaining(at: machine.moment))
      let now = machine.moment
      let hasFired = countdown.advance(to: now)
      let grid = AlignedTime(period: period, zone: now.zone)
      // Set back by no more than two periods, what was told is not told again; by more, or where another zone has other
      // even times, it counts anew.
      let isOver = due <= now.instant
      #expect(hasFired == isOver, "at \(now.instant.second) after \(machine.last)")
      let isEven = TimeTroubleTests.isEven(due, of: seconds, in: now.zone)
      if isOver || due - now.instant > period * 2 || !isEven { due = grid.next(after: now.instant) }
      #expect(countdown.remaining(at: now) == due - now.instant && due > now.instant)
      zeros += hasFired ? 1 : 0
      moved += isOver || isEven ? 0 : 1
      if case .tick = machine.last { quiet += 1 }
    }
    return (zeros, quiet, moved)
  }

  /// Whether the wall shows a multiple then, or leaves out some time just before.
  private static func isEven(_ instant: Instant, of seconds: Int64, in zone: Zone) -> Bool {
    let (before, local) = (zone.civil(at: instant.second - 1).local, zone.civil(at: instant.second).local)
    return local % Int(seconds) == 0 || local != before + 1
  }

  /// The day of the agenda is that of the moment, whatever came before it.
  @Test(arguments: 1...4) func agendas(seed: UInt64) throws {
    var machine = try Machine(seed: seed)
    var schedule = Schedule()
    schedule.agenda =
      Agenda.parse(
        "08:00-09:15 Maths\n02:30-02:45 Gap\n22:00-06:00 Night\n12:00-13:00 Lunch @mon-fri\n00:00-24:00 Day @sun\n"
          + "02:40 Pills\n12:00 Cat\n12:00 Dog\n23:59:40 Late\n00:00 Early"
      ).agenda
    for _ in 0..<3000 {
      let before = machine.moment
      let day = schedule.day(at: before)
      machine.step(
        to: day.next(after: before.instant.second).map { Instant(second: $0.seconds.lowerBound) - before.instant })
      if schedule.isDue(at: machine.moment) { _ = schedule.advance(to: machine.moment, keepingRhythmOf: nil) }
      let second = machine.moment.instant.second
      let fresh = AgendaDay(schedule.agenda, around: second, in: machine.moment.zone)
      #expect(schedule.day?.current(at: second)?.seconds == fresh.current(at: second)?.seconds, "after \(machine.last)")
      #expect(schedule.day?.next(after: second)?.seconds == fresh.next(after: second)?.seconds)
      #expect(schedule.day?.seconds == fresh.seconds)
    }
  }

  /// Which rings once all the same.
  @Test func aZoneThatComesJustWhenAnAlarmIsDueTakesNothingAway() throws {
    var alarms = Alarms()
    alarms.replaceGiven(with: [try .parse("12:00=Noon")])
    let noon = Moment.at(12, 0, 0)
    _ = alarms.advance(to: .at(11, 59, 59), keepingRhythmOf: nil)
    // The same time in another zone, as when the file of the zone is replaced.
    let other = Zone(rule: try ZoneRule("GMT0"))
    let moment = Moment(instant: noon.instant + .milliseconds(3), uptime: noon.uptime + .milliseconds(3), zone: other)
    #expect(alarms.isDue(at: moment))
    let rings = alarms.advance(to: moment, keepingRhythmOf: nil)
    let back = Moment(instant: noon.instant + .seconds(2), uptime: noon.uptime + .seconds(2), zone: .utc)
    let ringsAgain = alarms.advance(to: back, keepingRhythmOf: nil)
    #expect(rings && !ringsAgain)
  }

  @Test func whatRangBeforeAClockWasSetBackByHoursHidesNothing() throws {
    var alarms = Alarms()
    alarms.replaceGiven(with: [try .parse("11:30=Early"), try .parse("12:00=Noon")])
    _ = alarms.advance(to: .at(11, 59, 0), keepingRhythmOf: nil)
    for (hour, minute, second, rings) in [
      (12, 0, 0, true), (7, 0, 0, false), (11, 10, 0, false), (11, 9, 59, false), (11, 30, 0, true), (12, 0, 0, true),
    ] {
      let isRinging = alarms.advance(to: .at(hour, minute, second), keepingRhythmOf: nil)
      #expect(isRinging == rings, "at \(hour):\(minute)")
    }
  }
}
