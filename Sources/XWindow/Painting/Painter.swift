internal import CX11
internal import ColourClock

/// Draws what has changed between frames. The pixels depend only on the last frame.
final class Painter {
  let format: PixelFormat
  private let display: OpaquePointer
  private let typeface: Typeface
  private var composer: Composer?
  private let backgroundFill: BackgroundFill
  /// The frame on the canvas; `nil` if unknown.
  private var composed: ComposedFrame?
  /// The frame on the drawable; `nil` if unknown.
  private var shown: ComposedFrame?
  /// Differences from the frame numbered `from`; `nil` boxes mean everywhere.
  private var change: (from: Int?, boxes: [PixelRect]?) = (nil, nil)
  /// Disjoint boxes that contain everything on the canvas except background.
  private var drawn: [PixelRect] = []
  /// `boxes` are the items' boxes at the last full drawing; `disjoint` has the same area.
  private var fullDrawing: (boxes: [PixelRect], disjoint: [PixelRect]) = ([], [])
  private var loaded: [PixelRect] = []
  private let origin: (x: Int, y: Int)

  private struct ComposedFrame {
    let number: Int
    let frame: Frame
    let items: [DisplayItem]
    /// The colours in drawing order; empty without a colour table.
    var colours: [Colour] = []
    /// False if a colour has no cell of its own, or items are unknown.
    var isExact = true

    /// `nil` means that all pixels may differ.
    func difference(from old: ComposedFrame?) -> [PixelRect]? {
      guard let old, old.frame.size == frame.size, old.frame.background == frame.background, isExact, old.isExact else {
        return nil
      }
      let whole = PixelRect(frame.size)
      let boxes = items.difference(from: old.items).map { $0.intersection(whole) }.merged()
      return boxes == [whole] ? nil : boxes
    }
  }

  private static let maxBoxes = 64

  init(
    display: OpaquePointer, drawable: Drawable, format: PixelFormat, typeface: Typeface,
    origin: (x: Int, y: Int) = (0, 0)
  ) {
    (self.display, self.typeface, self.origin) = (display, typeface, origin)
    self.format = format.copyForPainter()
    backgroundFill = BackgroundFill(display: display, drawable: drawable, depth: format.depth, origin: origin)
  }

  var shownBackground: Colour? { shown?.frame.background }
  var showsSomething: Bool { shown != nil }

  func invalidate() { shown = nil }

  func compose(_ frame: Frame, for drawable: Drawable) {
    guard frame != composed?.frame else { return }
    let composer = composer(for: frame.size, on: drawable)
    let items = composer.list(frame.items, like: composed?.items ?? [])
    // After `endRecording`, only `shown` has the last number.
    var new = ComposedFrame(number: (composed?.number ?? shown?.number ?? 0) + 1, frame: frame, items: items)
    reserveColours(for: &new, by: composer)
    change = (composed?.number, new.difference(from: composed))
    if let damage = change.boxes, drawn.count <= Painter.maxBoxes {
      draw(new, within: damage, by: composer)
      drawn = disjoint(damage, beside: drawn)
    } else {
      drawn = whereDrawn(new)
      draw(new, within: drawn, by: composer)
    }
    composed = new
    composer.endFrame()
  }

  func present(on drawable: Drawable) -> Bool {
    guard let composed, let canvas = composer?.canvas, shown?.frame != composed.frame else { return false }
    // If both numbers are `nil`, so is `change.boxes`.
    let damage = shown?.number == change.from ? change.boxes : composed.difference(from: shown)
    // The grab hides half-drawn frames from compositors and screen recorders.
    XGrabServer(display)
    if let damage {
      for box in damage { present(box, of: composed.frame, from: canvas, on: drawable) }
    } else {
      presentAll(of: composed.frame, from: canvas, on: drawable)
    }
    XUngrabServer(display)
    shown = composed
    return true
  }

  func composeReady(_ frame: Frame) -> Bool {
    guard let composed, let composer, composer.canvas.size == frame.size, drawn.count <= Painter.maxRecordedBoxes,
      composer.areReady(composer.list(frame.items, like: composed.items))
    else { return false }
    compose(frame, for: composer.canvas.pixmap)
    return drawn.count <= Painter.maxRecordedBoxes
  }
  private static let maxRecordedBoxes = 12

  func prepareRecording() -> Bool { !format.palette.isTable && composer?.prepareColours() == true }

  /// Call after a recording was sent in part: the canvas then has unknown content.
  func endRecording(shown frame: Frame) {
    shown = ComposedFrame(number: (composed?.number ?? 0) + 1, frame: frame, items: [], isExact: false)
    (composed, drawn) = (nil, [])
    backgroundFill.invalidate()
    composer?.invalidateColours()
  }

  func loadDigits() {
    guard let composed, loaded != fullDrawing.boxes else { return }
    loaded = fullDrawing.boxes
    composer?.loadDigits(of: composed.items)
  }

  private func presentAll(of frame: Frame, from canvas: Canvas, on drawable: Drawable) {
    let pixel = format.palette.pixel(for: frame.background)
    backgroundFill.fill(frame.size, around: drawn, with: pixel, on: drawable)
    for box in drawn { canvas.copy(box, to: drawable, at: origin) }
  }

  private func present(_ box: PixelRect, of frame: Frame, from canvas: Canvas, on drawable: Drawable) {
    for part in drawn where part.meets(box) { canvas.copy(part.intersection(box), to: drawable, at: origin) }
    let pixel = format.palette.pixel(for: frame.background)
    for rest in box.remainder(beside: drawn) { canvas.fill(rest, with: pixel, on: drawable, at: origin) }
  }

  private func composer(for size: Size, on drawable: Drawable) -> Composer {
    if let composer, composer.canvas.size == size { return composer }
    composer = nil
    composed = nil
    drawn = []
    fullDrawing = ([], [])
    loaded = []
    let new = Composer(size, format: format, typeface: typeface, display: display, drawable: drawable)
    composer = new
    return new
  }

  private func reserveColours(for new: inout ComposedFrame, by composer: Composer) {
    guard format.palette.isTable else { return }
    new.colours = composer.colours(of: new.items, on: new.frame.background)
    new.isExact = format.palette.reserve(new.colours, beside: shown?.colours ?? [])
  }

  private func draw(_ new: ComposedFrame, within boxes: [PixelRect], by composer: Composer) {
    for box in boxes { composer.draw(new.items, on: new.frame.background, within: box) }
  }

  private func whereDrawn(_ new: ComposedFrame) -> [PixelRect] {
    let boxes = new.items.boxes
    if boxes != fullDrawing.boxes {
      let whole = PixelRect(new.frame.size)
      fullDrawing = (boxes, disjoint(boxes.map { $0.intersection(whole) }.merged()))
    }
    return fullDrawing.disjoint
  }

  /// Returns disjoint boxes with the area of both arguments. `others` must be disjoint.
  private func disjoint(_ boxes: [PixelRect], beside others: [PixelRect] = []) -> [PixelRect] {
    var result = others
    for box in boxes { result += box.remainder(beside: result) }
    return result
  }
}
