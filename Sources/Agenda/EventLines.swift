import ColourClock

struct EventLines {
  /// The first property of each name in `once`.
  private var single: [String: ContentLine] = [:]
  private var rules: [ContentLine] = []
  private var dates: [ContentLine] = []
  private var hasTooMany = false
  private(set) var isDeclined = false

  private static let once: Set = [
    "UID", "SUMMARY", "DTSTART", "DTEND", "DURATION", "RECURRENCE-ID", "SEQUENCE", "STATUS",
  ]
  private static let (maxRules, maxDateLines) = (100, 10_000)

  /// - Parameter owners: mail addresses, in lower case and without `mailto:`.
  mutating func add(_ line: ContentLine, owners: Set<String>) {
    switch line.name {
    case "RRULE", "EXRULE": append(line, to: \.rules, atMost: EventLines.maxRules)
    case "RDATE", "EXDATE": append(line, to: \.dates, atMost: EventLines.maxDateLines)
    case "ATTENDEE" where !owners.isEmpty: isDeclined = isDeclined || EventLines.declines(line, owners)
    case let name where EventLines.once.contains(name) && single[name] == nil: single[name] = line
    default: break
    }
  }

  private mutating func append(
    _ line: ContentLine, to list: WritableKeyPath<EventLines, [ContentLine]>, atMost most: Int
  ) {
    if self[keyPath: list].count < most { self[keyPath: list].append(line) } else { hasTooMany = true }
  }

  /// Some programs write the address into the parameter EMAIL.
  private static func declines(_ line: ContentLine, _ owners: Set<String>) -> Bool {
    guard line.parameter("PARTSTAT")?.uppercased() == "DECLINED" else { return false }
    return [CalendarValues.text(line.value, limit: longestAddress), line.parameter("EMAIL") ?? ""]
      .contains { owners.contains(MailAddress.plain($0)) }
  }

  private static let longestAddress = 1_000

  var hasRulesOrDates: Bool { !(rules.isEmpty && dates.isEmpty) }

  func lines(_ name: String) -> [ContentLine] { (rules + dates).filter { $0.name == name } }

  func line(_ name: String) -> ContentLine? { single[name] }

  func text(_ name: String) -> String? { single[name].map { CalendarValues.text($0.value) } }

  func word(_ name: String) -> String? { single[name].map { CalendarValues.word($0.value) } }

  var title: String? {
    guard let line = single["SUMMARY"] else { return nil }
    // NUL would make the clock refuse the text as binary data.
    let words = CalendarValues.text(line.value, limit: EventLines.longestTitle).split { $0.isWhitespace || $0 == "\0" }
    return words.isEmpty ? nil : words.joined(separator: " ")
  }

  private static let longestTitle = 1_000

  var name: String {
    if let title { return "'\(title.quoted)'" }
    return text("UID").map { "event \($0.quoted)" } ?? "an event without a name"
  }

  func check() throws(Complaint) {
    if hasTooMany { throw Complaint("it has too many rules or dates") }
  }
}
