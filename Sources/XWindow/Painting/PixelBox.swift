internal import CX11
import ColourClock

/// A rectangle of whole pixels; `right` and `bottom` lie just outside it.
struct PixelBox: Hashable {
  var left: Int
  var top: Int
  var right: Int
  var bottom: Int

  init(left: Int, top: Int, right: Int, bottom: Int) {
    (self.left, self.top, self.right, self.bottom) = (left, top, right, bottom)
  }

  init(_ size: Size) {
    self.init(left: 0, top: 0, right: size.width, bottom: size.height)
  }

  var size: Size { Size(width: right - left, height: bottom - top) }
  var isEmpty: Bool { left >= right || top >= bottom }

  func intersection(_ other: PixelBox) -> PixelBox {
    PixelBox(
      left: max(left, other.left), top: max(top, other.top), right: min(right, other.right),
      bottom: min(bottom, other.bottom))
  }

  var rectangle: XRectangle {
    XRectangle(
      x: Int16(clamping: left), y: Int16(clamping: top), width: UInt16(clamping: right - left),
      height: UInt16(clamping: bottom - top))
  }
}
