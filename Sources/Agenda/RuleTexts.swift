struct RuleTexts {
  /// Each line is an RRULE, or an EXRULE (RFC 2445, 4.8.5.2) after a minus.
  private let lines: String
  let zone: EventZone

  init(
    including included: [String], excluding excluded: [String], from start: CalendarTime, calendarZone: EventZone,
    budget: inout StepBudget
  ) throws(Complaint) {
    for text in included + excluded {
      _ = try RecurrenceRule(text, of: start, calendarZone: calendarZone, budget: &budget)
    }
    (lines, zone) = ((included + excluded.map { "-\($0)" }).joined(separator: "\n"), calendarZone)
  }

  var isEmpty: Bool { lines.isEmpty }

  func inclusive(from start: CalendarTime) -> [RecurrenceRule] { rules(start) { $0.first == "-" ? nil : $0 } }

  func exclusive(from start: CalendarTime) -> [RecurrenceRule] {
    rules(start) { $0.first == "-" ? $0.dropFirst() : nil }
  }

  private func rules(_ start: CalendarTime, _ text: (Substring) -> Substring?) -> [RecurrenceRule] {
    // A budget of 0 skips the search for an occurrence, which `init` has done.
    var budget = StepBudget(steps: 0)
    return lines.split(separator: "\n").compactMap(text).compactMap {
      try? RecurrenceRule(String($0), of: start, calendarZone: zone, budget: &budget)
    }
  }
}
