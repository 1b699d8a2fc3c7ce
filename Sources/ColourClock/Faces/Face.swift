/// A mapping from the time of day to the colour of the whole screen.
package struct Face: Sendable {
  /// What the user calls it, in lower case.
  package let name: String
  /// One line for lists and help: how it is computed.
  package let summary: String
  /// What it is like, for people before the wall.
  let caption: String
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
  func ink(at civil: Civil) -> Ink { Ink.best(on: colour(civil.with(second: 30))) }
}

/// Two faces are the same if their names are.
extension Face: Hashable {
  package static func == (one: Face, two: Face) -> Bool { one.name == two.name }
  package func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

extension Face {
  /// Each part of the time as a share of its round maximum, which it never reaches: 23:59:59 is `#f4fbfb`.
  package static let scaled = Face(
    name: "scaled", summary: "hours/24, minutes/60, seconds/60 as red, green, blue: 13:35:16 is #8a9544",
    caption: "hours are red, minutes green, seconds blue"
  ) {
    Colour(
      red: Colour.channel($0.hour, of: 24), green: Colour.channel($0.minute, of: 60),
      blue: Colour.channel($0.second, of: 60))
  }

  /// Each part of the time as a share of its greatest value: 23:59:59 is `#ffffff`.
  package static let full = Face(
    name: "full", summary: "hours/23, minutes/59, seconds/59, from black to white: 13:35:16 is #909745",
    caption: "from black at midnight to white"
  ) {
    Colour(
      red: Colour.channel($0.hour, of: 23), green: Colour.channel($0.minute, of: 59),
      blue: Colour.channel($0.second, of: 59))
  }

  /// The digits of the time read as the digits of a colour.
  static let literal = Face(
    name: "literal", summary: "the digits themselves, always dark: 13:35:16 is #133516",
    caption: "the digits are the colour, always dark"
  ) { Colour(red: digits($0.hour), green: digits($0.minute), blue: digits($0.second)) }

  /// The byte whose two hexadecimal digits are the two decimal ones of `value`.
  private static func digits(_ value: Int) -> UInt8 { UInt8(value / 10 * 16 + value % 10) }

  /// As `scaled`, but each part includes the finer ones, as the hands of a dial move; rounded down, so that a channel
  /// changes only when its share is full.
  package static let carry = Face(
    name: "carry", summary: "as scaled, each part carrying the finer ones: 13:35:16 is #909544",
    caption: "flowing like the hands of a dial"
  ) { time in
    let minutes = time.minute * 60 + time.second
    return Colour(
      red: fullShare(time.hour * 3600 + minutes, of: 86_400), green: fullShare(minutes, of: 3600),
      blue: fullShare(time.second, of: 60))
  }

  private static func fullShare(_ part: Int, of whole: Int) -> UInt8 { UInt8(min(255, part * 255 / whole)) }
}
