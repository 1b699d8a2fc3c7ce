/// A time of day without a date, as `17:30`: what a countdown can run up to.
package struct TimeOfDay: Hashable, Sendable {
  /// 0 to 23.
  package let hour: Int
  /// 0 to 59.
  package let minute: Int
  /// 0 to 59.
  package let second: Int

  /// `nil` unless all three lie in their ranges.
  package init?(hour: Int, minute: Int, second: Int = 0) {
    guard (0...23).contains(hour), (0...59).contains(minute), (0...59).contains(second) else { return nil }
    (self.hour, self.minute, self.second) = (hour, minute, second)
  }

  /// Takes `HH:MM` and `HH:MM:SS`; the hour may have one digit.
  /// - Throws: `TimeOfDayError.notATime` for everything else.
  package static func parse(_ text: String) throws(TimeOfDayError) -> TimeOfDay {
    var cursor = AsciiCursor(text)
    guard let hour = cursor.number(digits: 1...2), cursor.take(":"), let minute = cursor.number(digits: 2...2),
      let second = cursor.take(":") ? cursor.number(digits: 2...2) : 0, cursor.isAtEnd,
      let time = TimeOfDay(hour: hour, minute: minute, second: second)
    else { throw .notATime(text) }
    return time
  }

  /// `HH:MM:SS`, which `parse` takes.
  package var text: String { [hour, minute, second].map { $0 < 10 ? "0\($0)" : "\($0)" }.joined(separator: ":") }
}

extension TimeOfDay {
  /// When a wall shows this time next, later than `moment`.
  ///
  /// On a day that leaves it out, as when summer time begins, that is the end of the gap; of two showings on one day it is
  /// the first still to come. A day that the zone leaves out as a whole (Samoa, 30 December 2011) has no such time.
  package func next(after moment: Moment) -> Instant {
    let today = moment.zone.civil(at: moment.instant.second).date.dayNumber
    // Yesterday comes again where a clock is set back at midnight, and tomorrow may be left out.
    let days = (today - 1...today + 2).map { GregorianDate(dayNumber: $0) }
    let times = days.flatMap { showings(on: $0, in: moment.zone) }.map { Instant(second: $0) }
    let next = times.filter { $0 > moment.instant }.min()
    // Only past the end of the calendar, where time stands still, there is none.
    return next ?? moment.instant + .seconds(86_400)
  }

  private func showings(on date: GregorianDate, in zone: Zone) -> [Int64] {
    guard let first = start(on: date, in: zone), isShown(date, in: zone) else { return [] }
    // A zone shows a time twice when it changes its offset soon after: by a day later at the latest.
    let later = zone.civil(at: first + 86_400).utcOffset
    let again = zone.second(on: date, hour: hour, minute: minute, second: second, utcOffset: later)
    return [first] + [again].compactMap { $0 }.filter { isShown(on: date, at: $0, in: zone) }
  }

  private func start(on date: GregorianDate, in zone: Zone) -> Int64? {
    zone.second(on: date, hour: hour, minute: minute, second: second)
  }

  private func isShown(on date: GregorianDate, at second: Int64, in zone: Zone) -> Bool {
    let civil = zone.civil(at: second)
    return civil.date == date && (civil.hour, civil.minute, civil.second) == (hour, minute, self.second)
  }

  private func isShown(_ date: GregorianDate, in zone: Zone) -> Bool {
    [(0, 0, 0), (23, 59, 59)].contains { hour, minute, second in
      zone.second(on: date, hour: hour, minute: minute, second: second).map { zone.civil(at: $0).date == date } ?? false
    }
  }
}

/// Why a text is no time of day.
package enum TimeOfDayError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The text that has none of the forms.
  case notATime(String)

  /// One line: what is wrong and what to write instead.
  package var description: String {
    switch self {
    case .notATime(let text): "\(text.debugDescription) is not a time of day: write HH:MM or HH:MM:SS, as 17:30"
    }
  }
}
