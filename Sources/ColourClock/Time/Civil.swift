package struct Civil: Hashable, Sendable, ClockTime {
  package let year: Int
  package let month: Int
  package let day: Int
  package let hour: Int
  package let minute: Int
  /// 60 is a leap second.
  package let second: Int
  /// 0 is Sunday, 6 is Saturday.
  package let weekday: Int
  /// Seconds east of Greenwich.
  package let utcOffset: Int
  package let abbreviation: String
}

extension Civil {
  /// - Parameter local: The local time as seconds since 1970, as if in UTC.
  init(local: Int, isLeap: Bool, offset: ZoneOffset) {
    let dayNumber = local.floorDivided(by: 86_400)
    let time = local - dayNumber * 86_400
    let date = GregorianDate(dayNumber: dayNumber)
    self.init(
      year: date.year, month: date.month, day: date.day, hour: time / 3600, minute: time / 60 % 60,
      second: time % 60 + (isLeap ? 1 : 0), weekday: GregorianDate.weekday(ofDay: dayNumber),
      utcOffset: offset.seconds, abbreviation: offset.abbreviation)
  }

  package var date: GregorianDate { GregorianDate(knownYear: year, month: month, day: day) }

  /// Local seconds since 1970. A leap second has the value of the second before it.
  var local: Int { date.dayNumber * 86_400 + (hour * 60 + minute) * 60 + min(second, 59) }

  func with(second: Int) -> Civil {
    Civil(
      year: year, month: month, day: day, hour: hour, minute: minute, second: second, weekday: weekday,
      utcOffset: utcOffset, abbreviation: abbreviation)
  }
}

protocol ClockTime {
  var hour: Int { get }
  var minute: Int { get }
  var second: Int { get }
}

extension ClockTime {
  var hourAndMinute: String { hour.twoDigits + minute.afterColon }

  var clockText: String { hourAndMinute + second.afterColon }
}

package struct GregorianDate: Hashable, Sendable {
  /// The astronomical year: 0 is the year before 1.
  package let year: Int
  package let month: Int
  package let day: Int

  static let years = -(1 << 36)...(1 << 36)

  /// The years 1 to 9999, in seconds since 1970.
  package static let secondsOfFourDigitYears: ClosedRange<Int64> = -62_135_596_800...253_402_300_799

  /// Returns `nil` if the date does not exist or the year is outside `years`.
  package init?(year: Int, month: Int, day: Int) {
    guard Self.years.contains(year), (1...12).contains(month),
      (1...Self.days(inMonth: month, of: year)).contains(day)
    else { return nil }
    self.init(knownYear: year, month: month, day: day)
  }

  init(knownYear year: Int, month: Int, day: Int) {
    self.year = year
    self.month = month
    self.day = day
  }

  /// Source: Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms", `civil_from_days`.
  /// - Parameter dayNumber: Days since 1970-01-01, within ±366 · 2^36.
  package init(dayNumber: Int) {
    precondition((-(366 << 36)...(366 << 36)).contains(dayNumber), "a day number lies within the years of the calendar")
    let shifted = dayNumber + Self.daysTo1970
    let era = shifted.floorDivided(by: Self.daysOfEra)
    let dayOfEra = shifted - era * Self.daysOfEra
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100)
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
    self.init(
      knownYear: era * 400 + yearOfEra + (month < 3 ? 1 : 0), month: month,
      day: dayOfYear - (153 * monthFromMarch + 2) / 5 + 1)
  }

  package var dayNumber: Int { Self.dayNumber(year: year, month: month, day: day) }

  package var weekday: Int { Self.weekday(ofDay: dayNumber) }

  /// Hinnant's `days_from_civil`.
  static func dayNumber(year: Int, month: Int, day: Int) -> Int {
    let marchYear = month < 3 ? year - 1 : year
    let monthFromMarch = (month + 9) % 12
    let dayOfYear = (153 * monthFromMarch + 2) / 5 + day - 1
    let leapDays = marchYear.floorDivided(by: 4) - marchYear.floorDivided(by: 100) + marchYear.floorDivided(by: 400)
    return marchYear * 365 + leapDays + dayOfYear - daysTo1970
  }

  /// Day 0 was a Thursday.
  static func weekday(ofDay dayNumber: Int) -> Int { (dayNumber + 4).floorRemainder(by: 7) }

  package static func isLeap(_ year: Int) -> Bool { year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) }

  package static func days(inMonth month: Int, of year: Int) -> Int {
    switch month {
    case 2: isLeap(year) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  private static let daysOfEra = 146_097
  /// Days from 1 March of year 0, the start of an era.
  private static let daysTo1970 = 719_468
}

extension SignedInteger {
  /// Rounds down; `divisor` must be positive.
  @inlinable
  package func floorDivided(by divisor: Self) -> Self {
    let quotient = self / divisor
    return self % divisor < 0 ? quotient - 1 : quotient
  }

  @inlinable
  package func floorRemainder(by divisor: Self) -> Self { self - floorDivided(by: divisor) * divisor }
}

extension Int {
  /// Pads with zeros; `count` includes the sign.
  package func padded(to count: Int) -> String {
    let (sign, figures) = (self < 0 ? "-" : "", String(magnitude))
    return sign + String(repeating: "0", count: Swift.max(0, count - sign.utf8.count - figures.utf8.count)) + figures
  }

  var twoDigits: String { Int.pairs[self] }

  var hourOfTwelve: Int { (self + 11) % 12 + 1 }

  var afterColon: String { Int.pairsAfterColon[self] }

  private static let pairsAfterColon = pairs.map { ":" + $0 }
  private static let pairs = (0..<100).map { $0 < 10 ? "0\($0)" : "\($0)" }
}
