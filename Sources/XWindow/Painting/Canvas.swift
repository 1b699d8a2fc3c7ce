internal import CX11
internal import ColourClock

final class Canvas {
  let size: Size
  let pixmap: Pixmap
  /// Graphics exposures are off, because NoExpose events would wake the program.
  let context: GC
  /// The pixmap's RENDER picture; 0 without RENDER.
  let picture: Picture
  private let display: OpaquePointer

  init(_ size: Size, format: PixelFormat, display: OpaquePointer, drawable: Drawable) {
    (self.size, self.display) = (size, display)
    pixmap = XCreatePixmap(display, drawable, UInt32(size.width), UInt32(size.height), UInt32(format.depth))
    var values = XGCValues()
    values.graphics_exposures = False
    context = XCreateGC(display, pixmap, UInt(GCGraphicsExposures), &values)
    picture = if let render = format.render { XRenderCreatePicture(display, pixmap, render.pixels, 0, nil) } else { 0 }
  }

  deinit {
    if picture != 0 { XRenderFreePicture(display, picture) }
    XFreeGC(display, context)
    XFreePixmap(display, pixmap)
  }

  /// `nil` removes the clip. `fill` and `copy` are clipped only without RENDER.
  func clip(to box: PixelRect?) {
    if picture != 0 { clipPicture(to: box) } else { clipContext(to: box) }
  }

  private func clipPicture(to box: PixelRect?) {
    if var rectangle = box?.rectangle {
      XRenderSetPictureClipRectangles(display, picture, 0, 0, &rectangle, 1)
    } else {
      var attributes = XRenderPictureAttributes()
      XRenderChangePicture(display, picture, UInt(CPClipMask), &attributes)
    }
  }

  private func clipContext(to box: PixelRect?) {
    if var rectangle = box?.rectangle {
      XSetClipRectangles(display, context, 0, 0, &rectangle, 1, Unsorted)
    } else {
      XSetClipMask(display, context, 0)
    }
  }

  func copy(_ box: PixelRect, to drawable: Drawable, at origin: (x: Int, y: Int) = (0, 0)) {
    XCopyArea(
      display, pixmap, drawable, context, Int32(box.left), Int32(box.top), UInt32(box.size.width),
      UInt32(box.size.height), Int32(box.left + origin.x), Int32(box.top + origin.y))
  }

  /// Call when the server's colour may differ from the colour that Xlib remembers.
  func invalidateForeground() { context.invalidateForeground(display) }

  func fill(_ box: PixelRect, with pixel: UInt, on drawable: Drawable? = nil, at origin: (x: Int, y: Int) = (0, 0)) {
    XSetForeground(display, context, pixel)
    XFillRectangle(
      display, drawable ?? pixmap, context, Int32(box.left + origin.x), Int32(box.top + origin.y),
      UInt32(box.size.width), UInt32(box.size.height))
  }
}

extension GC {
  /// Makes Xlib send the next colour in any case. Xlib sends only changes. Of two colours, at least one is a change.
  func invalidateForeground(_ display: OpaquePointer) {
    for pixel in [0, 1] as [UInt] { XSetForeground(display, self, pixel) }
  }
}
