package struct OtherZone: Hashable, Sendable {
  package let name: String
  package let zone: Zone

  package init(name: String, zone: Zone) { (self.name, self.zone) = (name, zone) }

  static let widestDays = "+1"

  func time(at second: Int64, _ labels: Labels) -> String {
    let time = zone.civil(at: second)
    let clock = labels.hour(of: time) + time.minute.afterColon
    return labels.twelveHour ? labels.names.joined(clock, dayPeriod: labels.dayPeriod(of: time)) : clock
  }

  /// The days ahead of the wall's date, such as `+1`; `nil` on the same date.
  func days(at second: Int64, beside wall: Civil) -> String? {
    let days = zone.civil(at: second).date.dayNumber - wall.date.dayNumber
    return days == 0 ? nil : days > 0 ? "+\(days)" : "\u{2212}\(-days)"
  }
}
