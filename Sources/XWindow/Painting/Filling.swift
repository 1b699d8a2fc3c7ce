internal import CX11
internal import ColourClock

/// Fills areas of a target.
protocol Filling: AnyObject {
  /// Fills a triangle strip.
  func fill(_ strip: [Point], with paint: Paint, on target: Target)
  func fill(_ box: PixelRect, with paint: Paint, on target: Target)
  /// Lays the pixels of another target over the same place of this one.
  func lay(_ other: Target, over box: PixelRect, opacity: UInt8, on target: Target)
}

/// Filling by the RENDER extension: anti-aliased, eight bytes a point.
final class RenderFilling: Filling {
  private let display: OpaquePointer
  private let formats: RenderFormats
  private let sources: SolidSources

  init(display: OpaquePointer, formats: RenderFormats, sources: SolidSources) {
    (self.display, self.formats, self.sources) = (display, formats, sources)
  }

  func fill(_ strip: [Point], with paint: Paint, on target: Target) {
    let points = strip.map { XPointFixed(x: $0.x.fixed, y: $0.y.fixed) }
    XRenderCompositeTriStrip(
      display, Int32(PictOpOver), sources[paint.colour, paint.opacity], target.picture, formats.coverage, 0, 0, points,
      Int32(points.count))
  }

  func fill(_ box: PixelRect, with paint: Paint, on target: Target) {
    var colour = XRenderColor(paint.colour, opacity: paint.opacity)
    let (size, operation) = (box.size, paint.opacity == 255 ? PictOpSrc : PictOpOver)
    XRenderFillRectangle(
      display, Int32(operation), target.picture, &colour, Int32(box.left), Int32(box.top), UInt32(size.width),
      UInt32(size.height))
  }

  func lay(_ other: Target, over box: PixelRect, opacity: UInt8, on target: Target) {
    let (x, y, size) = (Int32(box.left), Int32(box.top), box.size)
    XRenderComposite(
      display, Int32(PictOpOver), other.picture, sources[.black, opacity], target.picture, x, y, 0, 0, x, y,
      UInt32(size.width), UInt32(size.height))
  }
}

/// Filling by the core protocol, for servers that cannot blend: hard edges, and the blend with what lies beneath worked
/// out here.
final class CoreFilling: Filling {
  private let display: OpaquePointer
  private let palette: any Palette

  init(display: OpaquePointer, palette: any Palette) {
    (self.display, self.palette) = (display, palette)
  }

  func fill(_ strip: [Point], with paint: Paint, on target: Target) {
    let (even, odd) = (stride(from: 0, to: strip.count, by: 2), stride(from: 1, to: strip.count, by: 2))
    var outline = (even.map { strip[$0] } + odd.map { strip[$0] }.reversed()).map {
      XPoint(x: Int16(clamping: Int($0.x.rounded())), y: Int16(clamping: Int($0.y.rounded())))
    }
    XSetForeground(display, target.context, palette.pixel(for: paint.mixed()))
    XFillPolygon(
      display, target.pixmap, target.context, &outline, Int32(outline.count), Complex, CoordModeOrigin)
  }

  func fill(_ box: PixelRect, with paint: Paint, on target: Target) {
    XSetForeground(display, target.context, palette.pixel(for: paint.mixed()))
    display.fill(box, of: target.pixmap, with: target.context)
  }

  /// Whole or not at all.
  func lay(_ other: Target, over box: PixelRect, opacity: UInt8, on target: Target) {
    guard opacity >= 128 else { return }
    display.copy(box, from: other.pixmap, to: target.pixmap, with: target.context)
  }
}

extension Double {
  /// RENDER's coordinates: 16 bits and 16 more behind the point.
  fileprivate var fixed: Int32 { Int32(clamping: Int((self * 65_536).rounded())) }
}
