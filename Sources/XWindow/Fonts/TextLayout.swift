internal import ColourClock

private import func Glibc.exp2
private import func Glibc.log2

/// What a set of glyphs on the server is made for.
struct FontSize: Hashable {
  /// Small, as layouts are copied in every tick.
  private let em: Int32
  let figures: Text.Figures
  /// Whether these are the soft shapes behind the glyphs.
  let isHalo: Bool
  let isBold: Bool

  init(pixels: Int, figures: Text.Figures, isHalo: Bool, isBold: Bool = false) {
    (em, self.figures, self.isHalo, self.isBold) = (Int32(pixels), figures, isHalo, isBold)
  }

  /// Pixels to the em.
  var pixels: Int { Int(em) }

  func haloed() -> FontSize { FontSize(pixels: pixels, figures: figures, isHalo: true, isBold: isBold) }

  /// As it is in the bold typeface itself.
  var inBold: FontSize { FontSize(pixels: pixels, figures: figures, isHalo: isHalo) }

  /// How far the layers of the halo are grown beyond the glyph, in pixels: a keyline of an eightieth of the em, and as
  /// much again to fade out. Four layers make steps of no more than two pixels up to the digits of a 1080-line screen.
  var haloRadii: [Double] { (0..<4).map { haloRadius * (1 + Double($0) / 3) } }
  /// How far from the glyph the halo can be seen at all, in pixels.
  var haloReach: Int { Int((2 * haloRadius).rounded(.up)) + 1 }

  private var haloRadius: Double { max(1.5, Double(pixels) / 80) }
}

/// A text set in type: the size that fits its box, and where each part of it goes.
struct TextLayout {
  /// Characters of one size.
  struct Run {
    fileprivate(set) var string: String
    /// Its glyphs, where they are not simply those of its characters one after the other.
    let shaped: ShapedText?
    let size: FontSize
    /// The pen's way over all of them, in pixels.
    let width: Int
    /// Where the pen starts, in pixels from the left edge of the window.
    fileprivate(set) var x = 0

    init(_ string: String, size: FontSize, in typeface: Typeface) {
      (self.size, self.string) = (size, string)
      shaped = (size.isBold ? typeface.bold : typeface).shaped(string)
      width =
        shaped?.width.pixels(in: size) ?? string.unicodeScalars.reduce(0) { $0 + typeface.advance($1, in: size) }
    }

    /// The names of its glyphs.
    var names: [GlyphName] { shaped?.glyphs.map(\.name) ?? string.unicodeScalars.map(GlyphName.character) }

    /// The glyphs of a shaped text, in pixels from where the pen starts, downwards positive.
    var placed: [(name: GlyphName, x: Int, y: Int)] {
      shaped?.glyphs.map { ($0.name, $0.x.pixels(in: size), -$0.y.pixels(in: size)) } ?? []
    }
  }

  private(set) var main: Run
  /// What is set smaller behind it.
  private(set) var suffix: Run?
  /// In pixels from the upper edge of the window.
  let baseline: Int
  /// All that its ink and halo can cover: `Typeface` cuts images off that would reach farther.
  let bounds: PixelRect

  /// Below this many pixels to the em nothing can be read, and nothing is drawn.
  private static let smallest = 5

  /// `nil` if the box is too small for type. `largest` bounds the pixels to the em.
  init?(_ text: Text, in typeface: Typeface, largest: Int) {
    let own = text.isBold ? typeface.bold : typeface
    let pixels = TextLayout.pixels(for: text, in: own, largest: largest)
    guard pixels >= TextLayout.smallest else { return nil }
    func size(_ pixels: Int) -> FontSize {
      FontSize(pixels: pixels, figures: text.figures, isHalo: false, isBold: text.isBold)
    }
    main = Run(text.string, size: size(pixels), in: typeface)
    if !text.suffix.isEmpty {
      let smaller = Int((Double(pixels) * Text.suffixScale(of: text.box.height)).rounded(.up))
      suffix = Run(text.suffix, size: size(smaller), in: typeface)
    }
    main.x = Int((text.box.midX - Double(main.width + (suffix?.width ?? 0)) / 2).rounded())
    suffix?.x = main.x + main.width
    baseline = Int((text.box.midY + own.digitHeight * Double(pixels) / 2).rounded())
    let first = main.bounds(on: baseline, in: typeface)
    bounds = if let suffix { first.union(suffix.bounds(on: baseline, in: typeface)) } else { first }
  }

  /// The layout of another text, if it differs from the one that this is of in nothing but figures: those share one cell, so
  /// nothing has to be measured. It is how a second differs from the next.
  @inline(__always)
  func adapted(to new: Text, from old: Text) -> TextLayout? {
    guard new.box == old.box, new.figures == old.figures, new.sizes == old.sizes, new.suffix == old.suffix,
      new.suffixTemplate == old.suffixTemplate, new.isBold == old.isBold,
      new.string.differsInFigures(from: old.string, new.figures),
      new.template.differsInFigures(from: old.template, new.figures), main.shaped == nil || new.string == old.string
    else { return nil }
    var adapted = self
    adapted.main.string = new.string
    return adapted
  }

  /// The size at which the widest form of the text fits its box.
  private static func pixels(for text: Text, in typeface: Typeface, largest: Int) -> Int {
    var width = typeface.width(text.template, figures: text.figures)
    if !text.suffixTemplate.isEmpty {
      width +=
        typeface.width(text.suffixTemplate, figures: text.figures)
        * Text.suffixScale(of: text.box.height)
    }
    let fitting = min(text.box.height / typeface.digitHeight, text.box.width / max(width, 0.1))
    return text.sizes == .few ? stepped(min(fitting, Double(largest))) : min(Int(fitting), largest)
  }

  /// The greatest of the sizes that are a 32nd of an octave apart, about 2 %, and not over `size`.
  private static func stepped(_ size: Double) -> Int {
    size < 1 ? 0 : Int(exp2((log2(size) * 32).rounded(.down) / 32))
  }
}

extension TextLayout.Run {
  /// What its glyphs and their halos can cover.
  fileprivate func bounds(on baseline: Int, in typeface: Typeface) -> PixelRect {
    guard shaped?.glyphs.isEmpty != true, !string.isEmpty else {
      return PixelRect(x: x, y: baseline, size: Size(width: 0, height: 0))
    }
    var (pen, left, right) = (x, Int.max, Int.min)
    var (top, bottom) = (Int.min, Int.max)
    func add(_ name: GlyphName, at pen: Int, raised rise: Int) {
      let ink = typeface.inkBounds(of: name, in: size)
      (left, right) = (min(left, pen + ink.left), max(right, pen + ink.right))
      (top, bottom) = (max(top, ink.top + rise), min(bottom, ink.bottom + rise))
    }
    if shaped != nil {
      for glyph in placed { add(glyph.name, at: x + glyph.x, raised: -glyph.y) }
    } else {
      for character in string.unicodeScalars {
        add(.character(character), at: pen, raised: 0)
        pen += typeface.advance(character, in: size)
      }
    }
    let reach = size.haloReach
    return PixelRect(
      left: left - reach, top: baseline - top - reach, right: right + reach, bottom: baseline - bottom + reach)
  }
}

extension Double {
  /// A length in ems.
  fileprivate func pixels(in size: FontSize) -> Int { Int((self * Double(size.pixels)).rounded()) }
}

extension String {
  /// Whether it has figures exactly where the other one has them, and is the same everywhere else.
  fileprivate func differsInFigures(from other: String, _ figures: Text.Figures) -> Bool {
    if self == other { return true }
    let (own, others) = (utf8.span, other.utf8.span)
    guard own.count == others.count else { return false }
    for index in own.indices where own[index] != others[index] {
      guard Typeface.isFigure(own[index], figures), Typeface.isFigure(others[index], figures) else { return false }
    }
    return true
  }
}
