/// Writes time zone files, also such as no zone compiler would write.
struct ZoneBytes {
  var version = UInt8(ascii: "2")
  var changes: [(time: Int64, kind: UInt8)] = []
  var kinds: [(seconds: Int32, name: UInt8)] = [(0, 0)]
  var names = "UTC\0"
  var leapSeconds: [(time: Int64, correction: Int32)] = []
  var footer = "\n\n"

  /// The file. Version 1 has one block of 32-bit numbers. Later versions have an empty one, and then a block of 64-bit
  /// numbers.
  var bytes: [UInt8] {
    guard version > 0 else { return block(Int32.self) }
    return ZoneBytes(version: version, kinds: [], names: "").block(Int32.self) + block(Int64.self) + Array(footer.utf8)
  }

  private func block<Time: FixedWidthInteger>(_: Time.Type) -> [UInt8] {
    let counts = [0, 0, leapSeconds.count, changes.count, kinds.count, names.utf8.count]
    let header = Array("TZif".utf8) + [version] + [UInt8](repeating: 0, count: 15)
    let parts: [[UInt8]] = [
      header, counts.flatMap { Self.bigEndian(Int32($0)) },
      changes.flatMap { Self.bigEndian(Time(truncatingIfNeeded: $0.time)) }, changes.map(\.kind),
      kinds.flatMap { Self.bigEndian($0.seconds) + [0, $0.name] }, Array(names.utf8),
      leapSeconds.flatMap { Self.bigEndian(Time(truncatingIfNeeded: $0.time)) + Self.bigEndian($0.correction) },
    ]
    return Array(parts.joined())
  }

  private static func bigEndian(_ number: some FixedWidthInteger) -> [UInt8] {
    stride(from: number.bitWidth - 8, through: 0, by: -8).map { UInt8(truncatingIfNeeded: number >> $0) }
  }
}
