package struct LineBuffer {
  private var bytes: [UInt8] = []
  /// The next line begins at `start`, and has no newline before `searched`.
  private var (start, searched) = (0, 0)

  package init() {}

  package var count: Int { bytes.count - start }

  package mutating func append(_ more: [UInt8]) {
    bytes.removeSubrange(..<start)
    (start, searched) = (0, searched - start)
    bytes += more
  }

  /// Returns the next line without its newline; `nil` if no line is complete.
  package mutating func next() -> [UInt8]? {
    guard let end = bytes[searched...].firstIndex(of: UInt8(ascii: "\n")) else {
      searched = bytes.count
      return nil
    }
    defer { (start, searched) = (end + 1, end + 1) }
    return Array(bytes[start..<end])
  }

  package mutating func last() -> [UInt8]? {
    guard count > 0 else { return nil }
    defer { self = LineBuffer() }
    return Array(bytes[start...])
  }
}
