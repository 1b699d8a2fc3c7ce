internal import CX11
package import ColourClock

/// A frame painted out of sight and read back, by the same painter that paints the window.
package enum Snapshot {
  package enum Failure: Error {
    /// The server keeps no pixmaps of eight bits a channel.
    case noExactPixels
    /// The server could not keep or send so large a picture.
    case tooLarge(Size)
  }

  /// Paints `frame` at depth 24, whatever depth the screen has, so that the same frame is always the same picture.
  package static func picture(of frame: Frame, on display: Display, typeface: Typeface) throws(Failure) -> PNG {
    guard let format = PixelFormat.exact(display: display.pointer) else { throw .noExactPixels }
    let painter = Painter(display: display.pointer, drawable: display.root, format: format, typeface: typeface)
    painter.compose(frame, for: display.root)
    var bytes: [UInt8] = []
    bytes.reserveCapacity(frame.size.width * frame.size.height * 3)
    for top in stride(from: 0, to: frame.size.height, by: stripHeight) {
      let height = min(stripHeight, frame.size.height - top)
      guard let strip = painter.pixmap.flatMap({ pixmap in
        XGetImage(
          display.pointer, pixmap, 0, Int32(top), UInt32(frame.size.width), UInt32(height), UInt(bitPattern: ~0), ZPixmap)
      }) else { throw .tooLarge(frame.size) }
      append(strip, to: &bytes)
      _ = strip.pointee.f.destroy_image(strip)
    }
    return PNG(size: frame.size, bytes: bytes)
  }

  /// Rows read back at a time, so that a large picture needs no large reply.
  private static let stripHeight = 256

  private static func append(_ image: UnsafeMutablePointer<XImage>, to bytes: inout [UInt8]) {
    for y in 0..<image.pointee.height {
      for x in 0..<image.pointee.width {
        let pixel = image.pointee.f.get_pixel(image, x, y)
        bytes += [UInt8(pixel >> 16 & 0xff), UInt8(pixel >> 8 & 0xff), UInt8(pixel & 0xff)]
      }
    }
  }
}
