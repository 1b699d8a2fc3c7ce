import ColourClock

/// A content line (RFC 5545, 3.1).
struct ContentLine {
  let name: String
  let value: ArraySlice<UInt8>
  private let parameters: ArraySlice<UInt8>

  private static let longestName = 64

  init?(_ line: ArraySlice<UInt8>) {
    let start = line.prefix(ContentLine.longestName)
    guard let end = start.firstIndex(where: { $0 == .colon || $0 == .semicolon }), end > line.startIndex else {
      return nil
    }
    name = String(decoding: line[..<end].lazy.map(\.asUpperCase), as: UTF8.self)
    let rest = line[(end + 1)...]
    if line[end] == .colon {
      (parameters, value) = (line[end..<end], rest)
    } else {
      guard let colon = ContentLine.colon(in: rest, beforeTime: ContentLine.timed.contains(name)) else { return nil }
      (parameters, value) = (rest[..<colon], rest[(colon + 1)...])
    }
  }

  private static let timed: Set = ["DTSTART", "DTEND", "RDATE", "EXDATE", "RECURRENCE-ID"]

  /// Finds the colon before the value. Before a time, a colon followed by a year is preferred, because some programs
  /// write `(UTC+01:00) Berlin` without quotes.
  private static func colon(in rest: ArraySlice<UInt8>, beforeTime isTimed: Bool) -> Int? {
    let all = rest.indices.lazy.filter { rest[$0] == .colon }
    var isQuoted = false
    var first: Int?
    for place in rest.indices {
      if rest[place] == .quote { isQuoted.toggle() }
      guard rest[place] == .colon, !isQuoted else { continue }
      if !isTimed || hasYear(rest[(place + 1)...]) { return place }
      first = first ?? place
    }
    // If none fits, a colon inside quotes counts too.
    return isTimed ? all.first { hasYear(rest[($0 + 1)...]) } ?? first ?? all.first : first ?? all.first
  }

  private static func hasYear(_ value: ArraySlice<UInt8>) -> Bool {
    let digits = value.prefix(4)
    return digits.count == 4 && digits.allSatisfy(\.isDigit)
  }

  /// Decodes a parameter (RFC 6868). A part without `NAME=` belongs to the value before, because some programs write
  /// semicolons without quotes.
  func parameter(_ wanted: String) -> String? {
    // If a closing quote is missing, quotes are ignored.
    let hasQuotes = parameters.count { $0 == .quote } % 2 == 0
    var (rest, found) = (parameters, ArraySlice<UInt8>?.none)
    while !rest.isEmpty {
      let part = ContentLine.takePart(of: &rest, hasQuotes)
      if let equals = ContentLine.equals(in: part) {
        if found != nil { break }
        let name = part[..<equals]
        guard name.count == wanted.utf8.count, name.lazy.map(\.asUpperCase).elementsEqual(wanted.utf8) else { continue }
        found = part[(equals + 1)...]
      } else if let start = found?.startIndex {
        found = parameters[start..<part.endIndex]
      }
    }
    return found.map { ContentLine.decoded($0.prefix(ContentLine.longestValue)) }
  }

  private static let longestValue = 1_000

  private static func takePart(of rest: inout ArraySlice<UInt8>, _ hasQuotes: Bool) -> ArraySlice<UInt8> {
    var isQuoted = false
    let end = rest.firstIndex { byte in
      if byte == .quote { isQuoted.toggle() }
      return byte == .semicolon && !(isQuoted && hasQuotes)
    }
    defer { rest = end.map { rest[($0 + 1)...] } ?? rest.suffix(0) }
    return rest[..<(end ?? rest.endIndex)]
  }

  private static func equals(in part: ArraySlice<UInt8>) -> Int? {
    guard let place = part.firstIndex(of: .equals), place > part.startIndex,
      part[..<place].allSatisfy({ $0.isLetter || $0.isDigit || $0 == .dash })
    else { return nil }
    return place
  }

  private static func decoded(_ value: ArraySlice<UInt8>) -> String {
    var rest = value.filter { $0 != .quote }[...]
    return String(decoding: CalendarValues.takeUnescaped(from: &rest, .caret, escapes), as: UTF8.self)
  }

  private static let escapes: [UInt8: UInt8] = [
    UInt8(ascii: "n"): .lineFeed, .caret: .caret, UInt8(ascii: "'"): .quote,
  ]
}

extension UInt8 {
  static let lineFeed = UInt8(ascii: "\n")
  static let carriageReturn = UInt8(ascii: "\r")
  static let blank = UInt8(ascii: " ")
  static let tab = UInt8(ascii: "\t")
  static let colon = UInt8(ascii: ":")
  static let semicolon = UInt8(ascii: ";")
  static let comma = UInt8(ascii: ",")
  static let backslash = UInt8(ascii: "\\")
  fileprivate static let quote = UInt8(ascii: "\"")
  fileprivate static let equals = UInt8(ascii: "=")
  fileprivate static let dash = UInt8(ascii: "-")
  fileprivate static let caret = UInt8(ascii: "^")

  fileprivate var isLetter: Bool { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(asUpperCase) }
  fileprivate var asUpperCase: UInt8 { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self) ? self - 32 : self }
}
