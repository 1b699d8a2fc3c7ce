import ColourClock

/// The lines of an event (RFC 5545, 3.6.1), and the event that they make.
struct EventLines {
  /// Of a property that may come once, the first.
  private var single: [String: ContentLine] = [:]
  private var rules: [ContentLine] = []
  private var dates: [ContentLine] = []
  private var hasTooMany = false
  private(set) var isDeclined = false

  private static let once: Set = [
    "UID", "SUMMARY", "DTSTART", "DTEND", "DURATION", "RECURRENCE-ID", "SEQUENCE", "STATUS",
  ]
  /// Nobody writes more of them into one event by hand or by a rule.
  private static let (mostRules, mostDateLines) = (100, 10_000)

  /// - Parameter owners: addresses in lower case; what one of them has declined does not take place.
  mutating func add(_ line: ContentLine, owners: Set<String>) {
    switch line.name {
    case "RRULE", "EXRULE": add(line, to: \.rules, atMost: EventLines.mostRules)
    case "RDATE", "EXDATE": add(line, to: \.dates, atMost: EventLines.mostDateLines)
    case "ATTENDEE" where !owners.isEmpty: isDeclined = isDeclined || EventLines.declines(line, owners)
    case let name where EventLines.once.contains(name) && single[name] == nil: single[name] = line
    default: break
    }
  }

  private mutating func add(
    _ line: ContentLine, to list: WritableKeyPath<EventLines, [ContentLine]>, atMost most: Int
  ) {
    if self[keyPath: list].count < most { self[keyPath: list].append(line) } else { hasTooMany = true }
  }

  /// The address is a URI (3.3.3); some programs write it as the parameter EMAIL, and something else as the value.
  private static func declines(_ line: ContentLine, _ owners: Set<String>) -> Bool {
    guard line.parameter("PARTSTAT")?.uppercased() == "DECLINED" else { return false }
    return [CalendarValues.text(line.value, limit: 1000), line.parameter("EMAIL") ?? ""]
      .contains { owners.contains(Arguments.plainAddress($0)) }
  }

  /// Whether it has rules or dates.
  var isRepeated: Bool { !(rules.isEmpty && dates.isEmpty) }

  func lines(_ name: String) -> [ContentLine] { (rules + dates).filter { $0.name == name } }

  func line(_ name: String) -> ContentLine? { single[name] }

  func text(_ name: String) -> String? { single[name].map { CalendarValues.text($0.value) } }

  func word(_ name: String) -> String? { single[name].map { CalendarValues.word($0.value) } }

  /// In one line.
  var title: String? {
    guard let line = single["SUMMARY"] else { return nil }
    let words = CalendarValues.text(line.value, limit: EventLines.longestTitle).split(whereSeparator: \.isWhitespace)
    return words.isEmpty ? nil : words.joined(separator: " ")
  }

  /// In bytes; a clock shows a tenth of it.
  private static let longestTitle = 1_000

  /// As a message names the event.
  var name: String {
    if let title { return "'\(title.quoted)'" }
    return text("UID").map { "event \($0.quoted)" } ?? "an event without a name"
  }

  func check() throws(Complaint) {
    if hasTooMany { throw Complaint("it has too many rules or dates") }
  }
}
