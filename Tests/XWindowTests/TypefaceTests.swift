import TestSupport
import Testing

@testable import ColourClock
@testable import XWindow

@Suite struct TypefaceTests {
  private func text(_ string: String, template: String, box: Rect, suffix: String = "") -> Text {
    Text(
      string: string, suffix: suffix, suffixTemplate: suffix, template: template, figures: .decimal, box: box,
      ink: .white)
  }

  /// For a family known by name, fontconfig's whole configuration leads to the same font.
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

  @Test(arguments: ["Inter Display:medium", "DejaVu Sans", "DejaVu Serif:bold"])
  func figuresShareOneWidthAndLettersHaveTheirOwn(font: String) throws {
    let typeface = try Typeface(font)
    let size = FontSize(pixels: 200)
    let widths = { (characters: String) in Set(characters.unicodeScalars.map { typeface.advance($0, in: size) }) }
    #expect(widths("0123456789").count == 1)
    #expect(widths("abcdef").count > 3)
    // No figure reaches into the next cell, and a 1 has gaps of at most half a cell on either side.
    let cell = typeface.advance("0", in: size)
    for figure in "0123456789".unicodeScalars {
      let image = typeface.image(of: .character(figure), in: size)
      #expect(image.left >= 0 && image.left + image.width <= cell, "\(figure)")
      #expect(image.left <= cell / 3 && cell - image.left - image.width <= cell / 3, "\(figure)")
    }
  }

  private static let corpus = [
    "Please leave the building now", "Quiet, please: recording", "The quick brown fox jumps over the lazy dog",
    "lap 88",
    "Arsenal 2 : 1 Chelsea", "Hold to quit", "Keep holding, or Enter twice", "little hill till still",
    "press s to start",
    "Wednesday, 30 September 2026", "Maths until 10:45, 35 minutes", "GOOD MORNING",
    "Bitte verlassen Sie jetzt das Haus",
    "Standup of the whole company on the second floor, coffee included", "Zum Beenden halten", "illicit fit",
    "Veuillez quitter le bâtiment", "Move or touch for controls", "Por favor, abandonen el edificio",
  ]

  /// The planned width is hardly less than the drawn one, and not much more.
  @Test(arguments: [("Inter Display:medium", 0.98...1.3), ("DejaVu Sans", 0.92...1.12)])
  func linesArePlannedAsWideAsTheyAreDrawn(font: String, range: ClosedRange<Double>) throws {
    let typeface = try Typeface(font)
    var (planned, drawn) = (0.0, 0.0)
    for line in Self.corpus {
      let text = text(line, template: line, box: Rect(x: 0, y: 0, width: 30_000, height: 100))
      let width = Double(try #require(TextLayout(text, in: typeface, largest: 4000)).main.width) / 100
      #expect(range.contains(Line.width(line) / width), "\(line): \(Line.width(line) / width)")
      (planned, drawn) = (planned + Line.width(line), drawn + width)
    }
    #expect((0.95...1.16).contains(planned / drawn), "\(planned / drawn)")
  }

  /// Whichever letters a code has, its ink is within the same bounds and centred.
  @Test(arguments: ["Inter Display:medium", "DejaVu Sans Mono", "DejaVu Serif:bold:italic"], [9.0, 31, 200])
  func codesAreCentredWithinTheSameBounds(font: String, height: Double) throws {
    let typeface = try Typeface(font)
    let box = Rect(x: 10.3, y: 20.7, width: 2000, height: height)
    func code(_ string: String) -> Text {
      Text(string: string, template: "#000000", figures: .hexadecimal, box: box, ink: .white)
    }
    let first = code("#000000")
    let layout = try #require(TextLayout(first, in: typeface, largest: 4000))
    let images = Dictionary(
      uniqueKeysWithValues: "#0123456789abcdef".unicodeScalars.map {
        ($0, typeface.image(of: .character($0), in: layout.main.size))
      })
    for string in Self.codes + ["#f4fb44", "#111111", "#ffffff", "#aabbcc", "#0f1e2d", "#bbbbbb", "#dddddd"] {
      let fresh = try #require(TextLayout(code(string), in: typeface, largest: 4000))
      let adapted = try #require(layout.adapted(to: code(string), from: first, in: typeface))
      #expect(fresh.bounds == layout.bounds && adapted.bounds == layout.bounds)
      #expect(adapted.main.x == fresh.main.x && adapted.main.width == fresh.main.width)
      let inks = inks(fresh, typeface)
      // A 1 has more room in its cell than other figures.
      let tolerance = 1.5 + 0.08 * Double(fresh.main.size.pixels)
      #expect(abs(Double(inks[0].left + inks[6].right) / 2 - box.midX) <= tolerance)
      #expect(fresh.main.size == layout.main.size)
      for (character, drawn) in try places(images, of: string, in: fresh, typeface) {
        #expect(layout.bounds.contains(drawn), "\(string): \(character)")
      }
    }
  }

  /// Codes of 60 random colours.
  private static let codes = {
    var random = SeededRandom(seed: 3)
    return (0..<60).map { _ in
      Colour(
        red: .random(in: 0...255, using: &random), green: .random(in: 0...255, using: &random),
        blue: .random(in: 0...255, using: &random)
      ).hex
    }
  }()

  /// The place of each character's image.
  private func places(
    _ images: [Unicode.Scalar: GlyphImage], of string: String, in layout: TextLayout, _ typeface: Typeface
  ) throws -> [(character: Unicode.Scalar, place: PixelRect)] {
    var pen = layout.main.x
    return try string.unicodeScalars.map { character in
      let image = try #require(images[character])
      defer { pen += typeface.advance(character, in: layout.main.size) }
      return (
        character,
        PixelRect(
          left: pen + image.left, top: layout.baseline - image.top, right: pen + image.left + image.width,
          bottom: layout.baseline - image.top + image.height)
      )
    }
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

  // MARK: A time of day

  private func clock(_ string: String, template: String = "00:00:00", width: Double = 1600) -> Text {
    Text(
      string: string, template: template, figures: .clock, box: Rect(x: 10.5, y: 10, width: width, height: 400),
      ink: .white)
  }

  /// The place of each character's ink.
  private func inks(_ layout: TextLayout, _ typeface: Typeface) -> [(left: Int, right: Int)] {
    var pen = layout.main.x
    let advanced = layout.main.string.unicodeScalars.map { character in
      defer { pen += typeface.advance(character, in: layout.main.size) }
      return (name: GlyphName.character(character), x: pen)
    }
    let kerned = layout.main.placed.map { (name: $0.name, x: layout.main.x + $0.x) }
    return (kerned.isEmpty ? advanced : kerned).map { name, x in
      let image = typeface.image(of: name, in: layout.main.size)
      return (x + image.left, x + image.left + image.width)
    }
  }

  /// The two ones of 11 are no farther apart than other figures, with a tolerance of a tenth of their height.
  @Test(arguments: ["Inter Display:medium", "DejaVu Sans", "DejaVu Serif:bold"])
  func elevenDoesNotFallApart(font: String) throws {
    let typeface = try Typeface(font)
    let layout = try #require(TextLayout(clock("11:10:27"), in: typeface, largest: 4000))
    let inks = inks(layout, typeface)
    let usual = inks[7].left - inks[6].right
    #expect(
      Double(inks[1].left - inks[0].right - usual) < 0.16 * typeface.digitHeight * Double(layout.main.size.pixels))
    let tabular = try #require(
      TextLayout(text("11:10:27", template: "00:00:00", box: clock("").box), in: typeface, largest: 4000))
    #expect(layout.main.size == tabular.main.size && layout.main.width <= tabular.main.width)
    // In other fonts the 1 is as wide as other figures.
    if font.hasPrefix("Inter") { #expect(layout.main.width < tabular.main.width) }
  }

  /// Within a minute each figure stays in its place; in all minutes of a day the line's ink is centred.
  @Test(arguments: ["Inter Display:medium", "DejaVu Sans Mono", "DejaVu Serif:bold:italic"])
  func nothingMovesWithinAMinute(font: String) throws {
    let typeface = try Typeface(font)
    for minute in stride(from: 0, to: 1440, by: 7) {
      let (hours, minutes) = (minute / 60, minute % 60)
      var places: Set<[Int]> = []
      for second in [0, 11, 1, 10, 48] {
        let string = "\(hours.twoDigits):\(minutes.twoDigits):\(second.twoDigits)"
        let layout = try #require(TextLayout(clock(string), in: typeface, largest: 4000))
        var pen = layout.main.x
        places.insert(
          layout.main.string.unicodeScalars.map { character in
            defer { pen += typeface.advance(character, in: layout.main.size) }
            return pen
          })
      }
      #expect(places.count == 1, "\(hours):\(minutes)")
    }
  }

  /// Its ink is centred to a hundredth of the box, whatever the first and last figures; also for a column of digits.
  @Test(
    arguments: ["Inter Display:medium", "DejaVu Sans Mono", "DejaVu Serif:bold"],
    ["11:11", "01:10", "11", "01", "10", "17", "Tea", "AVANTI", "12:41"])
  func inkIsInTheMiddle(font: String, string: String) throws {
    let typeface = try Typeface(font)
    let layout = try #require(TextLayout(clock(string, template: string), in: typeface, largest: 4000))
    let inks = inks(layout, typeface)
    let middle = Double((inks.map(\.left).min() ?? 0) + (inks.map(\.right).max() ?? 0)) / 2
    #expect(abs(middle - clock("").box.midX) <= 1, "\(middle)")
  }

  /// Adapted from any other time of day or laid out anew, the result and its bounds are the same.
  @Test(arguments: ["Inter Display:medium", "DejaVu Sans Mono", "DejaVu Serif:bold:italic"], [60.0, 1600])
  func everyTimeIsAdapted(font: String, width: Double) throws {
    let typeface = try Typeface(font)
    let first = clock("00:00:00", width: width)
    let layout = try #require(TextLayout(first, in: typeface, largest: 4000))
    for string in ["11:11:11", "01:10:01", "10:01:59", "23:45:10", "11:00:00", "00:00:11"] {
      let text = clock(string, width: width)
      let fresh = try #require(TextLayout(text, in: typeface, largest: 4000))
      let adapted = try #require(layout.adapted(to: text, from: first, in: typeface))
      #expect(fresh.bounds == layout.bounds && adapted.bounds == layout.bounds && fresh.main.size == layout.main.size)
      #expect(adapted.main.x == fresh.main.x && adapted.main.width == fresh.main.width)
      #expect(adapted.main.string == fresh.main.string)
      for ink in inks(fresh, typeface) {
        #expect(ink.left >= layout.bounds.left && ink.right <= layout.bounds.right, "\(string)")
      }
    }
  }

  @Test func aSuffixIsSmallerAndFollows() throws {
    let typeface = try Typeface(Xvfb.font)
    let box = Rect(x: 0, y: 0, width: 500, height: 200)
    let setting = try #require(
      TextLayout(text("1:35", template: "00:00", box: box, suffix: " pm"), in: typeface, largest: 4000))
    let suffix = try #require(setting.suffix)
    #expect(suffix.size.pixels < setting.main.size.pixels && suffix.x == setting.main.x + setting.main.width)
    var ahead = text("1:35", template: "00:00", box: box, suffix: "pm ")
    ahead.hasSuffixAtLeft = true
    let other = try #require(TextLayout(ahead, in: typeface, largest: 4000))
    let start = try #require(other.suffix?.x)
    #expect(abs(start - setting.main.x) < 12 && other.main.x == start + suffix.width)
    #expect(other.bounds.left <= start + 20 && other.bounds.right >= other.main.x + other.main.width - 10)
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

  /// Between digits a colon stands at half their height; between letters it stands on the baseline.
  @Test func aColonStandsAtHalfTheDigitsHeight() throws {
    let typeface = try Typeface(Xvfb.font)
    let cut = FontSize(pixels: 200)
    let box = Rect(x: 0, y: 0, width: 2000, height: 200)
    func colon(_ string: String, _ figures: Text.Figures) throws -> GlyphImage {
      let words = Text(string: string, template: string, figures: figures, box: box, ink: .white)
      let run = try #require(TextLayout(words, in: typeface, largest: 200)).main
      let name = try #require(run.string.unicodeScalars.first { $0 == ":" || $0 == Typeface.middleColon })
      return typeface.image(of: .character(name), in: cut)
    }
    for (string, figures) in [("10:30", Text.Figures.clock), ("until 10:30", .proportional), ("10:30", .decimal)] {
      let colon = try colon(string, figures)
      #expect(abs(Double(colon.top) - Double(colon.height) / 2 - typeface.digitHeight * 100) <= 1.5, "\(string)")
    }
    for string in ["Fire drill: leave", "Room 4: closed", "4: 5"] {
      let colon = try colon(string, .proportional)
      #expect(abs(colon.top - colon.height) <= 3, "\(string)")
    }
  }

  @Test func missingCharactersComeFromAnotherFont() throws {
    let typeface = try Typeface(Xvfb.font)
    let cut = FontSize(pixels: 60)
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

  /// Bold keeps the families and other properties.
  @Test func onlyTheWeightBecomesBold() throws {
    let bold = try #require(FontFile.bold(#"DejaVu Serif,A\:B:medium:italic:lang=de"#))
    #expect(FontFile.families(in: bold) == ["DejaVu Serif", "A:B"])
    #expect(bold.contains(":weight=200") && bold.contains(":slant=100") && bold.contains(":lang=de"))
    #expect(try #require(FontFile.bold(":lang=de")).hasPrefix(":"))
    let letters = try ["DejaVu Serif:italic", "DejaVu Serif"].map { pattern in
      try Typeface(pattern).bold.image(of: .character("I"), in: FontSize(pixels: 60)).bytes
    }
    #expect(letters[0] != letters[1])
  }

  /// Everything that a font draws stays within the layout's bounds, combining marks included.
  @Test(arguments: ["Inter Display:medium", "DejaVu Serif:bold:italic"], [7, 23, 180])
  func imagesStayWithinTheirBounds(font: String, pixels: Int) throws {
    let typeface = try Typeface(font)
    let characters = [0x21..<0x17f, 0x300..<0x370, 0x5d0..<0x5eb, 0x627..<0x64b, 0x20d0..<0x20f1].joined()
    for character in characters.compactMap(Unicode.Scalar.init) {
      let size = FontSize(pixels: pixels)
      let (image, ink) = (
        typeface.image(of: .character(character), in: size), typeface.inkBounds(of: .character(character), in: size)
      )
      guard image.width > 0 else { continue }
      #expect(image.left >= ink.left && image.left + image.width <= ink.right, "\(character)")
      #expect(image.top <= ink.top && image.top - image.height >= ink.bottom, "\(character)")
      #expect(image.bytes.count == image.width * image.height)
    }
  }
}
