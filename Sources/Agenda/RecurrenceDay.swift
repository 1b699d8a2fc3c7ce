import ColourClock

struct RecurrenceDay {
  /// Days since 1970-01-01.
  private(set) var number: Int
  private(set) var year: Int
  private(set) var month: Int
  private(set) var day: Int
  private(set) var monthLength: Int
  /// The day of the year, from 1.
  private(set) var yearDay: Int
  private(set) var yearLength: Int
  /// 0 for Sunday to 6 for Saturday.
  private(set) var weekday: Int

  init(_ number: Int) {
    let date = GregorianDate(dayNumber: number)
    self.number = number
    (year, month, day, weekday) = (date.year, date.month, date.day, date.weekday)
    yearLength = RecurrenceDay.length(ofYear: date.year)
    monthLength = GregorianDate.days(inMonth: date.month, of: date.year)
    yearDay = RecurrenceDay.daysBefore[date.month - 1] + (date.month > 2 && yearLength == 366 ? 1 : 0) + date.day
  }

  mutating func advance() {
    number += 1
    weekday = weekday == 6 ? 0 : weekday + 1
    (day, yearDay) = (day + 1, yearDay + 1)
    guard day > monthLength else { return }
    (day, month) = (1, month + 1)
    if month > 12 { (year, month, yearDay) = (year + 1, 1, 1) }
    yearLength = RecurrenceDay.length(ofYear: year)
    monthLength = GregorianDate.days(inMonth: month, of: year)
  }

  var firstDayOfNextMonth: Int { number + monthLength - day + 1 }

  /// The number of the day's week, counted from both ends of a year: 1 is the first week, -1 the last. A week belongs to
  /// the year that has at least four of its days (RFC 5545, 3.3.10).
  func week(from weekStart: Int) -> (fromStart: Int, fromEnd: Int) {
    let dayOfWeek = (weekday - weekStart).floorRemainder(by: 7)
    let firstDay = (dayOfWeek - yearDay + 1).floorRemainder(by: 7)
    let count = RecurrenceDay.weekCount(firstDay: firstDay, yearLength: yearLength)
    // The week's fourth day is day `yearDay - dayOfWeek + 3` of the year.
    let weekNumber = (yearDay - dayOfWeek + 3 + 6) / 7
    if weekNumber < 1 {
      let length = RecurrenceDay.length(ofYear: year - 1)
      return (RecurrenceDay.weekCount(firstDay: (firstDay - length).floorRemainder(by: 7), yearLength: length), -1)
    }
    guard weekNumber > count else { return (weekNumber, weekNumber - count - 1) }
    let nextLength = RecurrenceDay.length(ofYear: year + 1)
    return (1, -RecurrenceDay.weekCount(firstDay: (firstDay + yearLength) % 7, yearLength: nextLength))
  }

  /// A year has 53 weeks if January 1 is the fourth day of a week, or the third in a leap year.
  /// - Parameter firstDay: days from the start of the week to January 1.
  private static func weekCount(firstDay: Int, yearLength: Int) -> Int {
    firstDay == 3 || firstDay == 2 && yearLength == 366 ? 53 : 52
  }

  private static func length(ofYear year: Int) -> Int { GregorianDate.isLeap(year) ? 366 : 365 }

  private static let daysBefore = [0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334]
}
