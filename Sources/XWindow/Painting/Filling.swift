internal import CX11
internal import ColourClock

/// Fills areas of a drawable.
protocol Filling: AnyObject {
  /// Fills a triangle strip; `opacity` 1…255, `ground` the colour that lies beneath where the server cannot blend.
  func fill(_ strip: [Point], colour: Colour, opacity: UInt8, ground: Colour)
  func fill(_ box: PixelBox, colour: Colour, opacity: UInt8, ground: Colour)
  /// Lays the pixels of another drawable, which has the same size and depth, over the same place of this one.
  func lay(_ drawable: Drawable, over box: PixelBox, opacity: UInt8)
  /// Fills this drawable from now on, within this box.
  func aim(at drawable: Drawable)
  func clip(to box: PixelBox?)
}

/// Filling by the RENDER extension: anti-aliased, eight bytes a point.
final class RenderFilling: Filling {
  private let display: OpaquePointer
  private let format: UnsafePointer<XRenderPictFormat>
  private let coverage: UnsafePointer<XRenderPictFormat>
  private let sources: SolidSources
  private var picture: Picture = 0

  /// `nil` if the server cannot render to that format.
  init?(display: OpaquePointer, format: UnsafePointer<XRenderPictFormat>?) {
    guard let format, let coverage = XRenderFindStandardFormat(display, Int32(PictStandardA8)) else { return nil }
    (self.display, self.format, self.coverage) = (display, format, UnsafePointer(coverage))
    sources = SolidSources(display: display)
  }

  deinit {
    if picture != 0 { XRenderFreePicture(display, picture) }
  }

  func fill(_ strip: [Point], colour: Colour, opacity: UInt8, ground: Colour) {
    let points = strip.map { XPointFixed(x: $0.x.fixed, y: $0.y.fixed) }
    XRenderCompositeTriStrip(
      display, Int32(PictOpOver), sources[colour, opacity], picture, coverage, 0, 0, points, Int32(points.count))
  }

  func fill(_ box: PixelBox, colour: Colour, opacity: UInt8, ground: Colour) {
    var colour = XRenderColor(colour, opacity: opacity)
    let (size, operation) = (box.size, opacity == 255 ? PictOpSrc : PictOpOver)
    XRenderFillRectangle(
      display, Int32(operation), picture, &colour, Int32(box.left), Int32(box.top), UInt32(size.width),
      UInt32(size.height))
  }

  func lay(_ drawable: Drawable, over box: PixelBox, opacity: UInt8) {
    let source = XRenderCreatePicture(display, drawable, format, 0, nil)
    let (x, y, size) = (Int32(box.left), Int32(box.top), box.size)
    XRenderComposite(
      display, Int32(PictOpOver), source, sources[.black, opacity], picture, x, y, 0, 0, x, y, UInt32(size.width),
      UInt32(size.height))
    XRenderFreePicture(display, source)
  }

  func aim(at drawable: Drawable) {
    if picture != 0 { XRenderFreePicture(display, picture) }
    picture = XRenderCreatePicture(display, drawable, format, 0, nil)
  }

  func clip(to box: PixelBox?) { picture.clip(to: box, on: display) }
}

/// Filling by the core protocol, for servers that cannot blend: hard edges, and the blend with what lies beneath worked
/// out here.
final class CoreFilling: Filling {
  private let display: OpaquePointer
  private let palette: any Palette
  private var drawable: Drawable = 0
  private var context: GC?

  init(display: OpaquePointer, palette: any Palette) {
    (self.display, self.palette) = (display, palette)
  }

  deinit {
    if let context { XFreeGC(display, context) }
  }

  func fill(_ strip: [Point], colour: Colour, opacity: UInt8, ground: Colour) {
    let (even, odd) = (stride(from: 0, to: strip.count, by: 2), stride(from: 1, to: strip.count, by: 2))
    var outline = (even.map { strip[$0] } + odd.map { strip[$0] }.reversed()).map {
      XPoint(x: Int16(clamping: Int($0.x.rounded())), y: Int16(clamping: Int($0.y.rounded())))
    }
    setForeground(colour, opacity, ground)
    XFillPolygon(display, drawable, context, &outline, Int32(outline.count), Complex, CoordModeOrigin)
  }

  func fill(_ box: PixelBox, colour: Colour, opacity: UInt8, ground: Colour) {
    setForeground(colour, opacity, ground)
    display.fill(box, of: drawable, with: context)
  }

  /// Whole or not at all.
  func lay(_ other: Drawable, over box: PixelBox, opacity: UInt8) {
    guard opacity >= 128 else { return }
    display.copy(box, from: other, to: drawable, with: context)
  }

  func aim(at drawable: Drawable) {
    self.drawable = drawable
    if let context { XFreeGC(display, context) }
    var values = XGCValues()
    values.graphics_exposures = False
    context = XCreateGC(display, drawable, UInt(GCGraphicsExposures), &values)
  }

  func clip(to box: PixelBox?) { display.clip(context, to: box) }

  private func setForeground(_ colour: Colour, _ opacity: UInt8, _ ground: Colour) {
    XSetForeground(display, context, palette.pixel(for: ground.blended(with: colour, share: Double(opacity) / 255)))
  }
}

extension Double {
  /// RENDER's coordinates: 16 bits and 16 more behind the point.
  fileprivate var fixed: Int32 { Int32(clamping: Int((self * 65_536).rounded())) }
}
