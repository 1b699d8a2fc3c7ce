/// Date and time of day as a clock on a wall shows them, with the offset that was in force.
package struct Civil: Hashable, Sendable {
  package private(set) var year: Int
  /// 1 to 12.
  package private(set) var month: Int
  /// 1 to 31.
  package private(set) var day: Int
  /// 0 to 23.
  package private(set) var hour: Int
  /// 0 to 59.
  package private(set) var minute: Int
  /// 0 to 60, where 60 is an inserted leap second.
  package private(set) var second: Int
  /// 0 for Sunday to 6 for Saturday.
  package private(set) var weekday: Int
  /// Seconds east of Greenwich, that is, what local time is ahead of UTC.
  package private(set) var utcOffset: Int
  /// What the zone calls its time, as `CEST` or `+0545`.
  package private(set) var abbreviation: String

  /// - Precondition: every part lies in its range and the day in its month; whether the weekday is that of the date is
  ///   left to the caller.
  package init(
    year: Int, month: Int, day: Int, hour: Int, minute: Int, second: Int, weekday: Int, utcOffset: Int,
    abbreviation: String
  ) {
    precondition(GregorianDate(year: year, month: month, day: day) != nil, "a civil date is one of the calendar")
    precondition((0...23).contains(hour) && (0...59).contains(minute), "a civil time has 24 hours of 60 minutes")
    precondition((0...60).contains(second) && (0...6).contains(weekday), "seconds end at 60 and weekdays at 6")
    self.year = year
    self.month = month
    self.day = day
    self.hour = hour
    self.minute = minute
    self.second = second
    self.weekday = weekday
    self.utcOffset = utcOffset
    self.abbreviation = abbreviation
  }

  /// - Parameters:
  ///   - local: seconds from 1970-01-01T00:00:00 to the time to be shown, as if both were UTC.
  ///   - isLeap: that the second shown is the one inserted after `local`.
  init(local: Int, isLeap: Bool, offset: ZoneOffset) {
    let dayNumber = local.floored(by: 86_400)
    let time = local - dayNumber * 86_400
    let date = GregorianDate(dayNumber: dayNumber)
    year = date.year
    month = date.month
    day = date.day
    hour = time / 3600
    minute = time / 60 % 60
    second = time % 60 + (isLeap ? 1 : 0)
    weekday = GregorianDate.weekday(ofDay: dayNumber)
    utcOffset = offset.seconds
    abbreviation = offset.abbreviation
  }

  package var date: GregorianDate { GregorianDate(knownYear: year, month: month, day: day) }

  /// The same with another second of the minute.
  /// - Precondition: `second` lies in 0...60.
  package func with(second: Int) -> Civil {
    precondition((0...60).contains(second), "a minute has the seconds 0 to 60")
    var copy = self
    copy.second = second
    return copy
  }
}
