internal import CX11
internal import ColourClock

/// What several painters ask of the core protocol in the same way.
extension OpaquePointer {
  /// Copies the pixels of a box to the same place of another drawable, seen from `origin` there.
  func copy(
    _ box: PixelRect, from source: Drawable, to target: Drawable, at origin: (x: Int, y: Int) = (0, 0),
    with context: GC?
  ) {
    XCopyArea(
      self, source, target, context, Int32(box.left), Int32(box.top), UInt32(box.size.width), UInt32(box.size.height),
      Int32(box.left + origin.x), Int32(box.top + origin.y))
  }

  func fill(_ box: PixelRect, of drawable: Drawable, with context: GC?) {
    let size = box.size
    XFillRectangle(
      self, drawable, context, Int32(box.left), Int32(box.top), UInt32(size.width), UInt32(size.height))
  }
}
