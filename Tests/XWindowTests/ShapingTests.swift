import Glibc
import TestSupport
import Testing

@testable import ColourClock
@testable import XWindow

/// Text in all scripts, compared with the tools of HarfBuzz and FriBidi, and painted on a real server.
@Suite struct ShapingTests {
  private func text(_ string: String, in box: Rect) -> Text {
    Text(string: string, template: string, box: box, ink: .white)
  }

  private static func output(of command: String) -> String {
    guard let pipe = popen(command, "r") else { return "" }
    defer { pclose(pipe) }
    var bytes: [UInt8] = []
    while case let byte = fgetc(pipe), byte != EOF { bytes.append(UInt8(byte)) }
    return String(decoding: bytes, as: UTF8.self)
  }

  // MARK: Against the tools

  /// Glyphs and their positions in font units.
  @Test(arguments: [
    ("Amiri", "مرحبا بالعالم"), ("Amiri", "لا إله إلا الله"), ("Amiri", "می‌خواهم"), ("Amiri", "كَتَبَ"),
    ("DejaVu Sans", "שלום עולם"),
    ("DejaVu Sans", "e\u{301}a\u{302}\u{323} Z\u{30c}\u{331}"), ("DejaVu Sans", "ﻻ ﺵ مرحبا"),
    ("Lohit Devanagari", "नमस्ते दुनिया"),
    ("Lohit Devanagari", "क्षत्रिय हिन्दी र्क क्‍ष"), ("Loma", "สวัสดีชาวโลก น้ำ ที่นี่ ผู้ใหญ่"),
  ])
  func glyphsAreThoseOfHarfBuzz(font: String, string: String) throws {
    let file = try #require(FontFile.match(font))
    try #require(file.families.contains(font))
    let shaped = try #require(try Typeface(font).shape(string))
    let em = Self.unitsPerEm(file)
    var (expected, pen): ([String], Int) = ([], 0)
    let answer = Self.output(
      of: "hb-shape --font-funcs=ot --no-glyph-names --no-clusters --font-file='\(file.path)' '\(string)'")
    // For example [12+600|7@-30,40+0]: glyph, offset and advance.
    for item in answer.split(whereSeparator: { "[|]\n".contains($0) }) {
      let parts = item.split(separator: "+")
      let place = parts[0].split(separator: "@")
      let shift = place.count > 1 ? place[1].split(separator: ",").compactMap { Int($0) } : [0, 0]
      expected.append("\(place[0]) \(pen + shift[0]) \(shift[1])")
      pen += Int(parts[1]) ?? 0
    }
    let found = shaped.glyphs.map { glyph in
      guard case .glyph(let number, font: 0) = glyph.name else { return "\(glyph.name)" }
      return "\(number) \(Int((glyph.x * em).rounded())) \(Int((glyph.y * em).rounded()))"
    }
    #expect(!expected.isEmpty && found == expected)
    #expect(Int((shaped.width * em).rounded()) == pen)
  }

  private static func unitsPerEm(_ file: FontFile) -> Double {
    let library = ShapingLibrary()
    let face = library.map { $0.createFace($0.createBlob(file.path), 0) }
    return face.flatMap { face in library.map { Double($0.unitsPerEm(face)) } } ?? 0
  }

  /// Left to right with mirrored brackets; letters that neither join nor form ligatures.
  @Test func theOrderIsThatOfFriBidi() throws {
    var random = SeededRandom(seed: 7)
    let words = ["אבג", "שלום", "(", ")", "[ד]", "12", "3.5", "-7", "abe", "Hand", "!", "ה", "a1ב2", "€5", ":", "/"]
    let lines =
      ["אב (cd) 12-34 הו", "abc (אב) 12.", "אבג 12:30 (UTC)"]
      + (0..<400).map { _ in
        (0..<Int.random(in: 1...8, using: &random)).compactMap { _ in words.randomElement(using: &random) }
          .joined(separator: Bool.random(using: &random) ? " " : "") + "א"
      }
    let visual = Self.output(
      of: "printf '%s\\n' \(lines.map { "'\($0)'" }.joined(separator: " ")) | fribidi --nopad --nobreak"
    )
    .split(separator: "\n").map(String.init)
    let file = try #require(FontFile.match("DejaVu Sans"))
    let (font, typeface) = (try #require(FreeType(file)), try Typeface("DejaVu Sans"))
    let characters = Set(lines.joined().unicodeScalars).union("()[]".unicodeScalars)
    let names = Dictionary(uniqueKeysWithValues: characters.map { (font.glyph(of: $0), Character($0)) })
    try #require(visual.count == lines.count)
    for (line, visual) in zip(lines, visual) {
      let glyphs = try #require(typeface.shape(line)).glyphs
      let found = glyphs.map { glyph -> Character in
        guard case .glyph(let number, font: 0) = glyph.name else { return "?" }
        return names[number] ?? "?"
      }
      #expect(String(found) == visual, "\(line)")
    }
  }

  /// A colour code stays in one piece and in order, even between right-to-left words.
  @Test func aCodeIsNotTakenApart() throws {
    let typeface = try Typeface("DejaVu Sans")
    func glyphs(_ string: String) throws -> [GlyphName] { try #require(typeface.shape(string)).glyphs.map(\.name) }
    let (code, letter) = ("#8a9544", try glyphs("ש"))
    let whole = try code.map { character in try #require(try glyphs("\(character)ש").first { $0 != letter[0] }) }
    for line in ["לון #8a9544 אב", "#8a9544 אב", "אב #8a9544", "אב (#8a9544), 12"] {
      let found = try glyphs(line)
      let start = try #require(found.firstIndex(of: whole[0]))
      #expect(Array(found[start...].prefix(whole.count)) == whole, "\(line)")
    }
  }

  /// A degree sign stays before its letter, and a line of its own that begins with a key's name starts at the right.
  @Test func latinPartsOfALineStayWhole() throws {
    let typeface = try Typeface("DejaVu Sans")
    func glyphs(_ string: String) throws -> [GlyphName] { try #require(typeface.shape(string)).glyphs.map(\.name) }
    let letter = try glyphs("ש")
    func of(_ text: String) throws -> [GlyphName] {
      try text.map { character in try #require(try glyphs("\(character)ש").first { $0 != letter[0] }) }
    }
    let degrees = try of("°C")
    for line in ["אב 21 °C לון", "אב 21°C"] {
      let found = try glyphs(line)
      let start = try #require(found.firstIndex(of: degrees[0]))
      #expect(Array(found[start...].prefix(2)) == degrees, "\(line)")
    }
    let hint = Text.runningRightToLeft("Enter לון, Esc אב")
    #expect(try glyphs(hint).suffix(5) == of("Enter")[...])
    #expect(try glyphs("Enter לון, Esc אב").prefix(5) == of("Enter")[...])
  }

  // MARK: Properties

  /// Characters of all scripts for which the test machine has fonts, and of some others.
  private static func randomText(_ random: inout SeededRandom) -> String {
    let ranges: [ClosedRange<UInt32>] = [
      0x20...0x7e, 0xa1...0x17f, 0x300...0x36f, 0x5d0...0x5ea, 0x5b0...0x5bc, 0x621...0x64a, 0x64b...0x652,
      0x660...0x669, 0x905...0x939, 0x93e...0x94d, 0xe01...0xe2e, 0xe30...0xe3a, 0xe47...0xe4e, 0x200c...0x200d,
      0x20d0...0x20f0, 0x2600...0x26ff, 0x3041...0x3096, 0x4e00...0x4eff, 0xac00...0xacff, 0x103a0...0x103c3,
      0x1f300...0x1f64f, 0xf0000...0xf0010,
    ]
    let scripts = (0..<3).compactMap { _ in ranges.randomElement(using: &random) }
    let scalars = (0..<Int.random(in: 1...14, using: &random)).compactMap { _ in
      scripts.randomElement(using: &random).flatMap { Unicode.Scalar(UInt32.random(in: $0, using: &random)) }
    }
    return String(String.UnicodeScalarView(scalars))
  }

  @Test func whatCannotBeSeenChangesNothing() throws {
    var random = SeededRandom(seed: 3)
    let typeface = try Typeface(Xvfb.font)
    let hidden: [Unicode.Scalar] = [
      "\u{202a}", "\u{202b}", "\u{202c}", "\u{202d}", "\u{202e}", "\u{2066}", "\u{2067}", "\u{2068}", "\u{2069}",
      "\u{200e}", "\u{200f}", "\u{61c}", "\u{ad}", "\u{1}", "\u{7f}", "\u{9b}", "\u{feff}", "\u{200b}",
    ]
    for _ in 0..<500 {
      let string = Self.randomText(&random) + "ב"
      var dirty = Array(string.unicodeScalars)
      for _ in 0...3 {
        dirty.insert(
          hidden.randomElement(using: &random) ?? " ", at: Int.random(in: 0...dirty.count, using: &random))
      }
      let clean = try #require(typeface.shape(string))
      let other = try #require(typeface.shape(String(String.UnicodeScalarView(dirty))))
      #expect(clean.glyphs.map(\.name) == other.glyphs.map(\.name) && clean.width == other.width, "\(string)")
      #expect(clean.glyphs.map(\.x) == other.glyphs.map(\.x) && clean.glyphs.map(\.y) == other.glyphs.map(\.y))
    }
  }

  /// 300 painted texts: outside the layout's bounds there is only background, and no line is wider than its box.
  @Test func inkStaysWithinTheBounds() throws {
    var random = SeededRandom(seed: 5)
    let display = try Display(nil)
    defer { display.close() }
    let typeface = try Typeface(Xvfb.font)
    let size = Size(width: 240, height: 120)
    var inked = 0
    for _ in 0..<300 {
      let string = Self.randomText(&random)
      let box = Rect(x: 40, y: 45, width: 160, height: .random(in: 8...24, using: &random))
      let text = text(string, in: box)
      guard let layout = TextLayout(text, in: typeface, largest: 1000) else { continue }
      #expect(layout.main.width <= 160 + string.unicodeScalars.count, "\(string)")
      let frame = Frame(size: size, background: .black, texts: [text])
      let picture = try Snapshot.picture(of: frame, on: display, typeface: typeface)
      var (outside, inside) = (0, 0)
      for y in 0..<size.height {
        for x in 0..<size.width where picture.bytes[3 * (y * size.width + x)] != 0 {
          let pixel = PixelRect(x: x, y: y, size: Size(width: 1, height: 1))
          if layout.bounds.contains(pixel) { inside += 1 } else { outside += 1 }
        }
      }
      #expect(outside == 0, "\(string.unicodeScalars.map { String($0.value, radix: 16) })")
      inked += inside
    }
    #expect(inked > 100_000)
  }

  // MARK: What is drawn

  @Test func digitsAndSignsAreNotShaped() throws {
    let typeface = try Typeface(Xvfb.font)
    for plain in ["12:34:56", "+0:12", "3.7", "– 12 ·", ""] { #expect(typeface.shape(plain) == nil) }
    #expect(typeface.shape("#ff00aa", .hexadecimal) == nil)
  }

  /// Letters keep their own glyphs, and digits their cells. Only the distances differ, by what HarfBuzz says.
  @Test(arguments: ["Inter Display", "DejaVu Sans"], ["Tea", "Tokyo", "Warm-up", "Room 7A, To V", "Ýta To"])
  func pairsAreKerned(font: String, string: String) throws {
    let typeface = try Typeface(font)
    try #require(typeface.family.hasPrefix(font.prefix(5)))
    let characters = Array(string.unicodeScalars)
    let shaped = try #require(typeface.shape(string))
    #expect(shaped.glyphs.map(\.name) == characters.map(GlyphName.character) && !shaped.isJoined)
    let alone = characters.map { typeface.width(String($0), figures: .decimal) }
    let file = try #require(FontFile.match(font))
    let answer = Self.output(
      of: "hb-shape --features=-liga,-clig,-calt --font-funcs=ot --no-glyph-names --no-clusters "
        + "--font-file='\(file.path)' '\(string)'")
    let em = Double(Self.unitsPerEm(file))
    let advances = answer.split(whereSeparator: { "[]|\n".contains($0) }).map { glyph in
      Double(glyph.split(separator: "+").last ?? "").map { $0 / em } ?? 0
    }
    try #require(advances.count == characters.count)
    var kerned = 0
    for index in characters.indices.dropLast() {
      let pair = [characters[index], characters[index + 1]]
      let own = shaped.glyphs[index + 1].x - shaped.glyphs[index].x
      let hasDigit = pair.contains { "0"..."9" ~= $0 }
      #expect(abs(own - (hasDigit ? alone[index] : advances[index])) < 0.001, "\(pair)")
      if abs(own - alone[index]) > 0.01 { kerned += 1 }
    }
    #expect(kerned > 0)
    #expect(shaped.width < alone.reduce(0, +))
  }

  /// A text with letters has the same size whatever its digits are.
  @Test func kernedTextsHaveRoomForAllDigits() throws {
    let typeface = try Typeface(Xvfb.font)
    for figures in [Text.Figures.decimal, .clock, .countdown, .proportional] {
      let widths = Set(["00", "11", "82"].map { typeface.width("To Warm-up in \($0) minutes", figures: figures) })
      #expect(widths.count == 1, "\(figures)")
    }
  }

  /// A light box of a digit's height, also in plain text; U+0378 and the last planes have no characters.
  @Test(arguments: ["\u{378}", "\u{f0000}"], [12, 90])
  func whatNoFontHasIsALightBox(character: Unicode.Scalar, pixels: Int) throws {
    let typeface = try Typeface(Xvfb.font)
    let size = FontSize(pixels: pixels)
    let names = TextLayout.Run(String(character), size: size, in: typeface).names
    #expect(names.count == 1)
    let image = typeface.image(of: try #require(names.first), in: size)
    #expect(abs(Double(image.top) - typeface.digitHeight * Double(pixels)) <= 1 && image.height == image.top)
    let share = Double(image.bytes.count { $0 > 0 }) / Double(image.bytes.count)
    #expect(share > 0.05 && share < (pixels < 20 ? 0.6 : 0.25))
  }

  /// Glyph names within one glyph set on the server.
  @Test func namesOfGlyphsAreUnique() throws {
    let names: [GlyphName] = [
      .character("0"), .character("\u{10ffff}"), .glyph(0x30, font: 0), .glyph(0x30, font: 1), .glyph(0xffff, font: 0),
      .glyph(0xffff, font: 127), .missing,
    ]
    #expect(Set(names.map(\.number)).count == names.count)
  }

  /// Changing figures in a shaped text cause a new layout.
  @Test func aShapedTextIsNotTakenOver() throws {
    let typeface = try Typeface(Xvfb.font)
    let box = Rect(x: 0, y: 0, width: 400, height: 40)
    let (old, new) = (text("שלום 12", in: box), text("שלום 13", in: box))
    let layout = try #require(TextLayout(old, in: typeface, largest: 1000))
    #expect(layout.adapted(to: new, from: old, in: typeface) == nil)
    #expect(layout.adapted(to: old, from: old, in: typeface) != nil)
  }

  @Test func everyScriptLooksAsItIsWritten() throws {
    let lines = [
      "مرحبا بالعالم، الساعة 12:30 (UTC)", "שלום עולם 2026 hello", "नमस्ते दुनिया क्षत्रिय हिन्दी",
      "สวัสดีชาวโลก น้ำ ที่นี่ ผู้ใหญ่",
      "Vie\u{323}\u{302}t Nam e\u{301}a\u{302}\u{323}", "Hello مرحبا world \u{f0000}",
    ]
    let texts = lines.enumerated().map { index, line in
      text(line, in: Rect(x: 20, y: Double(40 + 70 * index), width: 600, height: 28))
    }
    let frame = Frame(
      size: Size(width: 640, height: 450), background: Colour(red: 0x2b, green: 0x50, blue: 0x7a), texts: texts)
    // By name, so that a machine's other fonts do not matter.
    let font = "Inter Display,Inter,DejaVu Sans,Lohit Devanagari,Loma:medium"
    try Xvfb.shared.expect(frame, toLookLike: "scripts", font: font)
  }
}
