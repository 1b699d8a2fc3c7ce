extension Feed {
  private static let longestLine = 120

  /// The first `count` lines with text, cleaned and cut. `nil` for binary data: a NUL, or a mostly invalid line.
  package static func lines(of bytes: [UInt8], upTo count: Int = Style.standard.lines) -> [String]? {
    lines(of: bytes, upTo: count, longest: longestLine)?.lines
  }

  static func lines(of bytes: [UInt8], upTo count: Int, longest: Int) -> (lines: [String], isWhole: Bool)? {
    guard !bytes.contains(0) else { return nil }
    var (lines, isWhole) = ([String](), true)
    for raw in String(decoding: bytes, as: UTF8.self).unicodeScalars.split(whereSeparator: endsLine) {
      let whole = clean(raw)
      let text = shortened(whole, longest)
      isWhole = isWhole && text == whole
      if lines.count == count, !text.isEmpty {
        if !lines[count - 1].hasSuffix("…") { lines[count - 1] = shortened(lines[count - 1] + " …", longest) }
        isWhole = false
        break
      }
      guard !isBinary(text) else { return nil }
      if !text.isEmpty { lines.append(text) }
    }
    return (lines, isWhole)
  }

  package static func lastLine(of bytes: [UInt8]) -> String? {
    String(decoding: bytes, as: UTF8.self).unicodeScalars.split(whereSeparator: endsLine).reversed().lazy.map(clean)
      .first { !$0.isEmpty }.map { shortened($0, longestLine) }
  }

  /// The first line with text; `nil` if binary or empty.
  static func line(of text: String, longest: Int = longestLine) -> String? {
    lines(of: Array(text.utf8), upTo: 1, longest: longest)?.lines.first
  }

  /// The mandatory breaks of UAX #14: LF, VT, FF, CR, NEL, LS, PS.
  private static func endsLine(_ scalar: Unicode.Scalar) -> Bool {
    [0xa, 0xb, 0xc, 0xd, 0x85, 0x2028, 0x2029].contains(scalar.value)
  }

  /// Pass a cleaned and cut line: a text that was accepted once is then accepted again.
  private static func isBinary(_ line: String) -> Bool {
    line.unicodeScalars.count { $0 == "\u{FFFD}" } * 2 > line.unicodeScalars.count
  }

  private static func clean(_ line: Substring.UnicodeScalarView) -> String {
    var (escapes, text) = (EscapeSequence.none, String.UnicodeScalarView())
    for scalar in line where !escapes.consumes(scalar) {
      if scalar.isBlank {
        if text.last.map({ $0 != " " }) ?? false { text.append(" ") }
      } else if scalar.isPrintable {
        text.append(scalar)
      }
    }
    if text.last == " " { text.removeLast() }
    return String(text)
  }

  private static func shortened(_ text: String, _ longest: Int) -> String {
    let text = withoutLongCharacters(text, longest)
    guard text.utf8.count > longest || text.utf8.last == UInt8(ascii: " ") else { return text }
    let isCut = text.count > longest
    let line = String(text.prefix(isCut ? longest - 1 : longest))
    return (line.hasSuffix(" ") ? String(line.dropLast()) : line) + (isCut ? "…" : "")
  }
}

extension Feed {
  /// Unicode's longest emoji have ten scalars.
  private static let mostScalars = 10

  /// Cuts characters with too many scalars. The result may have one character more than `longest`.
  private static func withoutLongCharacters(_ text: String, _ longest: Int) -> String {
    if text.utf8.allSatisfy({ $0 < 0x80 }) { return text }
    var (found, wasCut) = ("", false)
    for character in text.prefix(longest + 1) {
      let scalars = character.unicodeScalars
      let part = String(String.UnicodeScalarView(scalars.prefix(mostScalars)))
      // A cut character must not join the next one.
      while wasCut, let last = found.last, (String(last) + part).count < 2 { found.unicodeScalars.removeLast() }
      found += part
      wasCut = scalars.count > mostScalars
    }
    return found
  }
}

extension Unicode.Scalar {
  fileprivate var isBlank: Bool { isASCII ? value == 0x20 || 0x9...0xd ~= value : properties.isWhitespace }

  /// Format characters could turn their neighbours around. So could the private-use characters that `Text.direction`
  /// turns into direction marks. Exceptions are joiners (Persian, Indic, emoji) and tags (flags).
  package var isPrintable: Bool {
    isASCII
      ? (0x20..<0x7f).contains(value)
      : ![.control, .format, .lineSeparator, .paragraphSeparator].contains(properties.generalCategory)
        && Text.direction(self) == nil
        || ["\u{200c}", "\u{200d}"].contains(self)
        || 0xe0020...0xe007f ~= value
  }
}

extension String {
  /// Without characters that are not printable.
  package var printable: String { String(String.UnicodeScalarView(unicodeScalars.filter(\.isPrintable))) }
}

/// A parser of escape sequences (ECMA-48, 5.3, 5.4; control strings, 8.3).
private enum EscapeSequence {
  case none
  /// ESC was read, perhaps with intermediate bytes.
  case escape
  /// CSI was read, but no final byte.
  case control
  /// OSC, DCS, SOS, PM or APC was read. ST or, as in xterm, BEL ends the string.
  case string

  /// True if the scalar belongs to a sequence; any other scalar ends it.
  mutating func consumes(_ scalar: Unicode.Scalar) -> Bool {
    switch (self, scalar.value) {
    case (_, 0x1b): self = .escape
    // These and 0x9c are C1 control characters.
    case (_, 0x9b): self = .control
    case (_, 0x90), (_, 0x98), (_, 0x9d...0x9f): self = .string
    case (.none, _): return false
    case (.escape, 0x5b): self = .control
    // `]`, `P`, `X`, `^` and `_`.
    case (.escape, 0x5d), (.escape, 0x50), (.escape, 0x58), (.escape, 0x5e...0x5f): self = .string
    case (.escape, 0x30...0x7e), (.control, 0x40...0x7e), (.string, 0x7), (.string, 0x9c): self = .none
    case (.escape, 0x20...0x2f), (.control, 0x20...0x3f), (.string, _): break
    case (.escape, _), (.control, _):
      self = .none
      return false
    }
    return true
  }
}
