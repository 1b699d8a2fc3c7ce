/// The full hours of the wall's zone, for a chime.
struct Chime: Hashable, Sendable {
  /// The next full hour; `nil` before the first event.
  private(set) var next: Instant?
  private var zone: Zone?

  private static let hour = Duration.seconds(3600)
  /// An hour that is noticed later, as after a suspend, is not sounded.
  private static let latest = Duration.seconds(10)
  /// A clock that is set back by less sounds no hour again.
  private static let again = Duration.seconds(60)

  /// - Returns: whether a full hour begins now.
  mutating func advance(to moment: Moment) -> Bool {
    guard let next, zone == moment.zone, next - moment.instant <= Chime.hour + Chime.again else {
      plan(after: moment)
      return false
    }
    guard next <= moment.instant else { return false }
    plan(after: moment)
    // Where the zone's offset has changed by less than an hour, it is none.
    return moment.instant - next < Chime.latest && moment.zone.civil(at: next.second).minute == 0
  }

  private mutating func plan(after moment: Moment) {
    let civil = moment.zone.civil(at: moment.instant.second)
    next = Instant(second: moment.instant.second + Int64(3600 - civil.minute * 60 - civil.second))
    zone = moment.zone
  }
}
