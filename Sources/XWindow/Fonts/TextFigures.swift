internal import ColourClock

extension Text.Figures {
  var hasNarrowOnes: Bool { self == .clock || self == .countdown || self == .proportional }
}

extension String {
  /// Some ASCII signs, and all characters beyond ASCII, count as letters.
  var hasLetters: Bool { utf8.contains { $0 >= UInt8(ascii: "A") } }

  /// Replaces each narrow 1 by `Typeface.narrowOne`, and colons between digits by `Typeface.middleColon`.
  func withFigures(_ figures: Text.Figures) -> String {
    guard figures.hasNarrowOnes || utf8.contains(UInt8(ascii: ":")) else { return self }
    let (bytes, end) = (utf8.span, figures.hasNarrowOnes ? narrowPart(figures) : 0)
    func isDigit(_ index: Int) -> Bool { bytes.indices.contains(index) && bytes[index].isDigit }
    return String(unsafeUninitializedCapacity: bytes.count) { buffer in
      for index in bytes.indices {
        let byte = bytes[index]
        buffer[index] =
          switch byte {
          case UInt8(ascii: "1") where index < end: UInt8(Typeface.narrowOne.value)
          case UInt8(ascii: ":") where isDigit(index - 1) && isDigit(index + 1): UInt8(Typeface.middleColon.value)
          default: byte
          }
      }
      return bytes.count
    }
  }

  /// The number of leading bytes in which a 1 is narrow. In the seconds, a 1 is as wide as other digits.
  func narrowPart(_ figures: Text.Figures) -> Int {
    let bytes = utf8.span
    var (colons, last) = (0, 0)
    for index in bytes.indices
    where bytes[index] == UInt8(ascii: ":") || bytes[index] == UInt8(Typeface.middleColon.value) {
      (colons, last) = (colons + 1, index)
      if colons == 2, figures == .clock { return index }
    }
    return figures == .countdown ? last : bytes.count
  }

  /// Compares only the part with narrow digits. Both texts must have the same length.
  func hasSameOnes(as other: String, _ figures: Text.Figures) -> Bool {
    let (own, others) = (utf8.span, other.utf8.span)
    for index in 0..<narrowPart(figures) where own[index] != others[index] { return false }
    return true
  }

  /// True if nothing but digits differs.
  func differsInFigures(from other: String, _ figures: Text.Figures) -> Bool {
    if self == other { return true }
    let (own, others) = (utf8.span, other.utf8.span)
    guard own.count == others.count else { return false }
    for index in own.indices where own[index] != others[index] {
      guard Typeface.isFigure(own[index], figures), Typeface.isFigure(others[index], figures) else { return false }
    }
    return true
  }
}
