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
    let sheet = OffscreenPixmap(frame.size, on: display)
    defer { sheet.free() }
    painter.compose(frame, for: display.root)
    painter.show(on: sheet.drawable, showing: nil)
    guard let picture = sheet.read() else { throw .tooLarge(frame.size) }
    return picture
  }
}
