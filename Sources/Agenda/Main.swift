import ColourClock
import CommandOptions
import Companion
import Glibc
import Notation
import System

/// A companion of the clock: reads calendars, and tells the clock what today holds.
@main
enum Main {
  static func main() {
    Process.becomeCompanion("colourclock-agenda")
    do throws(OptionsError) {
      let arguments = try Arguments.read(Array(Process.arguments.dropFirst()))
      if let answer = arguments.answer { return Process.print(answer) }
      exit(run(arguments))
    } catch {
      end(error.text, ExitStatus.usage)
    }
  }

  private static func run(_ arguments: Arguments) -> Int32 {
    let zones = SystemZones()
    let source = Source(arguments.source, zones, owners: arguments.owners)
    do throws(Source.Failure) { try source.begin(waits: arguments.isFollowing) } catch {
      switch error {
      case .missing(let reason): end(reason, ExitStatus.noInput)
      case .broken(let reason): end(reason, ExitStatus.data)
      }
    }
    if arguments.isPrinted {
      print(source.calendar, arguments, ZoneChoice.local?.zone ?? .utc)
      return ExitStatus.done
    }
    let companion = AgendaKeeper(source, arguments)
    if arguments.isFollowing { companion.follow() }
    do throws(AgendaKeeper.Trouble) { try companion.update() } catch {
      switch error {
      case .unavailable(let reason): end(reason, ExitStatus.unavailable)
      case .refused(let reason): end(reason, ExitStatus.refused)
      }
    }
    return ExitStatus.done
  }

  private static func print(_ calendar: CalendarSet, _ arguments: Arguments, _ zone: Zone) {
    let date = arguments.date ?? zone.civil(at: Int64(time(nil))).date
    let (periods, complaints) = calendar.periods(on: date, wall: zone, allDay: arguments.showsAllDay)
    complaints.forEach(Process.report)
    if !periods.isEmpty { Process.print(periods.map(\.line).joined(separator: "\n")) }
  }

  private static func end(_ reason: String, _ status: Int32) -> Never {
    Process.report(reason, as: .error)
    exit(status)
  }
}
