internal import ColourClock

private import func Glibc.exp2
private import func Glibc.log2

/// The key of a glyph set on the server.
struct FontSize: Hashable {
  /// Small, as layouts are copied in every tick.
  private let em: Int32
  /// True for the halos of the glyphs.
  let isHalo: Bool
  let isBold: Bool

  init(pixels: Int, isHalo: Bool, isBold: Bool = false) {
    (em, self.isHalo, self.isBold) = (Int32(pixels), isHalo, isBold)
  }

  /// Pixels to the em.
  var pixels: Int { Int(em) }

  func haloed() -> FontSize { FontSize(pixels: pixels, isHalo: true, isBold: isBold) }

  /// The same size in the bold typeface itself.
  var inBold: FontSize { FontSize(pixels: pixels, isHalo: isHalo) }

  /// The distance from the glyph at which the halo ends, in pixels.
  var haloReach: Int { HaloBrush.reach(of: haloRadius) }

  /// The width of the solid halo in pixels. (A capital has about three quarters of the em.) It is a hairline up to 20
  /// pixels, so that small print stays open; an eightieth of the em at 200 pixels; beyond that it grows as the square
  /// root, as large letters need no thicker line.
  var haloRadius: Double {
    let pixels = Double(pixels)
    let (small, large) = (27.0, 275.0)
    let (least, usual) = (0.75, large / 80)
    if pixels > large { return usual * (pixels / large).squareRoot() }
    return least + (usual - least) * max(0, pixels - small) / (large - small)
  }
}

/// The name of a coloured picture: a glyph of a picture font, its size and its dimming.
struct PictureName: Hashable {
  let glyph: UInt32
  let font: Int
  let size: FontSize
  let shade: Shade
}

/// A text at the size that fits its box, with the place of each part.
struct TextLayout {
  /// Characters of one size.
  struct Run {
    fileprivate(set) var string: String
    /// The shaped glyphs; `nil` if the characters simply follow one another.
    let shaped: ShapedText?
    let size: FontSize
    /// The advance of the whole run, in pixels.
    fileprivate(set) var width: Int
    /// The pen's start, in pixels from the left edge of the window.
    fileprivate(set) var x = 0

    init(_ string: String, size: FontSize, in typeface: Typeface) {
      (self.size, self.string) = (size, string)
      shaped = (size.isBold ? typeface.bold : typeface).shaped(string)
      width = shaped?.width.pixels(in: size) ?? typeface.width(string, in: size)
    }

    /// The names of its glyphs.
    var names: [GlyphName] { shaped?.glyphs.map(\.name) ?? string.unicodeScalars.map(GlyphName.character) }

    /// The glyphs of a shaped text, in pixels from the pen's start; down is positive.
    var placed: [(name: GlyphName, x: Int, y: Int)] {
      shaped?.glyphs.map { ($0.name, $0.x.pixels(in: size), -$0.y.pixels(in: size)) } ?? []
    }

    fileprivate var hasPictures: Bool { shaped.map { !$0.pictures.isEmpty } ?? false }

    /// The pictures of a shaped text in a dimmed frame.
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
  /// The smaller text beside it.
  private(set) var suffix: Run?
  /// In pixels from the upper edge of the window.
  let baseline: Int
  /// The greatest extent of ink and halo. `Typeface` crops images to it.
  let bounds: PixelRect

  /// True if a part has its own colours.
  let hasPictures: Bool

  /// Fewer pixels to the em cannot be read: nothing is drawn.
  private static let smallest = 5

  /// `nil` if the box is too small for type. `largest` limits the pixels to the em.
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
    place(text)
  }

  /// The text with its suffix, at its side of the box.
  private mutating func place(_ text: Text) {
    let start = TextLayout.start(of: main.width, with: suffix?.width ?? 0, in: text)
    main.x = start + (text.hasSuffixAtLeft ? suffix?.width ?? 0 : 0)
    suffix?.x = text.hasSuffixAtLeft ? start : main.x + main.width
  }

  private static func start(of main: Int, with suffix: Int, in text: Text) -> Int {
    let (box, width) = (text.box, Double(main + suffix))
    return switch text.alignment {
    case .left: Int(box.x.rounded())
    case .centre: Int((box.midX - width / 2).rounded())
    case .hanging: Int((box.midX - Double(main) / 2).rounded())
    case .right: Int((box.maxX - width).rounded())
    }
  }

  /// The layout of the next second's text: `nil` unless it differs from the old text in figures only. Little is
  /// measured then, and the bounds stay.
  @inline(__always)
  func adapted(to new: Text, from old: Text, in typeface: Typeface) -> TextLayout? {
    guard new.box == old.box, new.alignment == old.alignment, new.figures == old.figures, new.sizes == old.sizes, new.suffix == old.suffix,
      new.suffixTemplate == old.suffixTemplate, new.isBold == old.isBold,
      new.string.differsInFigures(from: old.string, new.figures),
      new.template.differsInFigures(from: old.template, new.figures), main.shaped == nil || new.string == old.string
    else { return nil }
    var adapted = self
    adapted.main.string = new.string
    // Decimal figures share one width.
    if new.figures == .hexadecimal, main.shaped == nil {
      adapted.main.width = typeface.width(new.string, in: main.size)
      adapted.place(new)
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

  /// The greatest size not over `size` on a scale of 32 steps an octave, about 2 % each.
  private static func stepped(_ size: Double) -> Int {
    size < 1 ? 0 : Int(exp2((log2(size) * 32).rounded(.down) / 32))
  }
}

/// Bounds.
extension TextLayout {
  /// The greatest extent of glyphs and halos, whatever the figures.
  private static func bounds(
    _ main: Run, _ suffix: Run?, of text: Text, on baseline: Int, in typeface: Typeface
  ) -> PixelRect {
    let figures = text.figures
    let room = main.shaped == nil ? typeface.width(main.string, in: main.size, room: figures) : main.width
    let x = start(of: room, with: suffix?.width ?? 0, in: text)
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
    // Each rounding may differ where widths differ.
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
  /// True if both have figures at the same places and are equal elsewhere.
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
