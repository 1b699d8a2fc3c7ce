import ColourClock

/// The lines of an event (RFC 5545, 3.6.1), from which `EventBuilder` makes the event.
struct EventLines {
  /// Properties that may come once: the first counts.
  private var single: [String: ContentLine] = [:]
  private var rules: [ContentLine] = []
  private var dates: [ContentLine] = []
  private var hasTooMany = false
  private(set) var isDeclined = false

  private static let once: Set = [
    "UID", "SUMMARY", "DTSTART", "DTEND", "DURATION", "RECURRENCE-ID", "SEQUENCE", "STATUS",
  ]
  /// Limits that no hand-written or generated event reaches.
  private static let (mostRules, mostDateLines) = (100, 10_000)

  /// - Parameter owners: addresses in lower case. An event that an owner has declined is left out.
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

  /// The address is a URI (3.3.3). Some programs put it into the parameter EMAIL, and other text into the value.
  private static func declines(_ line: ContentLine, _ owners: Set<String>) -> Bool {
    guard line.parameter("PARTSTAT")?.uppercased() == "DECLINED" else { return false }
    return [CalendarValues.text(line.value, limit: 1000), line.parameter("EMAIL") ?? ""]
      .contains { owners.contains(Arguments.plainAddress($0)) }
  }

  /// True if it has rules or further dates.
  var isRepeated: Bool { !(rules.isEmpty && dates.isEmpty) }

  func lines(_ name: String) -> [ContentLine] { (rules + dates).filter { $0.name == name } }

  func line(_ name: String) -> ContentLine? { single[name] }

  func text(_ name: String) -> String? { single[name].map { CalendarValues.text($0.value) } }

  func word(_ name: String) -> String? { single[name].map { CalendarValues.word($0.value) } }

  /// The title on one line.
  var title: String? {
    guard let line = single["SUMMARY"] else { return nil }
    // A clock takes a text with a NUL for binary. Other control characters it removes itself.
    let words = CalendarValues.text(line.value, limit: EventLines.longestTitle).split { $0.isWhitespace || $0 == "\0" }
    return words.isEmpty ? nil : words.joined(separator: " ")
  }

  /// Longest title in bytes. A clock shows a tenth of it.
  private static let longestTitle = 1_000

  /// The event's name in messages.
  var name: String {
    if let title { return "'\(title.quoted)'" }
    return text("UID").map { "event \($0.quoted)" } ?? "an event without a name"
  }

  func check() throws(Complaint) {
    if hasTooMany { throw Complaint("it has too many rules or dates") }
  }
}
