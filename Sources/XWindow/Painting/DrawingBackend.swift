internal import CX11
internal import ColourClock

/// Draws text and shapes on a canvas, with the RENDER extension or the core protocol.
///
/// Glyph images are kept on the server and sent once. A line of text is then a few bytes.
protocol DrawingBackend: AnyObject {
  /// The largest size of glyphs that the server accepts, in pixels to the em.
  var largestFontSize: Int { get }
  /// The glyphs of a run that the server lacks.
  func missing(_ run: TextLayout.Run, of size: FontSize) -> [GlyphName]
  /// True if the server has all figures of a size.
  func hasFigures(_ figures: Text.Figures, of size: FontSize) -> Bool
  func add(_ image: GlyphImage, as name: GlyphName, advance: Int, to size: FontSize)
  func draw(_ run: TextLayout.Run, of size: FontSize, baseline: Int, with paint: Paint, on canvas: Canvas)
  func hasPicture(_ name: PictureName) -> Bool
  func add(_ picture: ColourImage, as name: PictureName)
  /// - Parameters:
  ///   - y: the baseline.
  ///   - paint: the ink of the surrounding text.
  func draw(_ name: PictureName, x: Int, y: Int, with paint: Paint, on canvas: Canvas)
  /// Fills a triangle strip.
  func fill(_ strip: [Point], with paint: Paint, on canvas: Canvas)
  func fill(_ box: PixelRect, with paint: Paint, on canvas: Canvas)
  /// Blends another canvas over the same place of this one.
  func composite(_ other: Canvas, over box: PixelRect, opacity: UInt8, on canvas: Canvas)
  /// Call this after composing a frame. It frees superfluous glyphs.
  func endFrame()
  /// Creates what drawing glyphs in other colours needs on the server. Returns false if it would still create more.
  func prepareColours() -> Bool
  /// Makes the next drawing set its colours on the server again.
  func invalidateColours()
}

/// A colour to draw with.
struct Paint {
  let colour: Colour
  /// 1…255.
  let opacity: UInt8
  /// The colour beneath, for servers that cannot blend.
  let beneath: Colour

  /// A share (0…1) of the paint over what lies beneath.
  func mixed(_ share: Double = 1) -> Colour { beneath.blended(with: colour, share: share * Double(opacity) / 255) }
}

/// Records the glyphs on the server by font size, and evicts some.
struct GlyphCache<Handle> {
  /// The glyphs of one size.
  private struct Entry {
    let size: FontSize
    var handle: Handle
    var names = NameSet()
    var lastUse: Int
  }

  /// An array: at rest it has few entries, and searching it is faster than a dictionary.
  private var entries: [Entry] = []
  private var frame = 0

  /// More sizes than a picture at rest has. A gallery in motion leaves further ones behind.
  private static var mostSizes: Int { 96 }
  /// More glyphs than a picture shows in one size: digits, and a feed in a script of thousands of characters.
  private static var mostGlyphs: Int { 512 }

  var handles: [Handle] { entries.map(\.handle) }

  func missing(_ run: TextLayout.Run, of size: FontSize) -> [GlyphName] {
    guard let index = index(of: size) else { return run.names }
    return entries[index].names.missing(of: run)
  }

  func hasFigures(_ figures: Text.Figures, of size: FontSize) -> Bool {
    index(of: size).map { entries[$0].names.hasFigures(figures) } ?? false
  }

  mutating func add(_ name: GlyphName, to size: FontSize, _ change: (inout Handle?) -> Void) {
    let index = index(of: size)
    var handle = index.map { entries[$0].handle }
    change(&handle)
    guard let handle else { return }
    if index == nil { entries.append(Entry(size: size, handle: handle, lastUse: frame)) }
    let own = index ?? entries.count - 1
    entries[own].handle = handle
    entries[own].names.insert(name.number)
  }

  /// The glyphs of a size; marks them as used in this frame.
  mutating func use(_ size: FontSize) -> Handle? {
    guard let index = index(of: size) else { return nil }
    entries[index].lastUse = frame
    return entries[index].handle
  }

  private func index(of size: FontSize) -> Int? { entries.firstIndex { $0.size == size } }

  /// Ends the frame. Evicts unused sizes if there are too many sizes, and each size with too many glyphs, as ever new
  /// texts cause. The next frame starts them anew.
  /// - Returns: the evicted handles, to be freed.
  mutating func endFrame() -> [Handle] {
    defer { frame += 1 }
    let isFull = entries.count > Self.mostSizes
    let mayGo = { (entry: Entry) in
      isFull && entry.lastUse < frame || entry.names.count > Self.mostGlyphs
    }
    guard entries.contains(where: mayGo) else { return [] }
    let old = entries.filter(mayGo).map(\.handle)
    entries.removeAll(where: mayGo)
    return old
  }
}

/// The coloured pictures on the server, with least-recently-used eviction. A drawn picture is on the canvas, so its
/// source may be freed.
struct PictureCache<Handle> {
  private struct Entry {
    let handle: Handle
    let bytes: Int
    var lastUse: Int
  }

  private var entries: [PictureName: Entry] = [:]
  private var bytes = 0
  private var uses = 0

  /// Some forty pictures of 300 pixels to the em.
  private static var mostBytes: Int { 1 << 24 }
  /// More than a feed full of emoji shows in one size. Each picture is a resource of the server.
  private static var mostPictures: Int { 256 }

  /// A closure, since a key path into a generic type would be created at run time.
  var handles: [Handle] { entries.values.map { $0.handle } }

  func contains(_ name: PictureName) -> Bool { entries[name] != nil }

  mutating func use(_ name: PictureName) -> Handle? {
    uses += 1
    entries[name]?.lastUse = uses
    return entries[name]?.handle
  }

  /// - Returns: the evicted handles, to be freed.
  mutating func add(_ name: PictureName, _ handle: Handle, bytes size: Int) -> [Handle] {
    var evicted: [Handle] = []
    while bytes + size > Self.mostBytes || entries.count >= Self.mostPictures,
      let oldest = entries.min(by: { $0.value.lastUse < $1.value.lastUse })
    {
      entries[oldest.key] = nil
      bytes -= oldest.value.bytes
      evicted.append(oldest.value.handle)
    }
    uses += 1
    entries[name] = Entry(handle: handle, bytes: size, lastUse: uses)
    bytes += size
    return evicted
  }
}

/// A set of glyph names by number. A bit mask makes the first 128 characters fast.
struct NameSet {
  private var low: (UInt64, UInt64) = (0, 0)
  private var others: Set<UInt32> = []

  var count: Int { low.0.nonzeroBitCount + low.1.nonzeroBitCount + others.count }

  @inline(__always)
  private func contains(_ number: UInt32) -> Bool {
    switch number {
    case 0..<64: low.0 & 1 << UInt64(number) != 0
    case 64..<128: low.1 & 1 << UInt64(number - 64) != 0
    default: others.contains(number)
    }
  }

  /// The glyphs of a run that are not in the set.
  func missing(of run: TextLayout.Run) -> [GlyphName] {
    var missing: [GlyphName] = []
    if let shaped = run.shaped {
      for glyph in shaped.glyphs where !contains(glyph.name.number) { missing.append(glyph.name) }
    } else {
      for character in run.string.unicodeScalars where !contains(character.value) {
        missing.append(.character(character))
      }
    }
    return missing
  }

  func hasFigures(_ figures: Text.Figures) -> Bool {
    let wanted: NameSet =
      switch figures {
      case .decimal: .decimal
      case .hexadecimal: .hexadecimal
      case .clock: .clock
      }
    return low.0 & wanted.low.0 == wanted.low.0 && low.1 & wanted.low.1 == wanted.low.1
  }

  private static let decimal = NameSet(Typeface.figures(.decimal))
  private static let hexadecimal = NameSet(Typeface.figures(.hexadecimal))
  private static let clock = NameSet(Typeface.figures(.clock))

  init(_ characters: String = "") {
    for scalar in characters.unicodeScalars { insert(scalar.value) }
  }

  mutating func insert(_ number: UInt32) {
    switch number {
    case 0..<64: low.0 |= 1 << UInt64(number)
    case 64..<128: low.1 |= 1 << UInt64(number - 64)
    default: others.insert(number)
    }
  }
}
