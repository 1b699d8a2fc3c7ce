package struct Civil: Hashable, Sendable {
  package let year: Int
  package let month: Int
  package let day: Int
  package let hour: Int
  package let minute: Int
  /// 60 is a leap second.
  package let second: Int
  /// 0 for Sunday to 6 for Saturday.
  package let weekday: Int
  /// Seconds east of Greenwich.
  package let utcOffset: Int
  /// Such as `CEST` or `+0545`.
  package let abbreviation: String
}

extension Civil {
  /// - Parameters:
  ///   - local: shown seconds since 1970, as if UTC.
  ///   - isLeap: for the leap second after `local`.
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

  /// The shown time since 1970, as if UTC. A leap second has the value before it.
  var local: Int { date.dayNumber * 86_400 + (hour * 60 + minute) * 60 + min(second, 59) }

  var clockText: String { "\(hour.twoDigits)\(minute.afterColon)\(second.afterColon)" }

  func with(second: Int) -> Civil {
    Civil(
      year: year, month: month, day: day, hour: hour, minute: minute, second: second, weekday: weekday,
      utcOffset: utcOffset, abbreviation: abbreviation)
  }
}

/// Proleptic Gregorian.
package struct GregorianDate: Hashable, Sendable {
  /// Astronomical: 0 is the year before 1.
  package let year: Int
  package let month: Int
  package let day: Int

  /// The years cover `Zone.bounds`, and no calculation overflows.
  static let years = -(1 << 36)...(1 << 36)

  /// `nil` if it does not exist or is outside `years`.
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

  /// Days since 1970-01-01.
  ///
  /// Source: Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms", `civil_from_days`. Years begin in March:
  /// the leap day is last, and month `m` after March begins on day (153 · m + 2) / 5.
  /// - Precondition: the day lies within ±366 · 2^36.
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

  /// Since 1970-01-01.
  package var dayNumber: Int { Self.dayNumber(year: year, month: month, day: day) }

  package var weekday: Int { Self.weekday(ofDay: dayNumber) }

  /// Inverse of `init(dayNumber:)` (`days_from_civil`).
  static func dayNumber(year: Int, month: Int, day: Int) -> Int {
    let marchYear = month < 3 ? year - 1 : year
    let monthFromMarch = (month + 9) % 12
    let dayOfYear = (153 * monthFromMarch + 2) / 5 + day - 1
    let leapDays = marchYear.floorDivided(by: 4) - marchYear.floorDivided(by: 100) + marchYear.floorDivided(by: 400)
    return marchYear * 365 + leapDays + dayOfYear - daysTo1970
  }

  /// 0 for Sunday. 1970-01-01 was a Thursday.
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
  /// From 1 March of year 0, an era's beginning.
  private static let daysTo1970 = 719_468
}

extension Int {
  /// Rounds down even below zero. `divisor` is positive.
  package func floorDivided(by divisor: Int) -> Int {
    let quotient = self / divisor
    return self % divisor < 0 ? quotient - 1 : quotient
  }

  /// 0..<`divisor`.
  package func floorRemainder(by divisor: Int) -> Int { self - floorDivided(by: divisor) * divisor }

  /// Zeros fill up to `count` characters.
  package func padded(to count: Int) -> String {
    let (sign, figures) = (self < 0 ? "-" : "", String(magnitude))
    return sign + String(repeating: "0", count: Swift.max(0, count - sign.utf8.count - figures.utf8.count)) + figures
  }

  /// For 0..<100.
  var twoDigits: String { Int.pairs[self] }

  /// 1 to 12, for 0…23.
  var hourOfTwelve: Int { (self + 11) % 12 + 1 }

  /// Such as ":05", for 0..<100.
  var afterColon: String { Int.pairsAfterColon[self] }

  private static let pairsAfterColon = pairs.map { ":" + $0 }
  private static let pairs = (0..<100).map { $0 < 10 ? "0\($0)" : "\($0)" }
}
