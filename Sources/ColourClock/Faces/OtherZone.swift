/// A further time zone on the wall: a small time with a name.
package struct OtherZone: Hashable, Sendable {
  package let name: String
  package let zone: Zone

  package init(name: String, zone: Zone) { (self.name, self.zone) = (name, zone) }

  /// The widest form of its text.
  func template(_ labels: Labels) -> String {
    name + " 00:00" + (labels.twelveHour ? " " + labels.widestHalf : "") + " +1"
  }

  /// Its time at a second, with how many days it is ahead of the wall: `Tokyo 03:12 +1`.
  func text(at second: Int64, beside wall: Civil, _ labels: Labels) -> String {
    let time = zone.civil(at: second)
    let days = time.date.dayNumber - wall.date.dayNumber
    var text = "\(name) \(labels.hour(of: time))\(time.minute.behindColon)"
    if labels.twelveHour { text += " \(labels.half(of: time))" }
    if days != 0 { text += days > 0 ? " +\(days)" : " \u{2212}\(-days)" }
    return text
  }
}
