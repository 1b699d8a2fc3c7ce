internal import CX11
internal import ColourClock

/// The one place that draws: turns frames into requests. Texts are composed out of sight, on a canvas; what lies around
/// them is one colour, and needs no composing.
final class Painter {
  let format: PixelFormat
  private let display: OpaquePointer
  private let typeface: Typeface
  private let lettering: any Lettering
  /// Fills, and copies without asking for the NoExpose event that would wake us a second time.
  private let context: GC
  /// Fills what lies around the texts: clipped to `margin`.
  private let marginContext: GC
  private var margin: Margin?
  /// A pixmap of the frame's size, of which only the boxes of the texts count.
  private var canvas: (pixmap: Pixmap, size: Size)?
  /// The frame the canvas holds.
  private var held: Typeset?
  /// The cuts all of whose figures are on the server.
  private var prepared: Set<Cut> = []

  private struct Margin: Equatable {
    let size: Size
    let boxes: [PixelBox]
  }

  /// `drawable` gives the screen; its depth is the format's.
  init(display: OpaquePointer, drawable: Drawable, format: PixelFormat, typeface: Typeface) {
    (self.display, self.format, self.typeface) = (display, format, typeface)
    lettering = format.lettering(display: display)
    let scratch = XCreatePixmap(display, drawable, 1, 1, UInt32(format.depth))
    var values = XGCValues()
    values.graphics_exposures = False
    context = XCreateGC(display, scratch, UInt(GCGraphicsExposures), &values)
    marginContext = XCreateGC(display, scratch, 0, nil)
    XFreePixmap(display, scratch)
  }

  /// Makes the canvas hold the texts of `frame`, by painting those that differ from the ones it holds.
  func compose(_ frame: Frame, for drawable: Drawable) {
    guard frame != held?.frame else { return }
    if canvas?.size != frame.size { renewCanvas(frame.size, for: drawable) }
    let typeset = Typeset(frame, in: typeface, largest: lettering.largest)
    switch damage(from: held?.frame, to: frame) {
    case .everything: paint(typeset, within: typeset.boxes)
    case .boxes(let boxes):
      lettering.clip(to: boxes.map(\.rectangle))
      paint(typeset, within: boxes)
      lettering.clip(to: nil)
    }
    held = typeset
    format.palette.endFrame()
  }

  /// Makes `drawable`, which shows the frame `shown` or with `nil` nobody knows what, show what the canvas holds.
  func show(on drawable: Drawable, showing shown: Frame?) {
    guard let canvas, let held, shown != held.frame else { return }
    // While the server is grabbed nobody else is served, and so nobody ever sees half a frame. Filling what lies around
    // the texts is faster than to copy it: it is written once instead of being written, read and written again.
    XGrabServer(display)
    switch damage(from: shown, to: held.frame) {
    case .everything:
      fillMargin(of: held, on: drawable)
      held.boxes.forEach { copy(canvas.pixmap, $0, to: drawable) }
    case .boxes(let boxes): boxes.forEach { copy(canvas.pixmap, $0, to: drawable) }
    }
    XUngrabServer(display)
  }

  /// Sends the figures and halos of every cut that the composed frame has brought to the server, so that no later tick
  /// has to.
  func prepareFigures() {
    for cut in held?.settings.compactMap({ $0?.runs.first?.cut }) ?? [] where prepared.insert(cut).inserted {
      for cut in [cut, cut.haloed()] { load(Typeface.figures(cut.figures), of: cut) }
    }
  }

  private func damage(from old: Frame?, to new: Frame) -> Damage {
    Damage(from: old, to: new) { Setting($0, in: typeface, largest: lettering.largest)?.bounds }
  }

  private func renewCanvas(_ size: Size, for drawable: Drawable) {
    if let canvas {
      XFreePixmap(display, canvas.pixmap)
      lettering.discard()
      prepared = []
    }
    let pixmap = XCreatePixmap(display, drawable, UInt32(size.width), UInt32(size.height), UInt32(format.depth))
    canvas = (pixmap, size)
    held = nil
    lettering.aim(at: pixmap)
  }

  private func paint(_ typeset: Typeset, within boxes: [PixelBox]) {
    guard let canvas else { return }
    let frame = typeset.frame
    var rectangles = boxes.map(\.rectangle)
    XSetForeground(display, context, format.palette.pixel(for: frame.background))
    XFillRectangles(display, canvas.pixmap, context, &rectangles, Int32(rectangles.count))
    for (text, setting) in zip(frame.texts, typeset.settings) {
      if let setting { draw(text, setting, on: frame.background) }
    }
  }

  private func fillMargin(of typeset: Typeset, on drawable: Drawable) {
    let size = typeset.frame.size
    clipMargin(Margin(size: size, boxes: typeset.boxes))
    XSetForeground(display, marginContext, format.palette.pixel(for: typeset.frame.background))
    XFillRectangle(display, drawable, marginContext, 0, 0, UInt32(size.width), UInt32(size.height))
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
    XDestroyRegion(region)
    XDestroyRegion(hole)
  }

  /// All halos before all glyphs, so that none covers its neighbour.
  private func draw(_ text: Text, _ setting: Setting, on ground: Colour) {
    let (ink, halo) = (text.ink.colour, text.ink.opposite.colour)
    var beneath = ground
    if text.halo > 0 {
      beneath = ground.blended(with: halo, share: Double(text.halo) / 255)
      for run in setting.runs {
        draw(run, of: run.cut.haloed(), setting, colour: halo, opacity: text.halo, ground: ground)
      }
    }
    for run in setting.runs { draw(run, of: run.cut, setting, colour: ink, opacity: 255, ground: beneath) }
  }

  private func draw(
    _ run: Setting.Run, of cut: Cut, _ setting: Setting, colour: Colour, opacity: UInt8, ground: Colour
  ) {
    load(run.characters, of: cut)
    lettering.draw(run, of: cut, baseline: setting.baseline, colour: colour, opacity: opacity, ground: ground)
  }

  private func load(_ characters: [Unicode.Scalar], of cut: Cut) {
    for character in characters where !lettering.has(character, of: cut) {
      lettering.add(
        typeface.image(of: character, in: cut), as: character, advance: typeface.advance(character, in: cut), to: cut)
    }
  }

  private func copy(_ pixmap: Pixmap, _ box: PixelBox, to drawable: Drawable) {
    XCopyArea(
      display, pixmap, drawable, context, Int32(box.left), Int32(box.top), UInt32(box.right - box.left),
      UInt32(box.bottom - box.top), Int32(box.left), Int32(box.top))
  }
}
