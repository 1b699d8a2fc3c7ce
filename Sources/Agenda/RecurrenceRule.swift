import ColourClock

/// A recurrence rule (RFC 5545, 3.3.10).
struct RecurrenceRule {
  let text: String
  let start: CalendarTime
  let frequency: Frequency
  /// INTERVAL, 1 or more.
  let interval: Int
  /// COUNT includes the first occurrence.
  let count: Int?
  let until: Until?
  /// WKST: 0 for Sunday to 6 for Saturday.
  let weekStart: Int
  // In BY parts, an empty set allows all, and negative numbers count from the end.
  let months: NumberSet
  let weekNumbers: NumberSet
  let yearDays: NumberSet
  let monthDays: NumberSet
  /// BYDAY without numbers: 0 for Sunday to 6 for Saturday.
  let weekdays: NumberSet
  /// BYDAY with numbers, such as `-1FR`: a set per weekday from Sunday, or no sets.
  let ordinals: [NumberSet]
  let hours: NumberSet
  let minutes: NumberSet
  let seconds: NumberSet
  /// BYSETPOS: the occurrences of a period to keep; -1 is the last.
  let positions: NumberSet

  enum Frequency: Comparable {
    case minutely, hourly, daily, weekly, monthly, yearly
  }

  enum Until {
    case universal(LocalTime)
    case local(LocalTime)
    /// Days since 1970-01-01.
    case day(Int)
    /// A UTC time where an all-day event should have a day, and the calendar's zone. `LocalTime.wholeDay` finds the day.
    case dayOfUniversal(LocalTime, EventZone)
  }

  static let mostTimesADay = 1440

  /// - Parameter budget: limits the search for a first occurrence.
  /// - Throws: if the rule is malformed, not supported, too frequent, or never occurs.
  init(
    _ text: String, of start: CalendarTime, calendarZone: EventZone = .floating, budget: inout StepBudget
  ) throws(Complaint) {
    let parts = try RuleParts(text)
    let frequency = try parts.frequency()
    try RecurrenceRule.check(parts, frequency, start)
    (self.text, self.start, self.frequency) = (parts.text, start, frequency)
    interval = try parts.number("INTERVAL") ?? 1
    count = try parts.number("COUNT")
    until = try parts.until(of: start, calendarZone)
    weekStart = try parts.weekStart()
    weekNumbers = try parts.numbers("BYWEEKNO", 1...53, orNegative: true)
    yearDays = try parts.numbers("BYYEARDAY", 1...366, orNegative: true)
    positions = try parts.numbers("BYSETPOS", 1...366, orNegative: true)
    let (namedDays, ordinals) = try parts.weekdays(frequency)
    self.ordinals = ordinals
    let namedMonthDays = try parts.numbers("BYMONTHDAY", 1...31, orNegative: true)
    let namedMonths = try parts.numbers("BYMONTH", 1...12)
    // Missing parts come from DTSTART (RFC 5545, 3.3.10).
    let hasDays = !(namedDays.isEmpty && ordinals.isEmpty && namedMonthDays.isEmpty && yearDays.isEmpty)
    let date = GregorianDate(dayNumber: start.local.day)
    let needsDate = frequency >= .monthly && !hasDays && weekNumbers.isEmpty
    let needsWeekday = !hasDays && (frequency == .weekly || !weekNumbers.isEmpty)
    monthDays = needsDate ? NumberSet([date.day]) : namedMonthDays
    months = needsDate && frequency == .yearly && namedMonths.isEmpty ? NumberSet([date.month]) : namedMonths
    weekdays = needsWeekday ? NumberSet([date.weekday]) : namedDays
    let second = start.local.second
    hours = try parts.times("BYHOUR", 0...23, of: start, default: frequency > .hourly ? second / 3600 : nil)
    minutes = try parts.times("BYMINUTE", 0...59, of: start, default: frequency > .minutely ? second / 60 % 60 : nil)
    let named = try parts.times("BYSECOND", 0...60, of: start, default: second % 60)
    // A leap second (60) counts as 59.
    seconds = named.contains(60) ? NumberSet(named.members.map { min($0, 59) }) : named
    try checkTimes(budget: &budget)
  }

  private func checkTimes(budget: inout StepBudget) throws(Complaint) {
    guard timesADay <= RecurrenceRule.mostTimesADay else {
      throw Complaint("its rule has too many times a day: \(text)")
    }
    guard canHoldPosition, canReachTime, occurs(budget: &budget) else {
      throw Complaint("its rule never occurs: \(text)")
    }
  }

  private static func check(_ parts: RuleParts, _ frequency: Frequency, _ start: CalendarTime) throws(Complaint) {
    let forbidden: [String] =
      switch frequency {
      case .minutely, .hourly: ["BYWEEKNO"]
      case .daily, .monthly: ["BYWEEKNO", "BYYEARDAY"]
      case .weekly: ["BYWEEKNO", "BYYEARDAY", "BYMONTHDAY"]
      case .yearly: []
      }
    for name in forbidden where parts.has(name) {
      throw parts.complaint("has \(name), which FREQ does not allow")
    }
    guard frequency >= .daily || !start.isDate else {
      throw parts.complaint("repeats by hours or minutes, but the event lasts whole days")
    }
    let others = ["MONTH", "WEEKNO", "YEARDAY", "MONTHDAY", "DAY", "HOUR", "MINUTE", "SECOND"]
    guard !parts.has("BYSETPOS") || others.contains(where: { parts.has("BY" + $0) }) else {
      throw parts.complaint("has BYSETPOS without another BY part")
    }
  }

  private var timesADay: Int {
    func count(_ numbers: NumberSet, _ all: Int) -> Int { numbers.isEmpty ? all : numbers.count }
    func steps(among units: Int) -> Int { (units - 1) / interval + 1 }
    let product = count(hours, 24) * count(minutes, 60) * seconds.count
    return switch frequency {
    case .minutely: min(product, steps(among: 1440) * seconds.count)
    case .hourly: min(product, steps(among: 24) * minutes.count * seconds.count)
    default: product
    }
  }

  /// True if a period can have as many occurrences as the smallest BYSETPOS needs.
  private var canHoldPosition: Bool {
    guard let nearest = positions.members.map(abs).min() else { return true }
    return nearest <= daysAPeriod * timesADayInPeriod
  }

  /// True if INTERVAL reaches an allowed hour and minute: 24 hours from 9:00 never reach 5:00.
  private var canReachTime: Bool {
    guard frequency < .daily else { return true }
    let (unit, perDay) = frequency == .hourly ? (3600, 24) : (60, 1440)
    let step = RecurrenceRule.greatestDivisor(perDay, interval)
    return stride(from: start.local.second / unit % step, to: perDay, by: step).contains { index in
      let minute = index * unit / 60
      return (hours.isEmpty || hours.contains(minute / 60))
        && (frequency == .hourly || minutes.isEmpty || minutes.contains(minute % 60))
    }
  }

  private static func greatestDivisor(_ one: Int, _ other: Int) -> Int {
    other == 0 ? one : greatestDivisor(other, one % other)
  }

  /// Unlike `timesADay`, counts only one period: an hourly or minutely rule has several periods a day.
  private var timesADayInPeriod: Int {
    switch frequency {
    case .minutely: seconds.count
    case .hourly: minutes.count * seconds.count
    default: timesADay
    }
  }

  private var daysAPeriod: Int {
    let period: (days: Int, months: Int, perWeekday: Int) =
      switch frequency {
      case .weekly: (days: 7, months: 1, perWeekday: 1)
      case .monthly: (days: 31, months: 1, perWeekday: 5)
      case .yearly where months.isEmpty: (days: 366, months: 12, perWeekday: 53)
      case .yearly: (days: 366, months: months.count, perWeekday: 5 * months.count)
      default: (days: 1, months: 1, perWeekday: 1)
      }
    var most = period.days
    if !monthDays.isEmpty { most = min(most, monthDays.count * period.months) }
    if !yearDays.isEmpty { most = min(most, yearDays.count) }
    if !weekdays.isEmpty || !ordinals.isEmpty {
      // In a yearly rule, `2MO` is one day in each month of BYMONTH. Without BYMONTH, it is one day a year.
      let numberedDays = ordinals.reduce(0) { $0 + $1.count } * (months.isEmpty ? 1 : period.months)
      most = min(most, weekdays.count * period.perWeekday + numberedDays)
    }
    return most
  }
}

extension RuleParts {
  /// - Parameter own: DTSTART's value; `nil` allows all values.
  fileprivate func times(
    _ name: String, _ range: ClosedRange<Int>, of start: CalendarTime, default own: Int?
  ) throws(Complaint) -> NumberSet {
    let numbers = start.isDate ? NumberSet() : try numbers(name, range)
    return numbers.isEmpty ? NumberSet(own.map { [$0] } ?? []) : numbers
  }
}
