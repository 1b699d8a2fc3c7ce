internal import CX11
internal import ColourClock

/// A pixmap to paint on, with what it is painted by. Made once and not for each frame: a client has two million ids, or a
/// quarter of a million, and Xlib counts them up without looking back.
final class Target {
  let size: Size
  let pixmap: Pixmap
  /// Copies without asking for the NoExpose event that would wake us a second time.
  let context: GC
  /// None where the server cannot render.
  let picture: Picture
  private let display: OpaquePointer

  /// `drawable` gives the screen.
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

  /// Lettering and filling keep within a box from now on, or go everywhere. Plain fills and copies do so by themselves.
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
}
