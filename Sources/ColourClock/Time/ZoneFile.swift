/// The format of time zone files, TZif: versions 1 to 4 (RFC 8536, RFC 9636), and those to come as if they were 4.
package enum ZoneFile {
  /// Makes a zone of the contents of a file.
  ///
  /// From version 2 on, the block of 64-bit numbers counts and, after the last change in it, the rule in the footer. The
  /// block for readers of 32-bit numbers is skipped, and what may follow the footer is left alone.
  /// - Throws: `ZoneError`, and whatever the bytes nothing worse happens.
  package static func parse(_ bytes: [UInt8]) throws(ZoneError) -> Zone {
    var cursor = ByteCursor(bytes)
    let header = try Header(&cursor)
    guard header.version > 1 else { return try ZoneBlock(header, timeSize: 4, &cursor).zone(rule: nil) }
    _ = try cursor.take(header.blockLength(timeSize: 4), "32-bit block")
    let block = try ZoneBlock(Header(&cursor), timeSize: 8, &cursor)
    return try block.zone(rule: footer(&cursor))
  }

  /// The rule between two line feeds, where there may be none (RFC 9636 section 3.3).
  private static func footer(_ cursor: inout ByteCursor) throws(ZoneError) -> ZoneRule? {
    let lineFeed = UInt8(ascii: "\n")
    guard try cursor.byte("footer") == lineFeed else { throw .malformed("no footer where one should be") }
    let text = try cursor.take(through: lineFeed, "footer")
    return text.isEmpty ? nil : try ZoneRule(String(decoding: text, as: UTF8.self))
  }

  /// What precedes a block: the version, and how much of everything the block holds (RFC 9636 section 3.1).
  struct Header {
    let version: Int
    let utIndicators, standardIndicators, leapSeconds, changes, kinds, characters: Int

    init(_ cursor: inout ByteCursor) throws(ZoneError) {
      guard try cursor.take(4, "header").elementsEqual("TZif".utf8) else { throw .notZoneData }
      version = try Self.version(cursor.byte("header"))
      _ = try cursor.take(15, "header")
      utIndicators = try Self.count(&cursor)
      standardIndicators = try Self.count(&cursor)
      leapSeconds = try Self.count(&cursor)
      changes = try Self.count(&cursor)
      kinds = try Self.count(&cursor)
      characters = try Self.count(&cursor)
    }

    /// The bytes of the block, where a time takes four or eight.
    func blockLength(timeSize: Int) -> Int {
      let indicators = standardIndicators + utIndicators
      return changes * (timeSize + 1) + kinds * 6 + characters + leapSeconds * (timeSize + 4) + indicators
    }

    private static func version(_ byte: Int) throws(ZoneError) -> Int {
      if byte == 0 { return 1 }
      guard byte >= UInt8(ascii: "2") else { throw .malformed("unknown version") }
      return byte - Int(UInt8(ascii: "0"))
    }

    private static func count(_ cursor: inout ByteCursor) throws(ZoneError) -> Int {
      let count = try cursor.number(size: 4, "header")
      guard count >= 0 else { throw .malformed("a negative count") }
      return count
    }
  }
}
