internal import ColourClock

private import func Glibc.exp2
private import func Glibc.log2

/// What a set of glyphs on the server is made for.
struct FontSize: Hashable {
  /// Small, as layouts are copied in every tick.
  private let em: Int32
  /// Whether these are the soft shapes behind the glyphs.
  let isHalo: Bool
  let isBold: Bool

  init(pixels: Int, isHalo: Bool, isBold: Bool = false) {
    (em, self.isHalo, self.isBold) = (Int32(pixels), isHalo, isBold)
  }

  /// Pixels to the em.
  var pixels: Int { Int(em) }

  func haloed() -> FontSize { FontSize(pixels: pixels, isHalo: true, isBold: isBold) }

  /// As it is in the bold typeface itself.
  var inBold: FontSize { FontSize(pixels: pixels, isHalo: isHalo) }

  /// How far from the glyph the halo can be seen at all, in pixels.
  var haloReach: Int { HaloBrush.reach(of: haloRadius) }

  /// How far the halo is solid, in pixels; a capital has about three quarters of the em. A hairline around letters of up to
  /// 20 pixels, that small print does not clot; an eightieth of the em at 200 pixels; from there it grows as the root, for
  /// the eye needs no thicker line around what is large anyway.
  var haloRadius: Double {
    let pixels = Double(pixels)
    let (small, large) = (27.0, 275.0)
    let (least, usual) = (0.75, large / 80)
    if pixels > large { return usual * (pixels / large).squareRoot() }
    return least + (usual - least) * max(0, pixels - small) / (large - small)
  }
}

/// The name of a coloured picture: a glyph of one of the fonts with pictures, in a size, and dimmed.
struct PictureName: Hashable {
  let glyph: UInt32
  let font: Int
  let size: FontSize
  let shade: Shade
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
    fileprivate(set) var width: Int
    /// Where the pen starts, in pixels from the left edge of the window.
    fileprivate(set) var x = 0

    init(_ string: String, size: FontSize, in typeface: Typeface) {
      (self.size, self.string) = (size, string)
      shaped = (size.isBold ? typeface.bold : typeface).shaped(string)
      width = shaped?.width.pixels(in: size) ?? typeface.width(string, in: size)
    }

    /// The names of its glyphs.
    var names: [GlyphName] { shaped?.glyphs.map(\.name) ?? string.unicodeScalars.map(GlyphName.character) }

    /// The glyphs of a shaped text, in pixels from where the pen starts, downwards positive.
    var placed: [(name: GlyphName, x: Int, y: Int)] {
      shaped?.glyphs.map { ($0.name, $0.x.pixels(in: size), -$0.y.pixels(in: size)) } ?? []
    }

    fileprivate var hasPictures: Bool { shaped.map { !$0.pictures.isEmpty } ?? false }

    /// The same for its pictures, as a frame dimmed so has them.
    func pictures(_ shade: Shade) -> [(name: PictureName, x: Int, y: Int)] {
      shaped?.pictures.map {
        (
          PictureName(glyph: $0.glyph, font: $0.font, size: size, shade: shade), $0.x.pixels(in: size),
          -$0.y.pixels(in: size)
        )
      } ?? []
    }
  }

  private(set) var main: Run
  /// What is set smaller beside it.
  private(set) var suffix: Run?
  /// In pixels from the upper edge of the window.
  let baseline: Int
  /// All that its ink and halo can cover: `Typeface` cuts images off that would reach farther.
  let bounds: PixelRect

  /// Whether some of it has colours of its own.
  let hasPictures: Bool

  /// Below this many pixels to the em nothing can be read, and nothing is drawn.
  private static let smallest = 5

  /// `nil` if the box is too small for type. `largest` bounds the pixels to the em.
  init?(_ text: Text, in typeface: Typeface, largest: Int) {
    let own = text.isBold ? typeface.bold : typeface
    let pixels = TextLayout.pixels(for: text, in: own, largest: largest)
    guard pixels >= TextLayout.smallest else { return nil }
    func size(_ pixels: Int) -> FontSize { FontSize(pixels: pixels, isHalo: false, isBold: text.isBold) }
    main = Run(text.string, size: size(pixels), in: typeface)
    if !text.suffix.isEmpty {
      let smaller = Int((Double(pixels) * Text.suffixScale(of: text.box.height)).rounded(.up))
      suffix = Run(text.suffix, size: size(smaller), in: typeface)
    }
    hasPictures = main.hasPictures || suffix?.hasPictures == true
    baseline = Int((text.box.midY + own.digitHeight * Double(pixels) / 2).rounded())
    bounds = TextLayout.bounds(main, suffix, of: text, on: baseline, in: typeface)
    centre(text)
  }

  /// As a whole, its smaller part included.
  private mutating func centre(_ text: Text) {
    let start = TextLayout.start(of: main.width + (suffix?.width ?? 0), in: text.box)
    main.x = start + (text.hasSuffixAtLeft ? suffix?.width ?? 0 : 0)
    suffix?.x = text.hasSuffixAtLeft ? start : main.x + main.width
  }

  private static func start(of width: Int, in box: Rect) -> Int { Int((box.midX - Double(width) / 2).rounded()) }

  /// The layout of another text, if it differs from the one that this is of in nothing but figures: little has to be measured
  /// then, and its bounds are the same. It is how a second differs from the next.
  @inline(__always)
  func adapted(to new: Text, from old: Text, in typeface: Typeface) -> TextLayout? {
    guard new.box == old.box, new.figures == old.figures, new.sizes == old.sizes, new.suffix == old.suffix,
      new.suffixTemplate == old.suffixTemplate, new.isBold == old.isBold,
      new.string.differsInFigures(from: old.string, new.figures),
      new.template.differsInFigures(from: old.template, new.figures), main.shaped == nil || new.string == old.string
    else { return nil }
    var adapted = self
    adapted.main.string = new.string
    // Decimal figures share one width.
    if new.figures == .hexadecimal, main.shaped == nil {
      adapted.main.width = typeface.width(new.string, in: main.size)
      adapted.centre(new)
    }
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

/// What is drawn at most.
extension TextLayout {
  /// What glyphs and halos can cover, whatever figures there are.
  private static func bounds(_ main: Run, _ suffix: Run?, of text: Text, on baseline: Int, in typeface: Typeface)
    -> PixelRect
  {
    let figures = text.figures
    let room = main.shaped == nil ? typeface.width(main.string, in: main.size, room: figures) : main.width
    let x = start(of: room + (suffix?.width ?? 0), in: text.box)
    let isAtLeft = text.hasSuffixAtLeft
    let own = main.bounds(from: x + (isAtLeft ? suffix?.width ?? 0 : 0), on: baseline, figures, in: typeface)
    guard let suffix else { return own }
    return own.union(suffix.bounds(from: isAtLeft ? x : x + room, on: baseline, figures, in: typeface))
  }
}

extension TextLayout.Run {
  fileprivate func bounds(from x: Int, on baseline: Int, _ figures: Text.Figures, in typeface: Typeface) -> PixelRect {
    guard shaped.map({ !$0.glyphs.isEmpty || !$0.pictures.isEmpty }) ?? !string.isEmpty else {
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
      for picture in pictures(.none) {
        add(typeface.inkBounds(of: picture.name), at: x + picture.x, raised: -picture.y)
      }
    } else {
      for character in string.unicodeScalars {
        add(typeface.inkBounds(ofAnyLike: character, figures, in: size), at: pen, raised: 0)
        pen += typeface.advance(character, in: size, room: figures)
      }
    }
    // Where widths differ, each of the roundings may come out otherwise.
    let reach = size.haloReach + (figures == .hexadecimal ? 2 : 0)
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
