/// An alarm at a time of day, every day or on some days of the week.
package struct DailyAlarm: Hashable, Sendable {
  package let time: TimeOfDay
  /// What it is for; often empty.
  package let title: String
  package let days: Weekdays

  /// In characters of its title.
  private static let longest = 80

  init(time: TimeOfDay, title: String = "", days: Weekdays = .all) {
    (self.time, self.title, self.days) = (time, title, days)
  }

  /// Takes `08:30`, `08:30=Title`, `08:30@mon-fri` and `08:30=Title@mon-fri`: the last `@` is that of the days. By scalars: a
  /// title that begins with an accent would make one character with the sign before it.
  /// - Throws: `ValueError.alarm`, or that of the part that is wrong.
  package static func parse(_ text: String) throws(ValueError) -> DailyAlarm {
    var rest = text.unicodeScalars[...]
    var days = Weekdays.all
    if let sign = rest.lastIndex(of: "@") {
      days = try .parse(String(rest[rest.index(after: sign)...]))
      rest = rest[..<sign]
    }
    let parts = rest.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let time = try TimeOfDay.parse(parts.first.map { String($0) } ?? "")
    guard parts.count > 1 else { return DailyAlarm(time: time, days: days) }
    let title = Feed.line(of: String(parts[1]))
    guard let title, title.count <= longest else { throw .alarm }
    return DailyAlarm(time: time, title: title, days: days)
  }

  /// What `parse` takes.
  package var text: String {
    let name = title.isEmpty ? time.text : "\(time.text)=\(title)"
    return days == .all && !title.unicodeScalars.contains("@") ? name : "\(name)@\(days.text)"
  }

  /// Whether somebody who writes that means this one: by its time, its title, or all of it.
  func isMeant(by name: String) -> Bool {
    name == title && !title.isEmpty || (try? TimeOfDay.parse(name)) == time || (try? DailyAlarm.parse(name)) == self
  }

  /// When it rings next, later than `instant`: on a day that leaves its time out at the end of the gap, on one that shows it
  /// twice the first time only.
  func next(after instant: Instant, in zone: Zone) -> Instant? {
    let today = zone.civil(at: instant.second).date.dayNumber
    // Yesterday comes again where a clock is set back at midnight; a week and a day that is left out bring all days.
    for day in today - 1...today + 9 where days.contains(GregorianDate.weekday(ofDay: day)) {
      let first = time.first(on: GregorianDate(dayNumber: day), in: zone)
      if let first, first > instant { return first }
    }
    return nil
  }
}
