/// Finds full hours of the wall's zone.
struct Chime: Hashable, Sendable {
  private(set) var next: Instant?
  private var zone: Zone?

  private static let hour = Duration.seconds(3600)
  /// An hour noticed later, as after a suspend, does not chime.
  private static let latest = Duration.seconds(10)
  /// If the time is set back by less, the hour does not chime again.
  private static let again = Duration.seconds(60)

  /// True if a full hour begins now.
  mutating func advance(to moment: Moment) -> Bool {
    guard let next, zone == moment.zone, next - moment.instant <= Chime.hour + Chime.again else {
      plan(after: moment)
      return false
    }
    guard next <= moment.instant else { return false }
    plan(after: moment)
    // If the zone's offset changes by less than an hour, `next` is not a full hour.
    return moment.instant - next < Chime.latest && moment.zone.civil(at: next.second).minute == 0
  }

  private mutating func plan(after moment: Moment) {
    let civil = moment.zone.civil(at: moment.instant.second)
    next = Instant(second: moment.instant.second + Int64(3600 - civil.minute * 60 - civil.second))
    zone = moment.zone
  }
}
