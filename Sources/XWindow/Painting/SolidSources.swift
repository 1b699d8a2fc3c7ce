internal import CX11
internal import ColourClock

/// Pictures of one colour, for RENDER to draw with; kept while they are few.
final class SolidSources {
  private struct Key: Hashable {
    let colour: Colour
    let opacity: UInt8
  }

  private let display: OpaquePointer
  private var pictures: [Key: Picture] = [:]
  /// The two inks, the halo's present opacity, and what a control is drawn in.
  private static let most = 8

  init(display: OpaquePointer) {
    self.display = display
  }

  deinit { discard() }

  subscript(colour: Colour, opacity: UInt8) -> Picture {
    let key = Key(colour: colour, opacity: opacity)
    if let known = pictures[key] { return known }
    if pictures.count >= SolidSources.most {
      discard()
    }
    var value = XRenderColor(colour, opacity: opacity)
    let picture = XRenderCreateSolidFill(display, &value)
    pictures[key] = picture
    return picture
  }

  private func discard() {
    pictures.values.forEach { XRenderFreePicture(display, $0) }
    pictures = [:]
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

extension Picture {
  /// Draws within `box` from now on, or everywhere.
  func clip(to box: PixelBox?, on display: OpaquePointer) {
    if let box {
      var rectangle = box.rectangle
      XRenderSetPictureClipRectangles(display, self, 0, 0, &rectangle, 1)
    } else {
      var attributes = XRenderPictureAttributes()
      XRenderChangePicture(display, self, UInt(CPClipMask), &attributes)
    }
  }
}
