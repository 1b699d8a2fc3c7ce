struct ComponentPath {
  private(set) var names: [String]
  private var skipped = 0
  private(set) var isTooDeep = false
  /// The component at depth 2, such as VEVENT, if the last line closed it without its own `END`.
  private(set) var unended: String?

  init(_ names: [String] = []) { self.names = names }

  /// RFC 5545 needs a depth of three.
  static let deepest = 32

  var depth: Int { names.count + skipped }

  enum Step {
    case begin
    /// An END may close several components or none; see `depth`.
    case end
    case property
  }

  mutating func record(_ line: ContentLine) -> Step {
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

  static let calendarChildren: Set = ["VEVENT", "VTODO", "VJOURNAL", "VFREEBUSY", "VTIMEZONE"]

  /// VCALENDAR first closes all open components. A component of `calendarChildren` first closes all but the outermost.
  private mutating func begin(_ name: String) {
    if name == "VCALENDAR" || names.count > 1 && ComponentPath.calendarChildren.contains(name) {
      if names.count > 1 { unended = names[1] }
      (names, skipped) = (name == "VCALENDAR" ? [] : Array(names.prefix(1)), 0)
    }
    if names.count < ComponentPath.deepest {
      names.append(name)
    } else {
      (skipped, isTooDeep) = (skipped + 1, true)
    }
  }

  /// Closes the innermost component of this name, and all components inside it. Below `deepest`, any `END` closes the
  /// innermost component.
  private mutating func end(_ name: String) {
    if skipped > 0 {
      skipped -= 1
    } else if let place = names.lastIndex(of: name) {
      if place == 0, names.count > 1 { unended = names[1] }
      names.removeLast(names.count - place)
    }
  }
}
