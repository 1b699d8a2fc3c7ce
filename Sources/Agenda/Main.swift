import ColourClock
import Companion
import Glibc

/// A companion of the clock: reads calendars, and tells the clock what today holds.
@main
enum Main {
  /// Exit statuses of sysexits.h.
  private enum Status {
    static let done: Int32 = 0, refused: Int32 = 1, usage: Int32 = 64, data: Int32 = 65, noInput: Int32 = 66
    static let unavailable: Int32 = 69
  }

  static func main() {
    do throws(Arguments.Answer) {
      exit(run(try Arguments(Array(CommandLine.arguments.dropFirst()))))
    } catch {
      switch error {
      case .help: System.print(Arguments.help)
      case .version: System.print(System.version)
      case .wrong(let reason): end(reason, Status.usage)
      }
    }
  }

  private static func run(_ arguments: Arguments) -> Int32 {
    let zones = SystemZones()
    let source = Source(arguments.source, zones)
    do throws(Source.Failure) { try source.begin() } catch {
      switch error {
      case .missing(let reason): end(reason, Status.noInput)
      case .broken(let reason): end(reason, Status.data)
      }
    }
    if arguments.work == .print {
      print(source.calendar, arguments, zones.local)
      return Status.done
    }
    let companion = AgendaKeeper(source, zones, arguments)
    if arguments.work == .follow { companion.follow() }
    do throws(AgendaKeeper.Trouble) { try companion.tell() } catch {
      switch error {
      case .unavailable(let reason): end(reason, Status.unavailable)
      case .refused(let reason): end(reason, Status.refused)
      }
    }
    return Status.done
  }

  private static func print(_ calendar: CalendarSet, _ arguments: Arguments, _ zone: Zone) {
    let date = arguments.date ?? zone.civil(at: Int64(time(nil))).date
    let (periods, complaints) = calendar.periods(on: date, wall: zone, allDay: arguments.showsAllDay)
    complaints.forEach(System.report)
    if !periods.isEmpty { System.print(periods.map(\.line).joined(separator: "\n")) }
  }

  private static func end(_ reason: String, _ status: Int32) -> Never {
    System.report(reason)
    exit(status)
  }
}
