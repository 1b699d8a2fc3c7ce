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
    let pixmap = OffscreenPixmap(frame.size, on: display)
    defer { pixmap.free() }
    painter.compose(frame, for: display.root)
    _ = painter.present(on: pixmap.drawable)
    guard let picture = pixmap.read() else { throw .tooLarge(frame.size) }
    return picture
  }
}

/// A pixmap of eight bits a channel, to be painted on and read back.
struct OffscreenPixmap {
  let drawable: Drawable
  private let display: OpaquePointer
  private let size: Size

  init(_ size: Size, on display: Display) {
    (self.display, self.size) = (display.pointer, size)
    drawable = XCreatePixmap(display.pointer, display.root, UInt32(size.width), UInt32(size.height), 24)
  }

  func free() { XFreePixmap(display, drawable) }

  /// Its pixels; `nil` if the server does not send them.
  func read() -> PNG? {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(size.width * size.height * 3)
    for top in stride(from: 0, to: size.height, by: OffscreenPixmap.stripHeight) {
      let height = UInt32(min(OffscreenPixmap.stripHeight, size.height - top))
      let strip = XGetImage(display, drawable, 0, Int32(top), UInt32(size.width), height, .max, ZPixmap)
      guard let strip else { return nil }
      OffscreenPixmap.append(strip, to: &bytes)
      _ = strip.pointee.f.destroy_image(strip)
    }
    return PNG(size: size, bytes: bytes)
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
