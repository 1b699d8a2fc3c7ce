package struct TimeOfDay: Hashable, Sendable, ClockTime {
  let hour: Int
  let minute: Int
  let second: Int

  init?(hour: Int, minute: Int, second: Int = 0) {
    guard (0...23).contains(hour), (0...59).contains(minute), (0...59).contains(second) else { return nil }
    (self.hour, self.minute, self.second) = (hour, minute, second)
  }

  /// Accepts `HH:MM` or `HH:MM:SS`; the hour may have one digit.
  /// - Throws: `Refusal.timeOfDay`.
  package static func parse(_ text: String) throws(Refusal) -> TimeOfDay {
    var cursor = AsciiCursor(text)
    guard let hour = cursor.number(digits: 1...2), cursor.consume(":"), let minute = cursor.number(digits: 2...2),
      let second = cursor.consume(":") ? cursor.number(digits: 2...2) : 0, cursor.isAtEnd,
      let time = TimeOfDay(hour: hour, minute: minute, second: second)
    else { throw .timeOfDay }
    return time
  }

  package var text: String { clockText }

  /// The next instant at which `moment.zone` shows this time. A skipped time counts at the end of the gap; a repeated
  /// time counts twice. A skipped day does not count.
  func next(after moment: Moment) -> Instant {
    let today = moment.zone.civil(at: moment.instant.second).date.dayNumber
    // Time may go back at midnight, and a zone may skip tomorrow.
    let days = (today - 1...today + 2).map { GregorianDate(dayNumber: $0) }
    let times = days.flatMap { showings(on: $0, in: moment.zone) }.map { Instant(second: $0) }
    // Only at 2^60 s, where `Zone.civil(at:)` stands still, is there no later time.
    return times.filter { $0 > moment.instant }.min() ?? moment.instant + .seconds(86_400)
  }

  /// A skipped time counts at the end of the gap; `nil` if the zone skips the date.
  func first(on date: GregorianDate, in zone: Zone) -> Instant? {
    guard zone.shows(date) else { return nil }
    return zone.second(on: date, hour: hour, minute: minute, second: second).map { Instant(second: $0) }
  }

  private func showings(on date: GregorianDate, in zone: Zone) -> [Int64] {
    guard let first = zone.second(on: date, hour: hour, minute: minute, second: second), zone.shows(date) else {
      return []
    }
    // The later showing of a repeated time has the UTC offset of the next day.
    let later = zone.civil(at: first + 86_400).utcOffset
    let again = zone.second(on: date, hour: hour, minute: minute, second: second, utcOffset: later)
    return [first] + [again].compactMap { $0 }.filter { isShown(on: date, at: $0, in: zone) }
  }

  private func isShown(on date: GregorianDate, at second: Int64, in zone: Zone) -> Bool {
    let civil = zone.civil(at: second)
    return civil.date == date && (civil.hour, civil.minute, civil.second) == (hour, minute, self.second)
  }
}

extension Zone {
  /// The first and last second of a skipped date are on another date.
  fileprivate func shows(_ date: GregorianDate) -> Bool {
    [(0, 0, 0), (23, 59, 59)].contains { hour, minute, second in
      self.second(on: date, hour: hour, minute: minute, second: second).map { civil(at: $0).date == date } ?? false
    }
  }
}

/// Hours of each day, such as `22:00-07:00`.
package struct DailyHours: Hashable, Sendable {
  package let start: TimeOfDay
  /// The end is on the next day unless it is later than `start`.
  package let end: TimeOfDay

  /// A change that takes this many seconds is too slow to be seen.
  static let ramp: Int64 = 600
  private static let day = 86_400

  /// Returns `nil` for equal times, which could mean always or never.
  init?(start: TimeOfDay, end: TimeOfDay) {
    guard start != end else { return nil }
    (self.start, self.end) = (start, end)
  }

  /// Accepts `HH:MM-HH:MM`, optionally with seconds.
  /// - Throws: `Refusal.schedule`.
  package static func parse(_ text: String) throws(Refusal) -> DailyHours {
    let times = text.split(separator: "-", omittingEmptySubsequences: false).map { try? TimeOfDay.parse(String($0)) }
    guard times.count == 2, let start = times[0], let end = times[1], let schedule = DailyHours(start: start, end: end)
    else { throw .schedule }
    return schedule
  }

  /// The share of the last `ramp` seconds in these hours, 0…1.
  func depth(at second: Int64, in zone: Zone) -> Double {
    let first = second - DailyHours.ramp + 1
    let (from, to) = (zone.civil(at: first).local, zone.civil(at: second).local)
    let hasNoJump = to - from == second - first
    let quick = hasNoJump ? seconds(before: to + 1) - seconds(before: from) : nil
    let count = quick ?? (first...second).count { contains($0, in: zone) }
    return Double(count) / Double(DailyHours.ramp)
  }

  func contains(_ second: Int64, in zone: Zone) -> Bool { contains(local: zone.civil(at: second).local) }

  private func contains(local: Int) -> Bool { seconds(before: local + 1) > seconds(before: local) }

  /// Seconds of these hours before `local`, from an arbitrary day on: use only differences.
  private func seconds(before local: Int) -> Int {
    let length = (end.secondOfDay - start.secondOfDay + DailyHours.day) % DailyHours.day
    let days = (local - start.secondOfDay).floorDivided(by: DailyHours.day)
    return days * length + min(length, local - start.secondOfDay - days * DailyHours.day)
  }
}

extension TimeOfDay: Comparable {
  package static let midnight = TimeOfDay(secondOfDay: 0)
  package static let noon = TimeOfDay(secondOfDay: 43_200)

  package static func < (one: TimeOfDay, other: TimeOfDay) -> Bool { one.secondOfDay < other.secondOfDay }

  func label(_ labels: Labels) -> String {
    let parts = minute.afterColon + (second == 0 ? "" : second.afterColon)
    return labels.twelveHour ? labels.names.twelveHour(hour, parts) : hour.twoDigits + parts
  }

  private init(secondOfDay: Int) {
    (hour, minute, second) = (secondOfDay / 3600, secondOfDay / 60 % 60, secondOfDay % 60)
  }

  package func until(_ other: TimeOfDay) -> Duration {
    .seconds((other.secondOfDay - secondOfDay + 86_400) % 86_400)
  }

  package func later(_ span: Duration) -> TimeOfDay {
    TimeOfDay(secondOfDay: Int((Int64(secondOfDay) + span.components.seconds) % 86_400))
  }

  fileprivate var secondOfDay: Int { (hour * 60 + minute) * 60 + second }
}

struct AlignedTime {
  private let period: Int64
  private let zone: Zone

  init(period: Duration, zone: Zone) {
    self.period = max(1, period.components.seconds)
    self.zone = zone
  }

  /// A period that divides the day counts from local midnight, others from 1970 in UTC.
  func next(after instant: Instant) -> Instant {
    let now = instant.second
    guard 86_400 % period == 0 else { return Instant(second: multiple(from: now + 1)) }
    let offset = lead(at: now)
    let next = multiple(from: now + 1 + offset) - offset
    return Instant(second: lead(at: next) == offset ? next : pastChange(from: now, to: next))
  }

  /// Returns false between whole seconds.
  func contains(_ instant: Instant) -> Bool { next(after: instant + .seconds(-1)) == instant }

  private func multiple(from second: Int64) -> Int64 { second + (-second).floorRemainder(by: period) }

  private func lead(at second: Int64) -> Int64 { Int64(zone.civil(at: second).local) - second }

  /// The first multiple after `lead` changes within `low`…`high`. A skipped multiple counts at the change.
  private func pastChange(from low: Int64, to high: Int64) -> Int64 {
    let old = lead(at: low)
    var (low, high) = (low, high)
    while high - low > 1 {
      let middle = low + (high - low) / 2
      if lead(at: middle) == old { low = middle } else { high = middle }
    }
    let new = lead(at: high)
    if new > old, multiple(from: high + old) <= high + new { return high }
    return multiple(from: high + new) - new
  }
}

package struct Weekdays: Hashable, Sendable {
  private var bits: UInt8

  package static let all = Weekdays(bits: 0x7f)
  private static let names = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"]

  private init(bits: UInt8) { self.bits = bits }

  /// Accepts names and ranges with commas between them; `fri-mon` is a range too.
  /// - Throws: `Refusal.weekdays`.
  package static func parse(_ text: String) throws(Refusal) -> Weekdays {
    var days = Weekdays(bits: 0)
    for part in text.lowercased().split(separator: ",", omittingEmptySubsequences: false) {
      let ends = part.split(separator: "-", omittingEmptySubsequences: false).map { name in
        names.firstIndex { $0 == name }
      }
      guard (1...2).contains(ends.count), let first = ends[0], let last = ends[ends.count - 1] else { throw .weekdays }
      for step in 0...(last - first + 7) % 7 { days.bits |= 1 << UInt8((first + step) % 7) }
    }
    return days
  }

  func contains(_ weekday: Int) -> Bool { bits >> UInt8(weekday) & 1 == 1 }

  package var text: String {
    (1...7).map { $0 % 7 }.filter(contains).map { Weekdays.names[$0] }.joined(separator: ",")
  }
}
