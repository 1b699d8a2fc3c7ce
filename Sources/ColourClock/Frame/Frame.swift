/// One picture, as plain data: a colour to fill the window with, and the texts upon it, in the order of painting.
package struct Frame: Hashable, Sendable {
  package let size: Size
  package let background: Colour
  package let texts: [Text]

  package init(size: Size, background: Colour, texts: [Text]) {
    self.size = size
    self.background = background
    self.texts = texts
  }
}

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
  package let box: Rect
  package let ink: Ink
  /// Opacity of the halo of the opposite ink, 0 (none) to 255.
  package let halo: UInt8

  package enum Figures: Hashable, Sendable {
    /// 0 to 9 share one width.
    case decimal
    /// 0 to 9 and a to f share one width.
    case hexadecimal
  }

  /// The size of a suffix beside the text it follows.
  package static let suffixScale = 0.4
}

extension Frame: CustomStringConvertible {
  /// One line an item, for goldens that read as a difference.
  package var description: String {
    (["frame \(size.width)x\(size.height) \(background.hex)"] + texts.map(\.description)).joined(separator: "\n")
  }
}

extension Text: CustomStringConvertible {
  package var description: String {
    let place = [box.x, box.y, box.width, box.height].map { "\(Int($0.rounded()))" }.joined(separator: " ")
    let tail = suffix.isEmpty ? "" : " + '\(suffix)'"
    return "text '\(string)'\(tail) fit '\(template)' in \(place) \(ink) halo \(halo)"
  }
}
