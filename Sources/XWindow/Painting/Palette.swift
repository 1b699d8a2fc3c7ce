internal import CX11
internal import ColourClock

/// Turns colours into the pixel values of a visual.
protocol Palette: AnyObject {
  func pixel(for colour: Colour) -> UInt
  /// Told once a frame is composed: what it used is needed as long as it can be seen. `isWhole` if it was painted anew in
  /// all its parts, so that nothing else is.
  func endFrame(isWhole: Bool)
  /// One for other frames than those that this one is told of.
  func another() -> any Palette
}

/// The pixel values of a TrueColor visual, which its masks spell out: any depth, any order of channels.
final class MaskPalette: Palette {
  private let red: UInt
  private let green: UInt
  private let blue: UInt
  /// Bits that belong to no channel: opacity where the visual has such (depth 32), and a compositor may look at them.
  private let opaque: UInt

  init(red: UInt, green: UInt, blue: UInt, depth: Int) {
    (self.red, self.green, self.blue) = (red, green, blue)
    opaque = ((1 << UInt(depth)) - 1) & ~(red | green | blue)
  }

  func pixel(for colour: Colour) -> UInt {
    opaque | spread(colour.red, over: red) | spread(colour.green, over: green) | spread(colour.blue, over: blue)
  }

  func endFrame(isWhole: Bool) {}
  func another() -> any Palette { self }

  /// The nearest value of the mask's bits, half of them rounded up.
  private func spread(_ value: UInt8, over mask: UInt) -> UInt {
    let greatest = mask >> UInt(mask.trailingZeroBitCount)
    return ((UInt(value) * greatest * 2 + 255) / 510) << UInt(mask.trailingZeroBitCount)
  }
}

/// The pixel values of a visual with a colour table, such as the 256 of PseudoColor: shared cells, taken when a frame
/// needs them and given back when it is gone, or the nearest colour when none is left. The server counts who shares them.
final class CellPalette: Palette {
  private let display: OpaquePointer
  private let colormap: Colormap
  private let size: Int
  /// Cells by colour, with the number of frames since each was used.
  private var cells: [Colour: (pixel: UInt, age: Int)] = [:]
  /// Cells of others, who may change them.
  private var nearest: [Colour: UInt] = [:]
  /// Half the usual table: what is seen has fewer colours, and others need some.
  private static let most = 128

  init(display: OpaquePointer, colormap: Colormap, size: Int) {
    (self.display, self.colormap, self.size) = (display, colormap, size)
  }

  deinit {
    var pixels = cells.values.map(\.pixel)
    if !pixels.isEmpty { XFreeColors(display, colormap, &pixels, Int32(pixels.count), 0) }
  }

  func pixel(for colour: Colour) -> UInt {
    if let cell = cells[colour] ?? allocate(colour) {
      cells[colour] = (cell.pixel, 0)
      return cell.pixel
    }
    return nearest[colour] ?? search(colour)
  }

  func another() -> any Palette { CellPalette(display: display, colormap: colormap, size: size) }

  /// Gives back the cells that neither this frame nor the one before it used: two are alive, one seen and one ahead. A
  /// frame painted in parts may show more than it used, so that it counts only once there are too many.
  func endFrame(isWhole: Bool) {
    if nearest.count > CellPalette.most { nearest = [:] }
    guard isWhole || cells.count > CellPalette.most else { return }
    cells = cells.mapValues { ($0.pixel, $0.age + 1) }
    var old = cells.values.filter { $0.age > 2 }.map(\.pixel)
    guard !old.isEmpty else { return }
    XFreeColors(display, colormap, &old, Int32(old.count), 0)
    cells = cells.filter { $0.value.age <= 2 }
    nearest = [:]
  }

  private func allocate(_ colour: Colour) -> (pixel: UInt, age: Int)? {
    var wanted = XColor()
    (wanted.red, wanted.green, wanted.blue) =
      (UInt16(colour.red) * 257, UInt16(colour.green) * 257, UInt16(colour.blue) * 257)
    return XAllocColor(display, colormap, &wanted) != 0 ? (wanted.pixel, 0) : nil
  }

  private func search(_ colour: Colour) -> UInt {
    var table = (0..<size).map { XColor(pixel: UInt($0), red: 0, green: 0, blue: 0, flags: 0, pad: 0) }
    XQueryColors(display, colormap, &table, Int32(size))
    let wanted = OKLab(colour)
    let best = table.min { wanted.distance(to: $0.seen) < wanted.distance(to: $1.seen) }
    nearest[colour] = best?.pixel ?? 0
    return nearest[colour] ?? 0
  }
}

extension XColor {
  fileprivate var seen: OKLab {
    OKLab(Colour(red: UInt8(red >> 8), green: UInt8(green >> 8), blue: UInt8(blue >> 8)))
  }
}
