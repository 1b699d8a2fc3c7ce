/// A long span as people count it: whole days, and the whole hours that are left over.
struct DaysAndHours: Hashable, Sendable {
  let days: Int
  let hours: Int

  /// By days of 24 hours.
  init(seconds: Int) { (days, hours) = (seconds / 86_400, seconds / 3600 % 24) }

  /// By the calendar of a zone: so many times the clock shows the time of the start again, whether summer time begins
  /// or ends on the way; then come hours that pass.
  init(from start: Int64, to end: Int64, in zone: Zone) {
    let first = zone.civil(at: start)
    let day = first.date.dayNumber
    func again(after days: Int) -> Int64 {
      let date = GregorianDate(dayNumber: day + days)
      let second = zone.second(on: date, hour: first.hour, minute: first.minute, second: min(first.second, 59))
      return days == 0 ? start : second ?? start + Int64(days) * 86_400
    }
    var days = max(0, zone.civil(at: end).date.dayNumber - day)
    while days > 0, again(after: days) > end { days -= 1 }
    (self.days, hours) = (days, Int(max(0, end - again(after: days)) / 3600))
  }

  func text(_ words: Words) -> String { words["%s days %s h", days, hours] }

  /// The widest form of it.
  func template(_ words: Words) -> String {
    words["%s days %s h", String(repeating: "0", count: "\(days)".utf8.count), "00"]
  }
}
