import Testing

@testable import ColourClock

@Suite struct CivilTests {
  /// Year, month, day; days since 1970; weekday.
  static let days = [
    ([1970, 1, 1], 0, 4), ([1969, 12, 31], -1, 3), ([2000, 2, 29], 11_016, 2), ([1900, 3, 1], -25_508, 4),
    ([2026, 11, 21], 20_778, 6), ([1582, 10, 15], -141_427, 5), ([1, 1, 1], -719_162, 1), ([0, 2, 29], -719_469, 2),
    ([-4712, 1, 1], -2_440_550, 4), ([10_000, 1, 1], 2_932_897, 6),
  ]

  @Test(arguments: days) func `dates and day numbers agree`(date: [Int], number: Int, weekday: Int) throws {
    let date = try #require(GregorianDate(year: date[0], month: date[1], day: date[2]))
    #expect(date.dayNumber == number)
    #expect(GregorianDate(dayNumber: number) == date)
    #expect(date.weekday == weekday)
  }

  /// Every day of a cycle of 400 years follows the one before it.
  @Test func `the calendar has no gaps`() throws {
    var date = try #require(GregorianDate(year: 1799, month: 12, day: 31))
    var weekday = date.weekday
    for number in date.dayNumber + 1..<date.dayNumber + 146_098 {
      let next = GregorianDate(dayNumber: number)
      let isNext =
        next.day == date.day + 1 && next.month == date.month
        || next.day == 1 && next.month == date.month % 12 + 1 && date.day >= 28
      weekday = (weekday + 1) % 7
      guard isNext, next.dayNumber == number, next.weekday == weekday else {
        Issue.record("\(date) is followed by \(next)")
        return
      }
      date = next
    }
    #expect(date == GregorianDate(year: 2199, month: 12, day: 31))
  }

  @Test(arguments: [
    [2026, 2, 29], [1900, 2, 29], [2026, 4, 31], [2026, 13, 1], [2026, 0, 1], [2026, 1, 0], [2026, 1, 32],
    [.max, 1, 1], [.min, 1, 1],
  ])
  func `a date that is not in the calendar is none`(date: [Int]) {
    #expect(GregorianDate(year: date[0], month: date[1], day: date[2]) == nil)
  }

  @Test func `the last dates of the calendar come back`() throws {
    for year in [GregorianDate.years.lowerBound, GregorianDate.years.upperBound] {
      let date = try #require(GregorianDate(year: year, month: 12, day: 31))
      #expect(GregorianDate(dayNumber: date.dayNumber) == date)
    }
  }

  @Test func `another second changes nothing else`() {
    let civil = Zone.utc.civil(at: 1_795_268_116)
    let changed = civil.with(second: 60)
    #expect(changed.second == 60 && changed != civil && changed.with(second: civil.second) == civil)
    #expect(
      civil
        == Civil(
          year: 2026, month: 11, day: 21, hour: 13, minute: 35, second: 16, weekday: 6, utcOffset: 0,
          abbreviation: "UTC"))
  }
}
