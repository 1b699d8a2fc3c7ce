import ColourClock

/// A day, with its numbers for the BY parts of a rule, such as BYMONTH.
struct RuleDay {
  /// The day, counted from 1970-01-01.
  private(set) var number: Int
  private(set) var year: Int
  /// The month, 1 to 12.
  private(set) var month: Int
  /// The day of the month, from 1.
  private(set) var day: Int
  private(set) var monthLength: Int
  /// The day of the year, from 1.
  private(set) var yearDay: Int
  private(set) var yearLength: Int
  /// The weekday: 0 for Sunday to 6 for Saturday.
  private(set) var weekday: Int

  init(_ number: Int) {
    let date = GregorianDate(dayNumber: number)
    self.number = number
    (year, month, day, weekday) = (date.year, date.month, date.day, date.weekday)
    let isLeap = GregorianDate.isLeap(date.year)
    yearLength = isLeap ? 366 : 365
    monthLength = GregorianDate.days(inMonth: date.month, of: date.year)
    yearDay = RuleDay.daysBefore[date.month - 1] + (date.month > 2 && isLeap ? 1 : 0) + date.day
  }

  mutating func advance() {
    number += 1
    weekday = weekday == 6 ? 0 : weekday + 1
    (day, yearDay) = (day + 1, yearDay + 1)
    guard day > monthLength else { return }
    (day, month) = (1, month + 1)
    if month > 12 { (year, month, yearDay) = (year + 1, 1, 1) }
    yearLength = GregorianDate.isLeap(year) ? 366 : 365
    monthLength = GregorianDate.days(inMonth: month, of: year)
  }

  /// The first day of the next month, in days since 1970-01-01.
  var nextMonth: Int { number + monthLength - day + 1 }

  /// The week's number from the start of its year (1 or more) and from the end (-1 or less). Week 1 is the first week
  /// with at least four days in the year (RFC 5545, 3.3.10). So a day may belong to a week of another year.
  /// - Parameter weekStart: 0 for Sunday to 6 for Saturday.
  func week(from weekStart: Int) -> (fromStart: Int, fromEnd: Int) {
    let dayOfWeek = (weekday - weekStart + 7) % 7
    let firstDay = ((dayOfWeek - yearDay + 1) % 7 + 7) % 7
    let weeks = RuleDay.weeks(from: firstDay, yearLength)
    let number = (yearDay - dayOfWeek + 9) / 7
    if number < 1 {
      let length = GregorianDate.isLeap(year - 1) ? 366 : 365
      return (RuleDay.weeks(from: (firstDay - length % 7 + 7) % 7, length), -1)
    }
    guard number > weeks else { return (number, number - weeks - 1) }
    let next = RuleDay.weeks(from: (firstDay + yearLength) % 7, GregorianDate.isLeap(year + 1) ? 366 : 365)
    return (1, -next)
  }

  /// - Parameter firstDay: the days from the start of the week to January 1.
  private static func weeks(from firstDay: Int, _ length: Int) -> Int {
    firstDay == 3 || firstDay == 2 && length == 366 ? 53 : 52
  }

  /// The days before each month, in a year that is not a leap year.
  private static let daysBefore = [0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334]
}
