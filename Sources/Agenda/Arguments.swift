import ColourClock

/// The command line.
struct Arguments {
  var source = ""
  var control: String?
  var date: GregorianDate?
  var showsAllDay = false
  /// Addresses of the wall's owners.
  var owners: [String] = []
  var work = Work.follow

  /// What is to be done with the day's periods.
  enum Work {
    case follow, once, print
  }

  /// What a command line is, if it is no plan of work.
  enum Answer: Error {
    case help
    case version
    case wrong(String)
  }

  static let help = """
    usage: colourclock-agenda [options] FILE.ics|FOLDER|-

    Shows a calendar's events of today as the agenda of a running colour clock, and those of its changes.

      --control PATH  the clock's control socket; default that of the user's only clock, or of the one on $DISPLAY
      --all-day       show events that are a day as a whole too, from 00:00 to 24:00
      --me ADDRESS    leave out what this attendee has declined, such as jo@school.example; may be given again
      --once          tell the clock once, and exit
      --print         print the periods instead, as the clock's --agenda takes them, and exit
      --date DATE     of this day, such as 2026-03-29, instead of today; only with --print
      --help, --version
    """

  init(_ words: [String]) throws(Answer) {
    var rest = words[...]
    var sources: [String] = []
    while let word = rest.popFirst() {
      switch word {
      case "--help": throw .help
      case "--version": throw .version
      case "--all-day": showsAllDay = true
      case "--once": work = .once
      case "--print": work = .print
      case "--me": owners.append(try Arguments.value(of: word, &rest))
      case "--control": control = try Arguments.value(of: word, &rest)
      case "--date": date = try Arguments.day(Arguments.value(of: word, &rest))
      case "--": (sources, rest) = (sources + rest, [])
      case _ where word.hasPrefix("-") && word != "-":
        throw .wrong("unknown option '\(word)': try 'colourclock-agenda --help'")
      default: sources.append(word)
      }
    }
    guard sources.count == 1, !sources[0].isEmpty else {
      throw .wrong("it takes one file, folder or -: try 'colourclock-agenda --help'")
    }
    guard date == nil || work == .print else { throw .wrong("'--date' goes with '--print' only") }
    source = sources[0]
  }

  /// A mail address as calendars and people write it, with or without `mailto:`.
  static func plainAddress(_ text: String) -> String {
    let text = text.lowercased()
    return text.hasPrefix("mailto:") ? String(text.dropFirst(7)) : text
  }

  private static func value(of option: String, _ rest: inout ArraySlice<String>) throws(Answer) -> String {
    guard let value = rest.popFirst(), !value.isEmpty else { throw .wrong("'\(option)' takes a value") }
    return value
  }

  private static func day(_ text: String) throws(Answer) -> GregorianDate {
    guard let date = GregorianDate(iso: text) else {
      throw .wrong("'\(text)' is no date: '--date' takes one such as 2026-03-29")
    }
    return date
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
