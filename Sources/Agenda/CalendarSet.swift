import ColourClock

struct CalendarSet {
  private let events: [Entry]
  private let overridesByUID: [String: [CalendarEvent]]
  /// By UID: series whose EXDATE or cancellation may exclude overrides.
  private let seriesWithExclusions: [String: CalendarEvent]
  private let calendars: [AgendaCalendar]
  private let now: () -> Double

  private struct Entry {
    let event: CalendarEvent
    let file: Int
  }

  /// Keeps each event's version with the highest SEQUENCE; of equal versions, the last.
  init(_ files: [[CalendarEvent]], of calendars: [AgendaCalendar] = [], now: @escaping () -> Double) {
    var (entries, places): ([Entry], [EventKey: Int]) = ([], [:])
    entries.reserveCapacity(files.reduce(0) { $0 + $1.count })
    for (file, events) in files.enumerated() {
      for event in events {
        let entry = Entry(event: event, file: file)
        if let place = event.identifier.isEmpty ? nil : places[EventKey(event)] {
          if entries[place].event.sequence <= event.sequence { entries[place] = entry }
        } else {
          if !event.identifier.isEmpty { places[EventKey(event)] = entries.count }
          entries.append(entry)
        }
      }
    }
    (self.events, self.calendars, self.now) = (entries, calendars, now)
    let all = entries.lazy.map(\.event).filter { !$0.identifier.isEmpty }
    let overridesByUID = Dictionary(grouping: all.filter { $0.recurrenceID != nil }, by: \.identifier)
    self.overridesByUID = overridesByUID
    let excepted = all.filter { event in
      event.recurrenceID == nil && (event.isCancelled || !event.exclusions.isEmpty)
        && overridesByUID[event.identifier] != nil
    }
    seriesWithExclusions = Dictionary(excepted.map { ($0.identifier, $0) }) { one, _ in one }
  }

  private struct EventKey: Hashable {
    let identifier: String
    /// RECURRENCE-ID in seconds since 1970; a floating time counts as UTC.
    let recurrenceID: Int64?
    let isFloating: Bool

    init(_ event: CalendarEvent) {
      (identifier, recurrenceID) = (event.identifier, event.recurrenceID?.second(wallZone: .utc))
      isFloating = event.recurrenceID?.zone.isSame(as: .floating) ?? false
    }
  }

  func calendar(of occurrence: CalendarEvent.Occurrence) -> AgendaCalendar {
    calendars.indices.contains(occurrence.file) ? calendars[occurrence.file] : AgendaCalendar()
  }

  /// Cheap events come first, so that a costly rule takes no time from them.
  func occurrences(
    on date: GregorianDate, wallZone: Zone, allDay: Bool = true
  ) -> (occurrences: [CalendarEvent.Occurrence], complaints: [String]) {
    var work = DayWork(date: date, wallZone: wallZone, allDay: allDay, now: now)
    let later = events.indices.filter { !attempt(events[$0], RuleLimits.stepsInFirstRound, &work) }
    var (complaints, count): ([String], Int) = ([], 0)
    for entry in later.lazy.map({ events[$0] }) where !attempt(entry, RuleLimits.stepsInSecondRound, &work) {
      count += 1
      guard count <= CalendarSet.mostNamed else { continue }
      complaints.append("'\(entry.event.title.quoted)': \(work.refusal(of: entry.file))")
    }
    if count > CalendarSet.mostNamed {
      complaints.append("and \(count - CalendarSet.mostNamed) more events are left out")
    }
    addOverrides(to: &work)
    work.found.sort { CalendarSet.isBefore($0, $1) }
    return (work.found, complaints)
  }

  private static let mostNamed = 10

  private struct DayWork {
    let day: Int
    let seconds: Range<Int64>
    let wallZone: Zone
    let allDay: Bool
    let now: () -> Double
    var found: [CalendarEvent.Occurrence] = []
    /// Overrides that their series may exclude.
    var overrides: [(event: CalendarEvent, shown: [CalendarEvent.Occurrence])] = []
    var files: [Int: Allowance] = [:]
    var all = Allowance.ofAll

    init(date: GregorianDate, wallZone: Zone, allDay: Bool, now: @escaping () -> Double) {
      (day, seconds, self.wallZone, self.now) = (date.dayNumber, date.seconds(in: wallZone), wallZone, now)
      self.allDay = allDay
    }

    func holds(_ part: Range<Int64>) -> Bool {
      part.isEmpty ? seconds.contains(part.lowerBound) : part.overlaps(seconds)
    }

    func refusal(of file: Int) -> String {
      let isOver = all.isUsedUp || files[file]?.isUsedUp == true
      return isOver ? "the rules of the calendar take too long" : "its rule takes too long"
    }
  }

  private func attempt(_ entry: Entry, _ steps: Int, _ work: inout DayWork) -> Bool {
    let event = entry.event
    let others =
      event.recurrenceID == nil && !event.identifier.isEmpty ? overridesByUID[event.identifier] ?? [] : []
    var budget = (work.files[entry.file] ?? .ofFile).budget(with: work.all, atMost: steps, now: now)
    let (given, began) = (budget.steps, now())
    let found = event.occurrences(in: work.day...work.day, wallZone: work.wallZone, replacedBy: others, budget: &budget)
    let (used, passed) = (given - budget.steps, now() - began)
    work.files[entry.file, default: .ofFile].subtract(steps: used, seconds: passed)
    work.all.subtract(steps: used, seconds: passed)
    guard let found else { return false }
    var shown = found.filter { work.holds($0.seconds) && (work.allDay || !$0.isAllDay) }
    for index in shown.indices { shown[index].file = entry.file }
    if event.recurrenceID == nil || seriesWithExclusions[event.identifier] == nil {
      work.found += shown
    } else if !shown.isEmpty {
      work.overrides.append((event, shown))
    }
    return true
  }

  private func addOverrides(to work: inout DayWork) {
    for (identifier, overrides) in Dictionary(grouping: work.overrides, by: \.event.identifier) {
      guard let series = seriesWithExclusions[identifier], !series.isCancelled else { continue }
      let kept = Set(series.notExcluded(overrides.map(\.event), work.wallZone).map(ObjectIdentifier.init))
      for (event, shown) in overrides where kept.contains(ObjectIdentifier(event)) { work.found += shown }
    }
  }

  private static func isBefore(_ one: CalendarEvent.Occurrence, _ other: CalendarEvent.Occurrence) -> Bool {
    (one.seconds.lowerBound, one.seconds.upperBound, one.title)
      < (other.seconds.lowerBound, other.seconds.upperBound, other.title)
  }
}
