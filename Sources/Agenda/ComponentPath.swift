/// Which components of a calendar a line lies in, from the outermost to the innermost (RFC 5545, 3.4 and 3.6).
struct ComponentPath {
  private(set) var names: [String]
  /// How many components are open beyond the deepest that count.
  private var skipped = 0
  /// Whether some lie too deep.
  private(set) var isTooDeep = false
  /// The component of a calendar that the last line has closed, though its own end is missing.
  private(set) var unended: String?

  /// - Parameter names: of components that are open already.
  init(_ names: [String] = []) { self.names = names }

  /// The standard needs three.
  static let deepest = 32

  var depth: Int { names.count + skipped }

  /// What a line does to the path.
  enum Step {
    /// A component begins, and is the innermost from here on.
    case begin
    /// Components have ended: `depth` says which are left.
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

  /// Those that lie in a calendar, and in nothing else (RFC 5545, 3.6).
  static let ofCalendar: Set = ["VEVENT", "VTODO", "VJOURNAL", "VFREEBUSY", "VTIMEZONE"]

  /// Where one of them, or a calendar, begins in another component, the end of that one is missing.
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

  /// An end of what has not begun is passed over; one of an outer component ends the inner ones too.
  private mutating func end(_ name: String) {
    if skipped > 0 {
      skipped -= 1
    } else if let place = names.lastIndex(of: name) {
      if place == 0, names.count > 1 { unended = names[1] }
      names.removeLast(names.count - place)
    }
  }
}
