import Testing

@testable import ColourClock
@testable import XWindow

@Suite struct PainterTests {
  private let size = Size(width: 400, height: 300)

  private func text(_ string: String, y: Double, isOnWall: Bool = false, ink: Ink = .white) -> Text {
    Text(
      string: string, suffix: "", suffixTemplate: "", template: "00:00", figures: .decimal,
      box: Rect(x: 20, y: y, width: 360, height: 70),
      ink: ink, isOnWall: isOnWall)
  }

  /// Painting successive differences gives the same pixels as painting the last frame afresh.
  @Test func differencesAddUpToTheWholePicture() throws {
    let grey = Colour(red: 90, green: 100, blue: 110)
    let frames = [
      Frame(size: size, background: grey, texts: [text("12:34", y: 20), text("00:00", y: 150)]),
      Frame(size: size, background: grey, texts: [text("12:35", y: 20), text("00:00", y: 150)]),
      Frame(size: size, background: grey, texts: [text("12:35", y: 20), text("11:11", y: 150, isOnWall: true)]),
      Frame(size: size, background: .black, texts: [text("12:35", y: 20), text("11:11", y: 150)]),
      Frame(size: size, background: .black, texts: [text("12:35", y: 20)]),
    ]
    try expectDifferencesToAddUp(frames)
  }

  /// The same for shapes of every kind, translucent ones and groups, at fractional positions.
  @Test func differencesOfShapesAddUpToTheWholePicture() throws {
    let grey = Colour(red: 90, green: 100, blue: 110)
    let sweeps = [0.1, 0.35, 0.34, 0.8, 1, 0.02, -0.3]
    let rings = sweeps.map { sweep -> [Item] in
      [
        .text(text("12:34", y: 20)), .fill(Fill(.arc(ring(sweep)), .white)),
        .fill(Fill(.disc(centre: ring(sweep).point(at: sweep, radius: 90), radius: 9.5), .black, opacity: 128)),
      ]
    }
    let cards = [0.0, 3.4, 90.2].map { x -> [Item] in
      let box = Rect(x: 40 + x, y: 60, width: 120, height: 90)
      let inside: [Item] = [
        .fill(Fill(.box(box, radius: 0), .white)), .text(text("08:15", y: 60, ink: .black)),
        .fill(Fill(.box(box.inset(by: 20), radius: 9), .black)),
      ]
      // The group lies on background, or half on a text; it must not clip later items.
      return [
        .group(Group(bounds: box, opacity: 150, items: inside)), .text(text("12:34", y: 20 + x / 3)),
        .group(Group(bounds: box.moved(by: Point(x: 150, y: x / 2)), opacity: 90, items: inside)),
        .fill(Fill(.disc(centre: Point(x: 370, y: 270), radius: 20.5), .white)),
      ]
    }
    let frames = (rings + cards).enumerated().map { index, items in
      Frame(size: size, background: index % 3 == 2 ? .black : grey, items: items)
    }
    try expectDifferencesToAddUp(frames + frames.reversed())
  }

  /// A closed ring's first and last triangles share pixels. Redrawn alone, they cover these pixels as in the whole
  /// ring.
  @Test func aClosedRingHasNoSeam() throws {
    let frames = stride(from: 0.0, to: 1, by: 0.0625).flatMap { place in
      [Colour.black, .white].map { colour in
        let arc = Arc(centre: Point(x: 70 + place, y: 149 - place), radius: 3.9, width: 1.5, sweep: 1, cap: .butt)
        let box = Rect(x: 69, y: 143, width: 2, height: 2 + place)
        return Frame(
          size: size, background: Colour(red: 90, green: 100, blue: 110),
          items: [.fill(Fill(.box(box, radius: 0), colour)), .fill(Fill(.arc(arc), .white))])
      }
    }
    try expectDifferencesToAddUp(frames)
  }

  private func ring(_ sweep: Double) -> Arc {
    Arc(centre: Point(x: 200, y: 150), radius: 90, width: 12, sweep: sweep, cap: .round)
  }

  private func expectDifferencesToAddUp(_ frames: [Frame]) throws {
    let display = try Display(nil)
    defer { display.close() }
    let format = try #require(PixelFormat.exact(display: display.pointer))
    let painter = Painter(
      display: display.pointer, drawable: display.root, format: format, typeface: try Typeface(Xvfb.font))
    let pixmap = OffscreenPixmap(size, on: display)
    for frame in frames {
      painter.compose(frame, for: display.root)
      _ = painter.present(on: pixmap.drawable)
      #expect(try pixmap.read() == Xvfb.shared.paint(frame))
    }
  }

  @Test func whatIsSameIsNotDamage() throws {
    let typeface = try Typeface(Xvfb.font)
    let list = { (texts: [Text]) in DisplayItem.list(texts.map(Item.text), in: typeface, largest: 1000) }
    let one = list([text("12:34", y: 20), text("00:00", y: 150)])
    let other = list([text("12:35", y: 20), text("00:00", y: 150)])
    #expect(one.difference(from: one).isEmpty)
    let bounds = try #require(TextLayout(text("12:35", y: 20), in: typeface, largest: 1000)?.bounds)
    #expect(other.difference(from: one).merged() == [bounds])
    #expect(Array(one.prefix(1)).difference(from: one) == one[1...1].boxes)
  }

  /// A ring's tip moves: only the area that it passes is redrawn.
  @Test func aMovedTipIsSmallDamage() throws {
    let typeface = try Typeface(Xvfb.font)
    let lists = [0.5, 0.501].map { sweep in
      DisplayItem.list([.fill(Fill(.arc(ring(sweep)), .white))], in: typeface, largest: 1000)
    }
    let boxes = lists[1].difference(from: lists[0]).merged()
    #expect(boxes.count == 1 && (1...900).contains(boxes[0].area))
  }

  /// Small type on a background without a clear ink gets contrast to the adjacent pixels. Large type, and type on
  /// anything else, has no plate.
  @Test(arguments: [Ink.black, .white], [9.0, 15, 18, 60])
  func aPlateCarriesSmallType(ink: Ink, height: Double) throws {
    // 3.3:1 with its ink: a little more contrast is needed by both measures.
    let value: UInt8 = ink == .black ? 95 : 140
    let grey = Colour(red: value, green: value, blue: value)
    let size = Size(width: Int(6 * height), height: Int(3 * height))
    func picture(isOnWall: Bool) throws -> PNG {
      let text = Text(
        string: "18:08", template: "00:00", box: Rect(x: 0, y: height, width: 6 * height, height: height), ink: ink,
        isOnWall: isOnWall)
      return try Xvfb.shared.paint(Frame(size: size, background: grey, texts: [text]))
    }
    let (plain, plated) = (try picture(isOnWall: false), try picture(isOnWall: true))
    #expect(plain.edgeContrasts(of: ink.colour, within: 4).allSatisfy { $0 < 3.4 })
    // Digits 18 pixels high are type of 24 pixels.
    if height >= 18 { return #expect(plated == plain) }
    // Slopes have smooth edges, and between two digits there is nothing else.
    let contrasts = plated.edgeContrasts(of: ink.colour, within: 4).sorted()
    #expect(contrasts.count > Int(height / 2) && contrasts[contrasts.count / 2] >= 4.5)
    #expect((contrasts.last ?? 21) < 4.8)
    #expect(plated.colour(0, 0) == grey)
  }

  /// The plate fades in as the contrast falls.
  @Test func aPlateIsFaintWhereLittleIsMissing() {
    for value in UInt8(1)...254 {
      let grey = Colour(red: value, green: value, blue: value)
      let ink = Ink.best(on: grey).colour
      guard let plate = grey.plate(for: ink) else {
        #expect(grey.contrast(with: ink) >= 4.5)
        continue
      }
      #expect(plate.contrast(with: ink) >= 4.5 && plate.contrast(with: ink) < 4.8)
      #expect(grey.contrast(with: ink) < 4.4 || abs(Int(plate.red) - Int(value)) < 6)
      #expect(plate.red == plate.green && plate.green == plate.blue)
    }
  }

}

extension PNG {
  func colour(_ x: Int, _ y: Int) -> Colour {
    let start = (y * size.width + x) * 3
    return Colour(red: bytes[start], green: bytes[start + 1], blue: bytes[start + 2])
  }

  /// For each start of a run of `ink`, the best contrast among the pixels just before it.
  func edgeContrasts(of ink: Colour, within reach: Int) -> [Double] {
    (0..<size.height).flatMap { y in
      (reach..<size.width).filter { colour($0, y) == ink && colour($0 - 1, y) != ink }
        .compactMap { x in (1...reach).map { colour(x - $0, y).contrast(with: ink) }.max() }
    }
  }
}
