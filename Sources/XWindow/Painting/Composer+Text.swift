internal import ColourClock

/// How texts are painted.
extension Composer {
  /// Sends glyphs to the server that are not there yet.
  func load(_ characters: [Unicode.Scalar], of cut: FontSize) {
    for character in characters where !lettering.has(character, of: cut) {
      lettering.add(
        typeface.image(of: character, in: cut), as: character, advance: typeface.advance(character, in: cut), to: cut)
    }
  }

  /// All halos before all glyphs, so that none covers its neighbour.
  func draw(_ text: Text, _ setting: TextLayout, on ground: Colour) {
    let share = UInt8(Int(text.halo) * Int(text.opacity) / 255)
    let halo = Paint(colour: veiled(text.haloColour), opacity: share, ground: ground)
    if share > 0 {
      for run in setting.runs { draw(run, of: run.cut.haloed(), setting, with: halo) }
    }
    let ink = Paint(colour: veiled(text.colour), opacity: text.opacity, ground: halo.mixed())
    for run in setting.runs { draw(run, of: run.cut, setting, with: ink) }
  }

  private func draw(_ run: TextLayout.Run, of cut: FontSize, _ setting: TextLayout, with paint: Paint) {
    load(run.characters, of: cut)
    lettering.draw(run, of: cut, baseline: setting.baseline, with: paint, on: target)
  }
}
