internal import CX11
internal import ColourClock

/// Draws text and shapes on a canvas: by the RENDER extension, or by the core protocol where there is none.
///
/// Glyph images live on the server, each sent once; a line of text is then a few bytes.
protocol DrawingBackend: AnyObject {
  /// The largest font size whose glyphs the server takes, in pixels to the em.
  var largestFontSize: Int { get }
  /// Those of the glyphs that the server does not have yet.
  func missing(_ run: TextLayout.Run, of size: FontSize) -> [GlyphName]
  /// Whether it has all figures of a size.
  func hasFigures(_ figures: Text.Figures, of size: FontSize) -> Bool
  func add(_ image: GlyphImage, as name: GlyphName, advance: Int, to size: FontSize)
  func draw(_ run: TextLayout.Run, of size: FontSize, baseline: Int, with paint: Paint, on canvas: Canvas)
  func hasPicture(_ name: PictureName) -> Bool
  func add(_ picture: ColourImage, as name: PictureName)
  /// - Parameters:
  ///   - y: of the baseline.
  ///   - paint: of the ink around it.
  func draw(_ name: PictureName, x: Int, y: Int, with paint: Paint, on canvas: Canvas)
  /// Fills a triangle strip.
  func fill(_ strip: [Point], with paint: Paint, on canvas: Canvas)
  func fill(_ box: PixelRect, with paint: Paint, on canvas: Canvas)
  /// Blends the pixels of another canvas over the same place of this one.
  func composite(_ other: Canvas, over box: PixelRect, opacity: UInt8, on canvas: Canvas)
  /// To be called once a frame is composed: glyphs that are too many are given back.
  func endFrame()
  /// Makes all that drawing glyphs in other colours would make on the server: whether it then makes nothing more.
  func prepareColours() -> Bool
  /// Forgets which colours are on the server.
  func forgetColours()
}

/// A colour to draw with.
struct Paint {
  let colour: Colour
  /// 1…255.
  let opacity: UInt8
  /// The colour beneath, for servers that cannot blend.
  let beneath: Colour

  /// What can be seen of a share (0…1) of it.
  func mixed(_ share: Double = 1) -> Colour { beneath.blended(with: colour, share: share * Double(opacity) / 255) }
}

/// The glyphs that are on the server, by font size, and which of them may go.
struct GlyphCache<Handle> {
  /// Those of one size.
  private struct Entry {
    let size: FontSize
    var handle: Handle
    var names = NameSet()
    var lastUse: Int
  }

  /// Few at rest, so that looking through them is faster than a dictionary.
  private var entries: [Entry] = []
  private var frame = 0

  /// More font sizes than any picture at rest has: what a gallery in motion leaves behind is given back.
  private static var mostSizes: Int { 96 }
  /// More glyphs than a picture shows of one size: digits, and a feed's lines in a script of thousands.
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

  /// The glyphs of a size, which the present frame needs.
  mutating func use(_ size: FontSize) -> Handle? {
    guard let index = index(of: size) else { return nil }
    entries[index].lastUse = frame
    return entries[index].handle
  }

  private func index(of size: FontSize) -> Int? { entries.firstIndex { $0.size == size } }

  /// Ends the frame, and takes out what may go: of too many sizes those that it did not use, and sizes of too many
  /// glyphs, which ever new texts lead to. They begin anew with what the next frame needs.
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

/// The coloured pictures that are on the server. Those that were drawn longest ago are given back when others need
/// their room: what was drawn with them is on the canvas.
struct PictureCache<Handle> {
  private struct Entry {
    let handle: Handle
    let bytes: Int
    var lastUse: Int
  }

  private var entries: [PictureName: Entry] = [:]
  private var bytes = 0
  private var uses = 0

  /// Some forty of 300 pixels to the em.
  private static var mostBytes: Int { 1 << 24 }

  /// A closure, as a key path into a generic type is made by the runtime.
  var handles: [Handle] { entries.values.map { $0.handle } }

  func contains(_ name: PictureName) -> Bool { entries[name] != nil }

  mutating func use(_ name: PictureName) -> Handle? {
    uses += 1
    entries[name]?.lastUse = uses
    return entries[name]?.handle
  }

  /// - Returns: those that have to go for it.
  mutating func add(_ name: PictureName, _ handle: Handle, bytes size: Int) -> [Handle] {
    var evicted: [Handle] = []
    while bytes + size > Self.mostBytes, let oldest = entries.min(by: { $0.value.lastUse < $1.value.lastUse }) {
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

/// A set of glyphs' names by their numbers, quick where it matters: for the first 128 characters.
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

  /// Those of the glyphs that are not in it.
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
