import CX11
import ColourClock

@testable import XWindow

extension PNG {
  /// Reads a picture without its alpha; `nil` if there is none at `path` or it is not a PNG.
  init?(path: String) {
    var image = png_image()
    image.version = UInt32(PNG_IMAGE_VERSION)
    guard png_image_begin_read_from_file(&image, path) != 0 else { return nil }
    image.format = UInt32(PNG_FORMAT_FLAG_COLOR)
    let size = Size(width: Int(image.width), height: Int(image.height))
    var bytes = [UInt8](repeating: 0, count: size.width * size.height * 3)
    guard png_image_finish_read(&image, nil, &bytes, 0, nil) != 0 else { return nil }
    self.init(size: size, bytes: bytes)
  }

  /// The difference between a painted picture and another one, usually its golden.
  struct Difference: CustomStringConvertible {
    let (size, other): (Size, Size)
    /// The number of different pixels; 0 if the sizes differ.
    let count: Int
    /// The first different pixel, row by row from the top.
    let first: (x: Int, y: Int, colour: [UInt8], other: [UInt8])?

    var description: String {
      guard let first else { return "it is \(text(size)) instead of \(text(other))" }
      let colours = "\(text(first.colour)) instead of \(text(first.other))"
      return "\(count) of \(size.width * size.height) pixels differ, first that at \(first.x),\(first.y): \(colours)"
    }

    private func text(_ size: Size) -> String { "\(size.width)x\(size.height)" }
    private func text(_ colour: [UInt8]) -> String {
      colour.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
    }
  }

  /// `nil` for equal sizes if no channel differs by more than the rounding of FreeType versions.
  func difference(from other: PNG) -> Difference? {
    if self == other { return nil }
    guard size == other.size else { return Difference(size: size, other: other.size, count: 0, first: nil) }
    let tolerance = 3
    let starts = stride(from: 0, to: bytes.count, by: 3).filter { start in
      (start..<start + 3).contains { abs(Int(bytes[$0]) - Int(other.bytes[$0])) > tolerance }
    }
    guard let start = starts.first else { return nil }
    let (y, x) = (start / 3).quotientAndRemainder(dividingBy: size.width)
    let colours = [bytes, other.bytes].map { Array($0[start..<start + 3]) }
    return Difference(
      size: size, other: other.size, count: starts.count, first: (x, y, colours[0], colours[1]))
  }
}
