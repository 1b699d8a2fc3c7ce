import ColourClock

extension CalendarEvent {
  /// The overrides that EXDATE does not exclude. An override of an excluded occurrence is not shown.
  func notExcluded(_ overrides: [CalendarEvent], _ wall: Zone) -> [CalendarEvent] {
    // The same time may have another date in another zone, so the days around each date count too.
    let near = Set(overrides.compactMap(\.replaced).flatMap { $0.local.day - 2...$0.local.day + 2 })
    let gone = Exclusions(of: self, wall) { near.contains($0) }
    return overrides.filter { override in !(override.replaced.map { gone.contains($0.local, $0.zone) } ?? false) }
  }

  /// The times that EXDATE and overrides exclude from a series.
  struct Exclusions {
    /// Excluded times, in seconds since 1970.
    private var seconds: Set<Int64> = []
    /// Wholly excluded days, counted from 1970-01-01.
    private var days: Set<Int> = []

    private let wall: Zone
    private let isNear: (Int) -> Bool
    /// True for an all-day series.
    private let isOfDays: Bool
    private let zone: EventZone

    /// - Parameter isNear: true for the days that count. Times on other days are not stored.
    init(of event: CalendarEvent, _ wall: Zone, near isNear: @escaping (Int) -> Bool) {
      (self.wall, isOfDays, self.isNear) = (wall, event.start.isDate, isNear)
      zone = event.zoneOfRules
      for list in event.exclusions {
        for local in list.times { insert(CalendarTime(local: local, isDate: list.isDate, zone: list.zone)) }
      }
    }

    mutating func insert(_ time: CalendarTime) {
      guard isNear(time.local.day) else { return }
      // Some programs write a value of the wrong type. From an all-day series, a UTC time excludes its day in the
      // calendar's zone. From another series, a date excludes all occurrences on that day.
      if isOfDays, !time.isDate, time.zone.isSame(as: .known(.utc)) {
        days.insert(time.local.wholeDay(in: zone, wall))
      } else if time.isDate || isOfDays {
        days.insert(time.local.day)
      } else {
        seconds.insert(time.second(wall: wall))
      }
    }

    func contains(_ local: LocalTime, _ zone: EventZone) -> Bool {
      if days.contains(local.day) { return true }
      return !seconds.isEmpty && seconds.contains(zone.second(of: local, wall: wall))
    }
  }
}
