/// The rules of an event as text: a parsed rule takes ten times the memory.
struct RuleTexts {
  /// One rule a line: RRULE; or a minus and EXRULE, which RFC 2445 had (4.8.5.2).
  private let lines: String
  /// The calendar's own zone.
  let zone: EventZone

  /// - Throws: the fault of a rule.
  init(
    including included: [String], excluding excluded: [String], from start: CalendarTime, calendarZone: EventZone,
    search: inout StepBudget
  ) throws(Complaint) {
    for text in included + excluded {
      _ = try RecurrenceRule(text, of: start, calendarZone: calendarZone, search: &search)
    }
    (lines, zone) = ((included + excluded.map { "-\($0)" }).joined(separator: "\n"), calendarZone)
  }

  var isEmpty: Bool { lines.isEmpty }

  func inclusive(from start: CalendarTime) -> [RecurrenceRule] { rules(start) { $0.first == "-" ? nil : $0 } }

  func exclusive(from start: CalendarTime) -> [RecurrenceRule] {
    rules(start) { $0.first == "-" ? $0.dropFirst() : nil }
  }

  private func rules(_ start: CalendarTime, _ text: (Substring) -> Substring?) -> [RecurrenceRule] {
    // The reader has found that they occur.
    var search = StepBudget(steps: 0)
    return lines.split(separator: "\n").compactMap(text).compactMap {
      try? RecurrenceRule(String($0), of: start, calendarZone: zone, search: &search)
    }
  }
}
