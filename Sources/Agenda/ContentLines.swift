/// Unfolds lines (RFC 5545, 3.1) as bytes, because a fold may split a character.
struct ContentLines: Sequence, IteratorProtocol {
  private let bytes: [UInt8]
  private var place = 0

  /// Lines end with CR LF, LF, CR, or some converters' CR CR LF.
  init(_ bytes: consuming [UInt8]) { self.bytes = ContentLines.unfolded(bytes) }

  mutating func next() -> ContentLine? {
    while place < bytes.count {
      let end = bytes[place...].firstIndex(of: .lineFeed) ?? bytes.count
      let line = bytes[place..<end]
      place = end + 1
      if let line = ContentLine(line) { return line }
    }
    return nil
  }

  /// Unfolds in place, so that a large calendar is in memory only once.
  private static func unfolded(_ bytes: consuming [UInt8]) -> [UInt8] {
    var (from, to) = (bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0, 0)
    while from < bytes.count {
      var next = bytes[from]
      from += 1
      if next == .carriageReturn || next == .lineFeed {
        if next == .carriageReturn {
          from = bytes[from...].firstIndex { $0 != .carriageReturn } ?? bytes.count
          if from < bytes.count, bytes[from] == .lineFeed { from += 1 }
        }
        if from < bytes.count, bytes[from] == .blank || bytes[from] == .tab {
          from += 1
          continue
        }
        next = .lineFeed
      }
      bytes[to] = next
      to += 1
    }
    bytes.removeLast(bytes.count - to)
    return bytes
  }
}
