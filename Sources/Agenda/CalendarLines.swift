/// The lines of a calendar (RFC 5545, 3.1) as libical can read them.
enum CalendarLines {
  /// Of a line, with those that go on with it: no title and no rule is longer, and libical takes minutes for megabytes.
  private static let longest = 65_536
  /// libical leaves out what is more, without a word: after 500 (3.0.16, icalparser.c).
  private static let mostDates = 400

  private static let newline = UInt8(ascii: "\n")

  /// Without those that are too long, and with long lists of dates in several lines.
  static func readable(_ bytes: [UInt8]) -> [UInt8] {
    var (kept, parts) = ([UInt8](), [ArraySlice<UInt8>]())
    kept.reserveCapacity(bytes.count)
    for part in bytes.split(separator: newline, omittingEmptySubsequences: false) {
      let goesOn = part.first == UInt8(ascii: " ") || part.first == UInt8(ascii: "\t")
      if !goesOn {
        append(parts, to: &kept)
        parts = []
      }
      parts.append(part)
    }
    append(parts, to: &kept)
    return kept
  }

  /// One line, with those that go on with it.
  private static func append(_ parts: [ArraySlice<UInt8>], to kept: inout [UInt8]) {
    if let lists = lists(of: parts) {
      for list in lists { kept += list + [newline] }
    } else if parts.reduce(0, { $0 + $1.count }) <= longest {
      for part in parts { kept += part + [newline] }
    }
  }

  /// Of an `EXDATE` or `RDATE` with too many values several, each with all that stands before the values; `nil` of any other line.
  private static func lists(of parts: [ArraySlice<UInt8>]) -> [[UInt8]]? {
    let names = ["EXDATE", "RDATE"]
    let start = String(decoding: parts.first?.prefix(6) ?? [], as: UTF8.self).uppercased()
    guard names.contains(where: start.hasPrefix) else { return nil }
    let comma = UInt8(ascii: ",")
    let line = parts.enumerated().flatMap { index, part in
      part.dropFirst(index == 0 ? 0 : 1).filter { $0 != UInt8(ascii: "\r") }
    }
    guard let colon = colon(in: line) else { return nil }
    let values = line[(colon + 1)...].split(separator: comma)
    guard values.count > mostDates else { return nil }
    return stride(from: 0, to: values.count, by: mostDates).map { first in
      Array(line[...colon]) + values[first..<min(first + mostDates, values.count)].joined(separator: [comma])
    }
  }

  /// Before the values: none between quotes, where a parameter may have one.
  private static func colon(in line: [UInt8]) -> Int? {
    var isQuoted = false
    for (place, byte) in line.enumerated() {
      if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
      if byte == UInt8(ascii: ":"), !isQuoted { return place }
    }
    return nil
  }
}
