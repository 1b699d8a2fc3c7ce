/// A part of a day with a title; or a moment, which has no length.
package struct Period: Hashable, Sendable {
  package let start: TimeOfDay
  /// On the next day if not later than the start; `nil` for a moment.
  package let end: TimeOfDay?
  package let title: String
  /// `nil` for the ink.
  package let colour: Colour?
  /// The days on which it starts.
  package let days: Weekdays
  /// The name of the calendar that it is of; `nil` without one.
  package let calendar: String?
  /// The seconds since 1970 of a period that takes place once; empty for a moment. Then start and end are only texts.
  private let once: Range<Int64>?

  var isMoment: Bool { end == nil }
  var isWholeDay: Bool { start == .midnight && end == .midnight }

  /// The date on which it begins, if it takes place once.
  func date(in zone: Zone) -> GregorianDate? { once.map { zone.civil(at: $0.lowerBound).date } }

  /// The title behind the name of the calendar, no longer than a title may be.
  var fullTitle: String {
    calendar.map { Feed.line(of: "\($0): \(title)", longest: Period.longest) ?? title } ?? title
  }

  /// In characters of the title.
  private static let longest = 48
  /// How long a moment is told in words, in seconds.
  private static let toldFor: Int64 = 60

  /// - Returns: `nil` if nothing of the title can be shown, or it has no length, except for a whole day from midnight,
  ///   and one that takes place once; also if only one of `end` and `once` has a length.
  package init?(
    start: TimeOfDay, end: TimeOfDay?, title: String, colour: Colour? = nil, days: Weekdays = .all,
    once: Range<Int64>? = nil, of calendar: AgendaCalendar = AgendaCalendar()
  ) {
    guard start != end || start == .midnight || once != nil, once.map({ $0.isEmpty == (end == nil) }) ?? true,
      let shown = Feed.line(of: title, longest: Period.longest)
    else { return nil }
    (self.start, self.end, self.title, self.days, self.once) = (start, end, shown, days, once)
    (self.colour, self.calendar) = (colour ?? calendar.colour, calendar.name)
  }

  /// Takes `08:30-09:15 Maths`, or `08:00 Take pills` for a moment; then days and a colour in either order: `@mon-fri`,
  /// `#8a9544`. Splits scalars: an accent at the start of the title would join the blank before it.
  /// - Throws: `Refusal.period`, or the error of the wrong part.
  package static func parse(
    _ text: String, of calendar: AgendaCalendar = AgendaCalendar()
  ) throws(Refusal) -> Period {
    let scalars = String.UnicodeScalarView(text.unicodeScalars.filter { $0.isPrintable || $0 == "\t" })
    // A dash behind more than a time belongs to a title.
    if let dash = scalars.firstIndex(where: isDash), words(scalars[..<dash]).count < 2 {
      var rest = words(scalars[scalars.index(after: dash)...])
      guard !rest.isEmpty else { throw .period }
      let ending = rest.removeFirst()
      let start = try TimeOfDay.parse(words(scalars[..<dash]).joined())
      return try parse(rest, start, end: try TimeOfDay.parse(ending == "24:00" ? "00:00" : ending), calendar)
    }
    var rest = words(scalars[...])
    guard !rest.isEmpty, let start = try? TimeOfDay.parse(rest.removeFirst()) else { throw .period }
    let moment = try parse(rest, start, end: nil, calendar)
    // A forgotten dash, as in `08:30 09:15 Maths`.
    let first = words(moment.title.unicodeScalars[...]).first ?? ""
    guard first != "24:00", (try? TimeOfDay.parse(first)) == nil,
      !first.unicodeScalars.prefix(1).contains(where: isDash)
    else { throw .period }
    return moment
  }

  private static func parse(
    _ words: [String], _ start: TimeOfDay, end: TimeOfDay?, _ calendar: AgendaCalendar
  ) throws(Refusal) -> Period {
    // A second one is a part of the title.
    var (words, days, colour) = (words, Weekdays?.none, Colour?.none)
    while let word = words.last {
      if days == nil, word.unicodeScalars.first == "@" {
        days = try .parse(String(word.unicodeScalars.dropFirst()))
      } else if colour == nil, word.hasPrefix("#"), let value = Colour(hex: word) {
        colour = value
      } else {
        break
      }
      words.removeLast()
    }
    let title = words.joined(separator: " ")
    guard
      let period = Period(start: start, end: end, title: title, colour: colour, days: days ?? .all, of: calendar)
    else { throw .period }
    return period
  }

  private static func isDash(_ scalar: Unicode.Scalar) -> Bool { scalar == "-" || scalar == "\u{2013}" }

  private static func words(_ text: Substring.UnicodeScalarView) -> [String] {
    text.split(whereSeparator: \.properties.isWhitespace).map { String($0) }
  }

  /// The seconds since 1970, for starts on some dates, counted in days since 1970; for a moment its first minute.
  /// `once` needs no date.
  func occurrences(on dates: ClosedRange<Int>, in zone: Zone) -> [Range<Int64>] {
    if let once { return [isMoment ? Period.told(from: once.lowerBound) : once] }
    return dates.compactMap { occurrence(on: GregorianDate(dayNumber: $0), in: zone) }
  }

  private static func told(from second: Int64) -> Range<Int64> { second..<second + toldFor }

  /// `nil` if it does not start on that date, or has no length there.
  private func occurrence(on date: GregorianDate, in zone: Zone) -> Range<Int64>? {
    guard days.contains(date.weekday), let first = start.first(on: date, in: zone)?.second else { return nil }
    guard let end else { return Period.told(from: first) }
    // Where a zone leaves out the whole date of its end, it ends the day after.
    let later = (0...2).lazy.compactMap { days -> Int64? in
      let last = end.first(on: GregorianDate(dayNumber: date.dayNumber + days), in: zone)?.second
      return last.flatMap { days > 0 || start < end ? $0 : nil }
    }
    guard let last = later.first, last > first else { return nil }
    return first..<last
  }
}

package struct Agenda: Hashable, Sendable {
  package let periods: [Period]
  /// The layout keeps room for it.
  let widestTitle: String
  /// True if the periods are of more than one calendar: then the words name it.
  private let namesCalendars: Bool

  /// More than a viewer can see in a band.
  package static let most = 200

  package init(_ periods: [Period] = []) {
    let periods = Array(periods.prefix(Agenda.most))
    let namesCalendars = Set(periods.lazy.map(\.calendar)).count > 1
    (self.periods, self.namesCalendars) = (periods, namesCalendars)
    widestTitle = Line.widest(periods.map { namesCalendars ? $0.fullTitle : $0.title })
  }

  /// A period's title as the words have it.
  func title(of period: Period) -> String { namesCalendars ? period.fullTitle : period.title }

  /// A wrong line.
  package struct Complaint: Hashable, Sendable {
    /// From 1.
    package let line: Int
    package let reason: String
  }

  /// A period or moment a line, or the calendar of the lines below; empty lines and lines with `#` are left out, and
  /// wrong ones reported.
  package static func parse(_ text: String) -> (agenda: Agenda, complaints: [Complaint]) {
    var (periods, complaints, lines) = ([Period](), [Complaint](), AgendaLines())
    for (index, line) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated() {
      // A byte order mark is no character of the first line.
      let line = line.drop { $0.isWhitespace || $0 == "\u{feff}" }
      guard let first = line.first, first != "#" else { continue }
      guard periods.count < most else {
        complaints.append(Complaint(line: index + 1, reason: "there is room for \(most) periods"))
        break
      }
      do throws(Refusal) { if let period = try lines.read(String(line)) { periods.append(period) } } catch {
        complaints.append(Complaint(line: index + 1, reason: error.text))
      }
    }
    return (Agenda(periods), complaints)
  }
}
