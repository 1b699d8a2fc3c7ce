/// The layout of an urgent message, on a wall with inverted colours. The text is as large as fits. A line below it, the
/// foot, has the time of day. The foot has the same place and size for every message.
struct UrgentComposer {
  let contents: Layout.Contents
  /// The space for the message. It ends above a hold button at the lower edge.
  let area: Rect
  /// The upper edge of the window.
  let top: Double
  /// The lower edge of the foot: the lower margin of the window, or a line above the bar.
  let low: Double
  /// A hold button at the lower edge, below the area; otherwise `nil`.
  let button: Rect?

  /// Digit heights as shares of the shorter side: the greatest and the least height of the message, and the height of
  /// the foot.
  private static let size = (most: 0.45, least: 0.022, foot: (wide: 0.075, upright: 0.06))
  /// `lines`: the gap between two lines, in their digit height. `foot`: the gap above the foot, in the foot's digit
  /// height.
  private static let gap = (lines: 0.66, foot: 0.9)

  /// The most lines that are centred. More lines are easier to read from one left edge.
  private static let mostCentred = 4

  /// The composition with the largest text that fits. `isWhole` is false if the text is cut.
  func composition(_ paragraphs: [String]) -> (composition: Layout.Composition, isWhole: Bool) {
    let text = paragraphs.map { Paragraph($0) }
    let least = max(0.8 * TypeScale.least(in: short), Self.size.least * short)
    var height = Self.size.most * short
    while height > least {
      if let found = composition(text, height) { return (found, true) }
      height = max(least, 0.98 * height)
    }
    // A long word is broken only at the smallest size.
    let lines = text.flatMap { $0.wrapped(at: area.width / least) }
    return placed(lines, least).map { ($0, true) } ?? (cut(lines, least), false)
  }

  private var short: Double { min(area.width, area.height) }

  private func composition(_ text: [Paragraph], _ height: Double) -> Layout.Composition? {
    let width = area.width / height
    guard text.allSatisfy({ $0.widestPiece <= width }) else { return nil }
    return placed(text.flatMap { $0.wrapped(at: width / Line.realShare) }, height)
  }

  private func placed(_ lines: [String], _ height: Double) -> Layout.Composition? {
    var block = Block()
    let alignment: Text.Alignment = lines.count > Self.mostCentred ? .left : .centre
    for line in lines {
      let row = Block.Row(part: .words(line), template: line)
      block.add(row, height: height, gap: Self.gap.lines * height, room: area.width, alignment: alignment)
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

  private var footHeight: Double { Self.footHeight(contents) }

  /// The width of the foot's box, as a share of the width that its text needs.
  private static let footWidth = 1.04

  private static func footHeight(_ contents: Layout.Contents) -> Double {
    let short = contents.size.shortSide - 2 * contents.margin
    return max(
      TypeScale.least(in: short),
      (contents.size.height > contents.size.width ? size.foot.upright : size.foot.wide) * short)
  }

  /// The place of a hold button in the row of controls. If the button in the middle leaves no room for the time of day,
  /// it moves to the beginning of the line. If the time has no room even then, the button stays.
  static func button(_ button: Rect, _ contents: Layout.Contents, in window: Rect) -> Rect {
    guard contents.messages.urgent != nil, contents.labels.time else { return button }
    let (height, margin) = (footHeight(contents), ControlBar.margin(in: window))
    let room = window.width - 2 * margin - (footWidth * Line.width(contents.labels.widestWholeTime) + 0.5) * height
    guard button.maxX > window.x + margin + room, button.width <= room else { return button }
    let x = contents.words.runsLeft ? window.maxX - margin - button.width : window.x + margin
    return Rect(x: x, y: button.y, width: button.width, height: button.height)
  }
  private var time: Block.Row { Block.Row(part: .time, template: contents.labels.widestWholeTime) }

  /// The place of the time of day: on the lower margin, at the end of the line. If a hold button leaves no room there,
  /// the time is above the button. `nil` if the wall shows no time, or the time is too wide.
  private var foot: Rect? {
    guard contents.labels.time else { return nil }
    let width = Self.footWidth * time.width * footHeight
    guard width <= area.width else { return nil }
    // The layout is mirrored later.
    let edge = button.map { contents.words.runsLeft ? area.x + area.maxX - $0.x : $0.maxX }
    let isFree =
      button.map { $0.maxY <= low - footHeight } ?? true || (edge ?? 0) + 0.5 * footHeight <= area.maxX - width
    let end = isFree ? low : min(low, area.maxY)
    return Rect(x: area.maxX - width, y: end - footHeight, width: width, height: footHeight)
  }

  private func footSlots(in foot: Rect, _ height: Double) -> [Layout.Slot] {
    var block = Block()
    block.add(time, height: height, gap: 0, room: foot.width, alignment: .right)
    return block.placed(at: Point(x: foot.x, y: foot.maxY - height))
  }

  /// The lines that fit at the least size. The last line ends with an ellipsis.
  private func cut(_ text: [String], _ least: Double) -> Layout.Composition {
    var lines = text
    while lines.count > 1 {
      lines.removeLast()
      if let last = lines.last, let found = placed(lines.dropLast() + [last + "…"], least) { return found }
    }
    return placed(lines, least) ?? Layout.Composition(scale: TypeScale(first: least), kept: area)
  }
}
