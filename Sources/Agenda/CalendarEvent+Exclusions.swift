import ColourClock

extension CalendarEvent {
  func notExcluded(_ overrides: [CalendarEvent], _ wallZone: Zone) -> [CalendarEvent] {
    // An exclusion may have another date in its own zone.
    let near = Set(overrides.compactMap(\.recurrenceID).flatMap { $0.local.day - 2...$0.local.day + 2 })
    let gone = Exclusions(of: self, wallZone) { near.contains($0) }
    return overrides.filter { override in !(override.recurrenceID.map { gone.contains($0.local, $0.zone) } ?? false) }
  }

  struct Exclusions {
    private var seconds: Set<Int64> = []
    /// Excluded whole days, counted from 1970-01-01.
    private var days: Set<Int> = []

    private let wallZone: Zone
    private let isNear: (Int) -> Bool
    private let isAllDaySeries: Bool
    private let zone: EventZone

    init(of event: CalendarEvent, _ wallZone: Zone, near isNear: @escaping (Int) -> Bool) {
      (self.wallZone, isAllDaySeries, self.isNear) = (wallZone, event.start.isDate, isNear)
      zone = event.zoneOfRules
      for list in event.exclusions {
        for local in list.times { insert(CalendarTime(local: local, isDate: list.isDate, zone: list.zone)) }
      }
    }

    mutating func insert(_ time: CalendarTime) {
      guard isNear(time.local.day) else { return }
      // Some programs write the wrong type. In an all-day series, a UTC time excludes its day in the calendar's zone.
      // In a timed series, a date excludes the whole day.
      if isAllDaySeries, !time.isDate, time.zone.isSame(as: .known(.utc)) {
        days.insert(time.local.wholeDay(in: zone, wallZone))
      } else if time.isDate || isAllDaySeries {
        days.insert(time.local.day)
      } else {
        seconds.insert(time.second(wallZone: wallZone))
      }
    }

    func contains(_ local: LocalTime, _ zone: EventZone) -> Bool {
      if days.contains(local.day) { return true }
      return !seconds.isEmpty && seconds.contains(zone.second(of: local, wallZone: wallZone))
    }
  }
}
