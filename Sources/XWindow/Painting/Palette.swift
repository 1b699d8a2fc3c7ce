internal import CX11
internal import ColourClock

/// Maps colours to the pixel values of a visual.
protocol Palette: AnyObject {
  /// True for a colour table, whose few cells are allocated.
  var isTable: Bool { get }
  /// The pixel value of a colour; the nearest one if the colour cannot be shown.
  func pixel(for colour: Colour) -> UInt
  /// Allocates the colours of the next picture in a colour table. Keeps the cells of `seen`, which are still on the
  /// screen, and frees the others.
  /// - Returns: true if each colour has its own pixel.
  func reserve(_ colours: [Colour], beside seen: [Colour]) -> Bool
  /// A palette for another painter: each painter needs its own cells of a colour table.
  func copyForPainter() -> any Palette
}

/// Pixel values of a TrueColor visual.
final class MaskPalette: Palette {
  private let red: UInt
  private let green: UInt
  private let blue: UInt
  /// The bits outside the channels. They are always set, because compositors take them for alpha at depth 32.
  private let opaque: UInt

  init(red: UInt, green: UInt, blue: UInt, depth: Int) {
    (self.red, self.green, self.blue) = (red, green, blue)
    opaque = ((1 << UInt(depth)) - 1) & ~(red | green | blue)
  }

  func pixel(for colour: Colour) -> UInt {
    opaque | spread(colour.red, over: red) | spread(colour.green, over: green) | spread(colour.blue, over: blue)
  }

  var isTable: Bool { false }
  func reserve(_ colours: [Colour], beside seen: [Colour]) -> Bool { true }
  func copyForPainter() -> any Palette { self }

  /// Scales a value of 0…255 to a channel with this mask, rounding half up.
  private func spread(_ value: UInt8, over mask: UInt) -> UInt {
    let greatest = mask >> UInt(mask.trailingZeroBitCount)
    return ((UInt(value) * greatest * 2 + 255) / 510) << UInt(mask.trailingZeroBitCount)
  }
}

/// Pixel values of a colour table. The first colours of a picture get exact cells. All other colours get the nearest of
/// 64 fixed colours. All X clients share the table. When it is full, a colour gets the nearest cell of the table.
final class CellPalette: Palette {
  private let display: OpaquePointer
  private let colormap: Colormap
  private let size: Int
  /// The cells that this palette has allocated.
  private var cells: [Colour: UInt] = [:]
  /// The colours of the present picture that get a cell of their own.
  private var exact: Set<Colour> = []
  /// The nearest cells of other clients. They may change their cells, so this is valid for one picture only.
  private var nearest: [Colour: UInt] = [:]
  /// The most colours of a picture that get a cell of their own. 256 cells have room for 64 fixed colours, and for the
  /// exact colours of two pictures: the new one and the one that is shown.
  private static let maxExact = 80

  init(display: OpaquePointer, colormap: Colormap, size: Int) {
    (self.display, self.colormap, self.size) = (display, colormap, size)
  }

  deinit { free(Array(cells.values)) }

  var isTable: Bool { true }
  func copyForPainter() -> any Palette { CellPalette(display: display, colormap: colormap, size: size) }

  func pixel(for colour: Colour) -> UInt {
    let wanted = exact.contains(colour) ? colour : colour.coarse
    // While the table is full, the server is asked once for each colour.
    return cells[wanted] ?? nearest[wanted] ?? allocate(wanted) ?? search(wanted)
  }

  func reserve(_ colours: [Colour], beside seen: [Colour]) -> Bool {
    exact = CellPalette.first(of: colours)
    let needed = exact.union(colours.map(\.coarse)).union(CellPalette.first(of: seen)).union(seen.map(\.coarse))
    let old = cells.filter { !needed.contains($0.key) }
    free(Array(old.values))
    old.keys.forEach { cells[$0] = nil }
    nearest = [:]
    return colours.allSatisfy { exact.contains($0) && (cells[$0] ?? allocate($0)) != nil }
  }

  private static func first(of colours: [Colour]) -> Set<Colour> {
    var first: Set<Colour> = []
    for colour in colours where first.count < maxExact { first.insert(colour) }
    return first
  }

  private func free(_ pixels: [UInt]) {
    var pixels = pixels
    if !pixels.isEmpty { XFreeColors(display, colormap, &pixels, Int32(pixels.count), 0) }
  }

  private func allocate(_ colour: Colour) -> UInt? {
    var wanted = XColor()
    (wanted.red, wanted.green, wanted.blue) =
      (UInt16(colour.red) * 257, UInt16(colour.green) * 257, UInt16(colour.blue) * 257)
    guard XAllocColor(display, colormap, &wanted) != 0 else { return nil }
    cells[colour] = wanted.pixel
    return wanted.pixel
  }

  /// The nearest cell in the whole table, by distance in OKLab. Waits for a reply of the server.
  private func search(_ colour: Colour) -> UInt {
    var table = (0..<size).map { XColor(pixel: UInt($0), red: 0, green: 0, blue: 0, flags: 0, pad: 0) }
    XQueryColors(display, colormap, &table, Int32(size))
    let wanted = OKLab(colour)
    let best = table.min { wanted.distance(to: $0.lab) < wanted.distance(to: $1.lab) }
    nearest[colour] = best?.pixel ?? 0
    return nearest[colour] ?? 0
  }
}

extension Colour {
  /// The nearest fixed colour: channels are 0, 85, 170 or 255.
  fileprivate var coarse: Colour {
    let step = { (value: UInt8) in UInt8((Int(value) + 42) / 85 * 85) }
    return Colour(red: step(red), green: step(green), blue: step(blue))
  }
}

extension XColor {
  fileprivate var lab: OKLab {
    OKLab(Colour(red: UInt8(red >> 8), green: UInt8(green >> 8), blue: UInt8(blue >> 8)))
  }
}
