/// A place in a text of which only ASCII characters are understood; it moves on past what it takes.
struct AsciiCursor {
  private var rest: Substring.UTF8View

  init(_ text: String) {
    rest = text[...].utf8
  }

  var isAtEnd: Bool { rest.isEmpty }

  func isNext(_ character: Unicode.Scalar) -> Bool {
    rest.first.map { UInt32($0) == character.value } ?? false
  }

  /// Moves on past the character if it comes next.
  mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard isNext(character) else { return false }
    rest.removeFirst()
    return true
  }

  /// Takes as many of the characters as there are.
  mutating func take(while isWanted: (Unicode.Scalar) -> Bool) -> String {
    let taken = rest.prefix { isWanted(Unicode.Scalar($0)) }
    rest.removeFirst(taken.count)
    return String(decoding: taken, as: UTF8.self)
  }

  /// Takes a decimal number of so many digits; `nil`, staying where it is, if there are fewer.
  mutating func number(digits: ClosedRange<Int>) -> Int? {
    let taken = rest.prefix(digits.upperBound).prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    guard taken.count >= digits.lowerBound else { return nil }
    rest.removeFirst(taken.count)
    return taken.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
  }
}
