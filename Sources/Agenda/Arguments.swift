import ColourClock
import CommandOptions
import ControlProtocol
import System

/// The command line.
struct Arguments: OptionTarget {
  /// The operand's, which has no name, is the first.
  var calendars: [CalendarPlace] = []
  var control: String?
  var date: GregorianDate?
  var showsAllDay = false
  /// Addresses of the wall's owners.
  var owners: [String] = []
  var isOnce = false
  var isPrinted = false
  private var question: Question?

  /// Whether the clock is told again of each change.
  var isFollowing: Bool { !isOnce && !isPrinted }

  static var defaults: Arguments { Arguments() }
  static func given(in state: Arguments) -> Arguments { state }

  private static let table = OptionTable<Arguments>(
    [
      .init(
        "Options",
        [
          .text(
            "control", "file",
            "The clock's control socket; default that of the user's only clock, or of the one on $DISPLAY.", \.control
          ).filled,
          .list(
            "calendar", "name=file",
            "A calendar with a name and perhaps a colour, such as 'Work #3b6fb6=work.ics'; may be given again.",
            most: Calendars.most, CalendarPlace.init(named:), \.calendars
          ).filled,
          .flag("all-day", "Show events that are a day as a whole too, from 00:00 to 24:00.", \.showsAllDay),
          .list(
            "me", "address",
            "Leave out what this attendee has declined, such as jo@school.example; may be given again.",
            { text throws(Refusal) in text }, \.owners
          ).filled,
          .flag("once", "Tell the clock once, and exit.", \.isOnce),
          .flag("print", "Print the periods instead, as the clock's --agenda takes them, and exit.", \.isPrinted),
          .value(
            "date", "date", "Of this day, such as 2026-03-29, instead of today; only with --print.",
            { text throws(Refusal) in
              guard let date = GregorianDate(iso: text) else {
                throw Refusal("it is no date: it takes one such as 2026-03-29")
              }
              return date
            }, \.date),
        ] + OptionSpec.questions(\.question))
    ], hint: nil)

  /// The command line as it is to be obeyed, or only answered.
  static func read(_ words: [String]) throws(ProgramExit) -> Arguments {
    let line = ScannedLine(words, table)
    var arguments = try Arguments(applying: line.arguments)
    if arguments.question != nil { return arguments }
    try line.check()
    guard line.operands.count == (arguments.calendars.isEmpty ? 1 : min(1, line.operands.count)),
      !line.operands.contains("")
    else { throw .usage("it takes one file, folder or -, or --calendar: try 'colourclock-agenda --help'") }
    if arguments.date != nil, !arguments.isPrinted { throw .usage("'--date' goes with '--print' only") }
    arguments.calendars.insert(contentsOf: line.operands.map { CalendarPlace($0) }, at: 0)
    guard arguments.calendars.count(where: { $0.path == "-" }) < 2 else {
      throw .usage("only one calendar can come from standard input")
    }
    return arguments
  }

  /// What is only asked of the program; `nil` if it has to work.
  var answer: String? {
    question.map {
      Arguments.table.answer(
        to: $0, "colourclock-agenda",
        [
          "OVERVIEW: Keeps the agenda of a running colour clock as calendars have it: today, and what comes tomorrow.",
          "", "USAGE: colourclock-agenda <options> [<file.ics> | <folder> | -]",
        ])
    }
  }

  /// A mail address as calendars and people write it, with or without `mailto:`.
  static func plainAddress(_ text: String) -> String {
    let text = text.lowercased()
    return text.hasPrefix("mailto:") ? String(text.dropFirst(7)) : text
  }
}

extension GregorianDate {
  /// `2026-03-29`, as ISO 8601 and the clock write it.
  init?(iso text: String) {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.map(\.count) == [4, 2, 2], parts.allSatisfy({ $0.allSatisfy { ("0"..."9").contains($0) } }),
      let year = Int(parts[0]), let month = Int(parts[1]), let day = Int(parts[2])
    else { return nil }
    self.init(year: year, month: month, day: day)
  }
}
