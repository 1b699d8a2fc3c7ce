/// Places messages on plates (cards), at the lower edge or beside the subject. Cards may cover other parts, but never
/// the subject or the time of day.
struct CardComposer {
  let scale: TypeScale
  let area: Rect
  /// The rectangle around the subject and the time of day.
  let kept: Rect
  /// The upper edge of the controls; `nil` if messages need not avoid them.
  let controlsTop: Double?
  let isFlush: Bool
  /// True if the wall has only a ring. Messages beside the ring then cover nothing, and are as large as possible.
  let isAlone: Bool
  let hasRing: Bool
  /// The digit height of the largest text beside the subject, in pixels. Messages should not be smaller than this text.
  let text: Double

  /// The room between a text and the edges of its plate, in digit heights. `beside`: at the sides. `above`: above and
  /// below.
  private static let padding = (beside: 1.0, above: 0.9)
  /// Letters may be smaller, down to this factor, if the text then needs fewer lines. `wide` and `upright`: the form of
  /// the area.
  private static let fewerLines = (wide: 0.72, upright: 0.95)
  /// Letters may be smaller, down to this factor, if the cards are then as wide as the digits above them.
  private static let asWide = 0.7
  /// The same, if each message then has one line. A card of two large lines would rival the digits.
  private static let inOneLine = 0.58
  /// A digit height, as a share of the shorter side. If digits of at least this height fit above the controls, they go
  /// there, even if larger digits would fit elsewhere.
  static let leastClear = 0.04
  /// Without a ring, text where the controls appear must be larger by this factor than text above them.
  private static let underBarGain = 1.25
  /// Digit heights, as shares of the area's shorter side. `least`: the smallest. `good`: easy to read.
  static let (least, good) = (0.022, 0.05)
  /// The digit height that is enough beside a ring, as a share of the shorter side. The font size is then 1/16 of that
  /// side.
  private static let besideRing = 0.044
  /// The first digit height to try on an upright wall, as a share of the shorter side.
  private static let upright = 0.065
  /// The first digit height to try beside a ring without other lines, as a share of the shorter side.
  private static let most = 0.085

  private struct Room {
    let rect: Rect
    let isBeside: Bool
  }

  /// The least width of a text beside the subject, in digit heights.
  private static let leastBeside = 13.0

  private struct Content {
    let lines: [Paragraph]
    let isNotice: Bool
  }

  struct Placed {
    var cards: [Layout.Card] = []
    /// The strip of the wall that the cards cover, with a margin.
    var covered: Rect?
    /// True if a text ends with an ellipsis.
    var isCut = false
    var isUnderBar = false
    var isTooSmall = false
  }

  /// The notice is above the info. If they do not fit together, the info is left out. If a message does not fit alone,
  /// its text is cut.
  func cards(notice: [Paragraph]?, info: [Paragraph]?) -> Placed {
    let messages = [(notice, true), (info, false)].compactMap { lines, isNotice in
      lines.map { Content(lines: $0, isNotice: isNotice) }
    }
    guard let first = messages.first else { return Placed() }
    let clear = controlsTop == nil ? [] : heights.filter { $0 >= Self.leastClear * min(area.width, area.height) }
    var best: (placed: Placed, height: Double)?
    // Text beside the ring may be too small (`isEnough`). It is then taken only if it is at least 1.1 times
    // as large as the text would be where its size is enough.
    for mayBeSmall in hasRing ? [true, false] : [true] {
      for (heights, isClear) in [(clear, true), (heights, false)] {
        guard
          let found =
            largest(messages, heights, in: rooms(isClear: isClear), mayBeSmall: mayBeSmall)
        else { continue }
        let gain = hasRing ? 1 / 1.1 : Self.underBarGain
        if best.map({ found.height > gain * $0.height }) ?? true { best = found }
        if hasRing { break }
      }
    }
    if let best { return best.placed }
    return messages.count > 1 ? cards(notice: notice, info: nil) : cut(first)
  }

  /// The cards at the first of `heights` that fits; `nil` if none fits. If `mayBeSmall` is true, text beside a ring may
  /// be small.
  private func largest(
    _ messages: [Content], _ heights: [Double], in rooms: [Room], mayBeSmall: Bool
  ) -> (placed: Placed, height: Double)? {
    for height in heights {
      for room in rooms where mayBeSmall || isEnough(height, in: room) {
        guard let cards = cards(messages, height, in: room) else { continue }
        if let narrow = asWideAsDigits(messages, height, in: room) { return narrow }
        return (placed(inFewerLines(cards, messages, height, in: room), in: room), height)
      }
    }
    return nil
  }

  /// Takes smaller letters if the cards below digits in the middle are then as wide as the digits; `nil` if the cards
  /// are elsewhere, or if the letters would be much smaller.
  private func asWideAsDigits(
    _ messages: [Content], _ height: Double, in room: Room
  ) -> (placed: Placed, height: Double)? {
    guard !hasRing, !isUpright, !room.isBeside, !isFlush, isInMiddle(room) else { return nil }
    let width = WallComposer.realTime * kept.width
    let rect = Rect(x: kept.midX - width / 2, y: room.rect.y, width: width, height: room.rect.height)
    let narrow = Room(rect: rect, isBeside: false)
    var first: (placed: Placed, height: Double)?
    for share in stride(from: 1, through: Self.inOneLine, by: -0.04) where share * height >= (heights.last ?? 0) {
      guard let cards = cards(messages, share * height, in: narrow) else { continue }
      let found = (placed: placed(cards, in: narrow), height: share * height)
      if cards.allSatisfy({ $0.slots.count == 1 }) { return found }
      if share >= Self.asWide, first == nil { first = found }
    }
    return first
  }

  private func isInMiddle(_ room: Room) -> Bool { abs(kept.midX - room.rect.midX) < 0.01 * room.rect.width }

  /// Takes slightly smaller letters if they need fewer lines.
  private func inFewerLines(
    _ cards: [Layout.Card], _ messages: [Content], _ height: Double, in room: Room
  ) -> [Layout.Card] {
    let count = { (cards: [Layout.Card]) in cards.reduce(0) { $0 + $1.slots.count } }
    var best = cards
    let floor = isAlone ? Self.good * min(area.width, area.height) : text
    let fewest = isUpright ? Self.fewerLines.upright : Self.fewerLines.wide
    for share in stride(from: 0.96, through: fewest, by: -0.04) where share * height >= (heights.last ?? 0) {
      guard share * height >= min(height, floor), isEnough(share * height, in: room) || !isEnough(height, in: room)
      else { break }
      if let others = self.cards(messages, share * height, in: room), count(others) < count(best) { best = others }
    }
    return best
  }

  private func placed(_ cards: [Layout.Card], in room: Room) -> Placed {
    guard let first = cards.first, let last = cards.last else { return Placed() }
    let strip = Rect(x: room.rect.x, y: first.box.y, width: room.rect.width, height: last.box.maxY - first.box.y)
    let isUnderBar = controlsTop.map { last.box.maxY > $0 } ?? false
    let isTooSmall = first.slots.contains { !isEnough($0.box.height, in: room) }
    return Placed(
      cards: cards, covered: strip.inset(by: -gap), isUnderBar: isUnderBar, isTooSmall: isTooSmall)
  }

  /// True without a ring, and for text below a ring. Text beside a ring must be as large as the time of day in the
  /// ring, or at least `besideRing`.
  private func isEnough(_ height: Double, in room: Room) -> Bool {
    guard hasRing, room.isBeside else { return true }
    return height > min(scale.second, Self.besideRing * min(area.width, area.height)) - 0.01
  }

  private func cut(_ message: Content) -> Placed {
    guard let height = heights.last else { return Placed() }
    for room in rooms(isClear: false).sorted(by: { $0.rect.width * $0.rect.height > $1.rect.width * $1.rect.height }) {
      let width = room.rect.width - 2 * Self.padding.beside * height
      var lines = message.lines.flatMap { $0.wrapped(at: max(1, width / height - 1)) }
      while lines.count > 1 {
        lines.removeLast()
        let shown = lines.dropLast() + [(lines.last ?? "") + "…"]
        if let cards = cards(
          [Content(lines: shown.map { Paragraph($0) }, isNotice: message.isNotice)], height, in: room)
        {
          var placed = placed(cards, in: room)
          placed.isCut = true
          return placed
        }
      }
    }
    return Placed()
  }

  /// The digit heights to try, the largest first. If the ring is alone, the first height is larger than usual.
  private var heights: [Double] {
    let short = min(area.width, area.height)
    let least = max(0.8 * TypeScale.least(in: short), Self.least * short)
    var heights = [scale.second, max(scale.third, min(scale.second, Self.good * short))]
    // An upright wall has room for more lines, so larger letters are tried first.
    if isUpright { heights.insert(max(scale.second, Self.upright * short), at: 0) }
    if isAlone { heights = [max(scale.second, Self.most * short)] }
    if !hasRing, let large = heights.dropLast().last, let usual = heights.last {
      let between = Array(stride(from: 0.93 * large, to: usual, by: -0.07 * large))
      heights.insert(contentsOf: between, at: heights.count - 1)
    }
    while let last = heights.last, last > least { heights.append(max(least, 0.93 * last)) }
    return heights.filter { $0 >= least }
  }

  /// The gap below a column of digits that is alone on the wall, as a share of the width.
  private static let belowColumn = 0.065

  private var isUpright: Bool { area.height > area.width }

  /// The gap between the cards and all other parts, in pixels.
  private var gap: Double {
    if isUpright, !hasRing, !isFlush { return Self.belowColumn * area.width }
    return isUpright ? min(2 * scale.step, Layout.Plan.margin * area.width) : 2 * scale.step
  }

  private func rooms(isClear: Bool) -> [Room] {
    let floor = isClear ? controlsTop.map { min(area.maxY, $0 - gap) } ?? area.maxY : area.maxY
    let below = Rect(x: area.x, y: kept.maxY + gap, width: area.width, height: floor - kept.maxY - gap)
    let x = kept.maxX + 2 * gap
    let right = Rect(x: x, y: area.y, width: area.maxX - x, height: floor - area.y)
    return [Room(rect: below, isBeside: false), Room(rect: right, isBeside: true)].filter {
      $0.rect.height > 0 && $0.rect.width > 0
    }
  }

  private func cards(_ messages: [Content], _ height: Double, in place: Room) -> [Layout.Card]? {
    let (beside, above) = (Self.padding.beside * height, Self.padding.above * height)
    let (room, isBeside) = (place.rect, place.isBeside)
    let width = room.width - 2 * beside
    guard width > (isBeside ? Self.leastBeside : 1) * height else { return nil }
    // A long word is broken only at the smallest size.
    let mayBreak = height <= (heights.last ?? 0)
    guard mayBreak || messages.allSatisfy({ $0.lines.allSatisfy { $0.widestPiece * height <= width } }) else {
      return nil
    }
    let isLeft = isBeside || isFlush
    let blocks = messages.map { block($0.lines, height, width, isLeft ? .left : .centre) }
    // A card below digits in the middle is as wide as the digits, or wider if its text needs the room. On an upright
    // wall, or with a ring, it is as wide as the wall.
    let text = blocks.flatMap(\.slots).reduce(0) { max($0, Line.realShare * Line.width($1.template) * height) }
    let isNarrow = !isLeft && isInMiddle(place)
    let least = max(WallComposer.realTime * kept.width, text + 2 * beside)
    let wide = isNarrow && !isUpright && !hasRing ? min(room.width, least) : room.width
    let x = room.midX - wide / 2
    let gap = 0.6 * height
    let whole = blocks.reduce(-gap) { $0 + gap + $1.height + 2 * above }
    guard whole <= room.height else { return nil }
    // With `isFlush`, the labels beside the digits begin at the top. So the cards go to the bottom, and the first
    // labels stay visible.
    let isCentred = isBeside && !isFlush
    // On an upright wall, the gaps above and below the cards are equal.
    let low = isNarrow && isUpright && !hasRing ? room.y + (room.height - whole) / 2 : room.maxY - whole
    var y = isCentred ? max(room.y, min(room.maxY - whole, kept.midY - whole / 2)) : low
    return zip(blocks, messages).map { block, message in
      defer { y += block.height + 2 * above + gap }
      let box = Rect(x: x, y: y, width: wide, height: block.height + 2 * above)
      let slots = block.placed(at: Point(x: room.x + beside, y: y + above))
      return Layout.Card(box: box, isNotice: message.isNotice, slots: slots)
    }
  }

  private func block(_ lines: [Paragraph], _ height: Double, _ width: Double, _ alignment: Text.Alignment) -> Block {
    var block = Block()
    for line in lines.flatMap({ $0.wrapped(at: width / (Line.realShare * height)) }) {
      let row = Block.Row(part: .words(line), template: line)
      block.add(row, height: height, gap: TypeScale.wrapGap * height, room: width, alignment: alignment)
    }
    return block
  }
}
