/// A place in binary data whose parts have names, for the error that one is missing.
struct ByteCursor {
  private let bytes: [UInt8]
  private var position = 0

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// - Throws: `ZoneError.truncated` if there are fewer.
  mutating func take(_ count: Int, _ part: String) throws(ZoneError) -> ArraySlice<UInt8> {
    guard count <= bytes.count - position else { throw .truncated(part) }
    defer { position += count }
    return bytes[position..<position + count]
  }

  /// Takes everything before a byte, and that byte.
  mutating func take(through end: UInt8, _ part: String) throws(ZoneError) -> ArraySlice<UInt8> {
    guard let index = bytes[position...].firstIndex(of: end) else { throw .truncated(part) }
    defer { position = index + 1 }
    return bytes[position..<index]
  }

  /// Takes a byte as a number of 0 to 255.
  mutating func byte(_ part: String) throws(ZoneError) -> Int {
    try take(1, part).reduce(0) { Int($1) + $0 }
  }

  /// Takes a signed big-endian number of four or eight bytes.
  mutating func number(size: Int, _ part: String) throws(ZoneError) -> Int {
    let bits = try take(size, part).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    return size == 4 ? Int(Int32(truncatingIfNeeded: bits)) : Int(Int64(bitPattern: bits))
  }
}
