import CICal
import ColourClock

/// The times of a rule one after the other, by libical, and here what libical 3.0.16 gets wrong: weeks of which some are left out; of
/// rules that count in hours where they begin when they are looked up from the middle, and the hours that they name; days counted
/// from the end of their month; days of all months of a year; and a first month without the day.
struct RuleSteps {
  /// What libical works out.
  private let rule: icalrecurrencetype
  private let start: LocalTime
  /// How many times there are; `nil` without an end.
  private let count: Int?
  /// Of which weeks the times are: each so many from that of the start, and beginning on that day from Sunday on.
  private let weeks: (interval: Int, firstDay: Int)?
  /// Days of the month, from its end if negative, and hours of the day; empty where libical looks at them.
  private let (monthDays, hours): ([Int], [Int])

  /// - Returns: `nil` for a rule of which libical can make nothing.
  init?(_ rule: icalrecurrencetype, from start: LocalTime) {
    var rule = rule
    count = rule.count > 0 ? Int(rule.count) : nil
    // libical would count a start that is none of the rule's times, and those that are left out here; who walks knows the end.
    (rule.count, rule.until) = (0, icaltime_null_time())
    if rule.freq == ICAL_WEEKLY_RECURRENCE, rule.interval > 1 {
      weeks = (Int(rule.interval), Int(rule.week_start.rawValue) - 1)
      rule.interval = 1
    } else {
      weeks = nil
    }
    rule.nameAllMonths()
    let isShort = [ICAL_HOURLY_RECURRENCE, ICAL_MINUTELY_RECURRENCE].contains(rule.freq)
    let looksAtDays = isShort || rule.freq == ICAL_DAILY_RECURRENCE
    (monthDays, hours) = (looksAtDays ? list(of: rule.by_month_day) : [], isShort ? list(of: rule.by_hour) : [])
    if !monthDays.isEmpty { rule.by_month_day.0 = endOfList }
    if !hours.isEmpty { rule.by_hour.0 = endOfList }
    (self.rule, self.start) = (rule, start)
    guard let steps = iterator(from: start) else { return nil }
    icalrecur_iterator_free(steps)
  }

  /// Goes through the times up to the last of some days, in order, as long as `visit` says that it goes on.
  ///
  /// - Parameters:
  ///   - days: times before them may be left out.
  ///   - left: how many steps it may take.
  /// - Returns: whether these have been enough.
  func walk(through days: ClosedRange<Int>, atMost left: inout Int, _ visit: (LocalTime) -> Bool) -> Bool {
    guard let steps = iterator(from: first(before: days.lowerBound)) ?? iterator(from: start) else { return true }
    defer { icalrecur_iterator_free(steps) }
    // What is counted must be counted from the beginning.
    if count == nil, unit == nil, start.day < days.lowerBound {
      icalrecur_iterator_set_start(steps, LocalTime(day: days.lowerBound, second: 0).ical)
    }
    var number = 0
    while left > 0 {
      left -= 1
      guard let local = LocalTime(icalrecur_iterator_next(steps)), local.day <= days.upperBound else { return true }
      guard local >= start, isInWeek(local), isOnMonthDay(local), isInHour(local) else { continue }
      number += 1
      guard number <= count ?? .max, visit(local) else { return true }
    }
    return false
  }

  /// Of what the rule counts less than days in, in seconds.
  private var unit: Int? {
    switch rule.freq {
    case ICAL_HOURLY_RECURRENCE: 3600
    case ICAL_MINUTELY_RECURRENCE: 60
    default: nil
    }
  }

  /// Where the steps may begin, so that they come to the same times from a day on: libical itself would begin with that day's midnight.
  private func first(before day: Int) -> LocalTime {
    guard count == nil, let unit, start.day < day else { return start }
    let step = unit * Int(rule.interval)
    let span = LocalTime(day: day, second: 0).seconds(since: start)
    return start.advanced(days: 0, seconds: span / step * step)
  }

  private func iterator(from start: LocalTime) -> OpaquePointer? {
    if let steps = icalrecur_iterator_new(rule, start.ical) { return steps }
    // Not from a first month that has no such day, but from an earlier one that has.
    guard rule.freq == ICAL_MONTHLY_RECURRENCE else { return nil }
    let date = GregorianDate(dayNumber: start.day)
    return (1...RuleSteps.mostMonths).lazy.compactMap { number in
      let months = date.year * 12 + date.month - 1 - number * Int(rule.interval)
      guard months > 0,
        let first = GregorianDate(year: months / 12, month: months % 12 + 1, day: min(date.day, 28))
      else { return nil }
      return icalrecur_iterator_new(rule, LocalTime(day: first.dayNumber, second: start.second).ical)
    }.first
  }

  /// From February 29 to the next one it can be eight years.
  private static let mostMonths = 96

  private func isInWeek(_ time: LocalTime) -> Bool {
    guard let weeks else { return true }
    // The first of January 1970 was a Thursday; the start's week begins on the last such day up to it.
    let sinceFirst = ((start.day + 4 - weeks.firstDay) % 7 + 7) % 7
    return (time.day - (start.day - sinceFirst)) / 7 % weeks.interval == 0
  }

  private func isInHour(_ time: LocalTime) -> Bool { hours.isEmpty || hours.contains(time.second / 3600) }

  private func isOnMonthDay(_ time: LocalTime) -> Bool {
    guard !monthDays.isEmpty else { return true }
    let date = GregorianDate(dayNumber: time.day)
    let next = date.month == 12 ? (date.year + 1, 1) : (date.year, date.month + 1)
    let end = GregorianDate(year: next.0, month: next.1, day: 1)?.dayNumber ?? time.day + 1
    return monthDays.contains(date.day) || monthDays.contains(time.day - end)
  }
}

extension icalrecurrencetype {
  /// Of a year's rule that names days of months but no months: libical would take the month of the start alone.
  fileprivate mutating func nameAllMonths() {
    let narrower = list(of: by_month) + list(of: by_week_no) + list(of: by_year_day)
    guard freq == ICAL_YEARLY_RECURRENCE, by_month_day.0 != endOfList, narrower.isEmpty else { return }
    withUnsafeMutableBytes(of: &by_month) { bytes in
      let months = bytes.bindMemory(to: Int16.self)
      for month in 0..<12 { months[month] = Int16(month + 1) }
      months[12] = endOfList
    }
  }
}

private let endOfList = Int16(ICAL_RECURRENCE_ARRAY_MAX.rawValue)

/// The numbers in one of the lists of libical's rules, which are tuples here.
private func list<Tuple>(of tuple: Tuple) -> [Int] {
  withUnsafeBytes(of: tuple) { bytes in bytes.bindMemory(to: Int16.self).prefix { $0 != endOfList }.map(Int.init) }
}
