internal import CX11
internal import ColourClock

/// Pictures of one colour, for RENDER to draw with: a few pixels that are repeated without end, filled anew when another
/// colour is wanted. A picture for each colour (CreateSolidFill) would take an id for each, some while a halo fades.
final class SolidSources {
  private struct Tint: Equatable {
    let colour: Colour
    let opacity: UInt8
  }

  private let display: OpaquePointer
  private let format: UnsafePointer<XRenderPictFormat>
  /// In the order of their last use.
  private var sources: [(tint: Tint, picture: Picture)] = []
  /// The two inks, the halo's present opacity, and what a control is drawn in.
  private static let most = 8

  init(display: OpaquePointer, formats: RenderFormats) {
    (self.display, format) = (display, formats.translucent)
  }

  deinit { sources.forEach { XRenderFreePicture(display, $0.picture) } }

  subscript(colour: Colour, opacity: UInt8) -> Picture {
    let tint = Tint(colour: colour, opacity: opacity)
    if let index = sources.lastIndex(where: { $0.tint == tint }) {
      sources.append(sources.remove(at: index))
    } else {
      let picture = sources.count < SolidSources.most ? create() : sources.removeFirst().picture
      var colour = XRenderColor(colour, opacity: opacity)
      XRenderFillRectangle(display, Int32(PictOpSrc), picture, &colour, 0, 0, 1, 1)
      sources.append((tint, picture))
    }
    return sources[sources.count - 1].picture
  }

  private func create() -> Picture {
    let pixel = XCreatePixmap(display, XDefaultRootWindow(display), 1, 1, UInt32(format.pointee.depth))
    defer { XFreePixmap(display, pixel) }
    var attributes = XRenderPictureAttributes()
    attributes.repeat = RepeatNormal
    return XRenderCreatePicture(display, pixel, format, UInt(CPRepeat), &attributes)
  }
}

extension XRenderColor {
  /// RENDER's channels have 16 bits, and all but opacity are multiplied by it.
  init(_ colour: Colour, opacity: UInt8) {
    let alpha = UInt32(opacity) * 257
    let premultiplied = { (value: UInt8) in UInt16(UInt32(value) * 257 * alpha / 65_535) }
    self.init(
      red: premultiplied(colour.red), green: premultiplied(colour.green), blue: premultiplied(colour.blue),
      alpha: UInt16(alpha))
  }
}
