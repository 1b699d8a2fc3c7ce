import ColourClock
import System
import Testing

/// Reports on standard error and texts on the wall leave out the same characters, by two functions.
@Test func reportsAndWallHaveOneRule() {
  for value in 0..<0x110000 as Range<UInt32> {
    guard let scalar = Unicode.Scalar(value) else { continue }
    if Process.isPrintable(scalar) != scalar.isPrintable { Issue.record("U+\(String(value, radix: 16))") }
  }
}
