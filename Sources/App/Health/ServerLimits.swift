/// Xwayland's compositor may ignore grabs and inhibitors.
enum ServerLimits {
  static func lines(grabs: [String], inhibitors: [String], isWanted: Bool) -> [String] {
    var lines: [String] = []
    if !grabs.isEmpty { lines.append("the grab stops only X clients: the compositor still handles its own keys") }
    if isWanted, inhibitors.isEmpty { lines.append("nothing keeps the compositor from darkening the screen") }
    return lines
  }

  /// The text follows the server's name and "is".
  static let warning =
    "an Xwayland: the compositor still handles its own keys and may darken the screen, see colourclock-wayland(7)"
}
