/// Warnings for Xwayland. The compositor may ignore the clock's grabs and inhibitors.
enum ServerLimits {
  /// - Parameters:
  ///   - grabs: the input devices that are grabbed.
  ///   - inhibitors: the services that now keep the screen on.
  ///   - isWanted: true if the screen should stay on.
  static func lines(grabs: [String], inhibitors: [String], isWanted: Bool) -> [String] {
    var lines: [String] = []
    if !grabs.isEmpty { lines.append("the grab stops only X clients: the compositor still handles its own keys") }
    if isWanted, inhibitors.isEmpty { lines.append("nothing keeps the compositor from darkening the screen") }
    return lines
  }

  /// At the start of a clock that grabs input or keeps the screen on.
  static let warning =
    "an Xwayland: the compositor still handles its own keys and may darken the screen, see colourclock-wayland(7)"
}
