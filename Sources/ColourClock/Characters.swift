// ASCII digits. Unlike these, the properties of the standard library also accept digits of other scripts.

extension UInt8 {
  package var isDigit: Bool { UInt8(ascii: "0")...UInt8(ascii: "9") ~= self }
}

extension Unicode.Scalar {
  package var isDigit: Bool { "0"..."9" ~= self }
}

extension Character {
  package var isDigit: Bool { asciiValue?.isDigit ?? false }
}

extension StringProtocol {
  /// True for digits only, and for an empty text.
  package var isAllDigits: Bool { utf8.allSatisfy(\.isDigit) }

  /// The text, limited to `most` characters. If it is longer, it ends with "…".
  package func cut(to most: Int) -> String {
    dropFirst(most).isEmpty ? String(self) : prefix(most - 1) + "…"
  }

  /// The text as messages quote it.
  package var shortened: String { cut(to: 60) }
}
