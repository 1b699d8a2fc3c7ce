/// A part of every day by the wall's own time, as `22:00-07:00`, and how deep in it a moment is.
package struct Schedule: Hashable, Sendable {
  package let start: TimeOfDay
  /// On the next day if it is not later than `start`.
  package let end: TimeOfDay

  /// How long it takes from its beginning to its full depth, and from its end to nothing: so long that nobody sees a step.
  package static let ramp: Int64 = 600
  private static let day = 86_400

  /// `nil` if it ends as it begins: nobody can tell whether that is always or never.
  package init?(start: TimeOfDay, end: TimeOfDay) {
    guard start != end else { return nil }
    (self.start, self.end) = (start, end)
  }

  /// Takes `HH:MM-HH:MM`, each time also with seconds.
  package static func parse(_ text: String) throws(ScheduleError) -> Schedule {
    let times = text.split(separator: "-", omittingEmptySubsequences: false).map { try? TimeOfDay.parse(String($0)) }
    guard times.count == 2, let start = times[0], let end = times[1], let schedule = Schedule(start: start, end: end)
    else { throw .notASchedule(text) }
    return schedule
  }

  /// How much of the last ten minutes lay in it, 0…1: a slope at either end, also where the wall's time jumps because
  /// summer time begins or ends.
  package func depth(at second: Int64, in zone: Zone) -> Double {
    let first = second - Schedule.ramp + 1
    let (from, to) = (Schedule.local(first, zone), Schedule.local(second, zone))
    let isEven = to - from == second - first
    let even = isEven ? seconds(before: to + 1) - seconds(before: from) : nil
    return Double(even ?? (first...second).count { holds(Schedule.local($0, zone)) }) / Double(Schedule.ramp)
  }

  /// Of the wall's time since 1970, as if that were universal; a leap second is shown as the one before it.
  private static func local(_ second: Int64, _ zone: Zone) -> Int {
    let civil = zone.civil(at: second)
    return civil.date.dayNumber * day + (civil.hour * 60 + civil.minute) * 60 + min(civil.second, 59)
  }

  private func holds(_ local: Int) -> Bool { seconds(before: local + 1) > seconds(before: local) }

  /// How many seconds lie in it from some fixed day up to `local`.
  private func seconds(before local: Int) -> Int {
    let length = (end.ofDay - start.ofDay + Schedule.day) % Schedule.day
    let days = (local - start.ofDay).floored(by: Schedule.day)
    return days * length + min(length, local - start.ofDay - days * Schedule.day)
  }
}

extension TimeOfDay {
  /// The second of the day.
  fileprivate var ofDay: Int { (hour * 60 + minute) * 60 + second }
}

/// Why a text is no schedule.
package enum ScheduleError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The text that is none.
  case notASchedule(String)

  /// One line: what is wrong and what to write instead.
  package var description: String {
    switch self {
    case .notASchedule(let text): "\(text.debugDescription) is no part of the day: write two times, as 22:00-07:00"
    }
  }
}
