import CX11
import Testing

@testable import ColourClock
@testable import XWindow

/// Colours on a screen with a colour table of 256 cells.
@Suite struct CellPaletteTests {
  private let size = Size(width: 60, height: 40)

  /// Two monitors' walls on one window: one stands still while the other changes.
  @Test func whatOneSurfaceShowsStaysWhileAnotherChanges() throws {
    try onTable { display in
      let format = PixelFormat(display: display)
      let (still, busy) = (try Wall(format, on: display), try Wall(format, on: display))
      let colour = Colour(red: 12, green: 200, blue: 34)
      still.show(Frame(size: size, background: colour, items: []))
      for step in 0..<20 {
        busy.show(Frame(size: size, background: Colour(red: 255, green: UInt8(step * 9), blue: 7), items: []))
      }
      #expect(display.colour(of: still.corner) == colour)
    }
  }

  /// Only the right half changes: the left is not repainted, but still visible.
  @Test func whatIsNotPaintedAgainStays() throws {
    try onTable { display in
      let wall = try Wall(PixelFormat(display: display), on: display)
      let colour = Colour(red: 12, green: 200, blue: 34)
      for step in 0..<20 {
        let other = Colour(red: 255, green: UInt8(step * 9), blue: 7)
        let boxes = [(0.0, colour), (30, other)].map { x, colour in
          Item.fill(Fill(.box(Rect(x: x, y: 0, width: 30, height: 40), radius: 0), colour))
        }
        wall.show(Frame(size: size, background: .black, items: boxes))
      }
      let taken = display.takeAllCells()
      #expect(!taken.isEmpty)
      #expect(display.colour(of: wall.corner) == colour)
    }
  }

  /// Fades use ever new colours, but other clients must still find free cells.
  @Test func cellsAreGivenBackAlsoBetweenWholeFrames() throws {
    try onTable { display in
      let wall = try Wall(PixelFormat(display: display), on: display)
      for step in 0..<1000 {
        let colour = Colour(red: UInt8(step % 256), green: UInt8(step / 4), blue: 7)
        let box = Item.fill(Fill(.box(Rect(x: 0, y: 0, width: 30, height: 40), radius: 0), colour))
        wall.show(Frame(size: size, background: .black, items: [box]))
      }
      #expect(display.takeAllCells().count > 50)
    }
  }

  /// Other clients own all cells and change them, so the nearest cell must be searched again.
  @Test func theNearestIsLookedForAgain() throws {
    try onTable { display in
      let palette = CellPalette(
        display: display.pointer, colormap: XDefaultColormap(display.pointer, XDefaultScreen(display.pointer)),
        size: 256)
      let (wanted, distant) = (Colour(red: 250, green: 5, blue: 5), Colour(red: 5, green: 5, blue: 250))
      let others = display.takeAllCells()
      display.store(wanted, in: others[0])
      for cell in others.dropFirst() { display.store(distant, in: cell) }
      _ = palette.reserve([wanted], beside: [])
      #expect(palette.pixel(for: wanted) == others[0])
      display.store(distant, in: others[0])
      display.store(wanted, in: others[1])
      for step in 0..<300 {
        let other = Colour(red: 250, green: UInt8(step % 128), blue: UInt8(100 + step / 128))
        _ = palette.reserve([other], beside: [])
        _ = palette.pixel(for: other)
      }
      _ = palette.reserve([wanted], beside: [])
      #expect(palette.pixel(for: wanted) == others[1])
    }
  }

  /// In a full table, a colour is asked for only once: each request waits for the server.
  @Test func aFullTableIsAskedOnce() throws {
    try onTable { display in
      let palette = CellPalette(
        display: display.pointer, colormap: XDefaultColormap(display.pointer, XDefaultScreen(display.pointer)),
        size: 256)
      for cell in display.takeAllCells() { display.store(.black, in: cell) }
      let colour = Colour(red: 250, green: 5, blue: 5)
      _ = palette.reserve([colour], beside: [])
      let pixel = palette.pixel(for: colour)
      let before = XNextRequest(display.pointer)
      #expect(palette.pixel(for: colour) == pixel && XNextRequest(display.pointer) == before)
    }
  }

  private func onTable(_ body: (Display) throws -> Void) throws {
    // -cc 3 is PseudoColor.
    try PrivateServer(.xvfb, "-screen 0 320x240x8 -cc 3").connected(body)
  }

  /// A surface's work, on a pixmap.
  private final class Wall {
    private let painter: Painter
    private let display: Display
    private let drawable: Drawable

    init(_ format: PixelFormat, on display: Display) throws {
      self.display = display
      painter = Painter(
        display: display.pointer, drawable: display.root, format: format, typeface: try Typeface(Xvfb.font))
      drawable = display.pixmap(Size(width: 60, height: 40))
    }

    func show(_ frame: Frame) {
      painter.compose(frame, for: display.root)
      _ = painter.present(on: drawable)
    }

    /// The upper left pixel.
    var corner: UInt {
      let image = XGetImage(display.pointer, drawable, 0, 0, 1, 1, .max, ZPixmap)
      defer { _ = image?.pointee.f.destroy_image(image) }
      return image?.pointee.f.get_pixel(image, 0, 0) ?? .max
    }
  }
}

extension Display {
  private var colormap: Colormap { XDefaultColormap(pointer, XDefaultScreen(pointer)) }

  fileprivate func colour(of pixel: UInt) -> Colour {
    var cell = XColor(pixel: pixel, red: 0, green: 0, blue: 0, flags: 0, pad: 0)
    XQueryColor(pointer, colormap, &cell)
    return Colour(red: UInt8(cell.red >> 8), green: UInt8(cell.green >> 8), blue: UInt8(cell.blue >> 8))
  }

  fileprivate func store(_ colour: Colour, in pixel: UInt) {
    var cell = XColor(
      pixel: pixel, red: UInt16(colour.red) * 257, green: UInt16(colour.green) * 257, blue: UInt16(colour.blue) * 257,
      flags: CChar(DoRed | DoGreen | DoBlue), pad: 0)
    XStoreColor(pointer, colormap, &cell)
  }

  /// Allocates every free cell as writable, and makes it grey.
  fileprivate func takeAllCells() -> [UInt] {
    var cells: [UInt] = []
    var cell: UInt = 0
    while ignoringErrors({ XAllocColorCells(pointer, colormap, False, nil, 0, &cell, 1) }) != 0 {
      cells.append(cell)
      store(Colour(red: 128, green: 128, blue: 128), in: cell)
    }
    return cells
  }
}
