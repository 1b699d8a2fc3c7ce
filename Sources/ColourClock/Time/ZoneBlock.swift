/// The data block of a time zone file, as read (RFC 9636 section 3.2).
struct ZoneBlock {
  private let changes: [(time: Int, kind: Int)]
  /// The kinds of local time: an offset, and where its name begins among the characters.
  private let kinds: [(seconds: Int, name: Int)]
  private let characters: [UInt8]
  private let leapSeconds: [(time: Int, correction: Int)]

  init(_ header: ZoneFile.Header, timeSize: Int, _ cursor: inout ByteCursor) throws(ZoneError) {
    var block = ByteCursor(Array(try cursor.take(header.blockLength(timeSize: timeSize), "data block")))
    changes = try Self.changes(header.changes, timeSize, &block)
    kinds = try Self.kinds(header.kinds, &block)
    characters = Array(try block.take(header.characters, "names"))
    leapSeconds = try Self.leapSeconds(header.leapSeconds, timeSize, &block)
  }

  /// Checks that the parts fit each other. The changes of a file count leap seconds, the periods of a zone do not.
  func zone(rule: ZoneRule?) throws(ZoneError) -> Zone {
    let entries = try leapEntries()
    let leaps = LeapSeconds(entries: entries)
    let offsets = try offsets()
    guard let first = offsets.first else { throw .malformed("no kind of local time") }
    var periods: [Zone.Period] = []
    for change in changes {
      guard change.kind < offsets.count else { throw .malformed("a change to an unknown kind of local time") }
      let time = min(max(change.time, Zone.bounds.lowerBound), Zone.bounds.upperBound)
      periods.append(Zone.Period(start: leaps.posix(of: time).second, offset: offsets[change.kind]))
    }
    return Zone(first: first, periods: periods, rule: rule, leapSeconds: entries)
  }

  private func offsets() throws(ZoneError) -> [ZoneOffset] {
    var offsets: [ZoneOffset] = []
    for kind in kinds {
      guard ZoneOffset.range.contains(kind.seconds) else { throw .malformed("an offset of more than a day") }
      offsets.append(ZoneOffset(seconds: kind.seconds, abbreviation: try name(at: kind.name)))
    }
    return offsets
  }

  /// The printable ASCII characters before a zero.
  private func name(at start: Int) throws(ZoneError) -> String {
    let rest = characters.dropFirst(start)
    guard let end = rest.firstIndex(of: 0) else { throw .malformed("a name without an end") }
    let name = rest[..<end]
    guard name.allSatisfy({ (0x20...0x7e).contains($0) }) else { throw .malformed("a name with odd characters") }
    return String(decoding: name, as: UTF8.self)
  }

  /// Each correction is one more or less than that before it. Only the first may stand for several that were cut off, and
  /// the last may repeat its predecessor, to say how far the table is known (version 4).
  private func leapEntries() throws(ZoneError) -> [LeapSeconds.Entry] {
    var entries: [LeapSeconds.Entry] = []
    for leap in leapSeconds {
      let step = leap.correction - (entries.last?.correction ?? 0)
      let isOdd = !entries.isEmpty && abs(step) != 1 && (step != 0 || entries.count < leapSeconds.count - 1)
      guard (0...Zone.bounds.upperBound).contains(leap.time), !isOdd else { throw .malformed("an odd leap second") }
      entries.append(LeapSeconds.Entry(second: leap.time, correction: leap.correction, isInserted: step == 1))
    }
    return entries
  }
}

extension ZoneBlock {
  private static func changes(
    _ count: Int, _ timeSize: Int, _ block: inout ByteCursor
  ) throws(ZoneError) -> [(time: Int, kind: Int)] {
    var times: [Int] = []
    for _ in 0..<count { times.append(try block.number(size: timeSize, "changes")) }
    guard isAscending(times) else { throw .malformed("changes out of order") }
    return zip(times, try block.take(count, "changes")).map { (time: $0, kind: Int($1)) }
  }

  /// Whether a kind is summer time is of no use here: its name and offset say what is to be shown.
  private static func kinds(
    _ count: Int, _ block: inout ByteCursor
  ) throws(ZoneError) -> [(seconds: Int, name: Int)] {
    var kinds: [(seconds: Int, name: Int)] = []
    for _ in 0..<count {
      let seconds = try block.number(size: 4, "kinds of local time")
      _ = try block.byte("kinds of local time")
      kinds.append((seconds, try block.byte("kinds of local time")))
    }
    return kinds
  }

  private static func leapSeconds(
    _ count: Int, _ timeSize: Int, _ block: inout ByteCursor
  ) throws(ZoneError) -> [(time: Int, correction: Int)] {
    var leaps: [(time: Int, correction: Int)] = []
    for _ in 0..<count {
      let time = try block.number(size: timeSize, "leap seconds")
      leaps.append((time, try block.number(size: 4, "leap seconds")))
    }
    guard isAscending(leaps.map(\.time)) else { throw .malformed("leap seconds out of order") }
    return leaps
  }

  private static func isAscending(_ times: [Int]) -> Bool {
    zip(times, times.dropFirst()).allSatisfy { $0 < $1 }
  }
}
