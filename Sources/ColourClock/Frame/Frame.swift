/// One picture as plain data: the background colour, and the items on it in the order of painting.
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

/// Items that are painted together and then composited with one opacity, so their overlaps do not show.
package struct Group: Hashable, Sendable {
  package let bounds: Rect
  package let opacity: UInt8
  package let items: [Item]

  init(bounds: Rect, opacity: UInt8, items: [Item]) {
    (self.bounds, self.opacity, self.items) = (bounds, opacity, items)
  }
}

/// A line of text in a box. The painter finds the size that fits, so the core needs no font metrics.
package struct Text: Hashable, Sendable {
  package let string: String
  /// A smaller text beside `string`, at `suffixScale(of:)` of its size, on the same baseline; often empty.
  package let suffix: String
  package var hasSuffixAtLeft = false
  package let suffixTemplate: String
  /// The widest form of the line. The size is chosen for it, so that the size stays while the text changes.
  package let template: String
  /// Which characters have the same width, so that a counting line does not move sideways.
  package let figures: Figures
  /// The digits are at most as high as the box, the line at most as wide. The digits are centred vertically.
  package var box: Rect
  let ink: Ink
  /// True if the text lies directly on the wall. The painter puts a plate under such text if it is small and its
  /// contrast is low (`Colour.plate`).
  package private(set) var isOnWall: Bool
  package var opacity: UInt8 = 255
  package var sizes = Sizes.all
  package var alignment = Alignment.centre
  package var isBold = false
  /// A colour that replaces the ink's; `nil` for the ink's colour.
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
    /// Only sizes a few per cent apart. While a text grows and shrinks, the X server then often has its glyphs already.
    case few
  }

  init(
    string: String, suffix: String = "", suffixTemplate: String = "", template: String, figures: Figures = .decimal,
    box: Rect, ink: Ink, isOnWall: Bool = false, opacity: UInt8 = 255, sizes: Sizes = .all
  ) {
    (self.string, self.suffix, self.suffixTemplate) = (string, suffix, suffixTemplate)
    (self.template, self.figures, self.box) = (template, figures, box)
    (self.ink, self.isOnWall, self.opacity, self.sizes) = (ink, isOnWall, opacity, sizes)
  }

  /// This text without the painter's plate: the text stands on a plate of its own, or needs none.
  var onPlate: Text {
    var text = self
    text.isOnWall = false
    return text
  }

  package enum Figures: Hashable, Sendable {
    case decimal
    /// 0 to 9 and a to f share one width.
    case hexadecimal
    /// A time of day. 0 to 9 share one width after the second colon, where digits change each second. Before that
    /// colon, a 1 has the font's own narrow width, so that 11:10:27 has no wide gaps. So the line may move once a
    /// minute.
    case clock
    /// A countdown. It has the figures of `clock`, but 0 to 9 share one width after the last colon.
    case countdown
    /// Prose, addresses and codes. Each 1 is narrow.
    case proportional
  }

  /// The usual size of a suffix, as a share of its text's size.
  static let suffixScale = 0.45
  /// `height`: the least digit height of a suffix, in pixels. `scale`: its greatest size, as a share of its text's
  /// size. `scale` wins over `height`.
  private static let leastSuffix = (height: 8.0, scale: 0.75)

  /// The size of a suffix, as a share of its text's size. The share is larger for small text, so that the suffix stays
  /// legible. `height` is the digit height of the text, in pixels.
  package static func suffixScale(of height: Double) -> Double {
    min(max(suffixScale, leastSuffix.height / max(1, height)), leastSuffix.scale)
  }
}

/// The wall's own marks for the direction of a text: the last four characters of Unicode's private use. They stand for
/// FSI, PDI, RLM and LRM (UAX 9), which are removed from all text from outside.
///
/// A part between FSI and PDI may run the other way without an effect on the rest of the line. After RLM a line begins
/// at the right, after LRM at the left.
extension Text {
  package static let isolateStart: Unicode.Scalar = "\u{10fffc}"
  package static let isolateEnd: Unicode.Scalar = "\u{10fffd}"

  private static let rightStart: Unicode.Scalar = "\u{10fffb}"
  private static let leftStart: Unicode.Scalar = "\u{10fffa}"

  /// The Unicode character for one of the wall's own marks; `nil` for any other character.
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

  /// Marks the lines of one paragraph, so that all have the direction of the paragraph's first letter.
  static func running(asOne lines: [String]) -> [String] {
    guard lines.count > 1, lines.contains(where: \.hasLettersToTheLeft),
      let runsLeft = lines.lazy.compactMap(\.runsLeft).first
    else { return lines }
    let mark = Character(runsLeft ? rightStart : leftStart)
    return lines.map { $0.runsLeft == !runsLeft ? "\(mark)\($0)" : $0 }
  }

  /// The line in a language that runs from right to left. If the first letter is Latin, as in a name, but another
  /// letter runs to the left, a mark moves the line's beginning to the right.
  static func runningLeft(_ line: String) -> String {
    guard line.runsLeft == false, line.hasLettersToTheLeft else { return line }
    return "\(Character(rightStart))\(line)"
  }
}

extension String {
  /// True if the text has letters such as Hebrew or Arabic.
  var hasLettersToTheLeft: Bool {
    utf8.contains { $0 >= 0xd6 } && unicodeScalars.contains(where: \.runsLeft)
  }
}

extension String {
  /// The direction of the first letter; `nil` if the text has no letter.
  fileprivate var runsLeft: Bool? { unicodeScalars.first(where: \.properties.isAlphabetic)?.runsLeft }
}

extension Unicode.Scalar {
  /// True in the blocks of right-to-left scripts (UAX 9, Bidi_Class of unassigned characters).
  fileprivate var runsLeft: Bool {
    switch value {
    case 0x590..<0x900, 0xfb1d..<0xfe00, 0xfe70..<0xff00, 0x10800..<0x11000, 0x1e800..<0x1f000: true
    default: false
    }
  }
}

/// Visits the items of a frame, from the bottom up.
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
