import ColourClock

/// Computes the times of a recurrence rule (RFC 5545, 3.3.10). Only COUNT needs all times from the start, and only
/// BYSETPOS needs whole periods.
extension RecurrenceRule {
  /// The Gregorian calendar repeats after this many days. A rule without a time in this span counts as never occurring.
  private static let daysOfCalendar = 146_097
  /// The most steps for one rule, because other rules need some too.
  private static let maxSearched = 300_000

  /// Ignores COUNT and UNTIL. Also returns true if the steps run out.
  func occurs(budget: inout StepBudget) -> Bool {
    var search = StepBudget(steps: min(budget.steps, RecurrenceRule.maxSearched))
    var isFound = false
    let first = start.local.day
    let isOver = walk(through: first...first + RecurrenceRule.daysOfCalendar, budget: &search, isCounting: false) { _ in
      isFound = true
      return false
    }
    _ = budget.spend(max(0, min(budget.steps, RecurrenceRule.maxSearched) - search.steps))
    return isFound || !isOver
  }

  func starts(in days: ClosedRange<Int>, wallZone: Zone, budget: inout StepBudget) -> [LocalTime]? {
    var starts: [LocalTime] = []
    let lastDay = lastDay(wallZone)
    let isOver = walk(through: days, budget: &budget) { local in
      guard local.day <= lastDay, isBeforeEnd(local, wallZone) else { return false }
      if days.contains(local.day) { starts.append(local) }
      return true
    }
    return isOver ? starts : nil
  }

  private func lastDay(_ wallZone: Zone) -> Int {
    switch until {
    case .day(let day): day
    case .dayOfUniversal(let time, let zone): time.wholeDay(in: zone, wallZone)
    default: .max
    }
  }

  private func isBeforeEnd(_ local: LocalTime, _ wallZone: Zone) -> Bool {
    switch until {
    case .universal(let time):
      start.zone.second(of: local, wallZone: wallZone) <= EventZone.known(.utc).second(of: time, wallZone: wallZone)
    case .local(let time): local <= time
    case .day, .dayOfUniversal, nil: true
    }
  }

  /// Visits times in order while `visit` returns true; ignores UNTIL. Returns false if the budget does not suffice.
  /// - Parameter days: earlier times may be visited too.
  func walk(
    through days: ClosedRange<Int>, budget: inout StepBudget, isCounting: Bool = true, _ visit: (LocalTime) -> Bool
  ) -> Bool {
    let most = isCounting ? count ?? .max : .max
    let first = isCounting && count != nil ? start.local.day : max(start.local.day, days.lowerBound)
    guard first <= days.upperBound else { return true }
    var number = 0
    func visitCounted(_ local: LocalTime) -> Bool {
      guard local >= start.local else { return true }
      number += 1
      return number <= most && local.day <= days.upperBound && visit(local) && number < most
    }
    return frequency < .daily
      ? walkUnits(first...days.upperBound, &budget, visitCounted)
      : walkPeriods(first...days.upperBound, &budget, visitCounted)
  }
}

// MARK: - Days, weeks, months, years

extension RecurrenceRule {
  private func walkPeriods(
    _ days: ClosedRange<Int>, _ budget: inout StepBudget, _ visit: (LocalTime) -> Bool
  ) -> Bool {
    let product = times(hours.members, minutes.members)
    let times = frequency == .daily ? selected(product) : product
    let needsWhole = frequency > .daily && !positions.isEmpty
    let first = period(of: start.local.day)
    var period = first + (self.period(of: days.lowerBound) - first + interval - 1) / interval * interval
    while true {
      let all = range(of: period)
      guard all.lowerBound <= days.upperBound else { return true }
      let range = needsWhole ? all : all.clamped(to: days.lowerBound..<days.upperBound + 1)
      guard budget.spend(), let found = self.days(in: range, &budget) else { return false }
      let size = found.count * times.count
      for place in needsWhole ? places(among: size) : Array(0..<size) {
        guard budget.spend() else { return false }
        let local = LocalTime(day: found[place / times.count], second: times[place % times.count])
        guard visit(local) else { return true }
      }
      period += interval
    }
  }

  private func days(in range: Range<Int>, _ budget: inout StepBudget) -> [Int]? {
    var found: [Int] = []
    guard !range.isEmpty else { return found }
    var day = RecurrenceDay(range.lowerBound)
    while day.number < range.upperBound {
      guard budget.spend() else { return nil }
      if !months.isEmpty, !months.contains(day.month) {
        day = RecurrenceDay(day.firstDayOfNextMonth)
        continue
      }
      if isOn(day) { found.append(day.number) }
      day.advance()
    }
    return found
  }

  /// Tests all BY parts for days except BYMONTH.
  private func isOn(_ day: RecurrenceDay) -> Bool {
    if !monthDays.isEmpty, !monthDays.contains(day.day), !monthDays.contains(day.day - day.monthLength - 1) {
      return false
    }
    if !yearDays.isEmpty, !yearDays.contains(day.yearDay), !yearDays.contains(day.yearDay - day.yearLength - 1) {
      return false
    }
    if !weekdays.isEmpty || !ordinals.isEmpty, !weekdays.contains(day.weekday), !isOnOrdinal(day) { return false }
    guard !weekNumbers.isEmpty else { return true }
    let week = day.week(from: weekStart)
    return weekNumbers.contains(week.fromStart) || weekNumbers.contains(week.fromEnd)
  }

  /// The numbers of BYDAY count within the month, or within the year for a yearly rule without BYMONTH.
  private func isOnOrdinal(_ day: RecurrenceDay) -> Bool {
    guard !ordinals.isEmpty else { return false }
    let isOfMonth = frequency == .monthly || !months.isEmpty
    let (number, length) = isOfMonth ? (day.day, day.monthLength) : (day.yearDay, day.yearLength)
    let numbers = ordinals[day.weekday]
    return numbers.contains((number + 6) / 7) || numbers.contains(-(length - number + 7) / 7)
  }

  private func period(of day: Int) -> Int {
    switch frequency {
    // 1970-01-01 was a Thursday (4).
    case .weekly: return (day + 4 - weekStart).floorDivided(by: 7)
    case .monthly:
      let date = GregorianDate(dayNumber: day)
      return date.year * 12 + date.month - 1
    case .yearly: return GregorianDate(dayNumber: day).year
    default: return day
    }
  }

  private func range(of period: Int) -> Range<Int> {
    switch frequency {
    case .weekly:
      let first = period * 7 - 4 + weekStart
      return first..<first + 7
    case .monthly: return RecurrenceRule.firstOfMonth(period)..<RecurrenceRule.firstOfMonth(period + 1)
    case .yearly: return RecurrenceRule.firstOfMonth(period * 12)..<RecurrenceRule.firstOfMonth(period * 12 + 12)
    default: return period..<period + 1
    }
  }

  /// - Parameter month: months since January of the year 0.
  private static func firstOfMonth(_ month: Int) -> Int {
    let year = month.floorDivided(by: 12)
    return GregorianDate(year: year, month: month - year * 12 + 1, day: 1)?.dayNumber ?? .max
  }
}

// MARK: - Hours and minutes

extension RecurrenceRule {
  /// INTERVAL counts local hours or minutes from the start.
  private func walkUnits(_ days: ClosedRange<Int>, _ budget: inout StepBudget, _ visit: (LocalTime) -> Bool) -> Bool {
    let perDay = 86_400 / unit
    let within = selected(times([0], frequency == .hourly ? minutes.members : [0]))
    let first = start.local.day * perDay + start.local.second / unit
    func firstOfInterval(from index: Int) -> Int {
      first + max(0, (index - first + interval - 1) / interval) * interval
    }
    var index = firstOfInterval(from: days.lowerBound * perDay)
    var day = RecurrenceDay(days.lowerBound)
    while case let number = index.floorDivided(by: perDay), number <= days.upperBound {
      guard budget.spend() else { return false }
      if number == day.number + 1 { day.advance() } else if number != day.number { day = RecurrenceDay(number) }
      let second = (index - number * perDay) * unit
      if let later = unitAfterGap(at: second, on: day) {
        index = firstOfInterval(from: later)
        continue
      }
      if frequency == .hourly || minutes.isEmpty || minutes.contains(second / 60 % 60) {
        for offset in within {
          guard budget.spend() else { return false }
          guard visit(LocalTime(day: number, second: second + offset)) else { return true }
        }
      }
      index += interval
    }
    return true
  }

  private var unit: Int { frequency == .hourly ? 3600 : 60 }

  /// The next unit to test, counted from 1970, if this one is excluded; else `nil`.
  private func unitAfterGap(at second: Int, on day: RecurrenceDay) -> Int? {
    let perDay = 86_400 / unit
    if !months.isEmpty, !months.contains(day.month) { return day.firstDayOfNextMonth * perDay }
    guard isOn(day) else { return (day.number + 1) * perDay }
    guard hours.isEmpty || hours.contains(second / 3600) else {
      return day.number * perDay + (second / 3600 + 1) * 3600 / unit
    }
    return nil
  }

  /// Returns seconds of the day, ascending.
  private func times(_ hours: [Int], _ minutes: [Int]) -> [Int] {
    let seconds = self.seconds.members
    return hours.flatMap { hour in minutes.flatMap { minute in seconds.map { (hour * 60 + minute) * 60 + $0 } } }
  }
}

// MARK: - BYSETPOS

extension RecurrenceRule {
  private func selected(_ set: [Int]) -> [Int] { positions.isEmpty ? set : places(among: set.count).map { set[$0] } }

  private func places(among size: Int) -> [Int] {
    let places = positions.members.map { $0 > 0 ? $0 - 1 : size + $0 }.filter { (0..<size).contains($0) }
    return Set(places).sorted()
  }
}

extension LocalTime {
  /// The day that a UTC time in UNTIL or EXDATE means for an all-day event. Exchange writes the local start of the day,
  /// others the local end. Some write the day itself, as `000000Z` or `235959Z`.
  func wholeDay(in zone: EventZone, _ wallZone: Zone) -> Int {
    let local = self.local(in: zone, wallZone)
    let isEdge = [0, 86_340, 86_399].contains(local.second)
    return !isEdge && [0, 86_340, 86_399].contains(second) ? day : local.day
  }

  private func local(in zone: EventZone, _ wallZone: Zone) -> LocalTime {
    let second = EventZone.known(.utc).second(of: self, wallZone: wallZone)
    var local = self
    // The first pass may use the offset of another time; the second pass corrects the result.
    for _ in 0..<2 {
      local = local.advanced(days: 0, seconds: Int(second - zone.second(of: local, wallZone: wallZone)))
    }
    return local
  }
}
