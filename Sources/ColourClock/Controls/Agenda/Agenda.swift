/// A period of a day, or a reminder, which has only a start.
package struct Period: Hashable, Sendable {
  package let start: TimeOfDay
  /// `nil` for a reminder. An end not later than `start` is on the next day.
  package let end: TimeOfDay?
  package let title: String
  /// `nil` means the labels' colour.
  package let colour: Colour?
  package let days: Weekdays
  package let calendar: String?
  /// Seconds since 1970, empty for a reminder; `nil` for an entry that repeats.
  private let once: Range<Int64>?

  var isReminder: Bool { end == nil }
  var isWholeDay: Bool { start == .midnight && end == .midnight }

  func date(in zone: Zone) -> GregorianDate? { once.map { zone.civil(at: $0.lowerBound).date } }

  var fullTitle: String {
    calendar.map { Feed.line(of: "\($0): \(title)", longest: Period.longest) ?? title } ?? title
  }

  private static let longest = 48
  private static let reminderSpan: Int64 = 60

  /// Returns `nil` if `title` shows nothing or `end` contradicts `once`. Without `once`, `end` may equal `start` only
  /// at midnight: that is a whole day.
  package init?(
    start: TimeOfDay, end: TimeOfDay?, title: String, colour: Colour? = nil, days: Weekdays = .all,
    once: Range<Int64>? = nil, of calendar: AgendaCalendar = AgendaCalendar()
  ) {
    guard start != end || start == .midnight || once != nil else { return nil }
    if let once, once.isEmpty != (end == nil) { return nil }
    guard let shown = Feed.line(of: title, longest: Period.longest) else { return nil }
    self.start = start
    self.end = end
    self.title = shown
    self.days = days
    self.once = once
    (self.colour, self.calendar) = (colour ?? calendar.colour, calendar.name)
  }

  /// Parses `08:30-09:15 Maths @mon-fri #8a9544` or `08:00 Take pills`; days and colour are optional.
  ///
  /// Splits scalars, not characters: a combining accent joins the blank before it.
  package static func parse(
    _ text: String, of calendar: AgendaCalendar = AgendaCalendar()
  ) throws(Refusal) -> Period {
    let scalars = String.UnicodeScalarView(text.unicodeScalars.filter { $0.isPrintable || $0 == "\t" })
    // After two or more words, a dash belongs to the title of a reminder.
    if let dash = scalars.firstIndex(where: isDash), words(scalars[..<dash]).count < 2 {
      var rest = words(scalars[scalars.index(after: dash)...])
      guard !rest.isEmpty else { throw .period }
      let ending = rest.removeFirst()
      let start = try TimeOfDay.parse(words(scalars[..<dash]).joined())
      return try parse(rest, start, end: try TimeOfDay.parse(ending == "24:00" ? "00:00" : ending), calendar)
    }
    var rest = words(scalars[...])
    guard !rest.isEmpty, let start = try? TimeOfDay.parse(rest.removeFirst()) else { throw .period }
    let reminder = try parse(rest, start, end: nil, calendar)
    // A period without its dash, such as `08:30 09:15 Maths`, is refused.
    let first = words(reminder.title.unicodeScalars[...]).first ?? ""
    guard first != "24:00", (try? TimeOfDay.parse(first)) == nil else { throw .period }
    return reminder
  }

  private static func parse(
    _ words: [String], _ start: TimeOfDay, end: TimeOfDay?, _ calendar: AgendaCalendar
  ) throws(Refusal) -> Period {
    // Days and colour come last; earlier `@` and `#` words belong to the title.
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

  /// - Parameter dates: day numbers; ignored for an entry that takes place once.
  func occurrences(on dates: ClosedRange<Int>, in zone: Zone) -> [Range<Int64>] {
    if let once { return [isReminder ? Period.reminder(from: once.lowerBound) : once] }
    return dates.compactMap { occurrence(on: GregorianDate(dayNumber: $0), in: zone) }
  }

  private static func reminder(from second: Int64) -> Range<Int64> { second..<second + reminderSpan }

  private func occurrence(on date: GregorianDate, in zone: Zone) -> Range<Int64>? {
    guard days.contains(date.weekday), let first = start.first(on: date, in: zone)?.second else { return nil }
    guard let end else { return Period.reminder(from: first) }
    // If the zone skips the end's date, the period ends a day later.
    let ends = (0...2).lazy.compactMap { offset -> Int64? in
      if offset == 0, !(start < end) { return nil }
      return end.first(on: GregorianDate(dayNumber: date.dayNumber + offset), in: zone)?.second
    }
    guard let last = ends.first, last > first else { return nil }
    return first..<last
  }
}

package struct Agenda: Hashable, Sendable {
  package let periods: [Period]
  let namesCalendars: Bool

  package static let most = 200

  package init(_ periods: [Period] = []) {
    let periods = Array(periods.prefix(Agenda.most))
    let namesCalendars = Set(periods.lazy.map(\.calendar)).count > 1
    (self.periods, self.namesCalendars) = (periods, namesCalendars)
  }

  func title(of period: Period) -> String { namesCalendars ? period.fullTitle : period.title }

  package struct Complaint: Hashable, Sendable {
    package let line: Int
    package let reason: String
  }

  package static func parse(_ text: String) -> (agenda: Agenda, complaints: [Complaint]) {
    var (periods, complaints, lines) = ([Period](), [Complaint](), AgendaLines())
    for (index, line) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated() {
      let line = line.drop { $0.isWhitespace || $0 == "\u{feff}" }
      guard let first = line.first, first != "#" else { continue }
      guard periods.count < most else {
        complaints.append(Complaint(line: index + 1, reason: "an agenda has room for \(most) periods"))
        break
      }
      do throws(Refusal) { if let period = try lines.read(String(line)) { periods.append(period) } } catch {
        complaints.append(Complaint(line: index + 1, reason: error.text))
      }
    }
    return (Agenda(periods), complaints)
  }
}
