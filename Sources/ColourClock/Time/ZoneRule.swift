/// A rule for all years, as the environment variable TZ and the footers of zone files state it.
///
/// Source: POSIX.1-2017, Base Definitions, section 8.3 (TZ), with the extension of RFC 9636 section 3.3.1.
package struct ZoneRule: Hashable, Sendable {
  /// When in a year the offset changes.
  struct Change: Hashable, Sendable {
    let day: Day
    /// Seconds from midnight of that day, by the wall before the change: -167 to 167 hours.
    let time: Int
  }

  /// How a rule counts the days of a year.
  enum Day: Hashable, Sendable {
    /// `Jn`: 1 to 365, where 29 February is never counted.
    case julian(Int)
    /// `n`: 0 to 365, with 29 February.
    case ordinal(Int)
    /// `Mm.w.d`: the `week`th such weekday of the month, or the last for 5.
    case weekday(month: Int, week: Int, weekday: Int)
  }

  /// The other offset, of which a part of the year is made.
  struct Daylight: Hashable, Sendable {
    let offset: ZoneOffset
    let begins: Change
    let ends: Change
  }

  let standard: ZoneOffset
  let daylight: Daylight?

  init(standard: ZoneOffset, daylight: Daylight?) {
    self.standard = standard
    self.daylight = daylight
  }

  /// Takes a rule like `CET-1CEST,M3.5.0,M10.5.0/3`; one that names summer time without dates gets `M3.2.0,M11.1.0`.
  /// - Throws: `ZoneError.rule`.
  package init(_ text: String) throws(ZoneError) {
    var parser = ZoneRuleParser(text)
    self = try parser.rule()
  }

  /// All offsets that the rule may lead to.
  var offsets: [Int] { [standard.seconds] + (daylight.map { [$0.offset.seconds] } ?? []) }

  /// The offset at a POSIX second: the last change before it decides.
  func offset(at posix: Int) -> ZoneOffset {
    guard let daylight else { return standard }
    var year = GregorianDate(dayNumber: posix.floored(by: 86_400)).year + 1
    while true {
      if let isDaylight = isDaylight(daylight, at: posix, by: year) { return isDaylight ? daylight.offset : standard }
      year -= 1
    }
  }

  /// What the changes of a year make of an instant; `nil` if it is before both.
  ///
  /// Of two changes at once the beginning counts, within a year and, as the later year is asked first, between two:
  /// summer time that ends where the next one begins lasts all year (RFC 9636 section 3.3.1).
  private func isDaylight(_ daylight: Daylight, at posix: Int, by year: Int) -> Bool? {
    let begin = daylight.begins.second(in: year) - standard.seconds
    let end = daylight.ends.second(in: year) - daylight.offset.seconds
    guard posix >= min(begin, end) else { return nil }
    if posix >= max(begin, end) { return begin >= end }
    return begin < end
  }
}

extension ZoneRule.Change {
  /// Wall seconds since 1970-01-01T00:00:00.
  fileprivate func second(in year: Int) -> Int { dayNumber(in: year) * 86_400 + time }

  private func dayNumber(in year: Int) -> Int {
    let newYear = { GregorianDate.dayNumber(year: year, month: 1, day: 1) }
    switch day {
    case .julian(let number): return newYear() + number - (GregorianDate.isLeap(year) && number > 59 ? 0 : 1)
    case .ordinal(let number): return newYear() + number
    case .weekday(let month, let week, let weekday):
      let first = GregorianDate.dayNumber(year: year, month: month, day: 1)
      let offset = (weekday - GregorianDate.weekday(ofDay: first) + 7) % 7 + (week - 1) * 7
      return first + (offset < GregorianDate.days(inMonth: month, of: year) ? offset : offset - 7)
    }
  }
}
