/// One picture, as plain data: a colour to fill the window with, and what lies upon it, in the order of painting.
package struct Frame: Hashable, Sendable {
  package let size: Size
  package let background: Colour
  package var items: [Item]

  package init(size: Size, background: Colour, items: [Item]) {
    (self.size, self.background, self.items) = (size, background, items)
  }

  init(size: Size, background: Colour, texts: [Text]) {
    self.init(size: size, background: background, items: texts.map(Item.text))
  }
}

/// One thing on a frame.
package enum Item: Hashable, Sendable {
  case fill(Fill)
  indirect case text(Text)
  case group(Group)

  func moved(by offset: Point) -> Item {
    switch self {
    case .fill(var fill):
      fill.shape = fill.shape.moved(by: offset)
      return .fill(fill)
    case .text(var text):
      text.box = text.box.moved(by: offset)
      return .text(text)
    case .group(let group):
      return .group(
        Group(
          bounds: group.bounds.moved(by: offset), opacity: group.opacity,
          items: group.items.map { $0.moved(by: offset) }
        ))
    }
  }
}

/// A shape filled with a colour.
package struct Fill: Hashable, Sendable {
  package var shape: Shape
  package var colour: Colour
  /// 0 (nothing) to 255.
  package var opacity: UInt8

  init(_ shape: Shape, _ colour: Colour, opacity: UInt8 = 255) {
    (self.shape, self.colour, self.opacity) = (shape, colour, opacity)
  }
}

/// Items that are painted together and then composited over the rest as one: what lies beneath shows through the whole, not
/// through each of its parts.
package struct Group: Hashable, Sendable {
  /// What lies outside is cut off.
  package let bounds: Rect
  /// 0 (nothing) to 255.
  package let opacity: UInt8
  package let items: [Item]

  init(bounds: Rect, opacity: UInt8, items: [Item]) {
    (self.bounds, self.opacity, self.items) = (bounds, opacity, items)
  }
}

/// A line of text that is put into a box: the painter finds the size that fits, so that the core needs no font metrics.
package struct Text: Hashable, Sendable {
  package let string: String
  /// Set behind `string` at `suffixScale(of:)` of its size, on the same baseline; often empty.
  package let suffix: String
  /// The widest form the suffix takes.
  package let suffixTemplate: String
  /// The widest form the line takes in the course of a day: the size is chosen for it, so that it never changes.
  package let template: String
  /// What shares one width, so that the line does not wobble as it counts.
  package let figures: Figures
  /// The line is centred in it, by its digits' height: a digit is never taller than the box, a line never wider.
  package var box: Rect
  let ink: Ink
  /// Opacity of the halo of the opposite ink, 0 (none) to 255.
  package let halo: UInt8
  /// 0 (nothing) to 255; of ink and halo together.
  package var opacity: UInt8 = 255
  package var sizes = Sizes.all
  /// In the bold cut of the font.
  package var isBold = false
  /// The colours it is really drawn in, where they are not those of ink and halo.
  var tint: Tint?

  struct Tint: Hashable, Sendable {
    let ink: Colour
    let halo: Colour
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

  init(
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
  static let suffixScale = 0.4
  /// In pixels of digit height: under this a suffix is set larger than that, up to nearly the text's own size.
  private static let leastSuffix = (height: 8.0, scale: 0.75)

  /// The same for digits so tall: what stands on a small card can be read too.
  package static func suffixScale(of height: Double) -> Double {
    min(max(suffixScale, leastSuffix.height / max(1, height)), leastSuffix.scale)
  }
}

/// A part of a text that may run the other way and does not turn the rest of the line around, as between FSI and PDI (UAX 9).
/// Those are dropped wherever they come from outside, so the wall has marks of its own: the last two of Unicode's private use.
extension Text {
  package static let isolateStart: Unicode.Scalar = "\u{10fffc}"
  package static let isolateEnd: Unicode.Scalar = "\u{10fffd}"

  package static func isIsolate(_ scalar: Unicode.Scalar) -> Bool { scalar == isolateStart || scalar == isolateEnd }

  static func isolated(_ string: String) -> String {
    string.utf8.allSatisfy { $0 < 0x80 } ? string : "\(Character(isolateStart))\(string)\(Character(isolateEnd))"
  }
}

/// What goes through the items of a frame, from the bottom up.
protocol ItemVisitor {
  mutating func draw(_ fill: Fill)
  mutating func draw(_ text: Text)
  mutating func draw(_ group: Group)
}

extension ItemVisitor {
  mutating func draw(_ items: [Item]) {
    for item in items {
      switch item {
      case .fill(let fill): draw(fill)
      case .text(let text): draw(text)
      case .group(let group): draw(group)
      }
    }
  }
}
