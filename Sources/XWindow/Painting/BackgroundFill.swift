internal import CX11
internal import ColourClock

/// What lies around the marks of a frame, on the window: one colour, which needs no composing.
final class BackgroundFill {
  private let display: OpaquePointer
  /// Clipped to the region.
  private let context: GC
  private var region: Region?
  /// Where on the drawable the frame's upper left corner comes.
  private let origin: (x: Int, y: Int)

  private struct Region: Equatable {
    let size: Size
    let boxes: [PixelRect]
  }

  /// `drawable` gives the screen.
  init(display: OpaquePointer, drawable: Drawable, depth: Int, origin: (x: Int, y: Int)) {
    (self.display, self.origin) = (display, origin)
    let scratch = XCreatePixmap(display, drawable, 1, 1, UInt32(depth))
    context = XCreateGC(display, scratch, 0, nil)
    XFreePixmap(display, scratch)
  }

  deinit { XFreeGC(display, context) }

  /// Fills all of a frame of this size but the boxes.
  func fill(_ size: Size, around boxes: [PixelRect], with pixel: UInt, on drawable: Drawable) {
    clip(to: Region(size: size, boxes: boxes))
    XSetForeground(display, context, pixel)
    XFillRectangle(
      display, drawable, context, Int32(origin.x), Int32(origin.y), UInt32(size.width), UInt32(size.height))
  }

  /// The clip stays on the server: at rest the boxes are the same every second.
  private func clip(to wanted: Region) {
    guard wanted != region else { return }
    region = wanted
    let (region, hole) = (XCreateRegion(), XCreateRegion())
    var all = PixelRect(wanted.size).rectangle
    XUnionRectWithRegion(&all, region, region)
    for box in wanted.boxes {
      var rectangle = box.rectangle
      XUnionRectWithRegion(&rectangle, hole, hole)
    }
    XSubtractRegion(region, hole, region)
    XSetRegion(display, context, region)
    // Which also sets this, to nothing.
    XSetClipOrigin(display, context, Int32(origin.x), Int32(origin.y))
    XDestroyRegion(region)
    XDestroyRegion(hole)
  }
}
