/// Places messages on cards.
struct CardComposer {
  let scale: TypeScale
  let area: Rect
  /// The rectangle around the subject (the wall's main part) and the time of day. Cards must not cover it.
  let protectedArea: Rect
  /// The controls' upper edge (y); `nil` if messages need not avoid the controls.
  let controlsTop: Double?
  let isFlushLeft: Bool
  /// True if the wall has only a ring.
  let isAlone: Bool
  let hasRing: Bool
  /// The digit height of the largest other text, in pixels.
  let text: Double

  /// Digit heights to try, the largest first.
  private let heights: [Double]

  init(
    scale: TypeScale, area: Rect, protectedArea: Rect, controlsTop: Double?, isFlushLeft: Bool, isAlone: Bool,
    hasRing: Bool, text: Double
  ) {
    (self.scale, self.area, self.protectedArea, self.controlsTop) = (scale, area, protectedArea, controlsTop)
    (self.isFlushLeft, self.isAlone, self.hasRing, self.text) = (isFlushLeft, isAlone, hasRing, text)
    heights = Self.heights(scale, in: area, isAlone: isAlone, hasRing: hasRing)
  }

  // Digit heights, as shares of the area's shorter side:
  private static let least = 0.022
  static let easyToRead = 0.05
  /// Text of at least this height stays above the controls, unless it can be `underBarGain` times larger elsewhere.
  static let leastClear = 0.04
  /// Text of this height (a font size of 1/16) is large enough beside a ring.
  private static let besideRing = 0.044
  private static let portrait = 0.065
  private static let most = 0.085

  // Factors of the digit height:
  /// Text may shrink by this factor if it then has fewer lines.
  private static let fewerLines = (landscape: 0.72, portrait: 0.95)
  /// Text may shrink by this factor in cards as wide as the digits.
  private static let asWide = 0.7
  /// As `asWide`, if each message then has one line.
  private static let inOneLine = 0.58
  /// Without a ring, text where the controls appear must be larger by this factor than other text.
  private static let underBarGain = 1.25
  /// With a ring, text for which `isEnough` is false must be larger by this factor than other text.
  private static let smallGain = 1.1
  private static let search = (next: 0.93, between: 0.07)

  // Lengths in digit heights:
  private static let padding = (beside: 1.0, above: 0.9)
  private static let betweenCards = 0.6
  private static let leastBeside = 13.0

  private struct Room {
    let rect: Rect
    let isBeside: Bool
  }

  private struct Content {
    let lines: [Paragraph]
    let isNotice: Bool
  }

  struct Placed {
    var cards: [Layout.Card] = []
    /// The strip behind the messages, which hides other lines (see `Composition.isProtected`).
    var covered: Rect?
    var isCut = false
    var isUnderBar = false
    var isTooSmall = false
  }

  /// Without room, the info is left out first. Then the notice is cut.
  func cards(notice: [Paragraph]?, info: [Paragraph]?) -> Placed {
    let messages = [(notice, true), (info, false)].compactMap { lines, isNotice in
      lines.map { Content(lines: $0, isNotice: isNotice) }
    }
    guard let first = messages.first else { return Placed() }
    let clear = controlsTop == nil ? [] : heights.filter { $0 >= Self.leastClear * area.shortSide }
    var best: (placed: Placed, height: Double)?
    for mayBeSmall in hasRing ? [true, false] : [true] {
      for (heights, isClear) in [(clear, true), (heights, false)] {
        guard let found = largest(messages, heights, in: rooms(isClear: isClear), mayBeSmall: mayBeSmall) else {
          continue
        }
        let gain = hasRing ? 1 / Self.smallGain : Self.underBarGain
        if best.map({ found.height > gain * $0.height }) ?? true { best = found }
        if hasRing { break }
      }
    }
    if let best { return best.placed }
    return messages.count > 1 ? cards(notice: notice, info: nil) : cut(first)
  }

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

  /// Smaller text in cards as wide as the digits; `nil` if such cards do not suit the wall, or the text is too small.
  private func asWideAsDigits(
    _ messages: [Content], _ height: Double, in room: Room
  ) -> (placed: Placed, height: Double)? {
    guard !hasRing, !isPortrait, !room.isBeside, !isFlushLeft, isInMiddle(room) else { return nil }
    let width = WallComposer.realTime * protectedArea.width
    let rect = Rect(x: protectedArea.midX - width / 2, y: room.rect.y, width: width, height: room.rect.height)
    let narrow = Room(rect: rect, isBeside: false)
    var first: (placed: Placed, height: Double)?
    for share in stride(from: 1, through: Self.inOneLine, by: -0.04) where share * height >= leastHeight {
      guard let cards = cards(messages, share * height, in: narrow) else { continue }
      let found = (placed: placed(cards, in: narrow), height: share * height)
      if cards.allSatisfy({ $0.slots.count == 1 }) { return found }
      if share >= Self.asWide, first == nil { first = found }
    }
    return first
  }

  private func isInMiddle(_ room: Room) -> Bool { abs(protectedArea.midX - room.rect.midX) < 0.01 * room.rect.width }

  private func inFewerLines(
    _ cards: [Layout.Card], _ messages: [Content], _ height: Double, in room: Room
  ) -> [Layout.Card] {
    let lineCount = { (cards: [Layout.Card]) in cards.reduce(0) { $0 + $1.slots.count } }
    var best = cards
    let least = isAlone ? Self.easyToRead * area.shortSide : text
    let leastShare = isPortrait ? Self.fewerLines.portrait : Self.fewerLines.landscape
    for share in stride(from: 0.96, through: leastShare, by: -0.04) where share * height >= leastHeight {
      let smaller = share * height
      guard smaller >= min(height, least), isEnough(smaller, in: room) || !isEnough(height, in: room) else { break }
      if let others = self.cards(messages, smaller, in: room), lineCount(others) < lineCount(best) { best = others }
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

  /// False for text beside a ring that is smaller than both the ring's time and `besideRing`.
  private func isEnough(_ height: Double, in room: Room) -> Bool {
    guard hasRing, room.isBeside else { return true }
    return height > min(scale.second, Self.besideRing * area.shortSide) - 0.01
  }

  private func cut(_ message: Content) -> Placed {
    guard let height = heights.last else { return Placed() }
    let extent = { (room: Room) in room.rect.width * room.rect.height }
    for room in rooms(isClear: false).sorted(by: { extent($0) > extent($1) }) {
      let width = room.rect.width - 2 * Self.padding.beside * height
      var lines = message.lines.flatMap { $0.wrapped(at: max(1, width / height - 1)) }
      while lines.count > 1 {
        lines.removeLast()
        let shown = lines.dropLast() + [(lines.last ?? "") + "…"]
        let content = Content(lines: shown.map { Paragraph($0) }, isNotice: message.isNotice)
        if let cards = cards([content], height, in: room) {
          var placed = placed(cards, in: room)
          placed.isCut = true
          return placed
        }
      }
    }
    return Placed()
  }

  private static func heights(_ scale: TypeScale, in area: Rect, isAlone: Bool, hasRing: Bool) -> [Double] {
    let shortSide = area.shortSide
    let least = max(leastLegible * TypeScale.least(in: shortSide), Self.least * shortSide)
    var heights = [scale.second, max(scale.third, min(scale.second, easyToRead * shortSide))]
    if area.height > area.width { heights.insert(max(scale.second, portrait * shortSide), at: 0) }
    if isAlone { heights = [max(scale.second, most * shortSide)] }
    if !hasRing, let large = heights.dropLast().last, let usual = heights.last {
      let between = Array(stride(from: search.next * large, to: usual, by: -search.between * large))
      heights.insert(contentsOf: between, at: heights.count - 1)
    }
    while let last = heights.last, last > least { heights.append(max(least, search.next * last)) }
    return heights.filter { $0 >= least }
  }

  private var leastHeight: Double { heights.last ?? 0 }

  /// The least size of long messages, as a share of the least legible digit height.
  static let leastLegible = 0.8

  private static let belowColumn = 0.065

  private var isPortrait: Bool { area.height > area.width }

  /// The distance from cards to other parts, in pixels.
  private var gap: Double {
    if isPortrait, !hasRing, !isFlushLeft { return Self.belowColumn * area.width }
    return isPortrait ? min(2 * scale.step, Layout.Plan.margin * area.width) : 2 * scale.step
  }

  private func rooms(isClear: Bool) -> [Room] {
    let aboveControls = controlsTop.map { min(area.maxY, $0 - gap) } ?? area.maxY
    let floor = isClear ? aboveControls : area.maxY
    let below = Rect(
      x: area.x, y: protectedArea.maxY + gap, width: area.width, height: floor - protectedArea.maxY - gap)
    let x = protectedArea.maxX + 2 * gap
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
    let mayBreak = height <= leastHeight
    guard mayBreak || messages.flatMap(\.lines).allSatisfy({ $0.widestPiece * height <= width }) else { return nil }
    let isLeft = isBeside || isFlushLeft
    let blocks = messages.map { block($0.lines, height, width, isLeft ? .left : .centre) }
    let text = blocks.flatMap(\.slots).reduce(0) { max($0, Line.realShare * Line.width($1.template) * height) }
    let isBelowDigits = !isLeft && isInMiddle(place) && !hasRing
    let least = max(WallComposer.realTime * protectedArea.width, text + 2 * beside)
    let wide = isBelowDigits && !isPortrait ? min(room.width, least) : room.width
    let between = Self.betweenCards * height
    let whole = blocks.reduce(-between) { $0 + between + $1.height + 2 * above }
    guard whole <= room.height else { return nil }
    var y = room.maxY - whole
    if isBeside, !isFlushLeft {
      y = max(room.y, min(room.maxY - whole, protectedArea.midY - whole / 2))
    } else if isBelowDigits, isPortrait {
      y = room.y + (room.height - whole) / 2
    }
    var cards: [Layout.Card] = []
    for (block, message) in zip(blocks, messages) {
      let box = Rect(x: room.midX - wide / 2, y: y, width: wide, height: block.height + 2 * above)
      let slots = block.placed(at: Point(x: room.x + beside, y: y + above))
      cards.append(Layout.Card(box: box, isNotice: message.isNotice, slots: slots))
      y += block.height + 2 * above + between
    }
    return cards
  }

  private func block(_ lines: [Paragraph], _ height: Double, _ width: Double, _ alignment: Text.Alignment) -> Block {
    let lines = lines.flatMap { $0.wrapped(at: width / (Line.realShare * height)) }
    return Block(
      lines.map(Block.Row.words), height: height, gap: TypeScale.wrapGap * height, room: width, alignment: alignment)
  }
}
