/// Another time zone on the wall: a small time with a name.
package struct OtherZone: Hashable, Sendable {
  package let name: String
  package let zone: Zone

  package init(name: String, zone: Zone) { (self.name, self.zone) = (name, zone) }

  /// The widest form of the time.
  func template(_ labels: Labels) -> String {
    let time = labels.widest("00:00")
    return "\(time) +1"
  }

  /// The time at a second, and by how many days its date differs from the wall's: `03:12 +1`.
  func time(at second: Int64, beside wall: Civil, _ labels: Labels) -> String {
    let time = zone.civil(at: second)
    let days = time.date.dayNumber - wall.date.dayNumber
    var clock = labels.hour(of: time) + time.minute.afterColon
    if labels.twelveHour { clock = labels.names.joined(clock, half: labels.amPm(of: time)) }
    guard days != 0 else { return clock }
    let difference = days > 0 ? "+\(days)" : "\u{2212}\(-days)"
    return "\(clock) \(clock.hasLettersToTheLeft ? Text.isolated(difference) : difference)"
  }
}
