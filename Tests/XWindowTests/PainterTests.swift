import Testing

@testable import ColourClock
@testable import XWindow

@Suite struct PainterTests {
  private let size = Size(width: 400, height: 300)

  private func text(_ string: String, y: Double, halo: UInt8 = 0, ink: Ink = .white) -> Text {
    Text(
      string: string, suffix: "", suffixTemplate: "", template: "00:00", figures: .decimal,
      box: Rect(x: 20, y: y, width: 360, height: 70),
      ink: ink, halo: halo)
  }

  /// Painting only the differences between frames ends in the same pixels as painting the last one afresh.
  @Test func differencesAddUpToTheWholePicture() throws {
    let grey = Colour(red: 90, green: 100, blue: 110)
    let frames = [
      Frame(size: size, background: grey, texts: [text("12:34", y: 20), text("00:00", y: 150)]),
      Frame(size: size, background: grey, texts: [text("12:35", y: 20), text("00:00", y: 150)]),
      Frame(size: size, background: grey, texts: [text("12:35", y: 20, halo: 255), text("11:11", y: 150, halo: 40)]),
      Frame(size: size, background: .black, texts: [text("12:35", y: 20), text("11:11", y: 150)]),
      Frame(size: size, background: .black, texts: [text("12:35", y: 20)]),
    ]
    let display = try Display(nil)
    defer { display.close() }
    let format = try #require(PixelFormat.exact(display: display.pointer))
    let painter = Painter(
      display: display.pointer, drawable: display.root, format: format, typeface: try Typeface(Xvfb.font))
    let sheet = Sheet(size, on: display)
    var shown: Frame?
    for frame in frames {
      painter.compose(frame, for: display.root)
      painter.show(on: sheet.drawable, showing: shown)
      shown = frame
      #expect(try sheet.read() == Xvfb.shared.paint(frame))
    }
  }

  @Test func whatIsSameIsNotDamage() {
    let frame = Frame(size: size, background: .black, texts: [text("12:34", y: 20)])
    let bounds = { (_: Text) in PixelBox(left: 1, top: 2, right: 3, bottom: 4) }
    #expect(Damage(from: frame, to: frame, bounds: bounds) == .boxes([]))
    #expect(Damage(from: nil, to: frame, bounds: bounds) == .everything)
    let other = Frame(size: size, background: .black, texts: [text("12:35", y: 20)])
    let box = PixelBox(left: 1, top: 2, right: 3, bottom: 4)
    #expect(Damage(from: frame, to: other, bounds: bounds) == .boxes([box, box]))
    let third = Frame(size: size, background: .white, texts: frame.texts)
    #expect(Damage(from: frame, to: third, bounds: bounds) == .everything)
  }

  /// Ink stands out against the pixels that touch it, on the colours where it is hardest: measured in the picture.
  @Test(arguments: [Ink.black, .white])
  func theHaloCarriesTheInk(ink: Ink) throws {
    // Relative luminance 0.18: either ink has 4.6:1 without help.
    let grey = Colour(red: 118, green: 118, blue: 118)
    let frame = Frame(size: size, background: grey, texts: [text("18:08", y: 60, halo: 255, ink: ink)])
    let picture = try Xvfb.shared.paint(frame)
    let contrasts = picture.edgeContrasts(of: ink.colour, within: 4).sorted()
    #expect(contrasts.count > 200)
    #expect(contrasts[contrasts.count / 10] >= 7, "nine tenths of the ink's edge has 7:1")
    let bare = Frame(size: size, background: grey, texts: [text("18:08", y: 60, ink: ink)])
    #expect(try Xvfb.shared.paint(bare).edgeContrasts(of: ink.colour, within: 4).allSatisfy { $0 < 5 })
  }
}

extension PNG {
  func colour(_ x: Int, _ y: Int) -> Colour {
    let start = (y * size.width + x) * 3
    return Colour(red: bytes[start], green: bytes[start + 1], blue: bytes[start + 2])
  }

  /// For each place where a run of `ink` begins, the best contrast with it among the pixels just before.
  func edgeContrasts(of ink: Colour, within reach: Int) -> [Double] {
    (0..<size.height).flatMap { y in
      (reach..<size.width).filter { colour($0, y) == ink && colour($0 - 1, y) != ink }
        .compactMap { x in (1...reach).map { colour(x - $0, y).contrast(with: ink) }.max() }
    }
  }
}
