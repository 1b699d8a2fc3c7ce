// These tests know only ASCII: the standard library's properties also accept digits of other scripts.

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
  /// Also true for an empty text.
  package var isAllDigits: Bool { utf8.allSatisfy(\.isDigit) }

  package func cut(to most: Int) -> String {
    dropFirst(most).isEmpty ? String(self) : prefix(most - 1) + "…"
  }

  package var shortened: String { cut(to: 60) }
}
