/// A mapping from the time of day to the colour of the whole screen.
package struct Face: Sendable {
  /// What the user calls it, in lower case.
  package let name: String
  /// One line for lists and help.
  package let summary: String
  /// The colour at a time of day; a leap second has second 60.
  package let colour: @Sendable (Civil) -> Colour

  /// In the order in which they are listed.
  package static let all: [Face] = [scaled, full, literal, carry, hue]

  /// The face of that name.
  package static func named(_ name: String) -> Face? {
    all.first { $0.name == name }
  }

  /// The ink for a whole minute: the better one on the colour of its middle.
  ///
  /// Deciding once a minute is the hysteresis. The blue of the seconds alone would carry `scaled` across the border of
  /// the inks 441 times a day; so it is crossed at most twice an hour, always where the halo stands in full.
  func ink(at civil: Civil) -> Ink {
    Ink.best(on: colour(civil.with(second: 30)))
  }
}

/// A face is known by its name.
extension Face: Hashable {
  package static func == (one: Face, two: Face) -> Bool { one.name == two.name }
  package func hash(into hasher: inout Hasher) { hasher.combine(name) }
}
