import ColourClock
import CommandOptions
import Glibc
import Notation
import System

/// A companion of the clock: reads calendars, and tells the clock what today holds.
@main
enum Main {
  static func main() {
    Process.becomeCompanion("colourclock-agenda")
    do throws(Ending) {
      let arguments = try Arguments.read(Array(Process.arguments.dropFirst()))
      if let answer = arguments.answer { return Process.print(answer) }
      try run(arguments)
    } catch {
      error.report()
      Process.exit(error.status)
    }
  }

  private static func run(_ arguments: Arguments) throws(Ending) {
    let zones = SystemZones()
    let source = Source(arguments.source, zones, owners: arguments.owners)
    try source.begin(waits: arguments.isFollowing)
    if arguments.isPrinted { return print(source.calendar, arguments, ZoneChoice.local?.zone ?? .utc) }
    let companion = AgendaKeeper(source, arguments)
    if arguments.isFollowing { companion.follow() }
    try companion.update()
  }

  private static func print(_ calendar: CalendarSet, _ arguments: Arguments, _ zone: Zone) {
    let date = arguments.date ?? zone.civil(at: Int64(time(nil))).date
    let (periods, complaints) = calendar.periods(on: date, wall: zone, allDay: arguments.showsAllDay)
    complaints.forEach(Process.report)
    if !periods.isEmpty { Process.print(periods.map(\.line).joined(separator: "\n")) }
  }
}
