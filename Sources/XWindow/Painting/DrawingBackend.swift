internal import CX11
internal import ColourClock

protocol DrawingBackend: AnyObject {
  /// The size in pixels per em.
  var largestFontSize: Int { get }
  func missing(_ run: TextLayout.Run, of size: FontSize) -> [GlyphName]
  func hasFigures(_ figures: Text.Figures, of size: FontSize) -> Bool
  func add(_ image: GlyphImage, as name: GlyphName, advance: Int, to size: FontSize)
  func draw(_ run: TextLayout.Run, of size: FontSize, baseline: Int, with paint: Paint, on canvas: Canvas)
  func hasColourGlyph(_ name: ColourGlyphName) -> Bool
  func add(_ image: ColourImage, as name: ColourGlyphName)
  /// `y` is the baseline, `paint` the text's ink.
  func draw(_ name: ColourGlyphName, x: Int, y: Int, with paint: Paint, on canvas: Canvas)
  func fill(_ strip: [Point], with paint: Paint, on canvas: Canvas)
  func fill(_ box: PixelRect, with paint: Paint, on canvas: Canvas)
  func composite(_ other: Canvas, over box: PixelRect, opacity: UInt8, on canvas: Canvas)
  func endFrame()
  /// Creates all colours before a recording. Returns false if this backend cannot be recorded.
  func prepareColours() -> Bool
  /// Call when the server's colours may differ from the remembered ones.
  func invalidateColours()
}

struct Paint {
  let colour: Colour
  /// The range is 1…255; 255 is opaque.
  let opacity: UInt8
  /// The colour below, for backends that cannot blend.
  let beneath: Colour

  func mixed(_ share: Double = 1) -> Colour { beneath.blended(with: colour, share: share * Double(opacity) / 255) }
}

/// `Handle` is the server's resource for the glyphs of one size.
struct GlyphCache<Handle> {
  private struct Entry {
    let size: FontSize
    var handle: Handle
    var names = NameSet()
    var lastUse: Int
  }

  private var entries: [Entry] = []
  private var frame = 0

  /// Beyond this number, unused sizes are evicted.
  private static var maxSizes: Int { 96 }
  /// A size with more glyphs is evicted.
  private static var maxGlyphs: Int { 512 }

  var handles: [Handle] { entries.map(\.handle) }

  func missing(_ run: TextLayout.Run, of size: FontSize) -> [GlyphName] {
    guard let index = index(of: size) else { return run.names }
    return entries[index].names.missing(of: run)
  }

  func hasFigures(_ figures: Text.Figures, of size: FontSize) -> Bool {
    index(of: size).map { entries[$0].names.hasFigures(figures) } ?? false
  }

  /// - Parameter change: adds the glyph; the handle is `nil` before the first one.
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

  mutating func use(_ size: FontSize) -> Handle? {
    guard let index = index(of: size) else { return nil }
    entries[index].lastUse = frame
    return entries[index].handle
  }

  private func index(of size: FontSize) -> Int? { entries.firstIndex { $0.size == size } }

  /// - Returns: evicted handles, to be freed.
  mutating func endFrame() -> [Handle] {
    defer { frame += 1 }
    let hasTooManySizes = entries.count > Self.maxSizes
    let isEvicted = { (entry: Entry) in
      hasTooManySizes && entry.lastUse < frame || entry.names.count > Self.maxGlyphs
    }
    guard entries.contains(where: isEvicted) else { return [] }
    let old = entries.filter(isEvicted).map(\.handle)
    entries.removeAll(where: isEvicted)
    return old
  }
}

struct ColourGlyphCache<Handle> {
  private struct Entry {
    let handle: Handle
    let bytes: Int
    var lastUse: Int
  }

  private var entries: [ColourGlyphName: Entry] = [:]
  private var bytes = 0
  private var uses = 0

  private static var maxBytes: Int { 1 << 24 }
  private static var maxGlyphs: Int { 256 }

  var handles: [Handle] { entries.values.map { $0.handle } }

  func contains(_ name: ColourGlyphName) -> Bool { entries[name] != nil }

  mutating func use(_ name: ColourGlyphName) -> Handle? {
    uses += 1
    entries[name]?.lastUse = uses
    return entries[name]?.handle
  }

  /// - Returns: evicted handles, to be freed.
  mutating func add(_ name: ColourGlyphName, _ handle: Handle, bytes size: Int) -> [Handle] {
    var evicted: [Handle] = []
    while bytes + size > Self.maxBytes || entries.count >= Self.maxGlyphs,
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

/// A set of `GlyphName.number` values.
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
      case .clock, .countdown, .proportional: .clock
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
