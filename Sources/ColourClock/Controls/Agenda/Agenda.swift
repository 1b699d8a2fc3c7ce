/// A part of a day with a title, as a lesson or a meeting; or a moment, as a reminder, which has a time and no length.
package struct Period: Hashable, Sendable {
  package let start: TimeOfDay
  /// On the next day if it is not later than the start; `nil` for a moment.
  package let end: TimeOfDay?
  package let title: String
  /// `nil` for the ink's.
  package let colour: Colour?
  /// Those on which it starts.
  package let days: Weekdays
  /// Of one that takes place a single time: from when to when, in seconds since 1970; empty for a moment. Start and end are only
  /// what is written of it then, and days do not count.
  private let once: Range<Int64>?

  var isMoment: Bool { end == nil }

  /// What of a title is shown.
  private static let longest = 48
  /// For how many seconds from its time a moment is told in words.
  private static let toldFor: Int64 = 60

  /// - Returns: `nil` if nothing of its title can be shown, or it ends as it begins, but for a whole day from midnight on, and one that
  ///   takes place once; also if one of `end` and `once` has a length and the other has none.
  package init?(
    start: TimeOfDay, end: TimeOfDay?, title: String, colour: Colour? = nil, days: Weekdays = .all,
    once: Range<Int64>? = nil
  ) {
    guard start != end || start == .midnight || once != nil, once.map({ $0.isEmpty == (end == nil) }) ?? true,
      let shown = Feed.line(of: title, longest: Period.longest)
    else { return nil }
    (self.start, self.end, self.title, self.colour, self.days, self.once) = (start, end, shown, colour, days, once)
  }

  /// Takes `08:30-09:15 Maths`, or `08:00 Take pills` for a moment. Behind it there may be days and a colour, in either order:
  /// `@mon-fri`, `#8a9544`. By scalars: a title that begins with an accent would make one character with the blank before it.
  /// - Throws: `ValueError.period`, or that of the part that is wrong.
  package static func parse(_ text: String) throws(ValueError) -> Period {
    let scalars = String.UnicodeScalarView(text.unicodeScalars.filter { $0.isPrintable || $0 == "\t" })
    // A dash behind more than a time is a part of a moment's title.
    if let dash = scalars.firstIndex(where: isDash), words(scalars[..<dash]).count < 2 {
      var rest = words(scalars[scalars.index(after: dash)...])
      guard !rest.isEmpty else { throw .period }
      let ending = rest.removeFirst()
      let start = try TimeOfDay.parse(words(scalars[..<dash]).joined())
      return try parse(rest, start, end: try TimeOfDay.parse(ending == "24:00" ? "00:00" : ending))
    }
    var rest = words(scalars[...])
    guard !rest.isEmpty, let start = try? TimeOfDay.parse(rest.removeFirst()) else { throw .period }
    let moment = try parse(rest, start, end: nil)
    // A forgotten dash, as in `08:30 09:15 Maths`.
    let first = words(moment.title.unicodeScalars[...]).first ?? ""
    guard first != "24:00", (try? TimeOfDay.parse(first)) == nil,
      !first.unicodeScalars.prefix(1).contains(where: isDash)
    else { throw .period }
    return moment
  }

  private static func parse(_ words: [String], _ start: TimeOfDay, end: TimeOfDay?) throws(ValueError) -> Period {
    // Days and colour once each: what looks like another one is a part of the title.
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
    guard let period = Period(start: start, end: end, title: title, colour: colour, days: days ?? .all) else {
      throw .period
    }
    return period
  }

  private static func isDash(_ scalar: Unicode.Scalar) -> Bool { scalar == "-" || scalar == "\u{2013}" }

  private static func words(_ text: Substring.UnicodeScalarView) -> [String] {
    text.split(whereSeparator: \.properties.isWhitespace).map { String($0) }
  }

  /// When it takes place, in seconds since 1970, as far as it starts on some dates, which are counted in days since then; one that takes
  /// place a single time, whenever that is. For a moment the minute from its time on.
  func occurrences(on dates: ClosedRange<Int>, in zone: Zone) -> [Range<Int64>] {
    if let once { return [isMoment ? Period.told(from: once.lowerBound) : once] }
    return dates.compactMap { occurrence(on: GregorianDate(dayNumber: $0), in: zone) }
  }

  private static func told(from second: Int64) -> Range<Int64> { second..<second + toldFor }

  /// `nil` if it does not start on that date, or is a period that takes no time there.
  private func occurrence(on date: GregorianDate, in zone: Zone) -> Range<Int64>? {
    guard days.contains(date.weekday), let first = start.first(on: date, in: zone)?.second else { return nil }
    guard let end else { return Period.told(from: first) }
    // Where the date of its end is left out as a whole it ends the day after.
    let later = (0...2).lazy.compactMap { days -> Int64? in
      let last = end.first(on: GregorianDate(dayNumber: date.dayNumber + days), in: zone)?.second
      return last.flatMap { days > 0 || start < end ? $0 : nil }
    }
    guard let last = later.first, last > first else { return nil }
    return first..<last
  }
}

/// What is to happen on which days.
package struct Agenda: Hashable, Sendable {
  package let periods: [Period]
  /// For which room is kept.
  let widestTitle: String

  /// More than a viewer can see in a band.
  package static let most = 200

  package init(_ periods: [Period] = []) {
    self.periods = Array(periods.prefix(Agenda.most))
    widestTitle = Line.widest(self.periods.map(\.title))
  }

  /// What is wrong with a line of a text.
  package struct Complaint: Hashable, Sendable {
    /// From 1.
    package let line: Int
    package let reason: String
  }

  /// A period or moment a line, and lines that are empty or begin with `#`. Those that are wrong are left out.
  package static func parse(_ text: String) -> (agenda: Agenda, complaints: [Complaint]) {
    var (periods, complaints) = ([Period](), [Complaint]())
    for (index, line) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated() {
      // A byte order mark is no character of the first line.
      let line = line.drop { $0.isWhitespace || $0 == "\u{feff}" }
      guard let first = line.first, first != "#" else { continue }
      guard periods.count < most else {
        complaints.append(Complaint(line: index + 1, reason: "there is room for \(most) periods"))
        break
      }
      do throws(ValueError) { periods.append(try .parse(String(line))) } catch {
        complaints.append(Complaint(line: index + 1, reason: error.description))
      }
    }
    return (Agenda(periods), complaints)
  }
}
