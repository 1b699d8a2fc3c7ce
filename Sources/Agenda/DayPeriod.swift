import ColourClock

struct DayPeriod: Hashable, Encodable {
  /// `08:30`, or `08:30:15` with seconds; the end of the day is `24:00`.
  let start: String
  let end: String?
  let title: String
  /// Start and end in seconds since 1970. In autumn, only these tell a repeated hour from the first.
  let seconds: [Int64]
  let calendar, colour: String?
  let line: String

  private enum CodingKeys: CodingKey { case start, end, title, seconds, calendar, colour }

  /// A title's limit in bytes: a day's periods must fit into one line of the control socket.
  private static let mostBytes = 150
  private static let nameless = "–"

  init(
    _ occurrence: CalendarEvent.Occurrence, titled title: String, on date: GregorianDate, in wallZone: Zone,
    of calendar: AgendaCalendar = AgendaCalendar()
  ) {
    (self.calendar, colour) = (calendar.name, calendar.colour?.hex)
    let first = wallZone.civil(at: occurrence.seconds.lowerBound)
    let last = wallZone.civil(at: occurrence.seconds.upperBound)
    let (from, to) = (DayPeriod.second(first), DayPeriod.second(last))
    guard !occurrence.seconds.isEmpty else {
      (start, end, self.title) = (DayPeriod.text(from), nil, title)
      seconds = [occurrence.seconds.lowerBound, occurrence.seconds.upperBound]
      line = DayPeriod.line(start, title, first.weekday)
      return
    }
    // An event that passes midnight and is shorter than a day stays whole.
    let isNight = last.date.dayNumber == first.date.dayNumber + 1 && 0 < to && to < from
    let begins = isNight || first.date == date ? from : 0
    let ends = isNight || last.date == date ? to : DayPeriod.day
    (start, end, self.title) = (DayPeriod.text(begins), DayPeriod.text(ends), title)
    let part = isNight ? occurrence.seconds : occurrence.seconds.clamped(to: date.seconds(in: wallZone))
    seconds = [part.lowerBound, part.upperBound]
    // In `--agenda`, an end at or before the start means the next day. In autumn, 20 minutes may last from 02:50 to
    // 02:10, so the line has start plus length: 03:10.
    let endInLine = !isNight && ends <= begins ? min(begins + part.count, DayPeriod.day) : ends
    let weekday = isNight ? first.weekday : date.weekday
    line = DayPeriod.line("\(start)-\(DayPeriod.text(endInLine))", title, weekday)
  }

  static func shown(_ title: String) -> String {
    guard var text = asShownByClock(title) else { return nameless }
    while text.utf8.count > mostBytes { text.removeLast() }
    return asShownByClock(text) ?? nameless
  }

  static func asShownByClock(_ title: String) -> String? {
    guard let start = try? TimeOfDay.parse("00:00") else { return nil }
    return Period(start: start, end: start, title: title)?.title
  }

  /// Adds a dot to a title that would parse as an end time or a colour.
  private static func line(_ times: String, _ title: String, _ weekday: Int) -> String {
    let lines = forms(of: title).map { (title: $0, line: "\(times) \($0) @\(weekdays[weekday])") }
    let readBack = lines.first { form in
      (try? Period.parse(form.line)).map { $0.colour == nil && $0.title == asShownByClock(form.title) } ?? false
    }
    return (readBack ?? lines[0]).line
  }

  static func forms(of title: String) -> [String] { [title, "· \(title)", "\(title) ·", "· \(title) ·"] }

  private static let day = 86_400
  private static let weekdays = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"]

  private static func second(_ time: Civil) -> Int { time.hour * 3600 + time.minute * 60 + min(time.second, 59) }

  private static func text(_ second: Int) -> String {
    let parts = [second / 3600, second / 60 % 60] + (second % 60 == 0 ? [] : [second % 60])
    return parts.map { $0.padded(to: 2) }.joined(separator: ":")
  }
}

extension CalendarSet {
  /// `count` includes the omitted events.
  /// - Parameter calendar: its unset name or colour comes from the file.
  func periods(
    on date: GregorianDate, wallZone: Zone, allDay: Bool, of calendar: AgendaCalendar = AgendaCalendar()
  ) -> (periods: [DayPeriod], count: Int, complaints: [String]) {
    let (shown, complaints) = occurrences(on: date, wallZone: wallZone, allDay: allDay)
    var titles: [String: String] = [:]
    let periods = shown.prefix(Agenda.most).map { occurrence in
      let title = titles[occurrence.title] ?? DayPeriod.shown(occurrence.title)
      titles[occurrence.title] = title
      let completed = calendar.completed(by: self.calendar(of: occurrence))
      return DayPeriod(occurrence, titled: title, on: date, in: wallZone, of: completed)
    }
    return (periods, shown.count, complaints)
  }
}
