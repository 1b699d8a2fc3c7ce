import ColourClock
import CommandOptions
import ControlProtocol
import System

struct Arguments: CompanionOptions {
  static let program = "colourclock-agenda"
  static let overview =
    "Shows today's and tomorrow's events of calendars on a running colour clock, and keeps them up to date."
  static let usage = "<options> [<file.ics> | <folder> | -]"

  var calendars: [CalendarPlace] = []
  var control: String?
  var date: GregorianDate?
  var showsAllDay = false
  var owners: [String] = []
  var isOnce = false
  var isPrinted = false
  var question: Question?

  var isFollowing: Bool { !isOnce && !isPrinted }

  static let table = OptionTable<Arguments>(
    [
      .init(
        "Options",
        [
          .text(
            "control", "file",
            "The clock's control socket. Default: the socket of the user's only clock, or of the clock on $DISPLAY.",
            \.control
          ).notEmpty,
          .list(
            "calendar", "name=file",
            "A calendar with a name and perhaps a colour, such as 'Work #3b6fb6=work.ics'; may be given again.",
            most: Calendars.mostCalendars, CalendarPlace.init(named:), \.calendars
          ).notEmpty,
          .flag("all-day", "Also show all-day events, from 00:00 to 24:00.", \.showsAllDay),
          .list(
            "me", "address",
            "Leave out what this attendee has declined, such as jo@school.example; may be given again.",
            { text throws(Refusal) in text }, \.owners
          ).notEmpty,
          .flag("once", "Send the agenda to the clock once, and exit.", \.isOnce),
          .flag(
            "print", "Print the periods in the form that the clock's --agenda reads, send nothing, and exit.",
            \.isPrinted),
          .value(
            "date", "date", "Print this day, such as 2026-03-29, instead of today; only with --print.",
            { text throws(Refusal) in
              guard let date = GregorianDate(iso: text) else {
                throw Refusal("it is not a date such as 2026-03-29")
              }
              return date
            }, \.date),
        ] + OptionSpec.questions(\.question))
    ], hint: nil)
}

extension Arguments {
  init(line words: [String]) throws(ProgramExit) {
    let scanned = ScannedLine(words, Arguments.table)
    try self.init(applying: scanned.arguments)
    if question != nil { return }
    try scanned.check()
    guard (calendars.isEmpty ? 1...1 : 0...1).contains(scanned.operands.count), !scanned.operands.contains("") else {
      throw .usage("give one file, one folder or -, or --calendar: try 'colourclock-agenda --help'")
    }
    if date != nil, !isPrinted { throw .usage("'--date' goes with '--print' only") }
    calendars.insert(contentsOf: scanned.operands.map { CalendarPlace($0) }, at: 0)
    guard calendars.count(where: { $0.path == "-" }) < 2 else {
      throw .usage("only one calendar can come from standard input")
    }
  }
}

enum MailAddress {
  static func plain(_ text: String) -> String {
    let text = text[...].trimmed.lowercased()
    return text.hasPrefix("mailto:") ? String(text.dropFirst(7)) : text
  }
}

extension GregorianDate {
  init?(iso text: String) {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.map(\.count) == [4, 2, 2], parts.allSatisfy(\.isAllDigits),
      let year = Int(parts[0]), let month = Int(parts[1]), let day = Int(parts[2])
    else { return nil }
    self.init(year: year, month: month, day: day)
  }
}
