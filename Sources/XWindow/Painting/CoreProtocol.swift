internal import CX11
internal import ColourClock

/// What several painters ask of the core protocol in the same way.
extension OpaquePointer {
  /// Draws with `context` within a box from now on, or everywhere.
  func clip(_ context: GC?, to box: PixelBox?) {
    guard let box else {
      XSetClipMask(self, context, 0)
      return
    }
    var rectangle = box.rectangle
    XSetClipRectangles(self, context, 0, 0, &rectangle, 1, Unsorted)
  }

  /// Copies the pixels of a box to the same place of another drawable, seen from `origin` there.
  func copy(
    _ box: PixelBox, from source: Drawable, to target: Drawable, at origin: (x: Int, y: Int) = (0, 0), with context: GC?
  ) {
    XCopyArea(
      self, source, target, context, Int32(box.left), Int32(box.top), UInt32(box.size.width), UInt32(box.size.height),
      Int32(box.left + origin.x), Int32(box.top + origin.y))
  }

  func fill(_ box: PixelBox, of drawable: Drawable, with context: GC?) {
    let size = box.size
    XFillRectangle(
      self, drawable, context, Int32(box.left), Int32(box.top), UInt32(size.width), UInt32(size.height))
  }
}
