internal import CX11
internal import ColourClock

protocol Palette: AnyObject {
  /// True for a colour table, whose few cells all clients share.
  var isTable: Bool { get }
  /// The pixel of the colour, or else of the nearest colour that can be shown.
  func pixel(for colour: Colour) -> UInt
  /// Frees all cells except those for `colours` and `seen`. The colours of `seen` are still on the screen.
  /// - Returns: true if each colour has its own pixel.
  func reserve(_ colours: [Colour], beside seen: [Colour]) -> Bool
  /// Each painter needs its own cells of a colour table.
  func copyForPainter() -> any Palette
}

final class MaskPalette: Palette {
  private let red: UInt
  private let green: UInt
  private let blue: UInt
  /// These bits are always set, because compositors take them for alpha at depth 32.
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

  private func spread(_ value: UInt8, over mask: UInt) -> UInt {
    let greatest = mask >> UInt(mask.trailingZeroBitCount)
    return ((UInt(value) * greatest * 2 + 255) / 510) << UInt(mask.trailingZeroBitCount)
  }
}

/// A picture's first colours get exact cells, others the nearest of 64 fixed colours. If the table is full, a colour
/// gets its nearest cell.
final class CellPalette: Palette {
  private let display: OpaquePointer
  private let colormap: Colormap
  private let size: Int
  private var cells: [Colour: UInt] = [:]
  private var exact: Set<Colour> = []
  /// These cells are valid for one picture only: other clients may own and change them.
  private var nearest: [Colour: UInt] = [:]
  /// 256 cells have room for 64 fixed colours, and the exact colours of two pictures.
  private static let maxExact = 80

  init(display: OpaquePointer, colormap: Colormap, size: Int) {
    (self.display, self.colormap, self.size) = (display, colormap, size)
  }

  deinit { free(Array(cells.values)) }

  var isTable: Bool { true }
  func copyForPainter() -> any Palette { CellPalette(display: display, colormap: colormap, size: size) }

  func pixel(for colour: Colour) -> UInt {
    let wanted = exact.contains(colour) ? colour : colour.coarse
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

  /// Waits for a reply.
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
  /// Channels are 0, 85, 170 or 255.
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
