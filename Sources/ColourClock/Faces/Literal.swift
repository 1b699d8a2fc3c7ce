extension Face {
  /// The digits of the time read as the digits of a colour.
  package static let literal = Face(
    name: "literal", summary: "the digits themselves, always dark: 13:35:16 is #133516"
  ) { Colour(red: digits($0.hour), green: digits($0.minute), blue: digits($0.second)) }

  /// The byte whose two hexadecimal digits are the two decimal ones of `value`.
  private static func digits(_ value: Int) -> UInt8 { UInt8(value / 10 * 16 + value % 10) }
}
