internal import CX11
internal import ColourClock

/// Paints marks onto pixmaps out of sight.
final class Composer {
  private let display: OpaquePointer
  private let palette: any Palette
  private let typeface: Typeface
  private let lettering: any Lettering
  private let filling: any Filling
  /// Fills, and copies without asking for the NoExpose event that would wake us a second time.
  private let context: GC
  /// What is painted on, and a second pixmap like it for what is laid over it as one.
  private var target: Pixmap = 0
  private var overlay: Pixmap = 0
  private var depth: UInt32 = 0
  private var size = Size(width: 0, height: 0)
  /// What all colours are mixed with at present.
  private var veil: Veil?

  /// A colour that lies over others, with the share (0…1) that they keep.
  private struct Veil {
    let ground: Colour
    let share: Double
  }

  init(display: OpaquePointer, format: PixelFormat, typeface: Typeface, context: GC) {
    (self.display, palette, self.typeface, self.context) = (display, format.palette, typeface, context)
    lettering = format.lettering(display: display)
    filling = format.filling(display: display)
    depth = UInt32(format.depth)
  }

  deinit {
    if overlay != 0 { XFreePixmap(display, overlay) }
  }

  /// The widest glyph image the server takes, in pixels to the em.
  var largest: Int { lettering.largest }

  /// Paints on this pixmap from now on.
  func aim(at pixmap: Pixmap, size: Size) {
    if overlay != 0 { XFreePixmap(display, overlay) }
    (target, overlay, self.size) = (pixmap, 0, size)
    retarget(pixmap)
  }

  /// Gives back every glyph on the server.
  func discardGlyphs() { lettering.discard() }

  /// Paints all that lies within a box.
  func paint(_ marks: [Mark], on background: Colour, within box: PixelBox) {
    let inside = marks.filter { $0.bounds?.meets(box) == true }
    let cover = inside.lastIndex { $0.hides(box) }
    if cover == nil { fill(box, background) }
    let seen = inside[(cover ?? 0)...]
    // Groups clip by themselves, and leave the box as the clip.
    let needsClip = !seen.allSatisfy { !$0.isGroup && $0.bounds.map(box.contains) ?? true }
    if needsClip { clip(to: box) }
    for (index, mark) in zip(seen.indices, seen) {
      if case .group(let group, let marks) = mark, !seen[..<index].contains(where: mark.overlaps) {
        paintOnPlain(group, marks, on: background, within: box)
      } else {
        paint(mark, on: background, within: box)
      }
    }
    if needsClip { clip(to: nil) }
  }

  /// Told once a frame is composed.
  func endFrame() {
    lettering.endFrame()
    palette.endFrame()
  }

  /// Sends glyphs to the server that are not there yet.
  func load(_ characters: [Unicode.Scalar], of cut: Cut) {
    for character in characters where !lettering.has(character, of: cut) {
      lettering.add(
        typeface.image(of: character, in: cut), as: character, advance: typeface.advance(character, in: cut), to: cut)
    }
  }

  private func paint(_ mark: Mark, on ground: Colour, within box: PixelBox) {
    switch mark {
    case .text(let text, let setting): draw(text, setting, on: ground)
    case .fill(let fill, let strip):
      for part in strip.parts(within: box) {
        filling.fill(part, colour: veiled(fill.colour), opacity: fill.opacity, ground: ground)
      }
    case .block(let fill, let own): paint(fill, own.intersection(box), on: ground)
    case .group(let group, let marks): paint(group, marks, on: ground, within: box)
    }
  }

  private func paint(_ fill: Fill, _ box: PixelBox, on ground: Colour) {
    if fill.opacity == 255 {
      self.fill(box, veiled(fill.colour))
    } else if !box.isEmpty {
      filling.fill(box, colour: veiled(fill.colour), opacity: fill.opacity, ground: ground)
    }
  }

  /// Paints the group upon a copy of what lies beneath it, and lays that over the original: so the group needs no pixels
  /// that can be transparent.
  private func paint(_ group: Group, _ marks: [Mark], on ground: Colour, within box: PixelBox) {
    let bounds = PixelBox(nearest: group.bounds).intersection(box)
    guard !bounds.isEmpty, group.opacity > 0 else { return }
    guard group.opacity < 255 else {
      paintInside(marks, on: ground, within: bounds)
      return clip(to: box)
    }
    let below = target
    if overlay == 0 { overlay = XCreatePixmap(display, below, UInt32(size.width), UInt32(size.height), depth) }
    if !marks.contains(where: { $0.hides(bounds) }) { display.copy(bounds, from: below, to: overlay, with: context) }
    retarget(overlay)
    paintInside(marks, on: ground, within: bounds)
    retarget(below)
    clip(to: box)
    filling.lay(overlay, over: bounds, opacity: group.opacity)
  }

  /// A group upon one plain colour is the same as its own colours mixed with that one, which saves painting it twice:
  /// mixing is linear, so it does not matter whether it comes before or after the items are blended with each other.
  private func paintOnPlain(_ group: Group, _ marks: [Mark], on ground: Colour, within box: PixelBox) {
    let bounds = PixelBox(nearest: group.bounds).intersection(box)
    guard !bounds.isEmpty, group.opacity > 0 else { return }
    veil = Veil(ground: ground, share: Double(group.opacity) / 255)
    paintInside(marks, on: ground, within: bounds)
    veil = nil
    clip(to: box)
  }

  /// A colour as it is to be painted now.
  private func veiled(_ colour: Colour) -> Colour {
    veil.map { $0.ground.blended(with: colour, share: $0.share) } ?? colour
  }

  private func paintInside(_ marks: [Mark], on ground: Colour, within bounds: PixelBox) {
    clip(to: bounds)
    for mark in marks where mark.bounds?.meets(bounds) == true { paint(mark, on: ground, within: bounds) }
  }

  private func retarget(_ pixmap: Pixmap) {
    target = pixmap
    lettering.aim(at: pixmap)
    filling.aim(at: pixmap)
  }

  private func clip(to box: PixelBox?) {
    lettering.clip(to: box)
    filling.clip(to: box)
  }

  private func fill(_ box: PixelBox, _ colour: Colour) {
    guard !box.isEmpty else { return }
    XSetForeground(display, context, palette.pixel(for: colour))
    display.fill(box, of: target, with: context)
  }

  /// All halos before all glyphs, so that none covers its neighbour.
  private func draw(_ text: Text, _ setting: Setting, on ground: Colour) {
    let (ink, halo) = (veiled(text.colour), veiled(text.haloColour))
    let share = UInt8(Int(text.halo) * Int(text.opacity) / 255)
    var beneath = ground
    if share > 0 {
      beneath = ground.blended(with: halo, share: Double(share) / 255)
      for run in setting.runs {
        draw(run, of: run.cut.haloed(), setting, colour: halo, opacity: share, ground: ground)
      }
    }
    for run in setting.runs { draw(run, of: run.cut, setting, colour: ink, opacity: text.opacity, ground: beneath) }
  }

  private func draw(
    _ run: Setting.Run, of cut: Cut, _ setting: Setting, colour: Colour, opacity: UInt8, ground: Colour
  ) {
    load(run.characters, of: cut)
    lettering.draw(run, of: cut, baseline: setting.baseline, colour: colour, opacity: opacity, ground: ground)
  }
}

extension [Point] {
  /// The stretches of the strip of which triangles touch a box: all that has to be sent to paint in it.
  fileprivate func parts(within box: PixelBox) -> [[Point]] {
    var (parts, start): ([[Point]], Int?) = ([], nil)
    for index in indices.dropFirst(2) {
      if PixelBox(around: self[index - 2...index])?.meets(box) == true {
        if start == nil { start = index - 2 }
      } else if let begun = start {
        parts.append(Array(self[begun..<index]))
        start = nil
      }
    }
    return start.map { parts + [Array(self[$0...])] } ?? parts
  }
}
