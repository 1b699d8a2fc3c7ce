internal import CX11
internal import ColourClock

/// The one place that draws: turns frames into requests. What lies upon the background is composed out of sight, on a
/// canvas; what lies around it is one colour, and needs no composing.
final class Painter {
  let format: PixelFormat
  private let display: OpaquePointer
  private let typeface: Typeface
  /// With a canvas of the frame's size, of which only the boxes of the marks count.
  private var composer: Composer?
  private let margin: BackgroundFill
  /// The frame the canvas holds.
  private var held: Held?
  /// Where on the drawable the frame's upper left corner comes.
  private let origin: (x: Int, y: Int)

  private struct Held {
    let frame: Frame
    let marks: [DisplayItem]
    /// All that the marks can cover, within the frame; worked out when a whole picture needs it.
    lazy var boxes = marks.flatMap(\.boxes).map { $0.intersection(PixelRect(frame.size)) }.merged()

    init(frame: Frame, marks: [DisplayItem]) { (self.frame, self.marks) = (frame, marks) }
  }

  /// `drawable` gives the screen; its depth is the format's.
  init(
    display: OpaquePointer, drawable: Drawable, format: PixelFormat, typeface: Typeface,
    origin: (x: Int, y: Int) = (0, 0)
  ) {
    (self.display, self.typeface, self.origin) = (display, typeface, origin)
    self.format = format.forAnother()
    margin = BackgroundFill(display: display, drawable: drawable, depth: format.depth, origin: origin)
  }

  /// Makes the canvas hold the marks of `frame`, by painting where they differ from those it holds.
  func compose(_ frame: Frame, for drawable: Drawable) {
    guard frame != held?.frame else { return }
    let composer = composer(for: frame.size, on: drawable)
    var new = Held(frame: frame, marks: frame.items.compactMap(composer.mark))
    let damage = Damage(from: held?.frame, to: frame, mark: composer.mark)
    switch damage {
    case .everything: paint(new.marks, on: frame.background, within: new.boxes, by: composer)
    case .boxes(let boxes): paint(new.marks, on: frame.background, within: boxes, by: composer)
    }
    held = new
    composer.endFrame(isWhole: damage == .everything)
  }

  /// Makes `drawable`, which shows the frame `shown` or with `nil` nobody knows what, show what the canvas holds.
  func show(on drawable: Drawable, showing shown: Frame?) {
    guard let composer, var held, shown != held.frame else { return }
    defer { self.held = held }
    // While the server is grabbed nobody else is served, and so nobody ever sees half a frame. Filling what lies around
    // the marks is faster than to copy it: it is written once instead of being written, read and written again.
    XGrabServer(display)
    switch Damage(from: shown, to: held.frame, mark: composer.mark) {
    case .everything:
      let pixel = format.palette.pixel(for: held.frame.background)
      margin.fill(held.frame.size, around: held.boxes, with: pixel, on: drawable)
      copy(held.boxes, from: composer.canvas, to: drawable)
    case .boxes(let boxes): copy(boxes, from: composer.canvas, to: drawable)
    }
    XUngrabServer(display)
  }

  /// Sends the figures and halos of every cut that counts in the composed frame to the server, so that no later tick
  /// has to.
  func prepareFigures() {
    for cut in (held?.marks ?? []).flatMap(\.figureCuts) {
      for cut in [cut, cut.haloed()] { composer?.load(Typeface.figures(cut.figures), of: cut) }
    }
  }

  private func copy(_ boxes: [PixelRect], from canvas: Target, to drawable: Drawable) {
    for box in boxes { display.copy(box, from: canvas.pixmap, to: drawable, at: origin, with: canvas.context) }
  }

  private func composer(for size: Size, on drawable: Drawable) -> Composer {
    if let composer, composer.size == size { return composer }
    // What the old one has on the server goes before there is more.
    (composer, held) = (nil, nil)
    let new = Composer(size, format: format, typeface: typeface, display: display, drawable: drawable)
    composer = new
    return new
  }

  private func paint(_ marks: [DisplayItem], on background: Colour, within boxes: [PixelRect], by composer: Composer) {
    for box in boxes { composer.paint(marks, on: background, within: box) }
  }
}

extension DisplayItem {
  /// The cut of a text that counts.
  fileprivate var figureCuts: [FontSize] {
    guard case .text(let text, let setting) = self, text.template.contains("0") || text.figures == .hexadecimal else {
      return []
    }
    return setting.runs.prefix(1).map(\.cut)
  }
}
