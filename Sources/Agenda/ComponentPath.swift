/// The components that enclose a line, from the outermost to the innermost (RFC 5545, 3.4 and 3.6).
struct ComponentPath {
  private(set) var names: [String]
  /// The number of open components below the deepest that counts.
  private var skipped = 0
  /// True after components below `deepest`.
  private(set) var isTooDeep = false
  /// A component that the last line has closed although its own `END` is missing.
  private(set) var unended: String?

  /// - Parameter names: components that are open at the start.
  init(_ names: [String] = []) { self.names = names }

  /// Greatest depth. The standard needs three.
  static let deepest = 32

  var depth: Int { names.count + skipped }

  /// The effect of a line on the path.
  enum Step {
    /// A component begins. It is the innermost now.
    case begin
    /// One or more components have ended; `depth` is the number that is left.
    case end
    case property
  }

  mutating func take(_ line: ContentLine) -> Step {
    unended = nil
    switch line.name {
    case "BEGIN":
      begin(CalendarValues.word(line.value).uppercased())
      return .begin
    case "END":
      end(CalendarValues.word(line.value).uppercased())
      return .end
    default: return .property
    }
  }

  /// Components that may lie in a calendar alone (RFC 5545, 3.6).
  static let ofCalendar: Set = ["VEVENT", "VTODO", "VJOURNAL", "VFREEBUSY", "VTIMEZONE"]

  /// A component of these, or a calendar, that begins in another one closes that one: its `END` is missing.
  private mutating func begin(_ name: String) {
    if name == "VCALENDAR" || names.count > 1 && ComponentPath.ofCalendar.contains(name) {
      if names.count > 1 { unended = names[1] }
      (names, skipped) = (name == "VCALENDAR" ? [] : Array(names.prefix(1)), 0)
    }
    if names.count < ComponentPath.deepest {
      names.append(name)
    } else {
      (skipped, isTooDeep) = (skipped + 1, true)
    }
  }

  /// Ignores an `END` without its `BEGIN`. The `END` of an outer component closes the inner ones too.
  private mutating func end(_ name: String) {
    if skipped > 0 {
      skipped -= 1
    } else if let place = names.lastIndex(of: name) {
      if place == 0, names.count > 1 { unended = names[1] }
      names.removeLast(names.count - place)
    }
  }
}
