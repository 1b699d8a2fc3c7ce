/// A time format with the fields of strftime(3).
package struct TimeFormat: Hashable, Sendable {
  fileprivate enum Piece: Hashable {
    case text(String)
    case field(Field, Padding?)
  }

  fileprivate enum Field: Character, CaseIterable {
    case weekday = "A", shortWeekday = "a", month = "B", shortMonth = "b", monthNumber = "m"
    case day = "d", blankPaddedDay = "e", dayOfYear = "j", weekdayFromMonday = "u", weekdayFromSunday = "w"
    case year = "Y", century = "C", yearOfCentury = "y"
    case week = "V", weekYear = "G", weekFromSunday = "U", weekFromMonday = "W"
    case hour = "H", blankPaddedHour = "k", twelveHour = "I", blankPaddedTwelveHour = "l", minute = "M", second = "S"
    case dayPeriod = "p", smallDayPeriod = "P", zone = "Z", offset = "z"
  }

  fileprivate enum Padding: Character {
    case none = "-"
    case blanks = "_"
    case zeros = "0"
  }

  private static let short: [Character: String] = ["F": "%Y-%m-%d", "T": "%H:%M:%S", "R": "%H:%M", "h": "%b"]
  private static let longest = 100
  static let fields = Field.allCases.map { "%\($0.rawValue)" }.joined(separator: " ") + " %F %T %R %h %%"

  private let pieces: [Piece]
  /// True unless seconds come before the second colon. `Text.Figures.clock` gives digits the same width only after that
  /// colon.
  let isClock: Bool

  /// - Throws: `Refusal.format` for an unknown field, a control character, blank or long text.
  package init(_ text: String) throws(Refusal) {
    guard text.count <= TimeFormat.longest,
      !text.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }),
      text.contains(where: { !$0.isWhitespace })
    else { throw .format }
    var (pieces, rest): ([Piece], Substring) = ([], text[...])
    while let start = rest.firstIndex(of: "%") {
      if start > rest.startIndex { pieces.append(.text(String(rest[..<start]))) }
      rest = rest[rest.index(after: start)...]
      let padding = rest.first.flatMap(Padding.init)
      if padding != nil { rest.removeFirst() }
      guard let letter = rest.popFirst() else { throw .format }
      if let field = Field(rawValue: letter) {
        pieces.append(.field(field, padding))
      } else if letter == "%", padding == nil {
        pieces.append(.text("%"))
      } else if let long = TimeFormat.short[letter], padding == nil {
        pieces += try TimeFormat(long).pieces
      } else {
        throw .format
      }
    }
    self.pieces = rest.isEmpty ? pieces : pieces + [.text(String(rest))]
    isClock = TimeFormat.isClock(pieces)
  }

  private static func isClock(_ pieces: [Piece]) -> Bool {
    var colons = 0
    for piece in pieces {
      switch piece {
      case .text(let text): colons += text.count { $0 == ":" }
      case .field(.second, _): if colons < 2 { return false }
      case .field: break
      }
    }
    return true
  }

  package func string(of time: Civil, _ names: DateNames) -> String {
    var string = ""
    for piece in pieces {
      switch piece {
      case .text(let text): string += text
      case .field(let field, let padding): string += field.string(of: time, padding, names)
      }
    }
    return string
  }

  func widest(_ names: DateNames, zone: String) -> String {
    pieces.map { piece in
      switch piece {
      case .text(let text): text
      case .field(.zone, _): zone
      case .field(let field, _): field.widest(names)
      }
    }.joined()
  }
}

extension TimeFormat.Field {
  fileprivate typealias Number = (value: Int, digits: Int, padding: TimeFormat.Padding)

  fileprivate func string(of time: Civil, _ padding: TimeFormat.Padding?, _ names: DateNames) -> String {
    if let number = number(of: time) {
      return number.value.written(number.digits, padding ?? number.padding)
    }
    let dayPeriod = names.dayPeriods[time.hour / 12]
    return switch self {
    case .weekday: names.weekdays[time.weekday]
    case .shortWeekday: names.shortWeekdays[time.weekday]
    case .month: names.months[time.month - 1]
    case .shortMonth: names.shortMonths[time.month - 1]
    case .dayPeriod: dayPeriod.uppercased()
    case .smallDayPeriod: dayPeriod.lowercased()
    case .zone: time.abbreviation
    // Only `offset` is left; the other fields are numbers.
    default:
      (time.utcOffset < 0 ? "-" : "+")
        + (abs(time.utcOffset) / 3600 * 100 + abs(time.utcOffset) / 60 % 60).written(4, .zeros)
    }
  }

  fileprivate func number(of time: Civil) -> Number? {
    switch self {
    case .monthNumber: (time.month, 2, .zeros)
    case .day: (time.day, 2, .zeros)
    case .blankPaddedDay: (time.day, 2, .blanks)
    case .dayOfYear: (time.dayOfYear + 1, 3, .zeros)
    case .weekdayFromMonday: ((time.weekday + 6) % 7 + 1, 1, .zeros)
    case .weekdayFromSunday: (time.weekday, 1, .zeros)
    case .year: (time.year, 4, .zeros)
    case .century: (time.year.floorDivided(by: 100), 2, .zeros)
    case .yearOfCentury: (time.year.floorRemainder(by: 100), 2, .zeros)
    case .week: (time.isoWeek.week, 2, .zeros)
    case .weekYear: (time.isoWeek.year, 4, .zeros)
    case .weekFromSunday: ((time.dayOfYear + 7 - time.weekday) / 7, 2, .zeros)
    case .weekFromMonday: ((time.dayOfYear + 7 - (time.weekday + 6) % 7) / 7, 2, .zeros)
    case .hour: (time.hour, 2, .zeros)
    case .blankPaddedHour: (time.hour, 2, .blanks)
    case .twelveHour: (time.hour.hourOfTwelve, 2, .zeros)
    case .blankPaddedTwelveHour: (time.hour.hourOfTwelve, 2, .blanks)
    case .minute: (time.minute, 2, .zeros)
    case .second: (time.second, 2, .zeros)
    default: nil
    }
  }

  fileprivate func widest(_ names: DateNames) -> String {
    switch self {
    case .weekday: Line.widest(names.weekdays)
    case .shortWeekday: Line.widest(names.shortWeekdays)
    case .month: Line.widest(names.months)
    case .shortMonth: Line.widest(names.shortMonths)
    case .dayPeriod, .smallDayPeriod: Line.widest(names.dayPeriods.map { $0.uppercased() })
    case .offset: "+0000"
    case .weekdayFromMonday, .weekdayFromSunday: "0"
    case .dayOfYear: "000"
    case .year, .weekYear: "0000"
    default: "00"
    }
  }
}

extension Civil {
  fileprivate var dayOfYear: Int { date.dayNumber - GregorianDate.dayNumber(year: year, month: 1, day: 1) }

  /// ISO 8601: weeks begin on Monday and belong to their Thursday's year.
  fileprivate var isoWeek: (year: Int, week: Int) {
    let thursday = GregorianDate(dayNumber: date.dayNumber + 3 - (weekday + 6) % 7)
    let first = GregorianDate.dayNumber(year: thursday.year, month: 1, day: 1)
    return (thursday.year, (thursday.dayNumber - first) / 7 + 1)
  }
}

extension Int {
  fileprivate func written(_ digits: Int, _ padding: TimeFormat.Padding) -> String {
    switch padding {
    case .none: return "\(self)"
    case .zeros: return padded(to: digits)
    case .blanks:
      let figures = "\(self)"
      return String(repeating: " ", count: Swift.max(0, digits - figures.utf8.count)) + figures
    }
  }
}
