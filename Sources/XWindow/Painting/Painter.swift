internal import CX11
internal import ColourClock

/// The one place that draws: turns frames into requests.
///
/// What lies upon the background is composed out of sight, on a canvas; what lies around it is one colour, and needs no
/// composing. What the drawable holds after `present` are the pixels of a fresh paint of the composed frame, whatever
/// was composed before.
final class Painter {
  let format: PixelFormat
  private let display: OpaquePointer
  private let typeface: Typeface
  private var composer: Composer?
  private let backgroundFill: BackgroundFill
  private var composed: Picture?
  /// What the drawable shows; `nil` when that is not known.
  private var shown: Picture?
  /// What composing has changed of the picture before, so that presenting the next one need not find out again.
  private var change: (from: Int?, boxes: [PixelRect]?) = (nil, nil)
  /// Where the canvas holds the composed picture, in boxes that do not overlap: all around them is plain background.
  private var drawn: [PixelRect] = []
  /// The boxes of the items that were drawn as a whole last, and what came of them: each second they are the same.
  private var area: (boxes: [PixelRect], disjoint: [PixelRect]) = ([], [])
  /// The boxes of those whose figures have been sent.
  private var loaded: [PixelRect] = []
  /// The place of the frame's upper left corner on the drawable.
  private let origin: (x: Int, y: Int)

  /// A frame, worked out.
  private struct Picture {
    /// Counts up.
    let number: Int
    let frame: Frame
    let items: [DisplayItem]
    /// Where colours are few: those that it needs, and whether each has a pixel of its own.
    var colours: [Colour] = []
    var isExact = true

    /// The pixels in which it differs from another one; `nil` for all of them, also where nothing is known of that.
    func difference(from old: Picture?) -> [PixelRect]? {
      guard let old, old.frame.size == frame.size, old.frame.background == frame.background, isExact, old.isExact else {
        return nil
      }
      let whole = PixelRect(frame.size)
      let boxes = items.difference(from: old.items).map { $0.intersection(whole) }.merged()
      return boxes == [whole] ? nil : boxes
    }
  }

  /// More boxes than these are drawn anew as a whole.
  private static let mostBoxes = 64

  /// `drawable` gives the screen; its depth is the format's.
  init(
    display: OpaquePointer, drawable: Drawable, format: PixelFormat, typeface: Typeface,
    origin: (x: Int, y: Int) = (0, 0)
  ) {
    (self.display, self.typeface, self.origin) = (display, typeface, origin)
    self.format = format.forAnother()
    backgroundFill = BackgroundFill(display: display, drawable: drawable, depth: format.depth, origin: origin)
  }

  /// The colour around the items on the drawable, if that is known.
  var shownBackground: Colour? { shown?.frame.background }
  var showsSomething: Bool { shown != nil }

  /// The drawable, or a part of it, has lost what it showed.
  func invalidate() { shown = nil }

  /// Makes the canvas hold the items of `frame`, by drawing where they differ from those it holds.
  func compose(_ frame: Frame, for drawable: Drawable) {
    guard frame != composed?.frame else { return }
    let composer = composer(for: frame.size, on: drawable)
    let items = composer.list(frame.items, like: composed?.items ?? [])
    var new = Picture(number: (composed?.number ?? shown?.number ?? 0) + 1, frame: frame, items: items)
    reserveColours(for: &new, by: composer)
    change = (composed?.number, new.difference(from: composed))
    if let damage = change.boxes, drawn.count <= Painter.mostBoxes {
      draw(new, within: damage, by: composer)
      drawn = disjoint(damage, beside: drawn)
    } else {
      drawn = whereDrawn(new)
      draw(new, within: drawn, by: composer)
    }
    composed = new
    composer.endFrame()
  }

  /// Makes `drawable` show what the canvas holds: whether it has changed.
  func present(on drawable: Drawable) -> Bool {
    guard let composed, let canvas = composer?.canvas, shown?.frame != composed.frame else { return false }
    let damage = shown?.number == change.from ? change.boxes : composed.difference(from: shown)
    // While the server is grabbed no other client is served, so no compositor or recorder sees half a frame.
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

  /// Composes a frame if that takes but a few requests, none of which makes anything on the server: whether it has.
  func composeReady(_ frame: Frame) -> Bool {
    guard let composed, let composer, composer.canvas.size == frame.size, drawn.count <= Painter.mostRecordedBoxes,
      composer.areReady(composer.list(frame.items, like: composed.items), on: frame.background)
    else { return false }
    // The canvas is there, and so is the screen it is for.
    compose(frame, for: composer.canvas.pixmap)
    return drawn.count <= Painter.mostRecordedBoxes
  }
  private static let mostRecordedBoxes = 12

  /// Whether what comes can be recorded, once all is made that it needs.
  func prepareRecording() -> Bool { !format.palette.isTable && composer?.prepareColours() == true }

  /// What was recorded was sent in part: `shown` is on the drawable, and of the canvas nothing is known.
  func endRecording(shown frame: Frame) {
    shown = Picture(number: (composed?.number ?? 0) + 1, frame: frame, items: [], isExact: false)
    (composed, drawn) = (nil, [])
    backgroundFill.forget()
    composer?.forgetColours()
  }

  /// Sends the figures of the composed frame that count, so that no later tick has to.
  func loadFigures() {
    guard let composed, loaded != area.boxes else { return }
    loaded = area.boxes
    composer?.loadFigures(of: composed.items)
  }

  /// Filling what lies around the items is faster than to copy it: it is written once, instead of being written, read
  /// and written again.
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
    // What the old one has on the server goes before there is more.
    (composer, composed, drawn, area, loaded) = (nil, nil, [], ([], []), [])
    let new = Composer(size, format: format, typeface: typeface, display: display, drawable: drawable)
    composer = new
    return new
  }

  private func reserveColours(for picture: inout Picture, by composer: Composer) {
    guard format.palette.isTable else { return }
    picture.colours = composer.colours(of: picture.items, on: picture.frame.background)
    picture.isExact = format.palette.reserve(picture.colours, beside: shown?.colours ?? [])
  }

  private func draw(_ picture: Picture, within boxes: [PixelRect], by composer: Composer) {
    for box in boxes { composer.draw(picture.items, on: picture.frame.background, within: box) }
  }

  /// Where a picture has anything but background.
  private func whereDrawn(_ picture: Picture) -> [PixelRect] {
    let boxes = picture.items.boxes
    if boxes != area.boxes {
      let whole = PixelRect(picture.frame.size)
      area = (boxes, disjoint(boxes.map { $0.intersection(whole) }.merged()))
    }
    return area.disjoint
  }

  /// The same pixels in boxes of which none overlaps another, behind some of which this is already so.
  private func disjoint(_ boxes: [PixelRect], beside others: [PixelRect] = []) -> [PixelRect] {
    var result = others
    for box in boxes { result += box.remainder(beside: result) }
    return result
  }
}
