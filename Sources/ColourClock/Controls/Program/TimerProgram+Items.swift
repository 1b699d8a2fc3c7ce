extension TimerProgram {
  typealias Scalars = Substring.UnicodeScalarView

  /// `number` counts lines, or items in a single line. A `nil` item is a gap between blocks.
  static func items(of text: String) -> [(number: Int, item: Scalars?)] {
    text.contains(where: \.isNewline) ? lines(of: text) : parts(of: text.unicodeScalars[...])
  }

  private static func lines(of text: String) -> [(number: Int, item: Scalars?)] {
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    return lines.enumerated().compactMap { index, line in
      let line = line.unicodeScalars.trimmed(of: isBlank)
      return line.first == "#" ? nil : (index + 1, line.isEmpty ? nil : line)
    }
  }

  /// Commas separate items and semicolons separate blocks, except in a quoted title.
  private static func parts(of text: Scalars) -> [(number: Int, item: Scalars?)] {
    var items: [(Int, Scalars?)] = []
    var (rest, number) = (text, 1)
    while true {
      let end = endOfItem(rest)
      items.append((number, rest[..<end].trimmed(of: isBlank)))
      guard end < rest.endIndex else { return items.count == 1 && items[0].1?.isEmpty == true ? [] : items }
      let isStart = items.count == 1 && isStart(items[0].1)
      if rest[end] == ";" { items.append((number, nil)) }
      rest = rest[rest.index(after: end)...]
      number += isStart ? 0 : 1
    }
  }

  private static func endOfItem(_ text: Scalars) -> Scalars.Index {
    var place = text.firstIndex { !isBlank($0) } ?? text.endIndex
    if place < text.endIndex, text[place] == "\"", let end = endOfQuote(text[place...]) { place = end }
    return text[place...].firstIndex { $0 == "," || $0 == ";" } ?? text.endIndex
  }

  /// The index after the closing quote; `nil` without one. `text` begins with the opening quote.
  static func endOfQuote(_ text: Scalars) -> Scalars.Index? {
    var place = text.index(after: text.startIndex)
    while place < text.endIndex {
      if text[place] == "\"" { return text.index(after: place) }
      if text[place] == "\\" { place = text.index(after: place) }
      if place < text.endIndex { place = text.index(after: place) }
    }
    return nil
  }

  static func isBlank(_ scalar: Unicode.Scalar) -> Bool {
    // U+FEFF is the byte order mark.
    scalar.properties.isWhitespace || scalar == "\u{feff}"
  }
}
