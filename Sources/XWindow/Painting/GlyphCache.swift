/// What of the typeface is kept on the server, cut by cut, and what of it may go.
struct GlyphCache<Glyphs> {
  private var cuts: [FontSize: (glyphs: Glyphs, lastUse: Int)] = [:]
  private var frame = 0
  private let count: (Glyphs) -> Int

  /// More cuts than any picture at rest has: what a gallery in motion leaves behind is given back.
  private static var mostCuts: Int { 96 }
  /// More characters than a picture shows of one cut: digits, and a feed's lines in a script of thousands.
  private static var mostCharacters: Int { 512 }

  /// `count` says how many characters there are.
  init(counting count: @escaping (Glyphs) -> Int) { self.count = count }

  subscript(cut: FontSize) -> Glyphs? {
    get { cuts[cut]?.glyphs }
    set { cuts[cut] = newValue.map { ($0, cuts[cut]?.lastUse ?? frame) } }
  }

  var all: some Collection<Glyphs> { cuts.values.lazy.map(\.glyphs) }

  /// What the present frame needs, and marks as needed.
  mutating func use(_ cut: FontSize) -> Glyphs? {
    cuts[cut]?.lastUse = frame
    return cuts[cut]?.glyphs
  }

  /// Ends the frame, and takes out what may go now that nothing is needed for it any more: where there are too many cuts,
  /// those that it did not use, and those of too many characters, which ever new texts lead to. They begin anew with what
  /// the next frame needs.
  mutating func endFrame() -> [Glyphs] {
    let isFull = cuts.count > Self.mostCuts
    let old = cuts.filter { isFull && $0.value.lastUse < frame || count($0.value.glyphs) > Self.mostCharacters }
    old.keys.forEach { cuts[$0] = nil }
    frame += 1
    return old.values.map(\.glyphs)
  }
}
