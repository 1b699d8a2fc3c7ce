import Testing

@testable import ColourClock
@testable import XWindow

@Suite struct TypefaceTests {
  private func text(_ string: String, template: String, box: Rect, suffix: String = "") -> Text {
    Text(
      string: string, suffix: suffix, suffixTemplate: suffix, template: template, figures: .decimal, box: box,
      ink: .white, halo: 255)
  }

  /// Where a family is known by its name, all of fontconfig's configuration does not lead to another font.
  @Test(arguments: [
    "Inter Display,Inter,Roboto,DejaVu Sans:medium", "DejaVu Sans", "DejaVu Sans:bold", "DejaVu Sans Mono:italic",
    "Inter:bold", "DejaVu Serif:light,medium", "No Such Font", "sans", "monospace:bold", ":bold", "",
  ])
  func aFontIsFoundWithoutTheConfigurationToo(pattern: String) throws {
    let file = try #require(FontFile.match(pattern))
    let plain = FontFile.plainMatch(pattern)
    #expect(plain == nil || plain == file)
    if pattern.hasPrefix("DejaVu") { #expect(plain != nil) }
  }

  @Test func figuresShareOneWidth() throws {
    let typeface = try Typeface(Xvfb.font)
    let size = { (figures: Text.Figures) in FontSize(pixels: 100, figures: figures, isHalo: false) }
    let widths = Set("0123456789".unicodeScalars.map { typeface.advance($0, in: size(.decimal)) })
    #expect(widths.count == 1)
    let hex = Set("0123456789abcdef".unicodeScalars.map { typeface.advance($0, in: size(.hexadecimal)) })
    #expect(hex.count == 1)
  }

  @Test(arguments: ["Inter Display:medium", "DejaVu Sans Mono", "DejaVu Serif:bold"], [40.0, 300, 1600])
  func everyTimeSetsAtTheSamePlaceInsideItsBox(font: String, width: Double) throws {
    let typeface = try Typeface(font)
    let box = Rect(x: 10, y: 10, width: width, height: width / 3)
    let settings = ["11:11:11", "00:00:00", "23:59:48"].compactMap {
      TextLayout(text($0, template: "00:00:00", box: box), in: typeface, largest: 4000)
    }
    #expect(settings.count == 3)
    #expect(Set(settings.map(\.baseline)).count == 1 && Set(settings.map(\.main.x)).count == 1)
    let run = settings[0].main
    #expect(Double(run.width) <= width + 4 && Double(run.width) > width * 0.8)
  }

  @Test func aSuffixIsSmallerAndFollows() throws {
    let typeface = try Typeface(Xvfb.font)
    let box = Rect(x: 0, y: 0, width: 500, height: 200)
    let setting = try #require(
      TextLayout(text("1:35", template: "00:00", box: box, suffix: " pm"), in: typeface, largest: 4000))
    let suffix = try #require(setting.suffix)
    #expect(suffix.size.pixels < setting.main.size.pixels && suffix.x == setting.main.x + setting.main.width)
  }

  @Test func whatCannotBeReadIsNotDrawn() throws {
    let typeface = try Typeface(Xvfb.font)
    let speck = Rect(x: 0, y: 0, width: 1, height: 1)
    #expect(TextLayout(text("1", template: "0", box: speck), in: typeface, largest: 4000) == nil)
  }

  @Test func theServersLimitBoundsTheSize() throws {
    let typeface = try Typeface(Xvfb.font)
    let wall = Rect(x: 0, y: 0, width: 30_000, height: 20_000)
    let setting = try #require(TextLayout(text("12:34", template: "00:00", box: wall), in: typeface, largest: 500))
    #expect(setting.main.size.pixels == 500)
  }

  @Test func aColonStandsAtHalfTheDigitsHeight() throws {
    let typeface = try Typeface(Xvfb.font)
    let cut = FontSize(pixels: 200, figures: .decimal, isHalo: false)
    let colon = typeface.image(of: .character(":"), in: cut)
    let middle = Double(colon.top) - Double(colon.height) / 2
    #expect(abs(middle - typeface.digitHeight * 100) <= 1.5)
  }

  @Test func missingCharactersComeFromAnotherFont() throws {
    let typeface = try Typeface(Xvfb.font)
    let cut = FontSize(pixels: 60, figures: .decimal, isHalo: false)
    // Inter has no chess pieces, DejaVu Sans has.
    #expect(typeface.image(of: .character("♞"), in: cut).width > 20)
  }

  @Test func missingFamiliesAreNamed() throws {
    let typeface = try Typeface("No Such Family:bold")
    #expect(typeface.missingFamily(of: "No Such Family:bold") == "No Such Family")
    #expect(typeface.missingFamily(of: typeface.family) == nil)
    #expect(typeface.missingFamily(of: "sans-serif") == nil)
    #expect(try Typeface("Inter Medium").missingFamily(of: "Inter Medium") == nil)
    #expect(typeface.missingFamily(of: ":bold") == nil)
  }

  /// Whatever a font draws stays within what a layout takes for its bounds, also marks that combine.
  @Test(arguments: ["Inter Display:medium", "DejaVu Serif:bold:italic"], [7, 23, 180])
  func imagesStayWithinTheirBounds(font: String, pixels: Int) throws {
    let typeface = try Typeface(font)
    let characters = [0x21..<0x17f, 0x300..<0x370, 0x5d0..<0x5eb, 0x627..<0x64b, 0x20d0..<0x20f1].joined()
    for character in characters.compactMap(Unicode.Scalar.init) {
      let size = FontSize(pixels: pixels, figures: .decimal, isHalo: pixels == 23)
      let (image, ink) = (
        typeface.image(of: .character(character), in: size), typeface.inkBounds(of: .character(character), in: size)
      )
      guard image.width > 0 else { continue }
      let reach = size.isHalo ? size.haloReach : 0
      #expect(image.left >= ink.left - reach && image.left + image.width <= ink.right + reach, "\(character)")
      #expect(image.top <= ink.top + reach && image.top - image.height >= ink.bottom - reach, "\(character)")
      #expect(image.coverage.count == image.width * image.height)
    }
  }

  @Test func aHaloIsSolidInsideAndFadesOutwards() {
    let square = { (side: Int, origin: Int) in
      GlyphImage(
        left: -origin, top: origin, width: side, height: side, coverage: [UInt8](repeating: 255, count: side * side))
    }
    let ramp = GlyphImage.ramp([square(2, 0), square(4, 1), square(6, 2)])
    #expect((ramp.width, ramp.height, ramp.left, ramp.top) == (6, 6, -2, 2))
    #expect(Array(ramp.coverage[12..<18]) == [85, 170, 255, 255, 170, 85])
    #expect(ramp.coverage[0] == 85)
  }

  @Test func aHaloSurroundsItsGlyph() throws {
    let typeface = try Typeface(Xvfb.font)
    let cut = FontSize(pixels: 200, figures: .decimal, isHalo: false)
    let (glyph, halo) = (
      typeface.image(of: .character("8"), in: cut), typeface.image(of: .character("8"), in: cut.haloed())
    )
    let reach = cut.haloReach
    #expect(halo.left < glyph.left && halo.left >= glyph.left - reach - 1)
    #expect(halo.top > glyph.top && halo.top <= glyph.top + reach + 1)
    #expect(halo.coverage.max() == 255)
  }
}
