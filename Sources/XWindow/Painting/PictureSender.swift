internal import CX11

struct ServerPicture {
  /// `nil` for an invisible glyph.
  var picture: Picture?
  let left: Int
  let top: Int
  let width: Int
  let height: Int
}

final class PictureSender {
  private let display: OpaquePointer
  private let format: RenderFormats.Format
  private var context: GC?

  init(display: OpaquePointer, format: RenderFormats.Format) { (self.display, self.format) = (display, format) }

  deinit { if let context { XFreeGC(display, context) } }

  func send(_ image: ColourImage) -> ServerPicture {
    var sent = ServerPicture(left: image.left, top: image.top, width: image.width, height: image.height)
    guard image.width > 0, image.height > 0 else { return sent }
    let (width, height, depth) = (UInt32(image.width), UInt32(image.height), UInt32(format.pointee.depth))
    let pixmap = XCreatePixmap(display, XDefaultRootWindow(display), width, height, depth)
    // The picture keeps the pixmap.
    defer { XFreePixmap(display, pixmap) }
    let context = context ?? XCreateGC(display, pixmap, 0, nil)
    self.context = context
    var bytes = image.bytes
    bytes.withUnsafeMutableBytes { bytes in
      let data = bytes.baseAddress?.assumingMemoryBound(to: CChar.self)
      let form = XCreateImage(display, nil, depth, ZPixmap, 0, data, width, height, 32, Int32(4 * image.width))
      guard let form else { return }
      form.pointee.byte_order = LSBFirst
      XPutImage(display, pixmap, context, form, 0, 0, 0, 0, width, height)
      // Xlib must not free the bytes.
      form.pointee.data = nil
      _ = form.pointee.f.destroy_image(form)
    }
    sent.picture = XRenderCreatePicture(display, pixmap, format, 0, nil)
    return sent
  }
}
