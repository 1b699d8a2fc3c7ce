internal import CX11
internal import ColourClock

/// A pixmap to draw on, with what it is drawn by.
///
/// Made once and not for each frame: a client has two million resource ids, or a quarter of a million, and Xlib counts
/// them up without looking back.
final class Canvas {
  let size: Size
  let pixmap: Pixmap
  /// Copies without asking for the NoExpose event, which would wake us a second time.
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

  /// Text and shapes keep within a box from now on, or go everywhere. Plain fills and copies do so by themselves.
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

  /// Copies a box to another drawable, whose pixel at `origin` is this canvas's first.
  func copy(_ box: PixelRect, to drawable: Drawable, at origin: (x: Int, y: Int) = (0, 0)) {
    XCopyArea(
      display, pixmap, drawable, context, Int32(box.left), Int32(box.top), UInt32(box.size.width),
      UInt32(box.size.height), Int32(box.left + origin.x), Int32(box.top + origin.y))
  }

  /// Has the next colour sent, whatever Xlib thinks that the context has.
  func forgetForeground() { context.forgetForeground(display) }

  /// Fills a box of the canvas, or of another drawable at `origin`, with a pixel value.
  func fill(_ box: PixelRect, with pixel: UInt, on drawable: Drawable? = nil, at origin: (x: Int, y: Int) = (0, 0)) {
    XSetForeground(display, context, pixel)
    XFillRectangle(
      display, drawable ?? pixmap, context, Int32(box.left + origin.x), Int32(box.top + origin.y),
      UInt32(box.size.width), UInt32(box.size.height))
  }
}

extension GC {
  /// Xlib sends a colour when something is drawn with it, unless it thinks that the server has it.
  func forgetForeground(_ display: OpaquePointer) {
    for pixel in [0, 1] as [UInt] { XSetForeground(display, self, pixel) }
  }
}
