import ColourClock

/// A period or a moment of a day, as the clock's `agenda set` takes it.
struct DayPeriod: Hashable, Encodable {
  /// `08:30`, with seconds if they are not zero; `24:00` for the end of the day.
  let start: String
  /// `nil` for a moment.
  let end: String?
  let title: String
  /// Start and end since 1970. A clock that loses its companion does not show the period on other days. In an hour that
  /// comes twice they say which of the two.
  let seconds: [Int64]
  /// The name of its calendar, and the colour such as `#3b6fb6`; `nil` for a calendar without.
  let calendar, colour: String?
  /// A line of the file that the clock's `--agenda` reads, with the weekday.
  let line: String

  private enum CodingKeys: CodingKey { case start, end, title, seconds, calendar, colour }

  /// Longest title in bytes: a day's periods must fit into a line of the control socket.
  private static let mostBytes = 150
  /// The title of an event whose own title has nothing to show.
  private static let nameless = "–"

  /// - Parameters:
  ///   - title: as `shown` returns it.
  ///   - date: the day that the period is a part of.
  init(
    _ occurrence: CalendarEvent.Occurrence, titled title: String, on date: GregorianDate, in wall: Zone,
    of calendar: AgendaCalendar = AgendaCalendar()
  ) {
    (self.calendar, colour) = (calendar.name, calendar.colour?.hex)
    let first = wall.civil(at: occurrence.seconds.lowerBound)
    let last = wall.civil(at: occurrence.seconds.upperBound)
    let (from, to) = (DayPeriod.second(first), DayPeriod.second(last))
    guard !occurrence.seconds.isEmpty else {
      (start, end, self.title) = (DayPeriod.text(from), nil, title)
      seconds = [occurrence.seconds.lowerBound, occurrence.seconds.upperBound]
      line = DayPeriod.line(start, title, first.weekday)
      return
    }
    // An event of less than a day may pass midnight. A longer one is shown as its part of this day.
    let isNight = last.date.dayNumber == first.date.dayNumber + 1 && 0 < to && to < from
    let begins = isNight || first.date == date ? from : 0
    let ends = isNight || last.date == date ? to : DayPeriod.day
    (start, end, self.title) = (DayPeriod.text(begins), DayPeriod.text(ends), title)
    let part = isNight ? occurrence.seconds : occurrence.seconds.clamped(to: date.seconds(in: wall))
    seconds = [part.lowerBound, part.upperBound]
    // An end that is not later, as in an hour that comes twice, would mean the next day.
    let inFile = !isNight && ends <= begins ? min(begins + part.count, DayPeriod.day) : ends
    let beginning = isNight ? first.weekday : date.weekday
    line = DayPeriod.line("\(start)-\(DayPeriod.text(inFile))", title, beginning)
  }

  /// The title as the clock accepts it.
  static func shown(_ title: String) -> String {
    guard var text = asTaken(title) else { return nameless }
    while text.utf8.count > mostBytes { text.removeLast() }
    return asTaken(text) ?? nameless
  }

  static func asTaken(_ title: String) -> String? {
    guard let start = try? TimeOfDay.parse("00:00") else { return nil }
    return Period(start: start, end: start, title: title)?.title
  }

  /// The line that the clock reads back as that title. The beginning of a moment's title may look like the end of a
  /// period, and the last word like a colour. A dot separates them.
  private static func line(_ times: String, _ title: String, _ weekday: Int) -> String {
    let lines = forms(of: title).map { (title: $0, line: "\(times) \($0) @\(weekdays[weekday])") }
    let readBack = lines.first { form in
      (try? Period.parse(form.line)).map { $0.colour == nil && $0.title == asTaken(form.title) } ?? false
    }
    return (readBack ?? lines[0]).line
  }

  /// Forms of a title in a line, the best one first.
  static func forms(of title: String) -> [String] { [title, "· \(title)", "\(title) ·", "· \(title) ·"] }

  private static let day = 86_400
  private static let weekdays = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"]

  private static func second(_ time: Civil) -> Int { time.hour * 3600 + time.minute * 60 + min(time.second, 59) }

  private static func text(_ second: Int) -> String {
    let parts = [second / 3600, second / 60 % 60] + (second % 60 == 0 ? [] : [second % 60])
    return parts.map { $0 < 10 ? "0\($0)" : "\($0)" }.joined(separator: ":")
  }
}

extension CalendarSet {
  /// The periods of a day, as many as a clock takes; the number of the day's events, and complaints.
  ///
  /// - Parameters:
  ///   - allDay: whether events of whole days count, from midnight to midnight.
  ///   - calendar: the name and colour of all of them.
  func periods(
    on date: GregorianDate, wall: Zone, allDay: Bool, of calendar: AgendaCalendar = AgendaCalendar()
  ) -> (periods: [DayPeriod], count: Int, complaints: [String]) {
    let (shown, complaints) = occurrences(on: date, wall: wall, allDay: allDay)
    var titles: [String: String] = [:]
    let periods = shown.prefix(Agenda.most).map { occurrence in
      // The title of a recurring event is cleaned once.
      let title = titles[occurrence.title] ?? DayPeriod.shown(occurrence.title)
      titles[occurrence.title] = title
      return DayPeriod(occurrence, titled: title, on: date, in: wall, of: calendar)
    }
    return (periods, shown.count, complaints)
  }
}
