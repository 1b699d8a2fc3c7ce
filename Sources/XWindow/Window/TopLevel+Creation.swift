internal import CX11
internal import ColourClock

/// What a window of our own is made of on the server.
extension TopLevel {
  /// Not yet mapped.
  static func create(
    _ box: PixelRect, on display: Display, depth: Int, background: UInt, isOverride: Bool
  ) -> Window {
    var attributes = XSetWindowAttributes()
    attributes.background_pixel = background
    attributes.bit_gravity = NorthWestGravity
    attributes.override_redirect = isOverride ? True : False
    attributes.event_mask =
      StructureNotifyMask | ExposureMask | VisibilityChangeMask | PropertyChangeMask | Input.eventMask
    return XCreateWindow(
      display.pointer, display.root, Int32(box.left), Int32(box.top), UInt32(box.size.width),
      UInt32(box.size.height), 0, Int32(depth), UInt32(InputOutput), nil,
      UInt(CWBackPixel | CWBitGravity | CWOverrideRedirect | CWEventMask), &attributes)
  }

  /// A pointer of which nothing is seen.
  static func blankCursor(_ display: Display, _ window: Window) -> Cursor {
    let empty = XCreateBitmapFromData(display.pointer, window, [0], 1, 1)
    var (ink, ground) = (XColor(), XColor())
    defer { XFreePixmap(display.pointer, empty) }
    return XCreatePixmapCursor(display.pointer, empty, empty, &ink, &ground, 0, 0)
  }
}
