import ControlProtocol
import TestSupport
import Testing

@Suite struct LineBufferTests {
  /// However the bytes come: 1,000 streams in pieces by chance (seed 5).
  @Test func linesAreThoseOfTheWhole() {
    var random = SeededRandom(seed: 5)
    for _ in 0..<1000 {
      let whole = (0..<Int.random(in: 0...60, using: &random)).map { _ in
        [10, 10, 97, 98][Int.random(in: 0...3, using: &random)] as UInt8
      }
      var (buffer, lines, rest): (LineBuffer, [[UInt8]], _) = (LineBuffer(), [], whole[...])
      while !rest.isEmpty {
        let piece = rest.prefix(Int.random(in: 1...9, using: &random))
        rest = rest.dropFirst(piece.count)
        buffer.append(Array(piece))
        while Bool.random(using: &random), let line = buffer.next() { lines.append(line) }
      }
      while let line = buffer.next() { lines.append(line) }
      let parts = whole.split(separator: 10, omittingEmptySubsequences: false).map { Array($0) }
      #expect(lines == Array(parts.dropLast()))
      #expect(buffer.last() == (parts.last?.isEmpty == false ? parts.last : nil) && buffer.count == 0)
    }
  }
}
