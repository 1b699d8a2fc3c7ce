/// Messages on plates of their own. They lie at the lower edge, or beside the subject, over what is least important
/// there, and never cover the subject or the time of day.
struct CardComposer {
  let scale: TypeScale
  let area: Rect
  /// The subject and the time of day.
  let kept: Rect
  /// The upper edge of the controls; `nil` without any.
  let ceiling: Double?

  /// In steps of the scale: the space within a plate at its sides, and above and below.
  private static let padding = (beside: 1.2, above: 0.9)
  /// The least digit height, as a share of the area's shorter side.
  private static let least = 0.022

  private struct Room {
    let rect: Rect
    /// Beside the subject.
    let isBeside: Bool
  }

  /// Lines beside the subject have this width at least, in digit heights.
  private static let leastBeside = 13.0

  struct Placed {
    var cards: [Layout.Card] = []
    /// The strip of the wall that they lie on.
    var covered: Rect?
    /// True if an ellipsis stands for the end of the text.
    var isCut = false
  }

  /// From the top down: the notice first. A message that has no room beside another one is left out, and one that has
  /// none at all is cut.
  func cards(notice: [String]?, info: [String]?) -> Placed {
    let texts = [(notice, true), (info, false)].compactMap { text, isNotice in text.map { ($0, isNotice) } }
    guard !texts.isEmpty else { return Placed() }
    let rooms = rooms
    for height in heights {
      for room in rooms {
        if let cards = cards(texts, height, in: room) { return placed(cards, in: room) }
      }
    }
    return texts.count > 1 ? cards(notice: notice, info: nil) : cut(texts[0])
  }

  private func placed(_ cards: [Layout.Card], in room: Room) -> Placed {
    guard let first = cards.first, let last = cards.last else { return Placed() }
    let strip = Rect(x: room.rect.x, y: first.box.y, width: room.rect.width, height: last.box.maxY - first.box.y)
    return Placed(cards: cards, covered: strip.inset(by: -scale.step))
  }

  /// As many lines as fit, at the smallest size; the last one ends in an ellipsis.
  private func cut(_ text: ([String], Bool)) -> Placed {
    guard let height = heights.last else { return Placed() }
    for room in rooms.sorted(by: { $0.rect.width * $0.rect.height > $1.rect.width * $1.rect.height }) {
      let width = room.rect.width - 2 * Self.padding.beside * height
      var lines = text.0.flatMap { Line.wrapped($0, at: max(1, width / height - 1)) }
      while lines.count > 1 {
        lines.removeLast()
        let shown = lines.dropLast() + [(lines.last ?? "") + "…"]
        if let cards = cards([(Array(shown), text.1)], height, in: room) {
          var placed = placed(cards, in: room)
          placed.isCut = true
          return placed
        }
      }
    }
    return Placed()
  }

  /// The second size, then the third, then smaller ones.
  private var heights: [Double] {
    let short = min(area.width, area.height)
    let least = max(0.8 * TypeScale.least(in: short), Self.least * short)
    var heights = [scale.second, scale.third]
    while let last = heights.last, last > least { heights.append(max(least, 0.93 * last)) }
    return heights.filter { $0 >= least }
  }

  /// Below the subject and at its right; above the controls first.
  private var rooms: [Room] {
    let gap = 2 * scale.step
    func below(_ floor: Double) -> Room {
      let rect = Rect(x: area.x, y: kept.maxY + gap, width: area.width, height: floor - kept.maxY - gap)
      return Room(rect: rect, isBeside: false)
    }
    let x = kept.maxX + 2 * gap
    let right = Rect(x: x, y: area.y, width: area.maxX - x, height: area.height)
    let clear = ceiling.map { below(min(area.maxY, $0 - gap)) }
    return [clear, below(area.maxY), Room(rect: right, isBeside: true)].compactMap(\.self).filter {
      $0.rect.height > 0 && $0.rect.width > 0
    }
  }

  private func cards(_ texts: [([String], Bool)], _ height: Double, in place: Room) -> [Layout.Card]? {
    let (beside, above) = (Self.padding.beside * height, Self.padding.above * height)
    let (room, isBeside) = (place.rect, place.isBeside)
    let width = room.width - 2 * beside
    guard width > (isBeside ? Self.leastBeside : 1) * height else { return nil }
    var blocks: [Block] = []
    for (text, _) in texts {
      // Only at the smallest size a long word is broken.
      let mayBreak = height <= (heights.last ?? 0)
      guard mayBreak || text.allSatisfy({ Line.widestPiece(of: $0) * height <= width }) else { return nil }
      var block = Block()
      for line in text.flatMap({ Line.wrapped($0, at: width / height) }) {
        block.add(
          Block.Row(part: .words(line), template: line), height: height, gap: height, room: width,
          alignment: isBeside ? .left : .centre)
      }
      blocks.append(block)
    }
    let gap = 0.6 * height
    let whole = blocks.reduce(-gap) { $0 + gap + $1.height + 2 * above }
    guard whole <= room.height else { return nil }
    var y = isBeside ? max(room.y, min(room.maxY - whole, kept.midY - whole / 2)) : room.maxY - whole
    return zip(blocks, texts).map { block, text in
      defer { y += block.height + 2 * above + gap }
      let plate = isBeside ? room.width : min(room.width, 1.06 * block.width + 2 * beside)
      let box = Rect(x: room.midX - plate / 2, y: y, width: plate, height: block.height + 2 * above)
      let slots = block.placed(at: Point(x: room.midX - width / 2, y: y + above))
      return Layout.Card(box: box, isNotice: text.1, slots: slots)
    }
  }
}

/// An urgent message: as large as it fits, on the wall inverted, with the time of day in the lower corner.
struct UrgentComposer {
  let contents: Layout.Contents
  let area: Rect
  /// The upper edge of the window.
  let top: Double

  /// Shares of the shorter side.
  private static let size = (most: 0.3, least: 0.022, time: 0.05)

  func composition(_ text: [String]) -> (composition: Layout.Composition, isWhole: Bool) {
    let short = min(area.width, area.height)
    let least = max(0.8 * TypeScale.least(in: short), Self.size.least * short)
    var height = Self.size.most * short
    while height > least {
      if let found = composition(text, height) { return (found, true) }
      height = max(least, 0.95 * height)
    }
    // Only at the smallest size a long word is broken.
    let lines = text.flatMap { Line.wrapped($0, at: area.width / least) }
    return placed(lines, least).map { ($0, true) } ?? (cut(lines, least), false)
  }

  private func composition(_ text: [String], _ height: Double) -> Layout.Composition? {
    guard text.allSatisfy({ Line.widestPiece(of: $0) * height <= area.width }) else { return nil }
    return placed(text.flatMap { Line.wrapped($0, at: area.width / height) }, height)
  }

  private func placed(_ lines: [String], _ height: Double) -> Layout.Composition? {
    let short = min(area.width, area.height)
    let scale = TypeScale(first: height, least: (Self.size.time * short, 0))
    var block = Block()
    for line in lines {
      let row = Block.Row(part: .words(line), template: line)
      block.add(row, height: height, gap: 0.8 * height, room: area.width, alignment: .centre)
    }
    let labels = contents.labels
    let foot = labels.time ? scale.second + 0.6 * height : 0
    let room = area.height - foot
    // Accents rise above the digits' height.
    let head = max(0, Line.reach.above * height - (area.y - top))
    guard head + block.height <= room else { return nil }
    let top = max(area.y + head, min(area.midY - block.height / 2, area.y + room - block.height))
    var composition = Layout.Composition(scale: scale, kept: area)
    composition.slots = block.placed(at: Point(x: area.x, y: top))
    if labels.time {
      var time = Block()
      time.add(
        Block.Row(part: .time, template: labels.widestWholeTime), height: scale.second, gap: 0, room: area.width,
        alignment: .right)
      composition.slots += time.placed(at: Point(x: area.x, y: area.maxY - scale.second))
    }
    return composition
  }

  /// As many lines as fit, at the least size; the last one ends in an ellipsis.
  private func cut(_ text: [String], _ least: Double) -> Layout.Composition {
    var lines = text
    while lines.count > 1 {
      lines.removeLast()
      if let last = lines.last, let found = placed(lines.dropLast() + [last + "…"], least) { return found }
    }
    return placed(lines, least) ?? Layout.Composition(scale: TypeScale(first: least), kept: area)
  }
}
