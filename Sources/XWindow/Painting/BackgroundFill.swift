internal import CX11
internal import ColourClock

final class BackgroundFill {
  private let display: OpaquePointer
  /// The context's clip is `area`, or unknown if `area` is `nil`.
  private let context: GC
  private var area: Area?
  private let origin: (x: Int, y: Int)

  private struct Area: Equatable {
    let size: Size
    let holes: [PixelRect]
  }

  init(display: OpaquePointer, drawable: Drawable, depth: Int, origin: (x: Int, y: Int)) {
    (self.display, self.origin) = (display, origin)
    let scratch = XCreatePixmap(display, drawable, 1, 1, UInt32(depth))
    context = XCreateGC(display, scratch, 0, nil)
    XFreePixmap(display, scratch)
  }

  deinit { XFreeGC(display, context) }

  func fill(_ size: Size, around holes: [PixelRect], with pixel: UInt, on drawable: Drawable) {
    clip(to: Area(size: size, holes: holes))
    XSetForeground(display, context, pixel)
    XFillRectangle(
      display, drawable, context, Int32(origin.x), Int32(origin.y), UInt32(size.width), UInt32(size.height))
  }

  /// Call when the context's colour or clip may have changed.
  func invalidate() {
    area = nil
    context.invalidateForeground(display)
  }

  private func clip(to wanted: Area) {
    guard wanted != area else { return }
    area = wanted
    let (region, hole) = (XCreateRegion(), XCreateRegion())
    var all = PixelRect(wanted.size).rectangle
    XUnionRectWithRegion(&all, region, region)
    for box in wanted.holes {
      var rectangle = box.rectangle
      XUnionRectWithRegion(&rectangle, hole, hole)
    }
    XSubtractRegion(region, hole, region)
    XSetRegion(display, context, region)
    // XSetRegion has reset the origin.
    XSetClipOrigin(display, context, Int32(origin.x), Int32(origin.y))
    XDestroyRegion(region)
    XDestroyRegion(hole)
  }
}
