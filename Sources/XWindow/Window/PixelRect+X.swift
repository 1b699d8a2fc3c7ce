internal import CX11
internal import ColourClock

/// Rectangles as the server gives and takes them.
extension PixelRect {
  init(_ x: Int32, _ y: Int32, _ width: UInt32, _ height: UInt32) {
    self.init(x: Int(x), y: Int(y), size: Size(width: Int(width), height: Int(height)))
  }

  var rectangle: XRectangle {
    XRectangle(
      x: Int16(clamping: left), y: Int16(clamping: top), width: UInt16(clamping: right - left),
      height: UInt16(clamping: bottom - top))
  }
}
