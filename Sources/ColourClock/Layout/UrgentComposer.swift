/// The layout of an urgent message, on a wall with inverted colours. The message is as large as possible. Below it is a
/// small line with the code and the time of day (the foot). The foot has the same place and size for every message.
struct UrgentComposer {
  let contents: Layout.Contents
  let area: Rect
  /// The upper edge of the window.
  let top: Double
  /// A hold button at the lower edge, below the area.
  let button: Rect?

  /// Digit heights as shares of the shorter side: the greatest and the least height of the message, and the height of
  /// the foot.
  private static let size = (most: 0.45, least: 0.022, foot: 0.055)
  /// `lines`: the gap between two lines, in their digit height. `foot`: the gap above the foot, in the foot's digit
  /// height.
  private static let gap = (lines: 0.66, foot: 0.9)

  /// The composition with the largest text that fits. `isWhole` is false if the text is cut.
  func composition(_ text: [String]) -> (composition: Layout.Composition, isWhole: Bool) {
    let least = max(0.8 * TypeScale.least(in: short), Self.size.least * short)
    var height = Self.size.most * short
    while height > least {
      if let found = composition(text, height) { return (found, true) }
      height = max(least, 0.98 * height)
    }
    // A long word is broken only at the smallest size.
    let lines = text.flatMap { Line.wrapped($0, at: area.width / least) }
    return placed(lines, least).map { ($0, true) } ?? (cut(lines, least), false)
  }

  private var short: Double { min(area.width, area.height) }

  private func composition(_ text: [String], _ height: Double) -> Layout.Composition? {
    let width = area.width / height
    guard text.allSatisfy({ Line.widestPiece(of: $0) <= width }) else { return nil }
    return placed(text.flatMap { Line.wrapped($0, at: width / Line.sentence) }, height)
  }

  private func placed(_ lines: [String], _ height: Double) -> Layout.Composition? {
    var block = Block()
    for line in lines {
      let row = Block.Row(part: .words(line), template: line)
      block.add(row, height: height, gap: Self.gap.lines * height, room: area.width, alignment: .centre)
    }
    let foot = foot
    let clear = foot.map { min(area.maxY, $0.y - Self.gap.foot * $0.height) } ?? area.maxY
    // Letters rise above the digits and hang below them.
    let floor = clear - Line.reach.below * height
    let ceiling = area.y + max(0, Line.reach.above * height - (area.y - top))
    guard block.height <= floor - ceiling else { return nil }
    let y = (ceiling + floor - block.height) / 2
    var composition = Layout.Composition(scale: TypeScale(first: height, others: footHeight), kept: area)
    composition.slots = block.placed(at: Point(x: area.x, y: y))
    if let foot { composition.slots += footSlots(in: foot, min(height, footHeight)) }
    return composition
  }

  // MARK: The foot

  private var footHeight: Double { max(TypeScale.least(in: short), Self.size.foot * short) }
  private var time: Block.Row { Block.Row(part: .time, template: contents.labels.widestWholeTime) }

  /// The place of the foot: at both sides of the button if the time has room there, otherwise above it. `nil` without
  /// code and time.
  private var foot: Rect? {
    guard contents.labels.time || contents.labels.hex else { return nil }
    let own = Rect(x: area.x, y: area.maxY - footHeight, width: area.width, height: footHeight)
    guard let button, button.y >= area.maxY else { return own }
    let room = area.maxX - button.maxX - footHeight
    guard time.width * footHeight <= room else { return own }
    return Rect(x: area.x, y: button.midY - footHeight / 2, width: area.width, height: footHeight)
  }

  /// The code at the left, the time at the right.
  private func footSlots(in foot: Rect, _ height: Double) -> [Layout.Slot] {
    let labels = contents.labels
    func slot(_ row: Block.Row, _ alignment: Text.Alignment) -> Layout.Slot? {
      let beside = button.flatMap { $0.y < foot.maxY && $0.maxY > foot.y ? $0 : nil }
      let most = beside.map { alignment == .left ? $0.x - foot.x : foot.maxX - $0.maxX } ?? foot.width / 2
      let width = min(most, 1.1 * row.width * height)
      guard row.width * height <= width else { return nil }
      let x = alignment == .left ? foot.x : foot.maxX - width
      var block = Block()
      block.add(row, height: height, gap: 0, room: width, alignment: alignment)
      return block.placed(at: Point(x: x, y: foot.maxY - height)).first
    }
    return [labels.hex ? slot(WallComposer.code, .left) : nil, labels.time ? slot(time, .right) : nil]
      .compactMap(\.self)
  }

  /// The lines that fit at the least size. The last one ends with an ellipsis.
  private func cut(_ text: [String], _ least: Double) -> Layout.Composition {
    var lines = text
    while lines.count > 1 {
      lines.removeLast()
      if let last = lines.last, let found = placed(lines.dropLast() + [last + "…"], least) { return found }
    }
    return placed(lines, least) ?? Layout.Composition(scale: TypeScale(first: least), kept: area)
  }
}
