/// The recurrence rules of an event, as text. Parsed rules need ten times as much memory.
struct RuleTexts {
  /// One rule on each line: an RRULE, or a minus and an EXRULE (RFC 2445, 4.8.5.2).
  private let lines: String
  /// The calendar's own zone; `.wall` if the calendar has none.
  let zone: EventZone

  /// - Throws: if `RecurrenceRule` refuses a rule.
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

  /// The rules of RRULE, which add occurrences.
  func inclusive(from start: CalendarTime) -> [RecurrenceRule] { rules(start) { $0.first == "-" ? nil : $0 } }

  /// The rules of EXRULE, which exclude occurrences.
  func exclusive(from start: CalendarTime) -> [RecurrenceRule] {
    rules(start) { $0.first == "-" ? $0.dropFirst() : nil }
  }

  private func rules(_ start: CalendarTime, _ text: (Substring) -> Substring?) -> [RecurrenceRule] {
    // `RuleTexts.init` has already searched for a first occurrence. With a budget of 0,
    // `RecurrenceRule.init` accepts the rule without another search.
    var budget = StepBudget(steps: 0)
    return lines.split(separator: "\n").compactMap(text).compactMap {
      try? RecurrenceRule(String($0), of: start, calendarZone: zone, budget: &budget)
    }
  }
}
