/// The time of day that the gallery shows: the present, or one that somebody has chosen to look at.
package struct Scrubber: Hashable, Sendable {
  /// The chosen minute of the day, 0 to 1439; `nil` for the present.
  package private(set) var minute: Int?

  package static let minutesOfDay = 1440
  /// What a pointer chooses is a multiple of this many minutes; so near to the present it chooses the present.
  package static let grain = 5
  /// Minutes a key adds or takes away.
  package static let keyStep = 15

  package init() {}

  package var isLive: Bool { minute == nil }

  /// The minute of the day to show, by the clock on the wall.
  package func minute(at moment: Moment) -> Int { minute ?? Scrubber.present(at: moment) }

  /// A pointer has chosen a minute of the day.
  package mutating func choose(_ minute: Int, at moment: Moment) {
    let isNear = abs(minute - Scrubber.present(at: moment)) <= Scrubber.grain
    self.minute = isNear ? nil : min(max(minute, 0), Scrubber.minutesOfDay - 1)
  }

  /// A key has gone up or down by `steps`; beyond midnight the day begins again.
  package mutating func step(by steps: Int, at moment: Moment) {
    let start = minute ?? Scrubber.present(at: moment) / Scrubber.grain * Scrubber.grain
    let day = Scrubber.minutesOfDay
    minute = ((start + steps % day * Scrubber.keyStep) % day + day) % day
  }

  /// Back to the present.
  package mutating func clear() { minute = nil }

  /// The moment to draw: that minute of the present day in its zone.
  ///
  /// A time that the day shows twice is the earlier one; one that it leaves out is the first after the gap.
  package func moment(at moment: Moment) -> Moment {
    guard let minute else { return moment }
    let date = moment.zone.civil(at: moment.instant.second).date
    let second = moment.zone.second(on: date, hour: minute / 60, minute: minute % 60, second: 0)
    return second.map { moment.at(Instant(second: $0)) } ?? moment
  }

  private static func present(at moment: Moment) -> Int {
    let civil = moment.zone.civil(at: moment.instant.second)
    return civil.hour * 60 + civil.minute
  }
}
