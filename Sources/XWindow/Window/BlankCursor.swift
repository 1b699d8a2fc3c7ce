internal import CX11

extension Display {
  /// Uses RENDER if possible, because a bitmap cursor would make Xlib load libXcursor.
  func blankCursor(for window: Window, _ render: RenderFormats?) -> Cursor {
    guard let render else {
      let empty = XCreateBitmapFromData(pointer, window, [0], 1, 1)
      var (foreground, background) = (XColor(), XColor())
      defer { XFreePixmap(pointer, empty) }
      return XCreatePixmapCursor(pointer, empty, empty, &foreground, &background, 0, 0)
    }
    let empty = XCreatePixmap(pointer, window, 1, 1, 32)
    let picture = XRenderCreatePicture(pointer, empty, render.translucent, 0, nil)
    var clear = XRenderColor()
    XRenderFillRectangle(pointer, PictOpSrc, picture, &clear, 0, 0, 1, 1)
    defer {
      XRenderFreePicture(pointer, picture)
      XFreePixmap(pointer, empty)
    }
    return XRenderCreateCursor(pointer, picture, 0, 0)
  }
}
