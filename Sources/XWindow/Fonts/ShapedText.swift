internal import ColourClock

enum GlyphName: Hashable {
  case character(Unicode.Scalar)
  case glyph(UInt32, font: Int)
  case missing

  /// The ID in the server's glyph set: the code point, or else a number above all code points.
  var number: UInt32 {
    switch self {
    case .character(let character): character.value
    case .glyph(let glyph, let font): UInt32(font + 1) << 24 | glyph
    case .missing: 0xff00_0000
    }
  }
}

/// The glyphs go from left to right. Distances are in ems.
final class ShapedText {
  struct Glyph {
    let name: GlyphName
    /// `x` and `y` count from the text's start on the baseline; right and up are positive.
    let x: Double
    let y: Double
    /// After the glyph, the server moves the pen by `advance`. It is 0 unless `name` is a `character`.
    var advance = 0.0
  }

  struct ColourGlyph {
    let glyph: UInt32
    let font: Int
    let x: Double
    let y: Double
  }

  private(set) var glyphs: [Glyph] = []
  private(set) var colourGlyphs: [ColourGlyph] = []
  private(set) var width = 0.0
  private(set) var kerning = 0.0
  /// True if glyphs may overlap, as joined letters do.
  private(set) var isJoined = true
}

extension ShapedText {
  convenience init(unshaped string: String, _ fonts: FontSet, missing: FontMeasure) {
    self.init()
    for (cluster, font) in string.printable.lazy.flatMap({ fonts.parts(of: Array($0.unicodeScalars)) }) {
      for scalar in cluster where !scalar.properties.isDefaultIgnorableCodePoint {
        switch font {
        case .outlines(let index):
          let glyph = fonts[index].glyph(of: scalar)
          append(glyph, of: .outlines(index), [fonts[index].measure(glyph).advance, 0, 0, 0])
        case .colourGlyphs(let index):
          let (font, glyph) = (fonts.colourGlyphFont(index), fonts.colourGlyphFont(index).glyph(of: scalar))
          append(glyph, of: .colourGlyphs(index), [font.measure(glyph).advance, 0, 0, 0])
        case nil: appendMissing(missing)
        }
      }
    }
  }

  /// Returns `nil` if no pair is kerned.
  /// - Parameter kerning: how far each next character moves right, in ems; negative in "To".
  convenience init?(_ characters: [Unicode.Scalar], advances: [Double], kerning: [Double]) {
    guard kerning.contains(where: { $0 != 0 }) else { return nil }
    self.init()
    (isJoined, self.kerning) = (false, kerning.reduce(0, +))
    for (index, character) in characters.enumerated() {
      glyphs.append(Glyph(name: .character(character), x: width, y: 0, advance: advances[index]))
      width += advances[index] + kerning[index]
    }
  }

  func appendMissing(_ missing: FontMeasure) {
    glyphs.append(Glyph(name: .missing, x: width, y: 0))
    width += missing.advance
  }

  /// - Parameter ems: advance (right, up) and offset (right, up).
  func append(_ glyph: UInt32, of font: FontSet.Choice, _ ems: [Double]) {
    switch font {
    case .outlines(let font):
      glyphs.append(Glyph(name: .glyph(glyph, font: font), x: width + ems[2], y: ems[3]))
    case .colourGlyphs(let font):
      colourGlyphs.append(ColourGlyph(glyph: glyph, font: font, x: width + ems[2], y: ems[3]))
    }
    width += ems[0]
  }
}
