/// Warnings for Xwayland. The clock's grabs and inhibitors work inside Xwayland only; the compositor outside may ignore
/// them.
enum ServerLimits {
  /// - Parameters:
  ///   - grabs: the input devices that are grabbed.
  ///   - inhibitors: the services that keep the screen on now.
  ///   - isWanted: true if the screen should stay on.
  /// - Returns: one warning a line, in English.
  static func lines(grabs: [String], inhibitors: [String], isWanted: Bool) -> [String] {
    var lines: [String] = []
    if !grabs.isEmpty { lines.append("grabs hold for X clients alone: the compositor's own keys act") }
    if isWanted, inhibitors.isEmpty { lines.append("nothing keeps the compositor from darkening the screen") }
    return lines
  }

  /// The warning at the start of a clock that grabs input or keeps the screen on.
  static let warning =
    "an Xwayland: the compositor keeps its own keys and darkens the screen by itself, see colourclock-wayland(7)"
}
