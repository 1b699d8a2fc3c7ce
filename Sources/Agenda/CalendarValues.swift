import ColourClock

enum CalendarValues {
  /// Decodes TEXT (RFC 5545, 3.3.11), cut to `limit` bytes.
  static func text(_ value: ArraySlice<UInt8>, limit: Int = .max) -> String {
    var rest = value
    var bytes = takeUnescaped(from: &rest, .backslash, escapes, limit: limit)
    // A UTF-8 character (continuation bytes: 10xxxxxx) must not be split.
    if bytes.count == limit, let next = rest.first, next & 0xC0 == 0x80 {
      let start = bytes.lastIndex { $0 & 0xC0 != 0x80 } ?? 0
      bytes.removeLast(bytes.count - start)
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Takes up to `limit` decoded bytes. Unknown escapes stay as they are.
  /// - Parameter meanings: the decoded bytes, by the byte after `mark`.
  static func takeUnescaped(
    from rest: inout ArraySlice<UInt8>, _ mark: UInt8, _ meanings: [UInt8: UInt8], limit: Int = .max
  ) -> [UInt8] {
    var bytes: [UInt8] = []
    while bytes.count < limit, let byte = rest.popFirst() {
      guard byte == mark, let next = rest.first, let meant = meanings[next] else {
        bytes.append(byte)
        continue
      }
      bytes.append(meant)
      rest = rest.dropFirst()
    }
    return bytes
  }

  /// Also decodes escapes, which some programs write in rules.
  static func rule(_ value: ArraySlice<UInt8>) -> String { text(value, limit: longestRule).filter { $0 != "\n" } }

  private static let longestRule = 10_000

  private static let escapes: [UInt8: UInt8] = [
    UInt8(ascii: "n"): .lineFeed, UInt8(ascii: "N"): .lineFeed, .comma: .comma, .semicolon: .semicolon,
    .backslash: .backslash,
  ]

  static func forEach<Failure>(
    in list: ArraySlice<UInt8>, _ visit: (ArraySlice<UInt8>) throws(Failure) -> Void
  ) throws(Failure) {
    var rest = list
    while !rest.isEmpty {
      let value = rest.prefix { $0 != .comma }
      rest = rest.dropFirst(value.count + 1)
      try visit(value)
    }
  }

  static func count(in list: ArraySlice<UInt8>) -> Int { list.count { $0 == .comma } + 1 }

  static func word(_ value: ArraySlice<UInt8>) -> String {
    let start = value.drop { $0 == .blank || $0 == .tab }
    let kept = start.prefix(64)
    let end = kept.lastIndex { $0 != .blank && $0 != .tab }
    return String(decoding: end.map { kept[...$0] } ?? kept.prefix(0), as: UTF8.self)
  }

  /// DURATION (RFC 5545, 3.3.6). Returns `nil` if it is malformed, negative, or at least a century.
  static func duration(_ text: String) -> CalendarEvent.Length? {
    var rest = Substring(text.uppercased())
    if rest.first == "+" { rest = rest.dropFirst() }
    guard rest.popFirst() == "P", !rest.isEmpty, rest.last != "T" else { return nil }
    var (days, seconds) = (0, 0)
    var units: [Character: Int] = ["W": 7, "D": 1]
    var isTime = false
    while !rest.isEmpty {
      if !isTime, rest.first == "T" {
        rest = rest.dropFirst()
        (isTime, units) = (true, ["H": 3600, "M": 60, "S": 1])
      }
      let digits = rest.prefix(while: \.isDigit)
      let name = rest.dropFirst(digits.count).first
      guard let number = Int32(digits), let unit = name.flatMap({ units.removeValue(forKey: $0) }) else { return nil }
      if isTime { seconds += Int(number) * unit } else { days += Int(number) * unit }
      rest = rest.dropFirst(digits.count + 1)
    }
    guard days + seconds / 86_400 < longest else { return nil }
    return .lasting(days: days, seconds: seconds)
  }

  /// SEQUENCE; 0 if malformed or negative, `Int32.max` if too large.
  static func sequence(_ text: String) -> Int32 {
    let digits = text.drop { $0 == "+" }
    return digits.isEmpty || !digits.isAllDigits ? 0 : Int32(digits) ?? .max
  }

  private static let longest = 36_525

  /// UTC-OFFSET (RFC 5545, 3.3.14), in seconds east of Greenwich.
  static func offset(_ text: String) -> Int? {
    guard let sign = text.first, sign == "+" || sign == "-" else { return nil }
    let digits = text.dropFirst().compactMap { $0.isASCII ? $0.wholeNumberValue : nil }
    guard digits.count == text.count - 1, digits.count == 4 || digits.count == 6 else { return nil }
    let parts = stride(from: 0, to: digits.count, by: 2).map { digits[$0] * 10 + digits[$0 + 1] }
    guard parts[0] < 24, parts.dropFirst().allSatisfy({ $0 < 60 }) else { return nil }
    let second = parts.count > 2 ? parts[2] : 0
    let seconds = parts[0] * 3600 + parts[1] * 60 + second
    return sign == "-" ? -seconds : seconds
  }
}
