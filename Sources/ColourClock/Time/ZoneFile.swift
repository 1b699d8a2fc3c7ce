/// Reads TZif, versions 1 to 4 (RFC 8536, RFC 9636). Later versions are read as 4.
package enum ZoneFile {
  /// - Throws: `Refusal` for malformed data.
  package static func parse(_ bytes: [UInt8]) throws(Refusal) -> Zone {
    var cursor = ByteCursor(bytes)
    let header = try Header(&cursor)
    guard header.version > 1 else { return try ZoneBlock(header, timeSize: 4, &cursor).zone(rule: nil) }
    _ = try cursor.consume(header.blockLength(timeSize: 4), "32-bit block")
    let block = try ZoneBlock(Header(&cursor), timeSize: 8, &cursor)
    return try block.zone(rule: footer(&cursor))
  }

  private static func footer(_ cursor: inout ByteCursor) throws(Refusal) -> ZoneRule? {
    let lineFeed = UInt8(ascii: "\n")
    guard try cursor.byte("footer") == lineFeed else { throw .malformed("no footer where one should be") }
    let text = try cursor.consume(through: lineFeed, "footer")
    return text.isEmpty ? nil : try ZoneRule(String(decoding: text, as: UTF8.self))
  }

  /// Source: RFC 9636 section 3.1.
  fileprivate struct Header {
    let version: Int
    let utIndicators, standardIndicators, leapSeconds, changes, kinds, characters: Int

    init(_ cursor: inout ByteCursor) throws(Refusal) {
      guard try cursor.consume(4, "header").elementsEqual("TZif".utf8) else { throw .notZoneData }
      version = try Self.version(cursor.byte("header"))
      _ = try cursor.consume(15, "header")
      utIndicators = try Self.count(&cursor)
      standardIndicators = try Self.count(&cursor)
      leapSeconds = try Self.count(&cursor)
      changes = try Self.count(&cursor)
      kinds = try Self.count(&cursor)
      characters = try Self.count(&cursor)
    }

    func blockLength(timeSize: Int) -> Int {
      let indicators = standardIndicators + utIndicators
      return changes * (timeSize + 1) + kinds * 6 + characters + leapSeconds * (timeSize + 4) + indicators
    }

    private static func version(_ byte: Int) throws(Refusal) -> Int {
      if byte == 0 { return 1 }
      guard byte >= UInt8(ascii: "2") else { throw .malformed("unknown version") }
      return byte - Int(UInt8(ascii: "0"))
    }

    private static func count(_ cursor: inout ByteCursor) throws(Refusal) -> Int {
      let count = try cursor.number(size: 4, "header")
      guard count >= 0 else { throw .malformed("a negative count") }
      return count
    }
  }
}

private struct ZoneBlock {
  private var changes: [(time: Int, kind: Int)] = []
  private var offsets: [ZoneOffset] = []
  private var leapSeconds: [LeapSeconds.Entry] = []

  init(_ header: ZoneFile.Header, timeSize: Int, _ cursor: inout ByteCursor) throws(Refusal) {
    var block = ByteCursor(Array(try cursor.consume(header.blockLength(timeSize: timeSize), "data block")))
    try readChanges(header.changes, timeSize, &block)
    try readOffsets(header, &block)
    try readLeapSeconds(header.leapSeconds, timeSize, &block)
  }

  func zone(rule: ZoneRule?) throws(Refusal) -> Zone {
    guard let first = offsets.first else { throw .malformed("no kind of local time") }
    let leaps = LeapSeconds(entries: leapSeconds)
    var periods: [Zone.Period] = []
    for change in changes {
      guard change.kind < offsets.count else { throw .malformed("a change to an unknown kind of local time") }
      let start = leaps.posix(of: change.time.clamped(to: Zone.bounds)).second
      periods.append(Zone.Period(start: start, offset: offsets[change.kind]))
    }
    return Zone(first: first, periods: periods, rule: rule, leapSeconds: leapSeconds)
  }

  private mutating func readChanges(_ count: Int, _ timeSize: Int, _ block: inout ByteCursor) throws(Refusal) {
    var times: [Int] = []
    for _ in 0..<count {
      let time = try block.number(size: timeSize, "changes")
      guard times.last.map({ $0 < time }) ?? true else { throw .malformed("changes out of order") }
      times.append(time)
    }
    changes = zip(times, try block.consume(count, "changes")).map { (time: $0, kind: Int($1)) }
  }

  private mutating func readOffsets(_ header: ZoneFile.Header, _ block: inout ByteCursor) throws(Refusal) {
    var kinds: [(seconds: Int, name: Int)] = []
    for _ in 0..<header.kinds {
      let seconds = try block.number(size: 4, "kinds of local time")
      _ = try block.byte("kinds of local time")
      kinds.append((seconds, try block.byte("kinds of local time")))
    }
    let names = Array(try block.consume(header.characters, "names"))
    for kind in kinds {
      guard ZoneOffset.range.contains(kind.seconds) else { throw .malformed("an offset of more than a day") }
      offsets.append(ZoneOffset(seconds: kind.seconds, abbreviation: try Self.name(in: names.dropFirst(kind.name))))
    }
  }

  private static func name(in rest: ArraySlice<UInt8>) throws(Refusal) -> String {
    guard let end = rest.firstIndex(of: 0) else { throw .malformed("a name without an end") }
    let name = rest[..<end]
    guard name.allSatisfy({ (0x20...0x7e).contains($0) }) else { throw .malformed("a name with odd characters") }
    return String(decoding: name, as: UTF8.self)
  }

  /// 28 days less an omitted second (RFC 9636 section 3.2).
  private static let leastBetween = 2_419_199
  /// The first correction may include leap seconds cut off from the table's start.
  private static let firstSteps = -1...1000

  /// Later corrections differ by one. In version 4, the last correction may repeat the one before: it then marks the
  /// table's end.
  private mutating func readLeapSeconds(_ count: Int, _ timeSize: Int, _ block: inout ByteCursor) throws(Refusal) {
    for index in 0..<count {
      let time = try block.number(size: timeSize, "leap seconds")
      let correction = try block.number(size: 4, "leap seconds")
      guard leapSeconds.last.map({ $0.second < time }) ?? true else { throw .malformed("leap seconds out of order") }
      let step = correction - (leapSeconds.last?.correction ?? 0)
      let isStepWrong =
        index == 0 ? !Self.firstSteps.contains(step) : abs(step) != 1 && (step != 0 || index < count - 1)
      let isClose = leapSeconds.last.map { time - $0.second < Self.leastBetween } ?? false
      guard (0...Zone.bounds.upperBound).contains(time), !isStepWrong, !isClose else {
        throw .malformed("an odd leap second")
      }
      leapSeconds.append(LeapSeconds.Entry(second: time, correction: correction, isInserted: step == 1))
    }
  }
}

private struct ByteCursor {
  private let bytes: [UInt8]
  private var position = 0

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  mutating func consume(_ count: Int, _ part: String) throws(Refusal) -> ArraySlice<UInt8> {
    guard count <= bytes.count - position else { throw .truncated(part) }
    defer { position += count }
    return bytes[position..<position + count]
  }

  mutating func consume(through end: UInt8, _ part: String) throws(Refusal) -> ArraySlice<UInt8> {
    guard let index = bytes[position...].firstIndex(of: end) else { throw .truncated(part) }
    defer { position = index + 1 }
    return bytes[position..<index]
  }

  mutating func byte(_ part: String) throws(Refusal) -> Int {
    try consume(1, part).reduce(0) { Int($1) + $0 }
  }

  /// Reads a signed big-endian number of 4 or 8 bytes.
  mutating func number(size: Int, _ part: String) throws(Refusal) -> Int {
    let bits = try consume(size, part).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    return size == 4 ? Int(Int32(truncatingIfNeeded: bits)) : Int(Int64(bitPattern: bits))
  }
}

extension Refusal {
  static let notZoneData = Refusal(
    "this is no time zone file (it does not begin with TZif): choose a file below /usr/share/zoneinfo")

  static func truncated(_ part: String) -> Refusal {
    Refusal("the time zone data end within the \(part): install the package tzdata again")
  }

  static func malformed(_ what: String) -> Refusal {
    Refusal("the time zone data are damaged (\(what)): install the package tzdata again")
  }

  static func rule(_ text: String, problem: String) -> Refusal {
    Refusal("the time zone rule \(text.debugDescription) \(problem): write it like CET-1CEST,M3.5.0,M10.5.0/3")
  }
}
