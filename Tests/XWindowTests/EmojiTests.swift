import CX11
import Testing

@testable import ColourClock
@testable import XWindow

/// Emoji: which characters, which size, and which pixels.
@Suite(.serialized) struct EmojiTests {
  /// By name, so that a machine's other fonts do not matter.
  private static let font = "Inter Display,Inter,DejaVu Sans:medium"
  private static let background = Colour(red: 0x10, green: 0x20, blue: 0x60)

  private func shaped(_ string: String) throws -> ShapedText { try #require(try Typeface(Self.font).shape(string)) }

  private func frame(
    _ string: String, height: Double = 40, ink: Ink = .white, opacity: UInt8 = 255,
    background: Colour = background, groupOpacity: UInt8 = 255
  ) -> Frame {
    let box = Rect(x: 20, y: 40, width: 280, height: height)
    var text = Text(string: string, template: string, box: box, ink: ink)
    text.opacity = opacity
    let size = Size(width: 320, height: Int(height) + 80)
    let bounds = Rect(x: 0, y: 0, width: 320, height: height + 80)
    let items: [Item] =
      groupOpacity == 255 ? [.text(text)] : [.group(Group(bounds: bounds, opacity: groupOpacity, items: [.text(text)]))]
    return Frame(size: size, background: background, items: items)
  }

  private func colours(_ frame: Frame) throws -> [Colour] {
    let bytes = try Xvfb.shared.paint(frame, font: Self.font).bytes
    return stride(from: 0, to: bytes.count, by: 3).map {
      Colour(red: bytes[$0], green: bytes[$0 + 1], blue: bytes[$0 + 2])
    }
  }

  // MARK: Characters and fonts

  /// Emoji of Noto Color Emoji (CBDT).
  @Test(arguments: [
    "😀", "⏰", "❤️", "©️", "👍🏿", "👨‍👩‍👧‍👦", "👩🏽‍🚀", "🏳️‍🌈", "🏳‍🌈", "👩🏽‍❤️‍💋‍👨🏿", "🇩🇪", "1️⃣", "#️⃣", "🏴󠁧󠁢󠁳󠁣󠁴󠁿",
  ])
  func aSequenceIsOnePicture(_ sequence: String) throws {
    for text in [sequence, "a \(sequence)", "שלום \(sequence)", "\(sequence)."] {
      #expect(try shaped(text).colourGlyphs.count == 1, "\(text)")
      #expect(try !shaped(text).glyphs.contains { $0.name == .missing }, "\(text)")
    }
    #expect(try shaped(sequence + sequence).colourGlyphs.count == 2)
  }

  @Test(arguments: ["☎", "☎\u{fe0e}", "😀\u{fe0e}", "❤\u{fe0e}", "1\u{fe0f}", "♞"])
  func textIsSetInOneColour(_ string: String) throws {
    let shaped = try shaped(string)
    #expect(shaped.colourGlyphs.isEmpty && !shaped.glyphs.isEmpty && !shaped.glyphs.contains { $0.name == .missing })
  }

  /// A character that Noto Color Emoji or Symbola has is never a box: alone, in colours, or as text.
  @Test func nothingThatAFontHasIsABox() throws {
    let coloured = try #require(FontFile.coloured(Self.font).lazy.compactMap { ColourGlyphFont($0, width: 1) }.first)
    let symbola = try #require(FontFile.match("Symbola").flatMap(FreeType.init))
    try #require(symbola.file.families.contains("Symbola"))
    let scalars = [0x2000...0x33ff, 0x1f000...0x1fbff].joined().compactMap { Unicode.Scalar(UInt32($0)) }
    let typeface = try Typeface(Self.font)
    var count = 0
    for scalar in scalars where scalar.isPrintable && (coloured.has(scalar) || symbola.has(scalar)) {
      for string in ["\(scalar)", "\(scalar)\u{fe0f}", "\(scalar)\u{fe0e}"] {
        guard let shaped = typeface.shape(string) else { continue }
        #expect(!shaped.glyphs.contains { $0.name == .missing }, "\(string) \(String(scalar.value, radix: 16))")
        count += 1
      }
    }
    #expect(count > 5_000)
  }

  @Test(arguments: ["😀‍☎️", "👍🏿‍👍", "♞\u{20e3}"]) func aSequenceOfNoFontIsShownInParts(_ string: String) throws {
    let shaped = try shaped(string)
    #expect(!shaped.glyphs.contains { $0.name == .missing })
    #expect(shaped.glyphs.count + shaped.colourGlyphs.count >= 2)
  }

  /// In a right-to-left line the first word is at the right.
  @Test func picturesStandWhereTheirLettersWould() throws {
    let shaped = try shaped("שלום 👍 אב ⏰")
    #expect(shaped.colourGlyphs.count == 2 && shaped.colourGlyphs[0].x < shaped.colourGlyphs[1].x)
    let alone = try self.shaped("⏰ש")
    #expect(shaped.colourGlyphs[0].glyph == alone.colourGlyphs[0].glyph && shaped.colourGlyphs[0].x == 0)
  }

  /// On machines without HarfBuzz and FriBidi.
  @Test func withoutTheLibrariesEachPartIsThere() throws {
    let file = try #require(FontFile.match(Self.font))
    let fonts = FontSet(try #require(FreeType(file)), pattern: Self.font)
    let shaped = ShapedText(unshaped: "a ❤️ 🇩🇪 👍🏿 1️⃣\u{f0000}", fonts, missing: FontMeasure(advance: 0.5))
    #expect(shaped.glyphs.count == 6 && shaped.glyphs.count { $0.name == .missing } == 1)
    #expect(shaped.colourGlyphs.count == 7)
    let places = (shaped.glyphs.map(\.x) + shaped.colourGlyphs.map(\.x)).sorted()
    #expect(zip(places, places.dropFirst()).allSatisfy { $0 < $1 } && shaped.width > places[places.count - 1])
  }

  // MARK: Fonts of other kinds

  private func fixture(_ name: String) -> FontFile {
    FontFile(path: "\(Xvfb.checkout)/Tests/Fixtures/fonts/\(name).ttf", index: 0, families: [name])
  }

  /// The layers of `fonts.py`: a red square, half covered by a blue mouth.
  @Test(arguments: [20, 100, 301]) func layersAreDrawn(pixels: Int) throws {
    let font = try #require(ColourGlyphFont(fixture("layers"), width: 1))
    let glyph = font.glyph(of: "😀")
    let measure = font.measure(glyph)
    #expect((measure.left, measure.top, measure.right, measure.bottom) == (0.1, 0.7, 0.9, -0.1))
    let image = font.image(of: glyph, pixels: pixels)
    func pixel(_ x: Double, _ y: Double) -> [UInt8] {
      let column = Int(x * Double(pixels)) - image.left
      let start = 4 * ((image.top - Int(y * Double(pixels))) * image.width + column)
      return Array(image.bytes[start..<start + 4])
    }
    #expect(abs(image.width - pixels * 8 / 10) <= 1 && abs(image.top - pixels * 7 / 10) <= 1)
    #expect(pixel(0.2, 0.5) == [0, 0, 255, 255])
    let mouth = pixel(0.5, 0.2)
    #expect(abs(Int(mouth[0]) - 128) <= 2 && mouth[1] == 0 && abs(Int(mouth[2]) - 127) <= 2 && mouth[3] == 255)
  }

  /// FreeType draws neither gradients (COLR version 1) nor SVG documents, so another font is used.
  @Test(arguments: ["gradient", "document"]) func fontsThatAreNotDrawnAreLeftOut(name: String) {
    #expect(FreeType(fixture(name)) != nil, "it can be read")
    #expect(ColourGlyphFont(fixture(name), width: 1) == nil)
  }

  // MARK: Sizes

  @Test(arguments: ["Inter Display:medium", "DejaVu Sans:bold", "Amiri"]) func picturesFitTheLine(font: String) throws {
    let typeface = try Typeface(font)
    let tall = typeface.digitHeight
    for string in ["😀", "🇩🇪", "❤️", "👨‍👩‍👧‍👦", "1️⃣"] {
      #expect(abs(try #require(typeface.shape(string)).width - 1.4 * tall) < 0.02 * tall)
      for pixels in [12, 48, 300] {
        let size = FontSize(pixels: pixels)
        let run = TextLayout.Run(string, size: size, in: typeface)
        let image = typeface.image(of: try #require(run.colourGlyphs(.none).first).name)
        let digit = tall * Double(pixels)
        #expect(Double(image.top) <= (1 + Line.reach.above) * digit + 1, "\(string)")
        #expect(Double(image.top - image.height) >= -Line.reach.below * digit - 1, "\(string)")
        #expect(Double(image.width) > digit, "\(string) \(pixels)")
        #expect(image.bytes.count == 4 * image.width * image.height)
        let ink = typeface.inkBounds(of: run.colourGlyphs(.none)[0].name)
        #expect(image.left >= ink.left && image.left + image.width <= ink.right)
        #expect(image.top <= ink.top && image.top - image.height >= ink.bottom)
      }
    }
  }

  /// One colour stays one colour, the mean stays, and no pixel gets more opaque or lighter.
  @Test(arguments: [(136, 128), (7, 3), (1, 1)], [(20, 19), (136, 128), (300, 310), (1, 1)])
  func resamplingKeepsTheColours(old: (Int, Int), new: (Int, Int)) {
    var value: UInt32 = 1
    let noise = (0..<old.0 * old.1).flatMap { _ -> [UInt8] in
      value = value &* 1_664_525 &+ 1_013_904_223
      let alpha = UInt8(value >> 24)
      return [alpha / 3, alpha / 2, alpha, alpha]
    }
    func image(_ bytes: [UInt8]) -> ColourImage {
      ColourImage(left: -2, top: 9, width: old.0, height: old.1, bytes: bytes).resampled(width: new.0, height: new.1)
    }
    let plain = image((0..<old.0 * old.1).flatMap { _ in [10, 20, 30, 200] as [UInt8] })
    #expect(plain.bytes == (0..<new.0 * new.1).flatMap { _ in [10, 20, 30, 200] as [UInt8] })
    let resampled = image(noise)
    #expect((resampled.left, resampled.top, resampled.width, resampled.height) == (-2, 9, new.0, new.1))
    func mean(_ bytes: [UInt8]) -> Double { bytes.reduce(0) { $0 + Double($1) } / Double(bytes.count) }
    if old.0 > 100, new.0 > 1 { #expect(abs(mean(resampled.bytes) - mean(noise)) < 2) }
    for start in stride(from: 0, to: resampled.bytes.count, by: 4) {
      #expect(resampled.bytes[start..<start + 3].allSatisfy { $0 <= resampled.bytes[start + 3] })
    }
  }

  // MARK: What is drawn

  @Test func itHasItsOwnColours() throws {
    let colours = try colours(frame("😀"))
    #expect(colours.contains { $0.red > 220 && $0.green > 150 && $0.blue < 110 })
    #expect(try Set(self.colours(frame("😀", ink: .black))) == Set(colours))
  }

  /// Half opacity, alone and in a group.
  @Test func opacityIsThatOfTheText() throws {
    let whole = try colours(frame("😀"))
    for half in [frame("😀", opacity: 128), frame("😀", groupOpacity: 128)] {
      for (one, two) in zip(whole, try colours(half)) {
        let wanted = Self.background.blended(with: one, share: 128 / 255)
        #expect(abs(Int(two.red) - Int(wanted.red)) <= 2 && abs(Int(two.green) - Int(wanted.green)) <= 2)
      }
    }
  }

  /// Half brightness halves each pixel; a red night leaves red only, and a light face stays lighter than its mouth.
  @Test func itIsDimmedWithItsFrame() throws {
    let bright = try colours(frame("😀", background: .black))
    let dim = Dimming(background: 1, items: 0.25, redness: 0)
    for (one, two) in zip(bright, try colours(frame("😀", background: .black).dimmed(by: dim))) {
      let wanted = dim.item(one)
      #expect(abs(Int(two.red) - Int(wanted.red)) <= 12 && abs(Int(two.green) - Int(wanted.green)) <= 12)
    }
    let red = try colours(frame("😀", background: .black).dimmed(by: Dimming(night: 0.3, depth: 1, isRed: true)))
    #expect(red.allSatisfy { $0.green == 0 && $0.blue == 0 } && Set(red.map(\.red)).count > 20)
  }

  /// Without RENDER, and with few colours: in tones of the ink.
  @Test(arguments: ["640x400x24 -extension RENDER", "640x400x8", "640x400x16 -extension RENDER"])
  func aServerThatCannotBlendShowsTones(screen: String) throws {
    let server = try PrivateServer(.xvfb, "-screen 0 \(screen)")
    try server.connected { display in
      let format = PixelFormat(display: display)
      let painter = Painter(
        display: display.pointer, drawable: display.root, format: format, typeface: try Typeface(Self.font))
      for (string, ink) in [("😀", Ink.white), ("🖤", .white), ("⬜", .black)] {
        let frame = frame(string, ink: ink, background: ink == .white ? .black : .white)
        painter.compose(frame, for: display.root)
        #expect(painter.present(on: display.root))
        let pixels = Self.pixels(of: frame.size, on: display)
        #expect(Set(pixels).count > (string == "😀" ? 3 : 1), "\(string)")
      }
    }
  }

  private static func pixels(of size: Size, on display: Display) -> [UInt] {
    guard
      let image = XGetImage(
        display.pointer, display.root, 0, 0, UInt32(size.width), UInt32(size.height), .max, ZPixmap)
    else { return [] }
    defer { _ = image.pointee.f.destroy_image(image) }
    return (0..<Int32(size.height)).flatMap { y in
      (0..<Int32(size.width)).map { x in image.pointee.f.get_pixel(image, x, y) }
    }
  }

  // MARK: Memory

  private func name(_ number: Int) -> ColourGlyphName {
    ColourGlyphName(glyph: UInt32(number), font: 0, size: FontSize(pixels: 300), shade: .none)
  }

  @Test func theCacheIsBoundedByCount() {
    var cache = ColourGlyphCache<Int>()
    for number in 0..<1000 {
      let evicted = cache.add(name(number), number, bytes: 1_600)
      #expect(evicted == (number < 256 ? [] : [number - 255]))
      // The first one is used all the time.
      #expect(cache.use(name(0)) == 0)
    }
    #expect(cache.handles.count == 256)
  }

  @Test func theCacheIsBoundedByBytes() {
    var cache = ColourGlyphCache<Int>()
    var live: Set<Int> = []
    for number in 0..<500 {
      let evicted = cache.add(name(number), number, bytes: 400_000)
      live.insert(number)
      evicted.forEach { live.remove($0) }
      #expect(Set(cache.handles) == live && live.count * 400_000 <= 1 << 24)
      // The first one is used all the time.
      #expect(cache.use(name(0)) == 0 && cache.contains(name(number)))
    }
    #expect(live.count > 30)
    #expect(cache.add(name(999), 999, bytes: 1 << 25).count == live.count && cache.handles == [999])
  }

  /// Two hundred faces of 300 pixels to the em: the server has no more than the limit, and nothing after the painter
  /// has gone.
  @Test func theServerHasItAllBack() throws {
    let server = try PrivateServer(.xvfb, "-screen 0 640x480x24")
    try server.connected { display in
      let typeface = try Typeface(Self.font)
      display.waitUntilDone()
      let before = try #require(ServerResources(of: display))
      try {
        let painter = Painter(
          display: display.pointer, drawable: display.root, format: PixelFormat(display: display), typeface: typeface)
        for face in 0x1f300..<0x1f3c8 {
          guard let scalar = Unicode.Scalar(UInt32(face)) else { continue }
          let box = Rect(x: 0, y: 60, width: 640, height: 218)
          let text = Text(string: "\(scalar)\u{fe0f}", template: "0", box: box, ink: .white)
          painter.compose(
            Frame(size: Size(width: 640, height: 400), background: .black, texts: [text]), for: display.root)
          _ = painter.present(on: display.root)
        }
        display.waitUntilDone()
        let full = try #require(ServerResources(of: display))
        #expect(full.pixmapBytes - before.pixmapBytes < 1 << 24 + 640 * 400 * 4 * 2)
        #expect(full.counts["PICTURE", default: 0] > 20)
      }()
      display.waitUntilDone()
      #expect(ServerResources(of: display) == before)
    }
  }
}
