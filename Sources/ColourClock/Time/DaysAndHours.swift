struct DaysAndHours: Hashable, Sendable {
  let days: Int
  let hours: Int

  init(seconds: Int) { (days, hours) = (seconds / 86_400, seconds / 3600 % 24) }

  /// `start` and `end` are seconds since 1970. A day ends when the zone shows `start`'s time of day again.
  init(from start: Int64, to end: Int64, in zone: Zone) {
    let first = zone.civil(at: start)
    let day = first.date.dayNumber
    func sameTime(after days: Int) -> Int64 {
      if days == 0 { return start }
      let date = GregorianDate(dayNumber: day + days)
      let second = zone.second(on: date, hour: first.hour, minute: first.minute, second: min(first.second, 59))
      return second ?? start + Int64(days) * 86_400
    }
    var days = max(0, zone.civil(at: end).date.dayNumber - day)
    while days > 0, sameTime(after: days) > end { days -= 1 }
    (self.days, hours) = (days, Int(max(0, end - sameTime(after: days)) / 3600))
  }

  func text(_ words: Words) -> String { words["%s days %s h", days, hours] }

  func template(_ words: Words) -> String {
    words["%s days %s h", String(repeating: "0", count: "\(days)".utf8.count), "00"]
  }
}
