struct Chime: Hashable, Sendable {
  /// The next full hour; `nil` before the first `advance`.
  private(set) var next: Instant?
  private var zone: Zone?

  private static let hour = Duration.seconds(3600)
  /// A full hour noticed later, as after a suspend, does not chime.
  private static let latest = Duration.seconds(10)
  /// If the system's clock is set back by less, the same hour does not chime twice.
  private static let leastSetback = Duration.seconds(60)

  mutating func advance(to moment: Moment) -> Bool {
    guard let next, zone == moment.zone, next - moment.instant <= Chime.hour + Chime.leastSetback else {
      plan(after: moment)
      return false
    }
    guard next <= moment.instant else { return false }
    plan(after: moment)
    // If a half-hour gap (Lord Howe) skips 2:00, `next` is 2:30 and must not chime.
    return moment.instant - next < Chime.latest && moment.zone.civil(at: next.second).minute == 0
  }

  private mutating func plan(after moment: Moment) {
    next = AlignedTime(period: Chime.hour, zone: moment.zone).next(after: moment.instant)
    zone = moment.zone
  }
}
