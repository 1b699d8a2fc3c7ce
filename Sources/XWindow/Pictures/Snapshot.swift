internal import CX11
package import ColourClock
private import Glibc
private import System

package enum Snapshot {
  /// - Throws: if the server lacks depth 24, or memory.
  package static func picture(of frame: Frame, on display: Display, typeface: Typeface) throws(Refusal) -> PNG {
    let shared = try sharedPicture(of: frame, on: display, typeface: typeface)
    defer { shared.free() }
    guard let picture = shared.pixmap.read() else {
      throw Refusal("a picture of \(frame.size.width)x\(frame.size.height) pixels is too large for the X server")
    }
    return picture
  }

  /// Leaves the picture on the server for another process, without waiting.
  package static func sharedPicture(of frame: Frame, on display: Display, typeface: Typeface) throws(Refusal)
    -> SharedPicture
  {
    guard let format = PixelFormat.exact(display: display.pointer) else {
      throw Refusal("the X server has no pixmaps of depth 24")
    }
    let painter = Painter(display: display.pointer, drawable: display.root, format: format, typeface: typeface)
    let pixmap = OffscreenPixmap(frame.size, on: display)
    painter.compose(frame, for: display.root)
    _ = painter.present(on: pixmap.drawable)
    return SharedPicture(pixmap: pixmap, end: OffscreenPixmap(Size(width: 1, height: 1), on: display))
  }

  package struct SharedPicture {
    fileprivate let pixmap: OffscreenPixmap
    /// `end` is created last: when it exists, `pixmap` is complete.
    fileprivate let end: OffscreenPixmap

    package var words: [String] {
      ["\(pixmap.drawable)", "\(pixmap.size.width)", "\(pixmap.size.height)", "\(end.drawable)"]
    }

    package func free() {
      pixmap.free()
      end.free()
    }
  }

  /// Waits for another process's picture.
  /// - Parameter words: see `SharedPicture.words`.
  /// - Returns: `nil` if `words` are malformed, or after 10 s.
  package static func picture(shared words: ArraySlice<String>, of display: Display) -> PNG? {
    let numbers = words.compactMap { UInt($0) }
    // X sizes have 16 bits.
    guard numbers.count == 4, let width = UInt16(exactly: numbers[1]), let height = UInt16(exactly: numbers[2]) else {
      return nil
    }
    let size = Size(width: Int(width), height: Int(height))
    let pixmap = OffscreenPixmap(numbers[0], size, on: display)
    let end = OffscreenPixmap(numbers[3], size, on: display)
    let deadline = Now.boot + .seconds(10)
    while display.size(of: end.drawable) == nil {
      guard Now.boot < deadline else { return nil }
      usleep(2000)
    }
    return display.ignoringErrors { pixmap.read() }
  }
}

/// A pixmap of depth 24.
struct OffscreenPixmap {
  let drawable: Drawable
  private let display: OpaquePointer
  fileprivate let size: Size

  fileprivate init(_ drawable: Drawable, _ size: Size, on display: Display) {
    (self.display, self.size, self.drawable) = (display.pointer, size, drawable)
  }

  init(_ size: Size, on display: Display) {
    (self.display, self.size) = (display.pointer, size)
    drawable = XCreatePixmap(display.pointer, display.root, UInt32(size.width), UInt32(size.height), 24)
  }

  func free() { XFreePixmap(display, drawable) }

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

  /// Strips avoid large replies.
  private static let stripHeight = 256

  private static func append(_ image: UnsafeMutablePointer<XImage>, to bytes: inout [UInt8]) {
    let form = image.pointee
    if form.bits_per_pixel == 32, form.byte_order == LSBFirst, let data = form.data {
      return appendLittleEndian(UnsafeRawPointer(data), form, to: &bytes)
    }
    for y in 0..<form.height {
      for x in 0..<form.width {
        let pixel = image.pointee.f.get_pixel(image, x, y)
        bytes += [UInt8(pixel >> 16 & 0xff), UInt8(pixel >> 8 & 0xff), UInt8(pixel & 0xff)]
      }
    }
  }

  private static func appendLittleEndian(_ data: UnsafeRawPointer, _ form: XImage, to bytes: inout [UInt8]) {
    for y in 0..<Int(form.height) {
      let row = UnsafeRawBufferPointer(start: data + y * Int(form.bytes_per_line), count: Int(form.width) * 4)
      for pixel in stride(from: 0, to: row.count, by: 4) {
        bytes.append(row[pixel + 2])
        bytes.append(row[pixel + 1])
        bytes.append(row[pixel])
      }
    }
  }
}
