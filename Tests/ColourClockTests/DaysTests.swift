import FoundationEssentials
import TestSupport
import Testing

@testable import ColourClock

/// Countdowns of days: by the calendar of the wall's zone, in figures, and over a restart.
@Suite struct DaysTests {
  private static let zones = [
    "Europe/Berlin", "America/New_York", "America/St_Johns", "Australia/Lord_Howe", "Asia/Kathmandu",
    "America/Sao_Paulo",
    "Africa/Casablanca", "UTC",
  ]

  private func zone(_ name: String) throws -> Zone { try ZoneFile.parse(CLibrary.zoneFile(name)) }

  private func second(_ text: String, in zone: Zone) throws -> Int64 {
    try ParsedInstant.parseLocal(text).instant(in: zone).second
  }

  /// 2,000 random moments of 2000 to 2060 to random dates up to ten years on, seed 41. The oracle counts as Python's
  /// `datetime` without zones does: the difference of the two local times, in whole days and hours. Where a clock is
  /// changed within a day of the start or the end, days may differ by one, as a day there has 23 or 25 hours.
  @Test func daysAgreeWithCivilArithmetic() throws {
    var random = SeededRandom(seed: 41)
    let zones = try Self.zones.map(zone)
    var plain = 0
    for _ in 0..<2000 {
      let zone = try #require(zones.randomElement(using: &random))
      let start = Int64.random(in: 946_684_800...2_840_140_800, using: &random)
      let end = start + Int64.random(in: 360_000...315_619_200, using: &random)
      let left = DaysAndHours(from: start, to: end, in: zone)
      let (from, to) = (zone.civil(at: start), zone.civil(at: end))
      let naive = to.local - from.local
      #expect(abs(left.days - naive.floorDivided(by: 86_400)) <= 1 && (0...25).contains(left.hours))
      let offsets = [start - 86_400, start + 86_400, end - 86_400, end + 86_400].map { zone.civil(at: $0).utcOffset }
      guard offsets[0] == offsets[1], offsets[2] == offsets[3] else { continue }
      plain += 1
      #expect(left == DaysAndHours(seconds: naive), "from \(start) to \(end)")
    }
    #expect(plain > 1800)
  }

  /// Hour by hour, and in the seconds around each: days and hours never grow while the time passes,
  /// but once by an hour where clocks go back.
  @Test(arguments: zones) func theyNeverGrow(name: String) throws {
    let zone = try zone(name)
    let end = try second("2027-04-10T02:30", in: zone)
    var (last, offset) = (Int.max, zone.civil(at: end - 1200 * 3600).utcOffset)
    for hour in (100...1200).reversed() {
      for part in [-1, 0, 1] as [Int64] {
        let left = DaysAndHours(from: end - Int64(hour) * 3600 + part, to: end, in: zone)
        // An hour that comes twice makes a day of 25, and where clocks go back, an hour may be told once more.
        let count = left.days * 25 + left.hours
        let now = zone.civil(at: end - Int64(hour) * 3600 + part).utcOffset
        #expect(left.hours < 25 && count <= last + (now < offset ? 1 : 0))
        (last, offset) = (count, now)
      }
    }
  }

  @Test(arguments: [
    ("Europe/Berlin", "2027-03-01", "2027-04-01", 31, 0), ("Europe/Berlin", "2027-10-01", "2027-11-01", 31, 0),
    ("Europe/Berlin", "2027-03-27T12:00", "2027-03-31T13:30", 4, 1), ("UTC", "2028-02-25", "2028-03-01", 5, 0),
    ("UTC", "2027-02-25", "2027-03-01", 4, 0), ("America/New_York", "2027-03-13T02:30", "2027-03-18T02:30", 5, 0),
    // In the gap: the day ends where the gap does.
    ("America/New_York", "2027-03-10T02:30", "2027-03-14T03:00", 4, 0), ("UTC", "2027-01-01", "2037-01-01", 3653, 0),
    ("UTC", "2026-11-22T20:00", "2027-01-01T00:30", 39, 4),
  ]) func knownOnes(name: String, start: String, end: String, days: Int, hours: Int) throws {
    let zone = try zone(name)
    let left = try DaysAndHours(from: second(start, in: zone), to: second(end, in: zone), in: zone)
    #expect((left.days, left.hours) == (days, hours))
  }

  // MARK: On the wall

  @Test func daysThenHours() throws {
    var play = Play(countdown: .seconds(40 * 86_400))
    #expect(play.texts.contains("40 days 0 h"))
    play.wait(.seconds(1))
    #expect(play.texts.contains("39 days 23 h"))
    play.jump(.seconds(40 * 86_400 - 360_002))
    play.send(.ticked)
    #expect(play.texts.contains("4 days 4 h"))
    let words = play.scene.layout?.contents.number
    play.wait(.seconds(2))
    #expect(play.texts.contains("99:59:59"))
    #expect(words == "0 days 00 h" && play.scene.layout?.contents.number == "00:00:00")
  }

  @Test func theRingShowsTheWhole() {
    var play = Play(countdown: .seconds(40 * 86_400))
    play.jump(.seconds(10 * 86_400))
    play.send(.ticked)
    let reading = play.scene.countdown?.reading(at: play.moment)
    #expect(reading.map { $0.remaining / $0.period } == 0.75)
    #expect(Ring.ticks(of: .seconds(40 * 86_400)) == 40)
  }

  /// 31 days of Berlin in March are an hour less.
  @Test func aDateIsTheWallsOwn() throws {
    var play = Play()
    let berlin = try zone("Europe/Berlin")
    play.moment = Moment(
      instant: Instant(second: try second("2027-03-01", in: berlin)), uptime: play.moment.uptime, zone: berlin)
    play.send(.ticked, .told(.countdown(.until(try .parseLocal("2027-04-01"), from: nil, title: "Easter"))))
    #expect(play.scene.countdown?.length == .seconds(31 * 86_400 - 3600))
    #expect(play.texts.contains("31 days 0 h") && play.refusals.isEmpty)
    // Paused, it stays. Resumed, it counts to the same date, by command and by key.
    for resumes in [{ $0.send(.told(.countdown(.resume))) }, { $0.tap(.character("c")) }] as [(inout Play) -> Void] {
      play.send(.told(.countdown(.pause)))
      let number = play.scene.countdown?.number(at: play.moment)
      play.jump(.seconds(86_400))
      play.send(.ticked)
      #expect(play.scene.countdown?.number(at: play.moment) == number)
      resumes(&play)
      #expect(play.scene.countdown?.state == .running(.wall(Instant(second: try second("2027-04-01", in: berlin)))))
    }
    #expect(play.texts.contains { $0.hasPrefix("28 days 23 h") || $0.hasPrefix("29 days 0 h") }, "\(play.texts)")
  }

  /// Added time moves the end. A countdown that is reset and started again counts to its end, if that has not passed.
  @Test func theEndOfADate() throws {
    var play = Play()
    let end = play.moment.instant + .seconds(10 * 86_400)
    func isRunning(to instant: Instant) -> Bool { play.scene.countdown?.state == .running(.wall(instant)) }
    play.scene.clock.countdown = Countdown.until(end, at: play.moment)
    play.send(.told(.countdown(.pause)), .told(.countdown(.add(.seconds(60)))))
    play.wait(.seconds(100))
    play.send(.told(.countdown(.resume)))
    #expect(isRunning(to: end + .seconds(60)))
    play.send(.told(.countdown(.add(.seconds(-60)))), .told(.countdown(.reset)))
    play.wait(.seconds(100))
    play.send(.told(.countdown(.toggle)))
    #expect(isRunning(to: end) && play.scene.countdown?.length == .seconds(10 * 86_400 - 200))
    // A new time left makes it a span.
    play.send(.told(.countdown(.pause)), .told(.countdown(.set(.seconds(300)))))
    play.wait(.seconds(60))
    play.send(.told(.countdown(.resume)))
    #expect(play.scene.countdown?.number(at: play.moment) == 300)
  }

  /// The end that passes during a pause is the end.
  @Test func anEndDuringAPause() throws {
    var play = Play { $0.hasOvertime = true }
    play.scene.clock.countdown = Countdown.until(play.moment.instant + .seconds(60), overtime: true, at: play.moment)
    play.send(.told(.countdown(.pause)))
    play.wait(.seconds(90))
    play.send(.told(.countdown(.resume)))
    #expect(play.scene.countdown?.isOver == true && play.scene.countdown?.number(at: play.moment) == -30)
  }

  @Test(arguments: ["2027-01-01", "2027-01-01T00:00", "2027-01-01 00:00:00", "2027-01-01T00:00:00Z"])
  func datesAreRead(text: String) throws {
    #expect(try ParsedInstant.parseLocal(text).instant(in: .utc) == Instant(second: 1_798_761_600))
  }

  @Test(arguments: [
    "", "17:30", "2027-02-30", "2027-1-1", "2027-01-01T", "2027-01-01Z", "01.01.2027", "2027-01-01T24:00",
  ])
  func otherDatesAreRefused(text: String) {
    #expect(throws: Refusal.localInstant) { try ParsedInstant.parseLocal(text) }
  }

  // MARK: Over a restart

  @Test func theyAreKept() throws {
    let now = Moment.after(0)
    var countdown = try #require(Countdown.until(now.instant + .seconds(39 * 86_400), at: now))
    #expect(countdown.runsForDays)
    let record = countdown.record(at: .after(1), boot: "one")
    let data = try JSONEncoder().encode(record)
    let read = try JSONDecoder().decode(Countdown.Record.self, from: data)
    let later = Moment(instant: .init(second: newYear + 86_400), uptime: .seconds(7), zone: .utc)
    #expect(Countdown.restore(read, at: later, boot: "two")?.countdown == countdown)
    // A board without a battery starts in 1970: once its clock is set, the end is where it was.
    let unset = Moment(instant: .init(second: 60), uptime: .seconds(7), zone: .utc, health: .unset)
    #expect(Countdown.restore(read, at: unset, boot: "two")?.countdown == countdown)
    countdown.expectZero(at: .after(39 * 86_400))
    #expect(!countdown.runsForDays && Countdown.until(now.instant, at: now) == nil)
  }
}
