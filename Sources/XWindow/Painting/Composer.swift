internal import CX11
internal import ColourClock

/// Paints marks onto pixmaps out of sight. What it needs on the server it makes once, for a canvas of one size.
final class Composer {
  let canvas: Target
  let filling: any Filling
  let lettering: any Lettering
  let typeface: Typeface
  let display: OpaquePointer
  private let palette: any Palette
  /// What is painted on: the canvas, or what is laid over it as one.
  var target: Target
  private(set) lazy var overlay = makeTarget()
  private let makeTarget: () -> Target
  /// What all colours are mixed with at present.
  var veil: Veil?

  /// `drawable` gives the screen.
  init(_ size: Size, format: PixelFormat, typeface: Typeface, display: OpaquePointer, drawable: Drawable) {
    makeTarget = { Target(size, format: format, display: display, drawable: drawable) }
    canvas = makeTarget()
    (target, palette) = (canvas, format.palette)
    (self.typeface, self.display) = (typeface, display)
    (lettering, filling) = format.tools(display: display)
  }

  var size: Size { canvas.size }

  /// An item as it would be painted.
  func mark(_ item: Item) -> DisplayItem? { DisplayItem(item, in: typeface, largest: lettering.largest) }

  /// Paints all that lies within a box.
  func paint(_ marks: [DisplayItem], on background: Colour, within box: PixelRect) {
    let inside = marks.filter { $0.bounds?.meets(box) == true }
    let cover = inside.lastIndex { $0.hides(box) }
    if cover == nil { fill(box, background) }
    let seen = inside[(cover ?? 0)...]
    // Groups clip by themselves, and leave the box as the clip.
    let needsClip = !seen.allSatisfy { !$0.isGroup && $0.bounds.map(box.contains) ?? true }
    if needsClip { target.clip(to: box) }
    for (index, mark) in zip(seen.indices, seen) {
      if case .group(let group, let marks) = mark, !seen[..<index].contains(where: mark.overlaps) {
        paintOnPlain(group, marks, on: background, within: box)
      } else {
        paint(mark, on: background, within: box)
      }
    }
    if needsClip { target.clip(to: nil) }
  }

  /// Told once a frame is composed.
  func endFrame(isWhole: Bool) {
    lettering.endFrame()
    palette.endFrame(isWhole: isWhole)
  }

  func paint(_ mark: DisplayItem, on ground: Colour, within box: PixelRect) {
    switch mark {
    case .text(let text, let setting): draw(text, setting, on: ground)
    case .fill(let fill, let strip):
      for part in strip.parts(within: box) { filling.fill(part, with: paint(of: fill, on: ground), on: target) }
    case .block(let fill, let own): paint(fill, own.intersection(box), on: ground)
    case .group(let group, let marks): paint(group, marks, on: ground, within: box)
    }
  }

  private func paint(_ fill: Fill, _ box: PixelRect, on ground: Colour) {
    if fill.opacity == 255 {
      self.fill(box, veiled(fill.colour))
    } else if !box.isEmpty {
      filling.fill(box, with: paint(of: fill, on: ground), on: target)
    }
  }

  private func paint(of fill: Fill, on ground: Colour) -> Paint {
    Paint(colour: veiled(fill.colour), opacity: fill.opacity, ground: ground)
  }

  private func fill(_ box: PixelRect, _ colour: Colour) {
    guard !box.isEmpty else { return }
    XSetForeground(display, target.context, palette.pixel(for: colour))
    display.fill(box, of: target.pixmap, with: target.context)
  }
}

extension [Point] {
  /// The stretches of the strip of which triangles touch a box: all that has to be sent to paint in it.
  fileprivate func parts(within box: PixelRect) -> [[Point]] {
    var (parts, start): ([[Point]], Int?) = ([], nil)
    for index in indices.dropFirst(2) {
      if PixelRect(around: self[index - 2...index])?.meets(box) == true {
        if start == nil { start = index - 2 }
      } else if let begun = start {
        parts.append(Array(self[begun..<index]))
        start = nil
      }
    }
    return start.map { parts + [Array(self[$0...])] } ?? parts
  }
}
