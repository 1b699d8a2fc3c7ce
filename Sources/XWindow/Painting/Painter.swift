internal import CX11
internal import ColourClock

/// The one place that draws: turns frames into requests on a back pixmap, and shows them with one copy.
final class Painter {
  let format: PixelFormat
  private let display: OpaquePointer
  private let typeface: Typeface
  private let lettering: any Lettering
  /// Fills, and copies without asking for the NoExpose event that would wake us a second time.
  private let context: GC
  private var canvas: (pixmap: Pixmap, size: Size)?
  /// The frame the canvas holds.
  private var held: Frame?
  /// The cuts all of whose figures are on the server.
  private var prepared: Set<Cut> = []

  /// `drawable` gives the screen; its depth is the format's.
  init(display: OpaquePointer, drawable: Drawable, format: PixelFormat, typeface: Typeface) {
    (self.display, self.format, self.typeface) = (display, format, typeface)
    lettering = format.lettering(display: display)
    let scratch = XCreatePixmap(display, drawable, 1, 1, UInt32(format.depth))
    var values = XGCValues()
    values.graphics_exposures = False
    context = XCreateGC(display, scratch, UInt(GCGraphicsExposures), &values)
    XFreePixmap(display, scratch)
  }

  /// Makes the canvas hold `frame`, by painting what differs from the frame it holds.
  func compose(_ frame: Frame, for drawable: Drawable) {
    if canvas?.size != frame.size { renewCanvas(frame.size, for: drawable) }
    let damage = Damage(from: held, to: frame) { setting($0)?.bounds }
    guard !damage.isEmpty else { return }
    let clip = clip(damage)
    fill(frame, within: clip)
    if let clip { lettering.clip(to: clip) }
    for text in frame.texts { draw(text, on: frame.background) }
    if clip != nil { lettering.clip(to: nil) }
    held = frame
    format.palette.endFrame()
  }

  /// Copies to `drawable` what differs from `shown`, the frame it shows; everything for `nil`.
  func copy(to drawable: Drawable, showing shown: Frame?) {
    guard let canvas, let held else { return }
    switch Damage(from: shown, to: held, bounds: { setting($0)?.bounds }) {
    case .everything: copy(canvas.pixmap, PixelBox(held.size), to: drawable)
    case .boxes(let boxes): boxes.forEach { copy(canvas.pixmap, $0, to: drawable) }
    }
  }

  /// Sends the figures of every cut that the frame has brought to the server, so that no later tick has to.
  func prepareFigures(of frame: Frame) {
    for text in frame.texts {
      guard let cut = setting(text)?.runs.first?.cut else { continue }
      for cut in text.halo > 0 ? [cut, cut.haloed()] : [cut] where prepared.insert(cut).inserted {
        load(Typeface.cell(cut.figures), of: cut)
      }
    }
  }

  /// The canvas, for reading it back.
  var pixmap: Pixmap? { canvas?.pixmap }

  private func renewCanvas(_ size: Size, for drawable: Drawable) {
    if let canvas {
      XFreePixmap(display, canvas.pixmap)
      lettering.discard()
      prepared = []
    }
    let pixmap = XCreatePixmap(
      display, drawable, UInt32(size.width), UInt32(size.height), UInt32(format.depth))
    canvas = (pixmap, size)
    held = nil
    lettering.aim(at: pixmap)
  }

  /// The clip for a damage; `nil` for all.
  private func clip(_ damage: Damage) -> [XRectangle]? {
    if case .boxes(let boxes) = damage { boxes.map(\.rectangle) } else { nil }
  }

  private func fill(_ frame: Frame, within clip: [XRectangle]?) {
    guard let canvas else { return }
    var boxes = clip ?? [PixelBox(frame.size).rectangle]
    XSetForeground(display, context, format.palette.pixel(for: frame.background))
    XFillRectangles(display, canvas.pixmap, context, &boxes, Int32(boxes.count))
  }

  /// All halos before all glyphs, so that none covers its neighbour.
  private func draw(_ text: Text, on ground: Colour) {
    guard let setting = setting(text) else { return }
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

  private func setting(_ text: Text) -> Setting? { Setting(text, in: typeface, largest: lettering.largest) }

  private func copy(_ pixmap: Pixmap, _ box: PixelBox, to drawable: Drawable) {
    XCopyArea(
      display, pixmap, drawable, context, Int32(box.left), Int32(box.top), UInt32(box.right - box.left),
      UInt32(box.bottom - box.top), Int32(box.left), Int32(box.top))
  }
}
