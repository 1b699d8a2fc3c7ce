/// What holds of an Xwayland alone, though the clock has it: the compositor that shows its windows goes its own way.
enum ServerLimits {
  /// - Parameters:
  ///   - grabs: what is grabbed.
  ///   - inhibitors: what is kept from darkening the screen, where that `isWanted`.
  /// - Returns: a line each, in English.
  static func lines(grabs: [String], inhibitors: [String], isWanted: Bool) -> [String] {
    var lines: [String] = []
    if !grabs.isEmpty { lines.append("grabs hold for X clients alone: the compositor's own keys act") }
    if isWanted, inhibitors.isEmpty { lines.append("nothing keeps the compositor from darkening the screen") }
    return lines
  }

  /// The line at the start of a clock that wants either.
  static let warning =
    "an Xwayland: the compositor keeps its own keys and darkens the screen by itself, see colourclock-wayland(7)"
}
