extension RingPlan {
  /// The lines while something rings: headline, number in overtime, and time of day.
  func headlineLines() -> (slots: [Layout.Slot], scale: TypeScale) {
    let labels = contents.labels
    var others: [Block.Row] = []
    if contents.number.hasPrefix("+") { others.append(Block.Row(part: .number, template: contents.number)) }
    if labels.time { others.append(Block.Row(part: .time, template: labels.widestWholeTime)) }
    if let found = headline(most: Self.mostLines.usual, from: scale.first, others) {
      let one = headline(most: 1, from: found.scale.first, others)
      guard let one, one.scale.first >= Self.oneLine * found.scale.first else { return found }
      return one
    }
    let own = scale.with(first: Self.forcedHeadline * scale.third, leastSecond: 0)
    return (headlineSlots(own, most: Self.mostLines.forced, others, isForced: true) ?? [], own)
  }

  /// One line may be smaller than several lines by this factor.
  private static let oneLine = 0.8
  private static let mostLines = (usual: 3, forced: 9)
  private static let forcedHeadline = 0.8

  /// The largest headline, at most `start` high.
  private func headline(
    most: Int, from start: Double, _ others: [Block.Row]
  ) -> (slots: [Layout.Slot], scale: TypeScale)? {
    var height = start
    while height > scale.third {
      let own = scale.with(first: height, leastSecond: leastTime)
      if let slots = headlineSlots(own, most: most, others) { return (slots, own) }
      height *= 0.95
    }
    return nil
  }

  private var leastTime: Double { WallComposer.leastTime * contents.shortSide }

  /// Tries narrower and narrower lines; `nil` if none fit. `isForced` takes the widest lines, even too wide ones.
  private func headlineSlots(
    _ scale: TypeScale, most: Int, _ others: [Block.Row], isForced: Bool = false
  ) -> [Layout.Slot]? {
    let (height, widest) = (scale.first, texts.headline.widestPiece)
    for width in stride(from: 1.7, through: 0.8, by: -0.1) {
      let room = width * radius / (Line.realShare * height)
      let lines = texts.headline.wrapped(at: room)
      guard isForced || lines.count <= most && widest <= room else { return nil }
      let block = headlineBlock(lines.prefix(most), scale, others)
      let slots = block.placed(at: Point(x: -radius, y: -block.height / 2)).map(narrowed)
      let isWhole = slots.allSatisfy { Line.realShare * Line.width($0.template) * $0.box.height <= $0.box.width }
      if isForced || isWhole { return slots.map { $0.moved(by: Point(x: diameter / 2, y: diameter / 2)) } }
    }
    return nil
  }

  private func headlineBlock(_ lines: some Sequence<String>, _ scale: TypeScale, _ others: [Block.Row]) -> Block {
    var block = Block(
      lines.map(Block.Row.words), height: scale.first, gap: scale.wrapGap(of: scale.first), room: 2 * radius,
      alignment: .centre)
    var (above, least) = (scale.first, Self.headlineGap * scale.first)
    for row in others {
      let height = height(of: row, scale)
      let clear = max(least, Line.clear(below: above, above: height))
      let gap = max(2, (clear / scale.step).rounded(.up)) * scale.step
      block.add(row, height: height, gap: gap, room: 2 * radius, alignment: .centre)
      (above, least) = (height, 0)
    }
    return block
  }

  private static let headlineGap = 0.85

  private func height(of row: Block.Row, _ scale: TypeScale) -> Double {
    let hasNumber = contents.number.hasPrefix("+")
    let shareOfTime = hasNumber ? Self.sharesBelow.timeBelowNumber : Self.sharesBelow.time
    let share = row.part == .number ? Self.sharesBelow.number : shareOfTime
    return min(scale.first, max(leastTime, share * scale.first))
  }

  static let sharesBelow = (number: 0.8, time: 0.62, timeBelowNumber: 0.4)

  /// Makes a line nearly as wide as the ring at its height. Places are relative to the ring's middle.
  private func narrowed(_ slot: Layout.Slot) -> Layout.Slot {
    var slot = slot
    let far = max(abs(slot.box.y), abs(slot.box.maxY))
    let width = max(1, Ring.chord(at: far, radius, share: Self.headlineShare))
    slot.box = Rect(x: -width / 2, y: slot.box.y, width: width, height: slot.box.height)
    return slot
  }

  private static let headlineShare = 0.9
}
