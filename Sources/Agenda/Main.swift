import ColourClock
import CommandOptions
import ControlProtocol
import Glibc
import System

@main
enum Main {
  static func main() { Arguments.run(run) }

  private static func run(_ arguments: Arguments) throws(ProgramExit) {
    let calendars = Calendars(arguments)
    try calendars.begin(allowsEmpty: arguments.isFollowing)
    if arguments.isPrinted { return print(calendars, arguments, ZoneChoice.local?.zone ?? .utc) }
    let companion = AgendaKeeper(calendars, control: arguments.control)
    if arguments.isFollowing { companion.follow() }
    try companion.update()
  }

  private static func print(_ calendars: Calendars, _ arguments: Arguments, _ zone: Zone) {
    let date = arguments.date ?? zone.civil(at: Int64(time(nil))).date
    let (lines, complaints) = calendars.lines(on: date, wallZone: zone)
    complaints.forEach(Process.report)
    if !lines.isEmpty { Process.print(lines.joined(separator: "\n")) }
  }
}
