import ColourClock
import ControlProtocol
import System

struct CalendarPlace {
  let calendar: AgendaCalendar
  /// A file, a folder, or `-` for standard input.
  let path: String

  init(_ path: String) { (calendar, self.path) = (AgendaCalendar(), path) }

  /// Parses `Work=PATH`, `Work #3b6fb6=PATH` or `#3b6fb6=PATH`.
  init(named text: String) throws(Refusal) {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 2, !parts[1].isEmpty else {
      throw Refusal("it takes NAME=FILE, such as 'Work #3b6fb6=work.ics'")
    }
    calendar = try .parse(parts[0])
    guard calendar != AgendaCalendar() else { throw Refusal("the name of the calendar is missing before '='") }
    path = parts[1]
  }
}

final class Calendars {
  private let all: [(calendar: AgendaCalendar, source: Source)]
  private let showsAllDay: Bool

  static let mostCalendars = 8

  init(_ arguments: Arguments) {
    showsAllDay = arguments.showsAllDay
    // Each source needs its own zones, because it clears them before it reads again.
    all = arguments.calendars.map { ($0.calendar, Source($0.path, SystemZones(), owners: arguments.owners)) }
  }

  func begin(allowsEmpty: Bool) throws(ProgramExit) {
    for each in all { try each.source.begin(allowsEmpty: allowsEmpty) }
  }

  func poll() -> Source.Change {
    let changes = all.map { $0.source.poll() }
    return changes.contains(.changed) ? .changed : changes.contains(.unsettled) ? .unsettled : .same
  }

  func periods(on date: GregorianDate, wallZone: Zone) -> (periods: [DayPeriod], complaints: [String]) {
    let (parts, complaints) = parts(on: date, wallZone: wallZone)
    return (parts.map(\.period), complaints)
  }

  func lines(on date: GregorianDate, wallZone: Zone) -> (lines: [String], complaints: [String]) {
    let (parts, complaints) = parts(on: date, wallZone: wallZone)
    let lines = all.indices.flatMap { index -> [String] in
      let own = parts.filter { $0.place == index }.map(\.period)
      let headings = own.map(Calendars.heading)
      // Lines without a heading come first: a heading counts for all lines below it.
      let order = [nil] + headings.enumerated().filter { $1 != nil && headings.firstIndex(of: $1) == $0 }.map(\.element)
      return order.flatMap { heading -> [String] in
        let lines = zip(own, headings).filter { $0.1 == heading }.map(\.0.line)
        return (lines.isEmpty ? [] : heading.map { ["[\($0)]"] } ?? []) + lines
      }
    }
    return (lines, complaints)
  }

  /// Returns `nil` if name and colour are unset, or would not parse back to the same colour. `forms` adds a dot to a
  /// name such as `Team #abcdef`, which would parse as a colour.
  static func heading(of period: DayPeriod) -> String? {
    let forms = period.calendar.map { name in DayPeriod.forms(of: name) + [""] } ?? [""]
    let headings = forms.map { [$0, period.colour ?? ""].filter { !$0.isEmpty }.joined(separator: " ") }
    return headings.first { heading in
      !heading.isEmpty && (try? AgendaCalendar.parse(heading)).map { $0.colour?.hex == period.colour } ?? false
    }
  }

  private func parts(
    on date: GregorianDate, wallZone: Zone
  ) -> (parts: [(place: Int, period: DayPeriod)], complaints: [String]) {
    var (parts, count, complaints): ([(place: Int, period: DayPeriod)], Int, [String]) = ([], 0, [])
    for (place, each) in all.enumerated() {
      let found = each.source.calendar.periods(on: date, wallZone: wallZone, allDay: showsAllDay, of: each.calendar)
      parts += found.periods.map { (place, $0) }
      count += found.count
      complaints += found.complaints
    }
    if all.count > 1 { parts.sort { ($0.period.seconds[0], $0.place) < ($1.period.seconds[0], $1.place) } }
    guard count > Agenda.most else { return (parts, complaints) }
    let left = "\(count - Agenda.most) of the day's \(count) events are left out"
    return (Array(parts.prefix(Agenda.most)), complaints + [left])
  }
}
