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

/// Items that are painted together and then composited over the rest as one: what lies beneath shows through the whole,
/// not through each of its parts.
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
  /// Set beside `string` at `suffixScale(of:)` of its size, on the same baseline; often empty.
  package let suffix: String
  /// Whether it is at the left of `string`.
  package var hasSuffixAtLeft = false
  /// The widest form the suffix takes.
  package let suffixTemplate: String
  /// The widest form the line takes in the course of a day: the size is chosen for it, so that it never changes.
  package let template: String
  /// What shares one width, so that the line does not wobble as it counts.
  package let figures: Figures
  /// The line is centred in it, by its digits' height: a digit is never taller than the box, a line never wider.
  package var box: Rect
  let ink: Ink
  /// Whether it lies on the wall itself, with nothing between: then the painter gives small type a plate where its
  /// contrast with the wall is low (`Colour.plate`).
  package private(set) var isOnWall: Bool
  /// 0 (nothing) to 255.
  package var opacity: UInt8 = 255
  package var sizes = Sizes.all
  /// The side of its box at which it stands.
  package var alignment = Alignment.centre
  /// In the bold cut of the font.
  package var isBold = false
  /// The colour it is really drawn in, where that is not the ink's.
  var tint: Tint?

  struct Tint: Hashable, Sendable {
    let ink: Colour
    /// How its emoji are dimmed.
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

  /// In which sizes a text is set.
  package enum Sizes: Hashable, Sendable {
    /// As large as fits.
    case all
    /// In sizes that are a few per cent apart: a text that grows and shrinks finds its glyphs on the server.
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

  /// The same on a ground of ink.
  var onPlate: Text {
    var text = self
    text.isOnWall = false
    return text
  }

  package enum Figures: Hashable, Sendable {
    /// 0 to 9 share one width.
    case decimal
    /// 0 to 9 and a to f share one width.
    case hexadecimal
    /// A time of day. Behind the second colon, where figures change each second, 0 to 9 share one width. Before it a 1
    /// is as narrow as its font has it, so that 11:10:27 does not fall apart: that moves the line with the minute at most.
    case clock
  }

  /// The size of a suffix beside the text it follows.
  static let suffixScale = 0.45
  /// In pixels of digit height: under this a suffix is set larger than that, up to nearly the text's own size.
  private static let leastSuffix = (height: 8.0, scale: 0.75)

  /// The same for digits so tall: what stands on a small card can be read too.
  package static func suffixScale(of height: Double) -> Double {
    min(max(suffixScale, leastSuffix.height / max(1, height)), leastSuffix.scale)
  }
}

/// How a text runs: a part between FSI and PDI (UAX 9) may run the other way and does not turn the rest of the line
/// around, and behind RLM a line begins at the right, behind LRM at the left. Those are dropped wherever they come from
/// outside, so the wall has marks of its own: the last four of Unicode's private use.
extension Text {
  package static let isolateStart: Unicode.Scalar = "\u{10fffc}"
  package static let isolateEnd: Unicode.Scalar = "\u{10fffd}"

  private static let rightStart: Unicode.Scalar = "\u{10fffb}"
  private static let leftStart: Unicode.Scalar = "\u{10fffa}"

  /// The character of Unicode that one of the wall's own marks stands for; `nil` if it is none.
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

  /// The lines of one paragraph all begin where its first letter has it begin, whichever word a line begins with.
  static func running(asOne lines: [String]) -> [String] {
    guard lines.count > 1, lines.contains(where: \.hasLettersToTheLeft),
      let runsLeft = lines.lazy.compactMap(\.runsLeft).first
    else { return lines }
    let mark = Character(runsLeft ? rightStart : leftStart)
    return lines.map { $0.runsLeft == !runsLeft ? "\(mark)\($0)" : $0 }
  }

  /// A line of a language that runs to the left begins at the right, also if its first word is a name in Latin letters.
  static func runningLeft(_ line: String) -> String {
    guard line.runsLeft == false, line.hasLettersToTheLeft else { return line }
    return "\(Character(rightStart))\(line)"
  }
}

extension String {
  /// Whether some of it is Hebrew, Arabic, or in another script that runs to the left.
  var hasLettersToTheLeft: Bool {
    utf8.contains { $0 >= 0xd6 } && unicodeScalars.contains(where: \.runsLeft)
  }
}

extension String {
  /// Whether its first letter does; `nil` without one.
  fileprivate var runsLeft: Bool? { unicodeScalars.first(where: \.properties.isAlphabetic)?.runsLeft }
}

extension Unicode.Scalar {
  /// By the blocks of those scripts (UAX 9, the Bidi_Class that unassigned characters have).
  fileprivate var runsLeft: Bool {
    switch value {
    case 0x590..<0x900, 0xfb1d..<0xfe00, 0xfe70..<0xff00, 0x10800..<0x11000, 0x1e800..<0x1f000: true
    default: false
    }
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
