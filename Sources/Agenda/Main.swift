import ColourClock
import CommandOptions
import ControlProtocol
import Glibc
import System

/// A companion of the clock: reads calendars, and tells the clock what today and tomorrow hold.
@main
enum Main {
  static func main() {
    Process.becomeCompanion("colourclock-agenda")
    do throws(ProgramExit) {
      let arguments = try Arguments.read(Array(Process.arguments.dropFirst()))
      if let answer = arguments.answer { return Process.print(answer) }
      try run(arguments)
    } catch {
      error.report()
      Process.exit(error.status)
    }
  }

  private static func run(_ arguments: Arguments) throws(ProgramExit) {
    let calendars = Calendars(arguments)
    try calendars.begin(waits: arguments.isFollowing)
    if arguments.isPrinted { return print(calendars, arguments, ZoneChoice.local?.zone ?? .utc) }
    let companion = AgendaKeeper(calendars, control: arguments.control)
    if arguments.isFollowing { companion.follow() }
    try companion.update()
  }

  private static func print(_ calendars: Calendars, _ arguments: Arguments, _ zone: Zone) {
    let date = arguments.date ?? zone.civil(at: Int64(time(nil))).date
    let (lines, complaints) = calendars.lines(on: date, wall: zone)
    complaints.forEach(Process.report)
    if !lines.isEmpty { Process.print(lines.joined(separator: "\n")) }
  }
}
