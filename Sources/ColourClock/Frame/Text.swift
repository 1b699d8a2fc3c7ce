/// A line of text that is put into a box: the painter finds the size that fits, so that nobody above it needs to know a
/// font's metrics.
package struct Text: Hashable, Sendable {
  package let string: String
  /// Set behind `string` at `suffixScale` of its size, on the same baseline; often empty.
  package let suffix: String
  /// The widest form the suffix takes.
  package let suffixTemplate: String
  /// The widest form the line takes in the course of a day: the size is chosen for it, so that it never changes.
  package let template: String
  /// What shares one width, so that the line does not wobble as it counts.
  package let figures: Figures
  /// The line is centred in it, by its digits' height: a digit is never taller than the box, a line never wider.
  package var box: Rect
  package let ink: Ink
  /// Opacity of the halo of the opposite ink, 0 (none) to 255.
  package let halo: UInt8
  /// 0 (nothing) to 255; of ink and halo together.
  package var opacity: UInt8 = 255
  package var sizes = Sizes.all
  /// What it is really drawn in, where that is not the ink itself.
  package var tint: Tint?

  /// Other colours in the places of ink and halo.
  package struct Tint: Hashable, Sendable {
    package let ink: Colour
    package let halo: Colour
  }

  package var colour: Colour { tint?.ink ?? ink.colour }
  package var haloColour: Colour { tint?.halo ?? ink.opposite.colour }

  /// In which sizes a text is set.
  package enum Sizes: Hashable, Sendable {
    /// As large as fits.
    case all
    /// In sizes that are a few per cent apart: a text that grows and shrinks finds its glyphs on the server.
    case few
  }

  package init(
    string: String, suffix: String = "", suffixTemplate: String = "", template: String, figures: Figures = .decimal,
    box: Rect, ink: Ink, halo: UInt8 = 0, opacity: UInt8 = 255, sizes: Sizes = .all
  ) {
    (self.string, self.suffix, self.suffixTemplate) = (string, suffix, suffixTemplate)
    (self.template, self.figures, self.box) = (template, figures, box)
    (self.ink, self.halo, self.opacity, self.sizes) = (ink, halo, opacity, sizes)
  }

  package enum Figures: Hashable, Sendable {
    /// 0 to 9 share one width.
    case decimal
    /// 0 to 9 and a to f share one width.
    case hexadecimal
  }

  /// The size of a suffix beside the text it follows.
  package static let suffixScale = 0.4
}
