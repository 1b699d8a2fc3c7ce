import ColourClock

struct EventBuilder {
  let zones: ZoneNames
  /// `.floating` if the calendar has no zone of its own.
  let calendarZone: EventZone

  func event(_ lines: EventLines, budget: inout StepBudget) throws(Complaint) -> CalendarEvent {
    try lines.check()
    guard let first = lines.line("DTSTART") else { throw Complaint("it has no start") }
    let start = try time(of: first, "start")
    return CalendarEvent(
      title: lines.title ?? "", identifier: lines.text("UID") ?? "",
      sequence: lines.word("SEQUENCE").map(CalendarValues.sequence) ?? 0, start: start,
      length: try length(of: lines, start),
      isCancelled: lines.word("STATUS")?.uppercased() == "CANCELLED", isDeclined: lines.isDeclined,
      repetition: try repetition(lines, start, &budget))
  }

  private func repetition(
    _ lines: EventLines, _ start: CalendarTime, _ budget: inout StepBudget
  ) throws(Complaint) -> CalendarEvent.Repetition? {
    let recurrenceID = lines.line("RECURRENCE-ID")
    guard recurrenceID != nil || lines.hasRulesOrDates else { return nil }
    let rules = try RuleTexts(
      including: EventBuilder.texts(lines.lines("RRULE")), excluding: EventBuilder.texts(lines.lines("EXRULE")),
      from: start, calendarZone: calendarZone, budget: &budget)
    return CalendarEvent.Repetition(
      rules: rules, additions: try additions(lines.lines("RDATE")),
      exclusions: try lists(lines.lines("EXDATE"), "exception"),
      recurrenceID: try recurrenceID.map { line throws(Complaint) in try time(of: line, "recurrence") },
      overridesLater: recurrenceID?.parameter("RANGE")?.uppercased() == "THISANDFUTURE")
  }

  private static func texts(_ lines: [ContentLine]) -> [String] {
    lines.map { CalendarValues.rule($0.value) }
  }

  private func length(of lines: EventLines, _ start: CalendarTime) throws(Complaint) -> CalendarEvent.Length {
    let day = CalendarEvent.Length.lasting(days: 1, seconds: 0)
    if let line = lines.line("DTEND") {
      let end = try time(of: line, "end")
      // DTEND of a single day is the next day, but some programs write the day itself.
      if start.isDate, end.local == start.local { return day }
      guard end.isDate == start.isDate else {
        throw Complaint("its start and its end must both be days, or both be times")
      }
      return try EventBuilder.span(from: start, to: end)
    }
    // These are the defaults of RFC 5545, 3.6.1.
    guard let line = lines.line("DURATION") else { return start.isDate ? day : .lasting(days: 0, seconds: 0) }
    let length = try EventBuilder.duration(CalendarValues.word(line.value))
    if case .lasting(0, 0) = length, start.isDate { return day }
    return length
  }

  private static func span(from start: CalendarTime, to end: CalendarTime) throws(Complaint) -> CalendarEvent.Length {
    let isBefore =
      switch (start.zone, end.zone) {
      case (.floating, .floating): end.local < start.local
      // A floating time depends on the wall's zone, so the order is unknown.
      case (.floating, _), (_, .floating): false
      default:
        end.zone.isSame(as: start.zone)
          ? end.local < start.local : end.second(wallZone: .utc) < start.second(wallZone: .utc)
      }
    guard !isBefore else { throw Complaint("it ends before it begins") }
    return .until(end)
  }

  private static func duration(_ text: String) throws(Complaint) -> CalendarEvent.Length {
    guard let length = CalendarValues.duration(text) else {
      throw Complaint("its duration is not valid: \(text.quoted)")
    }
    return length
  }

  private func additions(_ lines: [ContentLine]) throws(Complaint) -> [CalendarEvent.Addition] {
    var additions: [CalendarEvent.Addition] = []
    additions.reserveCapacity(lines.reduce(0) { $0 + CalendarValues.count(in: $1.value) })
    for line in lines {
      var times = Times(of: line, zones)
      try CalendarValues.forEach(in: line.value) { value throws(Complaint) in
        let parts = value.split(separator: UInt8(ascii: "/"), maxSplits: 1).map(CalendarValues.word)
        let start = try times.time(parts.first ?? "", "further time")
        var length: CalendarEvent.Length?
        if parts.count > 1 {
          length =
            parts[1].uppercased().hasPrefix("P")
            ? try EventBuilder.duration(parts[1])
            : try EventBuilder.span(from: start, to: try times.time(parts[1], "end"))
        }
        additions.append(CalendarEvent.Addition(start: start, length: length))
      }
    }
    return additions
  }

  private func lists(_ lines: [ContentLine], _ what: String) throws(Complaint) -> [CalendarEvent.TimeList] {
    var lists: [CalendarEvent.TimeList] = []
    for line in lines {
      var reader = Times(of: line, zones)
      // Some programs mix dates, UTC times and local times on one line.
      var (kinds, times): ([CalendarTime], [[LocalTime]]) = ([], [])
      try CalendarValues.forEach(in: line.value) { value throws(Complaint) in
        let time = try reader.time(CalendarValues.word(value), what)
        guard let kind = kinds.firstIndex(where: { $0.isDate == time.isDate && $0.zone.isSame(as: time.zone) }) else {
          kinds.append(time)
          times.append([time.local])
          if kinds.count == 1 { times[0].reserveCapacity(CalendarValues.count(in: line.value)) }
          return
        }
        times[kind].append(time.local)
      }
      for (kind, times) in zip(kinds, times) {
        lists.append(CalendarEvent.TimeList(times: times, zone: kind.zone, isDate: kind.isDate))
      }
    }
    return lists
  }

  private func time(of line: ContentLine, _ what: String) throws(Complaint) -> CalendarTime {
    var times = Times(of: line, zones)
    return try times.time(CalendarValues.word(line.value), what)
  }

  private struct Times {
    /// True for VALUE=DATE. A time of day, which some programs write, is then ignored.
    private let isDate: Bool
    private let zoneName: String?
    private let zones: ZoneNames
    private var zone: EventZone?

    init(of line: ContentLine, _ zones: ZoneNames) {
      isDate = line.parameter("VALUE")?.uppercased() == "DATE"
      (zoneName, self.zones) = (line.parameter("TZID"), zones)
    }

    mutating func time(_ text: String, _ what: String) throws(Complaint) -> CalendarTime {
      guard let time = BasicTime(text) else { throw Complaint("its \(what) is no time: \(text.quoted)") }
      if time.isDate || isDate {
        return CalendarTime(local: LocalTime(day: time.local.day, second: 0), isDate: true, zone: .floating)
      }
      if time.isUniversal { return CalendarTime(local: time.local, isDate: false, zone: .known(.utc)) }
      return CalendarTime(local: time.local, isDate: false, zone: try ownZone())
    }

    private mutating func ownZone() throws(Complaint) -> EventZone {
      if let zone { return zone }
      let found: EventZone
      if let zoneName { found = try zones.zone(zoneName) } else { found = .floating }
      zone = found
      return found
    }
  }
}
