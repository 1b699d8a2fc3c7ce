/// The components that enclose a line (RFC 5545, 3.4 and 3.6).
struct ComponentPath {
  /// The names of the open components, from the outermost to the innermost.
  private(set) var names: [String]
  /// The number of open components deeper than `deepest`.
  private var skipped = 0
  /// True once a component was deeper than `deepest`.
  private(set) var isTooDeep = false
  /// The name of the component at depth 2, such as VEVENT, if the last line has closed it without an `END` of its own.
  private(set) var unended: String?

  init(_ names: [String] = []) { self.names = names }

  /// The greatest depth that is recorded. RFC 5545 needs a depth of three.
  static let deepest = 32

  var depth: Int { names.count + skipped }

  enum Step {
    case begin
    /// An `END`. It may have closed several components or none; see `depth`.
    case end
    case property
  }

  /// Opens or closes components. Call with each line of the calendar, in order.
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

  /// The components that lie directly in a calendar (RFC 5545, 3.6).
  static let ofCalendar: Set = ["VEVENT", "VTODO", "VJOURNAL", "VFREEBUSY", "VTIMEZONE"]

  /// Closes open components whose `END` is missing. VCALENDAR closes all, and a component of `ofCalendar` closes all
  /// but the outermost. Other components close nothing.
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

  /// Closes a component and the components within it. While components deeper than `deepest` are open, any `END` closes
  /// the innermost of them.
  private mutating func end(_ name: String) {
    if skipped > 0 {
      skipped -= 1
    } else if let place = names.lastIndex(of: name) {
      if place == 0, names.count > 1 { unended = names[1] }
      names.removeLast(names.count - place)
    }
  }
}
