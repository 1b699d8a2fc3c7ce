import ColourClock

/// All events of all calendars, each once.
struct CalendarSet {
  private let events: [CalendarEvent]
  /// What takes the place of single times of a series, by the series' identifier.
  private let changes: [String: [CalendarEvent]]

  /// Of several versions of an event that with the highest number counts, and of these the last.
  init(_ events: [CalendarEvent]) {
    var (latest, unnamed): ([Name: CalendarEvent], [CalendarEvent]) = ([:], [])
    var order: [Name] = []
    for event in events {
      guard !event.identifier.isEmpty else {
        unnamed.append(event)
        continue
      }
      let name = Name(event)
      if latest[name] == nil { order.append(name) }
      if (latest[name]?.sequence ?? .min) <= event.sequence { latest[name] = event }
    }
    self.events = order.compactMap { latest[$0] } + unnamed
    changes = Dictionary(grouping: self.events.filter { $0.replaced != nil }, by: \.identifier)
  }

  private struct Name: Hashable {
    let identifier: String
    let replaced: LocalTime?

    init(_ event: CalendarEvent) { (identifier, replaced) = (event.identifier, event.replaced?.local) }
  }

  /// What takes place on a day of the wall's calendar, in the order in which it begins; and what could not be worked out.
  func occurrences(
    on date: GregorianDate, wall: Zone
  ) -> (occurrences: [CalendarEvent.Occurrence], complaints: [String]) {
    let day = date.dayNumber
    let seconds = date.seconds(in: wall)
    var (found, complaints): ([CalendarEvent.Occurrence], [String]) = ([], [])
    for event in events {
      do throws(Complaint) {
        let others = event.replaced == nil && !event.identifier.isEmpty ? changes[event.identifier] ?? [] : []
        found += try event.occurrences(in: day...day, wall: wall, replacedBy: others)
          .filter { $0.seconds.overlaps(seconds) }
      } catch { complaints.append("'\(event.title)': \(error.text)") }
    }
    return (found.sorted { CalendarSet.isBefore($0, $1) }, complaints)
  }

  private static func isBefore(_ one: CalendarEvent.Occurrence, _ other: CalendarEvent.Occurrence) -> Bool {
    (one.seconds.lowerBound, one.seconds.upperBound, one.title)
      < (other.seconds.lowerBound, other.seconds.upperBound, other.title)
  }
}
