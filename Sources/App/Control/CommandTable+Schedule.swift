import ColourClock
import ControlProtocol

/// Parses the arguments of `message` and `agenda set`.
extension CommandTable {
  static func message(_ words: inout CommandWords) throws(Refusal) -> ControlOrder {
    let span = try words.option("for").map(spanValue)
    let id = try words.option("id")
    let name = try words.option("priority") ?? Message.Priority.info.rawValue
    guard let priority = Message.Priority(rawValue: name) else {
      throw Refusal(listing: Message.Priority.allCases.map(\.rawValue))
    }
    try words.endOptions()
    guard let message = Message(try words.text("a text"), priority: priority, span: span, id: id) else {
      throw Refusal("there is nothing in that text that can be shown")
    }
    return .scene(.message(message))
  }

  /// Each word is a line of the agenda, or a JSON array of periods.
  static func agenda(_ words: inout CommandWords) throws(Refusal) -> ControlOrder {
    var (periods, lines) = ([Period](), AgendaLines())
    var word: String? = try words.next("periods, such as '08:30-09:15 Maths'")
    while let text = word {
      if text.hasPrefix("["), case .array(let values)? = JSON(Array(text.utf8)) {
        for value in values { periods.append(try period(value)) }
      } else {
        do { if let period = try lines.read(text) { periods.append(period) } } catch {
          throw Refusal("'\(text)': \(error.text)")
        }
      }
      word = words.next()
    }
    return .scene(.agenda(periods))
  }

  /// A period from a JSON object.
  private static func period(_ value: JSON) throws(Refusal) -> Period {
    guard case .object(let object) = value, case .string(let start)? = object["start"],
      case .string(let title)? = object["title"]
    else {
      throw Refusal(
        "a period is an object with start, end and title, such as {\"start\": \"08:30\", \"end\": \"09:15\", \"title\": \"Maths\"}; "
          + "a moment has no end")
    }
    let ink = try text(object["colour"] == nil ? "color" : "colour", of: object).map { text throws(Refusal) in
      guard let known = Colour(hex: text) else { throw Refusal("'\(text)' is no colour, such as #8a9544") }
      return known
    }
    let days = try text("days", of: object).map(Value.days) ?? .all
    let calendar = try AgendaCalendar(name: text("calendar", of: object), colour: nil)
    let times = (try Value.timeOfDay(start), try end(of: object))
    let once = try once(object["seconds"])
    let isMoment = once.map(\.isEmpty) ?? (times.1 == nil)
    guard isMoment ? times.1 == nil || times.1 == times.0 : times.1 != nil else {
      throw Refusal("\"seconds\" of a period with an end are two, those of a moment are the same one twice")
    }
    guard
      let period = Period(
        start: times.0, end: isMoment ? nil : times.1, title: title, colour: ink, days: days, once: once,
        of: calendar)
    else {
      throw Refusal("a period has a title and, unless it is a moment, takes time")
    }
    return period
  }

  /// The end of a period; `nil` for a moment. `24:00` is the midnight after the day.
  private static func end(of object: [String: JSON]) throws(Refusal) -> TimeOfDay? {
    try text("end", of: object).map { end throws(Refusal) in try Value.timeOfDay(end == "24:00" ? "00:00" : end) }
  }

  /// The years 1 to 9999, in seconds since 1970.
  private static let years: ClosedRange<Int64> = -62_135_596_800...253_402_300_799

  /// The time of a period that takes place only once, in seconds since 1970. Empty for a moment; `nil` for a repeated
  /// period.
  private static func once(_ seconds: JSON?) throws(Refusal) -> Range<Int64>? {
    guard let seconds, seconds != .null else { return nil }
    guard case .array(let both) = seconds, both.count == 2,
      case (.integer(let first), .integer(let last)) = (both[0], both[1]), first <= last, years.contains(first),
      years.contains(last)
    else {
      throw Refusal(
        "\"seconds\" of a period are two whole numbers since 1970: when it begins, and when it ends; the same for a moment"
      )
    }
    return first..<last
  }

  private static func text(_ name: String, of object: [String: JSON]) throws(Refusal) -> String? {
    switch object[name] {
    case nil, .null?: return nil
    case .string(let text)?: return text
    case .some: throw Refusal("\"\(name)\" of a period is a text")
    }
  }
}
