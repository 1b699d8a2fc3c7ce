internal import CX11
internal import ColourClock

/// The one place that draws: turns frames into requests. What lies upon the background is composed out of sight, on a
/// canvas; what lies around it is one colour, and needs no composing.
final class Painter {
  let format: PixelFormat
  private let display: OpaquePointer
  private let typeface: Typeface
  private let composer: Composer
  private let context: GC
  /// Fills what lies around the marks: clipped to `margin`.
  private let marginContext: GC
  private var margin: Margin?
  /// A pixmap of the frame's size, of which only the boxes of the marks count.
  private var canvas: (pixmap: Pixmap, size: Size)?
  /// The frame the canvas holds.
  private var held: Held?
  /// The cuts all of whose figures are on the server.
  private var prepared: Set<Cut> = []
  /// Where on the drawable the frame's upper left corner comes.
  private let origin: (x: Int, y: Int)

  private struct Margin: Equatable {
    let size: Size
    let boxes: [PixelBox]
  }

  private struct Held {
    let frame: Frame
    let marks: [Mark]
    /// All that the marks can cover, within the frame; worked out when a whole picture needs it.
    lazy var boxes = marks.flatMap(\.boxes).map { $0.intersection(PixelBox(frame.size)) }.merged()

    init(frame: Frame, marks: [Mark]) { (self.frame, self.marks) = (frame, marks) }
  }

  /// `drawable` gives the screen; its depth is the format's.
  init(
    display: OpaquePointer, drawable: Drawable, format: PixelFormat, typeface: Typeface,
    origin: (x: Int, y: Int) = (0, 0)
  ) {
    (self.display, self.format, self.typeface, self.origin) = (display, format, typeface, origin)
    let scratch = XCreatePixmap(display, drawable, 1, 1, UInt32(format.depth))
    var values = XGCValues()
    values.graphics_exposures = False
    context = XCreateGC(display, scratch, UInt(GCGraphicsExposures), &values)
    marginContext = XCreateGC(display, scratch, 0, nil)
    XFreePixmap(display, scratch)
    composer = Composer(display: display, format: format, typeface: typeface, context: context)
  }

  deinit {
    if let canvas { XFreePixmap(display, canvas.pixmap) }
    XFreeGC(display, context)
    XFreeGC(display, marginContext)
  }

  /// Makes the canvas hold the marks of `frame`, by painting where they differ from those it holds.
  func compose(_ frame: Frame, for drawable: Drawable) {
    guard frame != held?.frame else { return }
    if canvas?.size != frame.size { renewCanvas(frame.size, for: drawable) }
    var new = Held(frame: frame, marks: frame.items.compactMap(mark))
    switch Damage(from: held?.frame, to: frame, mark: mark) {
    case .everything: paint(new.marks, on: frame.background, within: new.boxes)
    case .boxes(let boxes): paint(new.marks, on: frame.background, within: boxes)
    }
    held = new
    composer.endFrame()
  }

  /// Makes `drawable`, which shows the frame `shown` or with `nil` nobody knows what, show what the canvas holds.
  func show(on drawable: Drawable, showing shown: Frame?) {
    guard let canvas, var held, shown != held.frame else { return }
    defer { self.held = held }
    // While the server is grabbed nobody else is served, and so nobody ever sees half a frame. Filling what lies around
    // the marks is faster than to copy it: it is written once instead of being written, read and written again.
    XGrabServer(display)
    switch Damage(from: shown, to: held.frame, mark: mark) {
    case .everything:
      fillMargin(of: &held, on: drawable)
      copy(held.boxes, from: canvas.pixmap, to: drawable)
    case .boxes(let boxes): copy(boxes, from: canvas.pixmap, to: drawable)
    }
    XUngrabServer(display)
  }

  /// Sends the figures and halos of every cut that counts in the composed frame to the server, so that no later tick
  /// has to.
  func prepareFigures() {
    let cuts = (held?.marks ?? []).flatMap(\.figureCuts)
    for cut in cuts where prepared.insert(cut).inserted {
      for cut in [cut, cut.haloed()] { composer.load(Typeface.figures(cut.figures), of: cut) }
    }
  }

  private func copy(_ boxes: [PixelBox], from canvas: Pixmap, to drawable: Drawable) {
    for box in boxes { display.copy(box, from: canvas, to: drawable, at: origin, with: context) }
  }

  private func mark(_ item: Item) -> Mark? { Mark(item, in: typeface, largest: composer.largest) }

  private func renewCanvas(_ size: Size, for drawable: Drawable) {
    if let canvas {
      XFreePixmap(display, canvas.pixmap)
      composer.discardGlyphs()
      prepared = []
    }
    let pixmap = XCreatePixmap(display, drawable, UInt32(size.width), UInt32(size.height), UInt32(format.depth))
    canvas = (pixmap, size)
    held = nil
    composer.aim(at: pixmap, size: size)
  }

  private func paint(_ marks: [Mark], on background: Colour, within boxes: [PixelBox]) {
    for box in boxes { composer.paint(marks, on: background, within: box) }
  }

  private func fillMargin(of held: inout Held, on drawable: Drawable) {
    let size = held.frame.size
    clipMargin(Margin(size: size, boxes: held.boxes))
    XSetForeground(display, marginContext, format.palette.pixel(for: held.frame.background))
    XFillRectangle(
      display, drawable, marginContext, Int32(origin.x), Int32(origin.y), UInt32(size.width), UInt32(size.height))
  }

  /// The clip stays on the server: at rest the boxes are the same every second.
  private func clipMargin(_ wanted: Margin) {
    guard wanted != margin else { return }
    margin = wanted
    let (region, hole) = (XCreateRegion(), XCreateRegion())
    var all = PixelBox(wanted.size).rectangle
    XUnionRectWithRegion(&all, region, region)
    for box in wanted.boxes {
      var rectangle = box.rectangle
      XUnionRectWithRegion(&rectangle, hole, hole)
    }
    XSubtractRegion(region, hole, region)
    XSetRegion(display, marginContext, region)
    // Which also sets this, to nothing.
    XSetClipOrigin(display, marginContext, Int32(origin.x), Int32(origin.y))
    XDestroyRegion(region)
    XDestroyRegion(hole)
  }
}

extension Mark {
  /// The cut of a text that counts.
  fileprivate var figureCuts: [Cut] {
    guard case .text(let text, let setting) = self, text.template.contains("0") || text.figures == .hexadecimal else {
      return []
    }
    return setting.runs.prefix(1).map(\.cut)
  }
}
