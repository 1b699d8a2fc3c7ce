import CX11
import Testing

@testable import ColourClock
@testable import XWindow

/// Resources that leak frame by frame would be exhausted after a year.
@Suite struct LongRunTests {
  private let size = Size(width: 120, height: 80)

  /// A screen with RENDER, one without, and one with 256 colours.
  static let screens = [
    "-screen 0 320x240x24", "-screen 0 320x240x24 -extension RENDER", "-screen 0 320x240x8",
  ]

  /// A client has as few as 2^18 resource IDs. Fading fills and an overlapping group use none.
  @Test(arguments: screens)
  func framesTakeNoIds(screen: String) throws {
    try PrivateServer(.xvfb, screen).connected { display in
      let painter = try painter(on: display)
      let target = display.pixmap(size)
      (0..<300).forEach { paint(fading($0), by: painter, on: target, of: display) }
      let before = display.nextID()
      (300..<1500).forEach { paint(fading($0), by: painter, on: target, of: display) }
      #expect(display.nextID() - before < 20)
    }
  }

  /// A feed with ever new characters: after many the picture is unchanged, and the server has few glyphs.
  @Test(arguments: screens.prefix(2))
  func charactersThatAreGoneAreGivenBack(screen: String) throws {
    try PrivateServer(.xvfb, screen).connected { display in
      let backend = PixelFormat(display: display).backend(display: display.pointer)
      let cut = FontSize(pixels: 20)
      let image = GlyphImage(left: 0, top: 4, width: 4, height: 4, bytes: Array(repeating: 255, count: 16))
      let typeface = try Typeface(Xvfb.font)
      let characters = (0x21..<0x2300).compactMap(Unicode.Scalar.init).filter { String($0).isPlain }
      #expect(characters.count > 1500)
      let run = { (some: ArraySlice<Unicode.Scalar>) in
        TextLayout.Run(String(String.UnicodeScalarView(some)), size: cut, in: typeface)
      }
      for start in stride(from: 0, to: characters.count - 20, by: 20) {
        let text = run(characters[start..<start + 20])
        for name in text.names { backend.add(image, as: name, advance: 5, to: cut) }
        #expect(backend.missing(text, of: cut).isEmpty)
        backend.endFrame()
      }
      #expect(characters.count - backend.missing(run(characters[...]), of: cut).count <= 512)
    }
  }

  @Test func aCutThatBeginsAnewLooksTheSame() throws {
    let display = try Display(nil)
    defer { display.close() }
    let format = try #require(PixelFormat.exact(display: display.pointer))
    // One typeface for both: the choice of substitute fonts depends on earlier ones.
    let typeface = try Typeface(Xvfb.font)
    let painter = Painter(display: display.pointer, drawable: display.root, format: format, typeface: typeface)
    let pixmap = OffscreenPixmap(size, on: display)
    // Latin and Cyrillic letters without combining marks.
    let letters = [0x100..<0x250, 0x400..<0x480, 0x48a..<0x530].joined().compactMap(Unicode.Scalar.init)
    for start in stride(from: 0, to: letters.count - 12, by: 12) {
      let text = String(String.UnicodeScalarView(letters[start..<start + 12]))
      let frame = Frame(
        size: size, background: .black, items: [.text(label("12:34", y: 0)), .text(label(text, y: 40))])
      painter.compose(frame, for: display.root)
      painter.invalidate()
      _ = painter.present(on: pixmap.drawable)
      let afresh = try Snapshot.picture(of: frame, on: display, typeface: typeface)
      let isSame = pixmap.read() == afresh
      #expect(isSame, "\(text)")
    }
  }

  private func painter(on display: Display) throws -> Painter {
    Painter(
      display: display.pointer, drawable: display.root, format: PixelFormat(display: display),
      typeface: try Typeface(Xvfb.font))
  }

  private func paint(_ frame: Frame, by painter: Painter, on drawable: Drawable, of display: Display) {
    painter.compose(frame, for: display.root)
    painter.invalidate()
    _ = painter.present(on: drawable)
    painter.loadDigits()
  }

  private func fading(_ number: Int) -> Frame {
    let step = UInt8(1 + number % 254)
    let box = Rect(x: 60, y: 30, width: 50, height: 40)
    let group = Group(
      bounds: box, opacity: step,
      items: [.text(label("8", y: 34)), .fill(Fill(.disc(centre: box.middle, radius: 9), .white))])
    let ground = Colour(red: 90, green: 100, blue: UInt8(number / 64 % 256))
    return Frame(
      size: size, background: ground,
      items: [
        .text(label("12:34", y: 30, isOnWall: number % 2 == 0)),
        .fill(Fill(.disc(centre: box.middle, radius: 20), Colour(red: step, green: 9, blue: 9), opacity: step)),
        .group(group),
      ])
  }

  private func label(_ string: String, y: Double, isOnWall: Bool = false) -> Text {
    Text(
      string: string, template: "00:00", box: Rect(x: 5, y: y, width: 110, height: 30), ink: .white,
      isOnWall: isOnWall)
  }
}

extension Rect {
  fileprivate var middle: Point { Point(x: x + width / 2, y: y + height / 2) }
}

extension Display {
  func pixmap(_ size: Size) -> Drawable {
    let depth = UInt32(XDefaultDepth(pointer, XDefaultScreen(pointer)))
    return XCreatePixmap(pointer, root, UInt32(size.width), UInt32(size.height), depth)
  }

  /// The resource ID that Xlib assigns next.
  fileprivate func nextID() -> XID {
    let pixmap = XCreatePixmap(pointer, root, 1, 1, 1)
    XFreePixmap(pointer, pixmap)
    return pixmap
  }
}
