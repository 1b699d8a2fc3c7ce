internal import CX11
internal import ColourClock

/// Pictures of one repeated pixel. They are refilled, because XRenderCreateSolidFill would use up resource IDs.
final class SolidSources {
  private struct Tint: Equatable {
    let colour: Colour
    let opacity: UInt8
  }

  private let display: OpaquePointer
  private let format: RenderFormats.Format
  /// The least recently used source is first. `tint` is `nil` if unknown.
  private var sources: [(tint: Tint?, picture: Picture)] = []
  private static let mostSources = 8

  init(display: OpaquePointer, format: RenderFormats.Format) { (self.display, self.format) = (display, format) }

  deinit { sources.forEach { XRenderFreePicture(display, $0.picture) } }

  /// The picture is valid until the next call.
  subscript(colour: Colour, opacity: UInt8) -> Picture {
    let tint = Tint(colour: colour, opacity: opacity)
    if let index = sources.lastIndex(where: { $0.tint == tint }) {
      if index < sources.count - 1 { sources.append(sources.remove(at: index)) }
    } else {
      let picture = sources.count < SolidSources.mostSources ? create() : sources.removeFirst().picture
      var colour = XRenderColor(colour, opacity: opacity)
      XRenderFillRectangle(display, Int32(PictOpSrc), picture, &colour, 0, 0, 1, 1)
      sources.append((tint, picture))
    }
    return sources[sources.count - 1].picture
  }

  /// Call before a recording, which must not create sources.
  func createAll() {
    while sources.count < SolidSources.mostSources { sources.insert((nil, create()), at: 0) }
  }

  func invalidate() { sources = sources.map { (nil, $0.picture) } }

  private func create() -> Picture {
    let pixel = XCreatePixmap(display, XDefaultRootWindow(display), 1, 1, UInt32(format.pointee.depth))
    defer { XFreePixmap(display, pixel) }
    var attributes = XRenderPictureAttributes()
    attributes.repeat = RepeatNormal
    return XRenderCreatePicture(display, pixel, format, UInt(CPRepeat), &attributes)
  }
}

extension XRenderColor {
  /// The colour is premultiplied, with 16 bits per channel.
  init(_ colour: Colour, opacity: UInt8) {
    let alpha = UInt32(opacity) * 257
    let premultiplied = { (value: UInt8) in UInt16(UInt32(value) * 257 * alpha / 65_535) }
    self.init(
      red: premultiplied(colour.red), green: premultiplied(colour.green), blue: premultiplied(colour.blue),
      alpha: UInt16(alpha))
  }
}
