import Testing

@testable import ColourClock

/// Nights by the wall's time, with their slopes.
@Suite struct ScheduleTests {
  static let night = try? DailyHours.parse("22:00-07:00")

  private func depth(_ hour: Int, _ minute: Int, _ second: Int = 0, of text: String = "22:00-07:00") throws -> Double {
    try DailyHours.parse(text).depth(at: Moment.at(hour, minute, second).instant.second, in: .utc)
  }

  @Test func itSinksFromItsBeginningAndRisesFromItsEnd() throws {
    #expect(try [depth(21, 59, 59), depth(22, 5), depth(22, 10)] == [0, 301.0 / 600, 1])
    #expect(try [depth(6, 59, 59), depth(7, 4, 59), depth(7, 9, 59)] == [1, 0.5, 0])
    #expect(try [depth(0, 0), depth(3, 30), depth(12, 0)] == [1, 1, 0])
  }

  @Test func itMayLieWithinADay() throws {
    #expect(
      try [depth(12, 30, of: "13:00-14:00"), depth(13, 30, of: "13:00-14:00"), depth(14, 30, of: "13:00-14:00")] == [
        0, 1, 0,
      ])
  }

  /// Shorter than a slope, it does not get all the way down.
  @Test func aShortOneIsShallow() throws {
    #expect(try depth(13, 5, of: "13:00-13:05") == 0.5)
    #expect(try depth(13, 14, 59, of: "13:00-13:05") == 0)
  }

  /// Second by second over a whole day: no step is larger than one six-hundredth, and it comes to where it was.
  @Test(arguments: ["22:00-07:00", "00:00-00:01", "07:00-22:00", "23:59:59-00:00", "13:00-12:59:59"])
  func itHasNoSteps(text: String) throws {
    let schedule = try DailyHours.parse(text)
    let depths = (0...86_400).map { schedule.depth(at: newYear + $0, in: .utc) }
    #expect(zip(depths, depths.dropFirst()).allSatisfy { abs($0 - $1) <= 1.0 / 600 + 1e-12 })
    #expect(depths.first == depths.last)
    #expect(depths.allSatisfy { (0...1).contains($0) })
  }

  /// In the nights in which Berlin changes its clocks, with ends within the hour that is left out or comes twice.
  @Test(
    arguments: [1_774_742_400, 1_792_886_400] as [Int64],
    ["22:00-07:00", "22:00-02:30", "02:30-07:00", "02:10-02:50", "03:00-02:00"])
  func nothingJumpsWithSummerTime(day: Int64, text: String) throws {
    let (schedule, berlin) = (try DailyHours.parse(text), Zone(rule: try ZoneRule("CET-1CEST,M3.5.0,M10.5.0/3")))
    let start = day - 7200
    let depths = (start...day + 18_600).map { schedule.depth(at: $0, in: berlin) }
    #expect(zip(depths, depths.dropFirst()).allSatisfy { abs($0 - $1) <= 1.0 / 600 + 1e-12 })
    // Ten minutes after each change of mind it is what the wall's time says.
    for second in stride(from: day, through: day + 18_000, by: 60) {
      let held = depths[Int(second - start)...].prefix(600)
      let civil = berlin.civil(at: second)
      if Set(held).count == 1 { #expect(held.first == (holds(text, civil) ? 1 : 0), "\(civil)") }
    }
  }

  private func holds(_ text: String, _ civil: Civil) -> Bool {
    let times = text.split(separator: "-").compactMap { try? TimeOfDay.parse(String($0)) }
    let seconds = times.map { ($0.hour * 60 + $0.minute) * 60 + $0.second }
    let now = (civil.hour * 60 + civil.minute) * 60 + civil.second
    return seconds[0] < seconds[1] ? (seconds[0]..<seconds[1]).contains(now) : now >= seconds[0] || now < seconds[1]
  }

  @Test(arguments: [
    "", "22:00", "22:00-", "-07:00", "22:00-07:00-08:00", "22:00-22:00", "24:00-07:00", "22-07", "22:00 07:00",
  ])
  func everythingElseIsRefused(text: String) {
    #expect(throws: Refusal.schedule) { try DailyHours.parse(text) }
  }
}
