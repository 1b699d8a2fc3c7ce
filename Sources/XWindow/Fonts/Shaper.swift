internal import ColourClock

final class Shaper {
  private let library: ShapingLibrary
  private let buffer: ShapingLibrary.Handle
  private let fonts: FontSet
  /// `em` is one em of the text, in HarfBuzz's units.
  private var loaded: [FontSet.Choice: (handle: ShapingLibrary.Handle, em: Double)] = [:]

  private struct Item {
    /// The range counts Unicode scalars.
    var range: Range<Int>
    var characters = 1
    /// The embedding level (UAX 9).
    let level: Int8
    /// Characters without a font become boxes.
    let font: FontSet.Choice?
    var script: UInt32?
  }

  init?(_ fonts: FontSet) {
    guard let library = ShapingLibrary() else { return nil }
    (self.library, self.fonts, buffer) = (library, fonts, library.createBuffer())
  }

  deinit {
    library.destroyBuffer(buffer)
    loaded.values.forEach { library.destroyFont($0.handle) }
  }

  func shape(_ string: String, missing: FontMeasure) -> ShapedText {
    // `Text` has its own direction marks, but FriBidi needs Unicode's.
    let marked = string.unicodeScalars.filter { $0.isPrintable || Text.direction($0) != nil }
    let directed = marked.map { (Text.direction($0) ?? $0).value }
    let levels = zip(levels(of: directed), marked).filter { Text.direction($1) == nil }.map(\.0)
    let string = string.printable
    let text = string.unicodeScalars.map(\.value)
    let shaped = ShapedText()
    for item in Shaper.inVisualOrder(items(of: string, levels: levels)) {
      guard let font = item.font else {
        for _ in 0..<item.characters { shaped.appendMissing(missing) }
        continue
      }
      append(item, of: text, in: font, to: shaped, missing: missing)
    }
    return shaped
  }

  /// The kerning in ems; 0 beside digits, whose cells have one width.
  /// - Parameter characters: in visual order, without joined letters.
  func kerning(of characters: [Unicode.Scalar]) -> [Double] {
    let (face, text) = (fonts[0], characters.map(\.value))
    let glyphs = glyphs(of: text, 0..<text.count, .outlines(0), ShapingLibrary.direction.toRight, Shaper.unjoined)
    guard glyphs.count == characters.count else { return characters.map { _ in 0 } }
    return characters.indices.map { index in
      let (glyph, character) = (glyphs[index], characters[index])
      let next = index + 1 < characters.count ? characters[index + 1] : " "
      guard !character.isDigit, !next.isDigit, glyph.id != 0, glyph.id == face.glyph(of: character) else { return 0 }
      return glyph.ems[0] - face.measure(glyph.id).advance
    }
  }

  private static let unjoined = ShapingLibrary.off("liga", "clig", "calt")

  private func append(
    _ item: Item, of text: [UInt32], in choice: FontSet.Choice, to shaped: ShapedText, missing: FontMeasure
  ) {
    let direction = ShapingLibrary.direction
    for glyph in glyphs(of: text, item.range, choice, item.level & 1 == 0 ? direction.toRight : direction.toLeft) {
      if glyph.id == 0 { shaped.appendMissing(missing) } else { shaped.append(glyph.id, of: choice, glyph.ems) }
    }
  }

  private func glyphs(
    of text: [UInt32], _ range: Range<Int>, _ choice: FontSet.Choice, _ direction: UInt32, _ features: [UInt32] = []
  ) -> [(id: UInt32, ems: [Double])] {
    let font = font(choice)
    library.clear(buffer)
    // HarfBuzz gets the whole text, because letters outside the range decide how the range's ends join.
    library.add(buffer, text, Int32(text.count), UInt32(range.lowerBound), Int32(range.count))
    library.setDirection(buffer, direction)
    library.guessScript(buffer)
    library.shape(font.handle, buffer, features, UInt32(features.count / ShapingLibrary.featureLength))
    var count: UInt32 = 0
    guard let infos = library.glyphInfos(buffer, &count), let positions = library.glyphPositions(buffer, &count) else {
      return []
    }
    return stride(from: 0, to: Int(count) * ShapingLibrary.stride, by: ShapingLibrary.stride).map { start in
      let ems = (0..<4).map { Double(positions.load(fromByteOffset: start + 4 * $0, as: Int32.self)) / font.em }
      return (infos.load(fromByteOffset: start, as: UInt32.self), ems)
    }
  }

  private func font(_ choice: FontSet.Choice) -> (handle: ShapingLibrary.Handle, em: Double) {
    if let known = loaded[choice] { return known }
    let (file, scale) =
      switch choice {
      case .outlines(let index): (fonts[index].file, 1.0)
      case .colourGlyphs(let index): (fonts.colourGlyphFont(index).file, fonts.colourGlyphFont(index).scale)
      }
    let blob = library.createBlob(file.path)
    let face = library.createFace(blob, UInt32(file.index & 0xffff))
    defer {
      library.destroyFace(face)
      library.destroyBlob(blob)
    }
    let font = (handle: library.createFont(face), em: Double(max(1, library.unitsPerEm(face))) / scale)
    // FreeType counts named instances from 1, HarfBuzz from 0.
    if file.index >> 16 > 0 { library.setInstance(font.handle, UInt32(file.index >> 16 - 1)) }
    loaded[choice] = font
    return font
  }
}

extension Shaper {
  /// Isolates codes such as `#1a2b` and `°C` (LRI and PDI, UAX 9), so that the sign stays at the left.
  private func levels(of text: [UInt32]) -> [Int8] {
    guard text.contains(where: Shaper.startsCode) else { return library.levels(of: text) }
    var (marked, isOwn, isInCode) = ([UInt32](), [Bool](), false)
    func add(_ scalar: UInt32, own: Bool) {
      marked.append(scalar)
      isOwn.append(own)
    }
    for (index, scalar) in text.enumerated() {
      let isDigit = Unicode.Scalar(scalar).map { Character($0).isHexDigit && $0.isASCII } ?? false
      if isInCode, !isDigit { add(0x2069, own: false) }
      let startsCode = Shaper.startsCode(scalar) && index + 1 < text.count
      if startsCode { add(0x2066, own: false) }
      isInCode = startsCode || isInCode && isDigit
      add(scalar, own: true)
    }
    return zip(library.levels(of: marked), isOwn).filter(\.1).map(\.0)
  }

  private static func startsCode(_ scalar: UInt32) -> Bool { scalar == 0x23 || scalar == 0xb0 }

  private func items(of string: String, levels: [Int8]) -> [Item] {
    var (items, start): ([Item], Int) = ([], 0)
    for (cluster, font) in string.lazy.flatMap({ self.fonts.parts(of: Array($0.unicodeScalars)) }) {
      let (range, script) = (start..<start + cluster.count, script(of: cluster))
      let font = cluster == [" "] ? fontOfBlank(after: items.last) ?? font : font
      start = range.upperBound
      if var last = items.last, last.font == font, last.level == levels[range.lowerBound],
        script == nil || last.script == nil || last.script == script
      {
        last.range = last.range.lowerBound..<start
        last.characters += 1
        last.script = last.script ?? script
        items[items.count - 1] = last
      } else {
        items.append(Item(range: range, level: levels[range.lowerBound], font: font, script: script))
      }
    }
    return items
  }

  private func fontOfBlank(after last: Item?) -> FontSet.Choice? {
    if case .outlines(let font) = last?.font, fonts.has(font, [" "]) { .outlines(font) } else { nil }
  }

  private func script(of cluster: [Unicode.Scalar]) -> UInt32? {
    // HB_SCRIPT_COMMON, _INHERITED and _UNKNOWN.
    let shared: [UInt32] = [0x5a79_7979, 0x5a69_6e68, 0x5a7a_7a7a]
    return cluster.lazy.map { [library] in library.script(library.unicode(), $0.value) }.first { !shared.contains($0) }
  }

  /// Reverses runs, the highest level first (UAX 9, rule L2).
  private static func inVisualOrder(_ items: [Item]) -> [Item] {
    var items = items
    for level in stride(from: items.map(\.level).max() ?? 0, to: 0, by: -1) {
      var start = 0
      while let first = items[start...].firstIndex(where: { $0.level >= level }) {
        let end = items[first...].firstIndex { $0.level < level } ?? items.count
        items[first..<end].reverse()
        start = end
      }
    }
    return items
  }
}

extension String {
  /// True for digits, punctuation, and Latin, Greek and Cyrillic without combining marks.
  var isPlain: Bool { utf8.allSatisfy { 0x20..<0x7f ~= $0 } || unicodeScalars.allSatisfy(\.isPlain) }
}

extension Unicode.Scalar {
  fileprivate var isPlain: Bool {
    switch value {
    case 0xad: false
    case 0x20..<0x7f, 0xa0..<0x300, 0x370..<0x483, 0x48a..<0x530, 0x2010..<0x2028, 0x2030..<0x205f, 0x20a0..<0x20d0,
      0x2100..<0x2300:
      true
    default: false
    }
  }
}
