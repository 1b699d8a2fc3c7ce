internal import CX11
internal import ColourClock

/// Draws items on a canvas. The pixels do not depend on which boxes are redrawn.
final class Composer {
  let canvas: Canvas
  private let backend: any DrawingBackend
  private let typeface: Typeface
  private let palette: any Palette
  private var target: Canvas
  private lazy var overlay = makeCanvas()
  private let makeCanvas: () -> Canvas
  /// Set while a translucent group on plain background is drawn.
  private var groupTint: GroupTint?

  /// `share` (0…1) is the weight of the group's colours.
  private struct GroupTint {
    let background: Colour
    let share: Double
  }

  init(_ size: Size, format: PixelFormat, typeface: Typeface, display: OpaquePointer, drawable: Drawable) {
    makeCanvas = { Canvas(size, format: format, display: display, drawable: drawable) }
    canvas = makeCanvas()
    (target, palette, self.typeface) = (canvas, format.palette, typeface)
    backend = format.backend(display: display)
  }

  func list(_ items: [Item], like old: [DisplayItem]) -> [DisplayItem] {
    DisplayItem.list(items, like: old, in: typeface, largest: backend.largestFontSize)
  }

  func draw(_ items: [DisplayItem], on background: Colour, within box: PixelRect) {
    let cover = items.lastIndex { $0.hides(box) }
    if cover == nil { canvas.fill(box, with: palette.pixel(for: background)) }
    var isClipped = false
    for item in items[(cover ?? 0)...] {
      guard item.bounds.meets(box) else { continue }
      // A group changes the target's clip.
      if !isClipped, item.isGroup || !box.contains(item.bounds) {
        target.clip(to: box)
        isClipped = true
      }
      draw(item, on: background, within: box)
    }
    if isClipped { target.clip(to: nil) }
  }

  func loadDigits(of items: [DisplayItem]) {
    for item in items {
      guard case .text(let text, let layout) = item.content, case let size = layout.main.size,
        !backend.hasFigures(text.figures, of: size),
        text.figures == .hexadecimal || text.template.utf8.contains(UInt8(ascii: "0"))
      else { continue }
      load(TextLayout.Run(all: text.figures, size: size))
    }
  }

  func prepareColours() -> Bool { backend.prepareColours() }

  func invalidateColours() {
    backend.invalidateColours()
    canvas.invalidateForeground()
  }

  /// True if drawing needs few requests and creates no server resource.
  func areReady(_ items: [DisplayItem]) -> Bool {
    items.count <= Composer.maxReadyItems
      && items.allSatisfy { item in
        switch item.content {
        case .block: true
        case .fill, .group: false
        case .text(_, let layout):
          !layout.hasColourGlyphs && isReady(layout.main) && layout.suffix.map(isReady) ?? true
        }
      }
  }
  private static let maxReadyItems = 12

  private func isReady(_ run: TextLayout.Run) -> Bool {
    run.string.utf8.count <= 64 && backend.missing(run, of: run.size).isEmpty
  }

  func endFrame() { backend.endFrame() }

  private func draw(_ item: DisplayItem, on background: Colour, within box: PixelRect) {
    switch item.content {
    case .text(let text, let layout): draw(text, layout, on: background)
    case .fill(let fill, let strip):
      let part = strip.part(within: box)
      if !part.isEmpty { backend.fill(part, with: paint(of: fill, on: background), on: target) }
    case .block(let fill): draw(fill, item.bounds.intersection(box), on: background)
    case .group(let group, let items, let isOnPlain):
      draw(group, items, isOnPlain: isOnPlain, on: background, within: box)
    }
  }

  private func draw(_ fill: Fill, _ box: PixelRect, on background: Colour) {
    if box.isEmpty { return }
    if fill.opacity == 255 {
      target.fill(box, with: palette.pixel(for: tinted(fill.colour)))
    } else {
      backend.fill(box, with: paint(of: fill, on: background), on: target)
    }
  }

  private func paint(of fill: Fill, on background: Colour) -> Paint {
    Paint(colour: tinted(fill.colour), opacity: fill.opacity, beneath: background)
  }
}

extension Composer {
  private func draw(_ text: Text, _ layout: TextLayout, on background: Colour) {
    let (plate, ink) = paints(of: text, layout, on: background)
    if let plate {
      backend.fill(layout.plate.triangleStrip, with: plate, on: target)
    }
    draw(layout.main, layout, with: ink)
    if let suffix = layout.suffix { draw(suffix, layout, with: ink) }
    if layout.hasColourGlyphs {
      for run in [layout.main, layout.suffix].compactMap(\.self) {
        drawColourGlyphs(of: run, layout, with: ink, text.shade)
      }
    }
  }

  private func drawColourGlyphs(of run: TextLayout.Run, _ layout: TextLayout, with ink: Paint, _ shade: Shade) {
    for (name, x, y) in run.colourGlyphs(shade) {
      if !backend.hasColourGlyph(name) { backend.add(typeface.image(of: name), as: name) }
      backend.draw(name, x: run.x + x, y: layout.baseline + y, with: ink, on: target)
    }
  }

  private func paints(of text: Text, _ layout: TextLayout, on background: Colour) -> (plate: Paint?, ink: Paint) {
    let plate = (layout.mayHavePlate ? background.plate(for: text.colour) : nil).map {
      Paint(colour: tinted($0), opacity: text.opacity, beneath: background)
    }
    let ink = Paint(
      colour: tinted(text.colour), opacity: text.opacity, beneath: plate.map { $0.mixed() } ?? background)
    return (plate, ink)
  }

  private func draw(_ run: TextLayout.Run, _ layout: TextLayout, with paint: Paint) {
    load(run)
    backend.draw(run, of: run.size, baseline: layout.baseline, with: paint, on: target)
  }

  private func load(_ run: TextLayout.Run) {
    var missing = Set<GlyphName>()
    for name in backend.missing(run, of: run.size) where missing.insert(name).inserted {
      let advance = if case .character(let character) = name { typeface.advance(character, in: run.size) } else { 0 }
      backend.add(typeface.image(of: name, in: run.size), as: name, advance: advance, to: run.size)
    }
  }
}

extension Composer {
  private func draw(
    _ group: Group, _ items: [DisplayItem], isOnPlain: Bool, on background: Colour, within box: PixelRect
  ) {
    let bounds = PixelRect(nearest: group.bounds).intersection(box)
    guard !bounds.isEmpty, group.opacity > 0 else { return }
    if group.opacity == 255 {
      drawInside(items, on: background, within: bounds)
    } else if isOnPlain {
      groupTint = groupTint(of: group, on: background)
      drawInside(items, on: background, within: bounds)
      groupTint = nil
    } else {
      blend(group, items, on: background, within: bounds)
    }
    target.clip(to: box)
  }

  private func groupTint(of group: Group, on background: Colour) -> GroupTint {
    GroupTint(background: background, share: Double(group.opacity) / 255)
  }

  /// Draws the group on a copy of the pixels, and blends the copy over them.
  private func blend(_ group: Group, _ items: [DisplayItem], on background: Colour, within bounds: PixelRect) {
    let below = target
    if !items.contains(where: { $0.hides(bounds) }) { below.copy(bounds, to: overlay.pixmap) }
    target = overlay
    drawInside(items, on: background, within: bounds)
    target = below
    target.clip(to: bounds)
    backend.composite(overlay, over: bounds, opacity: group.opacity, on: target)
  }

  private func drawInside(_ items: [DisplayItem], on background: Colour, within bounds: PixelRect) {
    target.clip(to: bounds)
    for item in items where item.bounds.meets(bounds) { draw(item, on: background, within: bounds) }
  }

  private func tinted(_ colour: Colour) -> Colour {
    groupTint.map { $0.background.blended(with: colour, share: $0.share) } ?? colour
  }
}

extension Composer {
  /// Colours in drawing order, the background first.
  func colours(of items: [DisplayItem], on background: Colour) -> [Colour] {
    [background] + items.flatMap { colours(of: $0, on: background) }
  }

  private func colours(of item: DisplayItem, on background: Colour) -> [Colour] {
    switch item.content {
    case .text(let text, let layout):
      let (plate, ink) = paints(of: text, layout, on: background)
      return (plate.map { [$0.mixed()] } ?? []) + CoreBackend.colours(ofText: ink)
    case .fill(let fill, _), .block(let fill): return [paint(of: fill, on: background).mixed()]
    case .group(let group, let items, let isOnPlain):
      if isOnPlain, group.opacity < 255 { groupTint = groupTint(of: group, on: background) }
      defer { groupTint = nil }
      return items.flatMap { colours(of: $0, on: background) }
    }
  }
}
