/// The first item is painted first.
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

package struct Fill: Hashable, Sendable {
  package var shape: Shape
  package var colour: Colour
  package var opacity: UInt8

  init(_ shape: Shape, _ colour: Colour, opacity: UInt8 = 255) {
    (self.shape, self.colour, self.opacity) = (shape, colour, opacity)
  }
}

/// The opacity applies to the group as a whole, so overlaps of its items do not show.
package struct Group: Hashable, Sendable {
  package let bounds: Rect
  package let opacity: UInt8
  package let items: [Item]

  init(bounds: Rect, opacity: UInt8, items: [Item]) {
    (self.bounds, self.opacity, self.items) = (bounds, opacity, items)
  }
}

/// One line of text. The painter fits its size to the box.
package struct Text: Hashable, Sendable {
  package let string: String
  /// A smaller text (`suffixScale(of:)`) on the same baseline.
  package let suffix: String
  package var hasSuffixAtLeft = false
  /// True if the suffix's ink ends at the box's right edge. Only for text aligned left.
  package var hasSuffixAtEdge = false
  package let suffixTemplate: String
  /// The widest form of `string`, which sets the size.
  package let template: String
  package let figures: Figures
  /// The box limits digit height and line width.
  package var box: Rect
  let ink: Ink
  /// True for text on the wall itself. Such text gets a plate if it is small and of low contrast.
  package private(set) var isOnWall: Bool
  package var opacity: UInt8 = 255
  package var sizes = Sizes.all
  package var alignment = Alignment.centre
  package var isBold = false
  var tint: Tint?

  struct Tint: Hashable, Sendable {
    let ink: Colour
    var shade = Shade.none
  }

  package var colour: Colour { tint?.ink ?? ink.colour }
  package var shade: Shade { tint?.shade ?? .none }

  package enum Alignment: Hashable, Sendable {
    case left, centre, right

    var mirrored: Alignment {
      switch self {
      case .left: .right
      case .centre: self
      case .right: .left
      }
    }
  }

  package enum Sizes: Hashable, Sendable {
    case all
    /// Sizes are a few per cent apart, so that the X server often has the glyphs already.
    case few
  }

  /// - Parameter template: `nil` means `string`.
  init(
    string: String, suffix: String = "", suffixTemplate: String = "", template: String? = nil,
    figures: Figures = .decimal, box: Rect, ink: Ink, isOnWall: Bool = false, opacity: UInt8 = 255, sizes: Sizes = .all
  ) {
    (self.string, self.suffix, self.suffixTemplate) = (string, suffix, suffixTemplate)
    (self.template, self.figures, self.box) = (template ?? string, figures, box)
    (self.ink, self.isOnWall, self.opacity, self.sizes) = (ink, isOnWall, opacity, sizes)
  }

  var withoutPlate: Text { with(self) { $0.isOnWall = false } }

  package enum Figures: Hashable, Sendable {
    case decimal
    /// 0 to 9 and a to f share one width.
    case hexadecimal
    /// 0 to 9 share a width only after the second colon: 11:10:27 has no gaps.
    case clock
    /// 0 to 9 share a width only after the last colon.
    case countdown
    /// Every 1 is narrow.
    case proportional
  }

  /// The space at the right of a suffix at the edge, in digit heights.
  package static let edgeBearing = 0.045

  static let suffixScale = 0.45
  /// The least digit height, in pixels, unless `mostSuffixScale` limits it.
  private static let leastSuffix = 8.0
  private static let mostSuffixScale = 0.75

  /// The suffix's share of the text's size. `height` is the text's digit height, in pixels.
  package static func suffixScale(of height: Double) -> Double {
    let legible = leastSuffix / max(1, height)
    return legible.clamped(to: suffixScale...mostSuffixScale)
  }
}

/// Private-use characters for FSI, PDI, RLM and LRM (UAX 9), because `isPrintable` is false for the real ones. FSI and
/// PDI isolate a part; RLM begins a line at the right, LRM at the left.
extension Text {
  package static let isolateStart: Unicode.Scalar = "\u{10fffc}"
  package static let isolateEnd: Unicode.Scalar = "\u{10fffd}"

  private static let rightStart: Unicode.Scalar = "\u{10fffb}"
  private static let leftStart: Unicode.Scalar = "\u{10fffa}"

  package static func direction(_ scalar: Unicode.Scalar) -> Unicode.Scalar? {
    switch scalar {
    case isolateStart: "\u{2068}"
    case isolateEnd: "\u{2069}"
    case rightStart: "\u{200f}"
    case leftStart: "\u{200e}"
    default: nil
    }
  }

  static func isolated(_ string: String) -> String {
    "\(Character(isolateStart))\(string)\(Character(isolateEnd))"
  }

  /// All lines get the direction of the first letter in the paragraph.
  static func withCommonDirection(_ lines: [String]) -> [String] {
    guard lines.count > 1, lines.contains(where: \.hasRightToLeftLetters),
      let isRightToLeft = lines.lazy.compactMap(\.isRightToLeft).first
    else { return lines }
    let mark = Character(isRightToLeft ? rightStart : leftStart)
    return lines.map { $0.isRightToLeft == !isRightToLeft ? "\(mark)\($0)" : $0 }
  }

  /// A line with right-to-left letters begins at the right, even if its first letter is Latin.
  static func runningRightToLeft(_ line: String) -> String {
    guard line.isRightToLeft == false, line.hasRightToLeftLetters else { return line }
    return "\(Character(rightStart))\(line)"
  }
}

extension String {
  var hasRightToLeftLetters: Bool {
    // UTF-8 of right-to-left letters begins with 0xd6 or more.
    utf8.contains { $0 >= 0xd6 } && unicodeScalars.contains(where: \.isRightToLeft)
  }

  fileprivate var isRightToLeft: Bool? { unicodeScalars.first(where: \.properties.isAlphabetic)?.isRightToLeft }
}

extension Unicode.Scalar {
  fileprivate var isRightToLeft: Bool {
    switch value {
    case 0x590..<0x900, 0xfb1d..<0xfe00, 0xfe70..<0xff00, 0x10800..<0x11000, 0x1e800..<0x1f000: true
    default: false
    }
  }
}

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
