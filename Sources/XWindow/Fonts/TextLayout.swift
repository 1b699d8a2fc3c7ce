internal import ColourClock

private import func Glibc.exp2
private import func Glibc.log2

struct FontSize: Hashable {
  private let em: Int32
  let isBold: Bool

  init(pixels: Int, isBold: Bool = false) { (em, self.isBold) = (Int32(pixels), isBold) }

  var pixels: Int { Int(em) }

  var withoutBold: FontSize { FontSize(pixels: pixels) }

  /// WCAG 2.2: large text has 18 points (24 pixels) or more.
  var isLarge: Bool { em >= 24 }

  /// How far a plate (the box behind a text) extends beyond the letters, in pixels.
  var plateReach: (x: Int, y: Int) { (Int(em) / 4 + 1, Int(em) / 12 + 1) }
}

struct ColourGlyphName: Hashable {
  let glyph: UInt32
  let font: Int
  let size: FontSize
  let shade: Shade
}

struct TextLayout {
  struct Run {
    fileprivate(set) var string: String
    let shaped: ShapedText?
    let size: FontSize
    /// The advance in pixels.
    fileprivate(set) var width: Int
    /// The pen's start, in pixels from the window's left.
    fileprivate(set) var x = 0

    init(_ string: String, _ figures: Text.Figures = .decimal, size: FontSize, in typeface: Typeface) {
      shaped = typeface.weight(of: size).shape(string, figures)
      self.size = size
      self.string = shaped?.isJoined == true ? string : string.withFigures(figures)
      width = shaped?.width.pixels(in: size) ?? typeface.width(self.string, in: size)
    }

    init(all figures: Text.Figures, size: FontSize) {
      (self.size, string, shaped, width) = (size, Typeface.figures(figures), nil, 0)
    }

    var names: [GlyphName] { shaped?.glyphs.map(\.name) ?? string.unicodeScalars.map(GlyphName.character) }

    /// Places are in pixels from the pen's start; down is positive. Empty if the run is not shaped.
    var placed: [(name: GlyphName, x: Int, y: Int, advance: Int)] {
      shaped?.glyphs.map {
        ($0.name, $0.x.pixels(in: size), -$0.y.pixels(in: size), $0.advance.pixels(in: size))
      } ?? []
    }

    fileprivate var hasColourGlyphs: Bool { shaped.map { !$0.colourGlyphs.isEmpty } ?? false }

    func colourGlyphs(_ shade: Shade) -> [(name: ColourGlyphName, x: Int, y: Int)] {
      shaped?.colourGlyphs.map {
        (
          ColourGlyphName(glyph: $0.glyph, font: $0.font, size: size, shade: shade), $0.x.pixels(in: size),
          -$0.y.pixels(in: size)
        )
      } ?? []
    }
  }

  private(set) var main: Run
  private(set) var suffix: Run?
  /// The baseline's distance from the window's top, in pixels.
  let baseline: Int
  /// The extent of the plate, or else of the ink, whatever digits are shown.
  let bounds: PixelRect
  /// True for small text, which gets a plate over `bounds` if its contrast is low.
  let mayHavePlate: Bool

  let hasColourGlyphs: Bool

  /// The least pixels per em.
  private static let smallest = 5

  /// `nil` if the box is too small.
  /// - Parameter largest: the greatest pixels per em.
  init?(_ text: Text, in typeface: Typeface, largest: Int) {
    let own = text.isBold ? typeface.bold : typeface
    let pixels = TextLayout.pixels(for: text, in: own, largest: largest)
    guard pixels >= TextLayout.smallest else { return nil }
    func size(_ pixels: Int) -> FontSize { FontSize(pixels: pixels, isBold: text.isBold) }
    main = Run(text.string, text.figures, size: size(pixels), in: typeface)
    if !text.suffix.isEmpty {
      let smaller = Int((Double(pixels) * Text.suffixScale(of: text.box.height)).rounded(.up))
      suffix = Run(text.suffix, size: size(smaller), in: typeface)
    }
    hasColourGlyphs = main.hasColourGlyphs || suffix?.hasColourGlyphs == true
    baseline = Int((text.box.midY + own.digitHeight * Double(pixels) / 2).rounded())
    let ink = TextLayout.bounds(main, suffix, of: text, on: baseline, in: typeface)
    mayHavePlate = text.isOnWall && !main.size.isLarge && !ink.isEmpty
    bounds = mayHavePlate ? ink.extended(by: main.size.plateReach) : ink
    place(text, in: typeface)
  }

  /// On the aligned side, the ink touches the box's edge.
  private mutating func place(_ text: Text, in typeface: Typeface) {
    let (left, right) = text.hasSuffixAtLeft ? (suffix ?? main, main) : (main, suffix ?? main)
    let bearings = (
      left: left.bearings(in: typeface, text.figures).left, right: right.bearings(in: typeface, text.figures).right
    )
    let width = suffix?.width ?? 0
    let start = TextLayout.start(of: main.width, with: width, bearings, in: text)
    main.x = start + (text.hasSuffixAtLeft ? width : 0)
    suffix?.x = TextLayout.suffixStart(
      textStart: start, main: main.width, suffix: width, bearing: bearings.right, in: text)
  }

  private static func suffixStart(textStart: Int, main: Int, suffix: Int, bearing: Int, in text: Text) -> Int {
    if text.hasSuffixAtLeft { return textStart }
    let isAtEdge = text.hasSuffixAtEdge && text.alignment == .left
    return isAtEdge ? Int(text.box.maxX.rounded()) - suffix + bearing : textStart + main
  }

  private static func start(
    of main: Int, with suffix: Int, _ bearings: (left: Int, right: Int), in text: Text
  ) -> Int {
    let (box, width) = (text.box, main + suffix)
    return switch text.alignment {
    case .left: Int(box.x.rounded()) - bearings.left
    case .centre: Int((box.midX - Double(width + bearings.left - bearings.right) / 2).rounded())
    case .right: Int(box.maxX.rounded()) - width + bearings.right
    }
  }

  /// Returns `nil` if more than digits differ, or if the string differs and is shaped.
  @inline(__always)
  func adapted(to new: Text, from old: Text, in typeface: Typeface) -> TextLayout? {
    guard new.box == old.box, new.alignment == old.alignment, new.figures == old.figures, new.sizes == old.sizes,
      new.suffix == old.suffix, new.suffixTemplate == old.suffixTemplate, new.isBold == old.isBold,
      new.isOnWall == old.isOnWall, new.hasSuffixAtEdge == old.hasSuffixAtEdge,
      new.string.differsInFigures(from: old.string, new.figures),
      new.template.differsInFigures(from: old.template, new.figures), main.shaped == nil || new.string == old.string
    else { return nil }
    if new.string == old.string { return self }
    var adapted = self
    adapted.main.string = new.string.withFigures(new.figures)
    if new.figures == .hexadecimal || new.figures.hasNarrowOnes && !new.string.hasSameOnes(as: old.string, new.figures)
    {
      adapted.main.width = typeface.width(adapted.main.string, in: main.size)
      adapted.place(new, in: typeface)
    }
    return adapted
  }

  /// The pixels per em that fit the template.
  private static func pixels(for text: Text, in typeface: Typeface, largest: Int) -> Int {
    var width = typeface.width(text.template, figures: text.figures)
    if !text.suffixTemplate.isEmpty {
      width +=
        typeface.width(text.suffixTemplate, figures: text.figures)
        * Text.suffixScale(of: text.box.height)
    }
    let room = text.box.width + (text.hasSuffixAtEdge ? Text.edgeBearing * text.box.height : 0)
    let fitting = min(text.box.height / typeface.digitHeight, room / max(width, 0.1))
    return text.sizes == .few ? stepped(min(fitting, Double(largest))) : min(Int(fitting), largest)
  }

  /// Rounds down to steps of about 2 %.
  private static func stepped(_ size: Double) -> Int {
    size < 1 ? 0 : Int(exp2((log2(size) * 32).rounded(.down) / 32))
  }
}

extension TextLayout {
  var plate: Shape {
    let (size, radius) = (bounds.size, Double(main.size.pixels) / 6)
    return .box(
      Rect(
        x: Double(bounds.left), y: Double(bounds.top), width: Double(size.width), height: Double(size.height)),
      radius: radius)
  }

  private static func bounds(_ main: Run, _ suffix: Run?, of text: Text, on baseline: Int, in typeface: Typeface)
    -> PixelRect
  {
    let figures = text.figures
    let room = main.shaped == nil ? typeface.width(main.string, in: main.size, room: figures) : main.width
    let isAtLeft = text.hasSuffixAtLeft
    let (left, right) = isAtLeft ? (suffix ?? main, main) : (main, suffix ?? main)
    let bearings = (
      left: left.leastBearings(in: typeface, figures).left, right: right.leastBearings(in: typeface, figures).right
    )
    let x = start(of: room, with: suffix?.width ?? 0, bearings, in: text)
    let own = main.bounds(from: x + (isAtLeft ? suffix?.width ?? 0 : 0), on: baseline, figures, in: typeface)
    guard let suffix else { return own }
    let suffixX = suffixStart(textStart: x, main: room, suffix: suffix.width, bearing: bearings.right, in: text)
    return own.union(suffix.bounds(from: suffixX, on: baseline, figures, in: typeface))
  }
}

extension TextLayout.Run {
  /// The seconds have one bearing for all digits, so that the text does not move each second.
  fileprivate func bearings(in typeface: Typeface, _ figures: Text.Figures) -> (left: Int, right: Int) {
    guard shaped == nil, figures.hasNarrowOnes, let first = string.unicodeScalars.first,
      let last = string.unicodeScalars.last, case let steady = string.narrowPart(figures), steady > 0
    else { return leastBearings(in: typeface, .decimal) }
    let right =
      steady < string.utf8.count
      ? typeface.inkBounds(of: .character(last), in: size).right
      : typeface.inkBounds(ofDigit: last, in: size).right
    return (typeface.inkBounds(ofDigit: first, in: size).left, typeface.advance(last, in: size) - right)
  }

  /// The least space beside the ink, whatever digits are shown.
  fileprivate func leastBearings(in typeface: Typeface, _ figures: Text.Figures) -> (left: Int, right: Int) {
    if shaped != nil {
      let inks =
        placed.map { (typeface.inkBounds(of: $0.name, in: size), $0.x) }
        + colourGlyphs(.none).map { (typeface.inkBounds(of: $0.name), $0.x) }
      guard let left = inks.map({ $0.left + $1 }).min(), let right = inks.map({ $0.right + $1 }).max() else {
        return (0, 0)
      }
      return (left, width - right)
    }
    guard let first = string.unicodeScalars.first, let last = string.unicodeScalars.last else { return (0, 0) }
    return (
      typeface.inkBounds(ofAnyFigureLike: first, figures, in: size).left,
      typeface.advance(last, in: size, room: figures)
        - typeface.inkBounds(ofAnyFigureLike: last, figures, in: size).right
    )
  }

  fileprivate func bounds(from x: Int, on baseline: Int, _ figures: Text.Figures, in typeface: Typeface) -> PixelRect {
    guard shaped.map({ !$0.glyphs.isEmpty || !$0.colourGlyphs.isEmpty }) ?? !string.isEmpty else {
      return PixelRect(x: x, y: baseline, size: Size(width: 0, height: 0))
    }
    var (pen, left, right) = (x, Int.max, Int.min)
    var (top, bottom) = (Int.min, Int.max)
    func add(_ ink: (left: Int, top: Int, right: Int, bottom: Int), at pen: Int, raised rise: Int) {
      (left, right) = (min(left, pen + ink.left), max(right, pen + ink.right))
      (top, bottom) = (max(top, ink.top + rise), min(bottom, ink.bottom + rise))
    }
    if shaped != nil {
      for glyph in placed {
        add(typeface.inkBounds(of: glyph.name, in: size), at: x + glyph.x, raised: -glyph.y)
      }
      for glyph in colourGlyphs(.none) {
        add(typeface.inkBounds(of: glyph.name), at: x + glyph.x, raised: -glyph.y)
      }
    } else {
      for character in string.unicodeScalars {
        add(typeface.inkBounds(ofAnyFigureLike: character, figures, in: size), at: pen, raised: 0)
        pen += typeface.advance(character, in: size, room: figures)
      }
    }
    // Rounded advances of unequal digits may sum differently.
    let reach = figures == .decimal ? 0 : 2
    return PixelRect(
      left: left - reach, top: baseline - top - reach, right: right + reach, bottom: baseline - bottom + reach)
  }
}

extension PixelRect {
  fileprivate func extended(by reach: (x: Int, y: Int)) -> PixelRect {
    PixelRect(left: left - reach.x, top: top - reach.y, right: right + reach.x, bottom: bottom + reach.y)
  }
}

extension Double {
  func pixels(in size: FontSize) -> Int { Int((self * Double(size.pixels)).rounded()) }
}
