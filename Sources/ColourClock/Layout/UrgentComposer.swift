/// Lays out an urgent message as large as possible, above the time of day (the time line). While a countdown rings, a
/// note above the time names the countdown.
struct UrgentComposer {
  let contents: Layout.Contents
  /// The message's space, above a hold button at the lower edge.
  let area: Rect
  /// The window's upper edge (y): letters may rise above `area`.
  let top: Double
  /// The time's lower limit (y).
  let low: Double
  /// The bar with its caption, and a hold button at the lower edge.
  let controls: [Rect]

  /// Digit heights, as shares of the shorter side.
  private static let size = (most: 0.45, least: 0.022, timeLine: (landscape: 0.075, portrait: 0.06))
  /// The gaps, in digit heights of the text below them.
  private static let gap = (lines: 0.66, timeLine: 0.9)

  /// A text of more lines is aligned to the left.
  private static let mostCentred = (landscape: 3, portrait: 6)
  /// The smallest text whose lines end with clauses, as a share of the largest that fits.
  private static let clauses = 0.85

  func composition(_ paragraphs: [String]) -> (composition: Layout.Composition, isWhole: Bool) {
    let least = max(CardComposer.leastLegible * TypeScale.least(in: shortSide), Self.size.least * shortSide)
    let text = paragraphs.map { Paragraph($0) }
    if let found = largest(text, above: least) {
      let enough = max(least, Self.clauses * found.scale.first)
      for clauses in [paragraphs.flatMap(Clause.all(of:)), paragraphs.flatMap(Clause.long(of:))]
      where clauses.count > paragraphs.count {
        if let better = largest(clauses.map { Paragraph($0) }, above: enough) { return (better, true) }
      }
      return (found, true)
    }
    let lines = text.flatMap { $0.wrapped(at: area.width / least) }
    return placed(lines, least).map { ($0, true) } ?? (cut(lines, least), false)
  }

  private func largest(_ text: [Paragraph], above least: Double) -> Layout.Composition? {
    var height = Self.size.most * shortSide
    while height > least {
      if let found = composition(text, height) { return found }
      height = max(least, 0.98 * height)
    }
    return nil
  }

  private var shortSide: Double { area.shortSide }

  private var mostCentred: Int {
    contents.size.height > contents.size.width ? Self.mostCentred.portrait : Self.mostCentred.landscape
  }

  private func composition(_ text: [Paragraph], _ height: Double) -> Layout.Composition? {
    let width = area.width / height
    guard text.allSatisfy({ $0.widestPiece <= width }) else { return nil }
    return placed(text.flatMap { $0.wrapped(at: width / Line.realShare) }, height)
  }

  private func placed(_ lines: [String], _ height: Double) -> Layout.Composition? {
    let block = Block(
      lines.map(Block.Row.words), height: height, gap: Self.gap.lines * height, room: area.width,
      alignment: lines.count > mostCentred ? .left : .centre)
    let (timeLine, note) = (timeLine, note)
    let above = ([area.maxY] + controls.map(Self.clear)).min() ?? area.maxY
    let end = (note ?? timeLine).map { $0.y - Self.gap.timeLine * $0.height } ?? area.maxY
    let hang = Line.reach.below * height
    let (floor, lowest) = (end - hang, min(above, end) - hang)
    let ceiling = area.y + max(0, Line.reach.above * height - (area.y - top))
    guard block.height <= lowest - ceiling else { return nil }
    // The text is above the middle if controls would touch it.
    let y = min((ceiling + floor - block.height) / 2, lowest - block.height)
    let scale = TypeScale(first: height, second: timeLineHeight, third: timeLineHeight)
    var composition = Layout.Composition(scale: scale, protectedArea: area)
    composition.slots = block.placed(at: Point(x: area.x, y: y))
    if let timeLine { composition.slots += slots(of: time, in: timeLine, min(height, timeLineHeight)) }
    if let note, let row = noteRow { composition.slots += slots(of: row, in: note, min(height, timeLineHeight)) }
    return composition
  }

  // MARK: The time line

  private var timeLineHeight: Double { Self.timeLineHeight(contents) }

  private static func timeLineHeight(_ contents: Layout.Contents) -> Double {
    let shortSide = contents.shortSide
    let isPortrait = contents.size.height > contents.size.width
    return max(
      TypeScale.least(in: shortSide), (isPortrait ? size.timeLine.portrait : size.timeLine.landscape) * shortSide)
  }

  /// Moves a button that would touch the time to the other end of the line, if that has room.
  static func button(_ button: Rect, _ contents: Layout.Contents, in window: Rect) -> Rect {
    guard contents.messages.urgent != nil, contents.labels.time else { return button }
    let margin = ControlBar.margin(in: window)
    let room = window.width - 2 * margin - timeLineRoom(contents)
    guard button.maxX > window.x + margin + room, button.width <= room else { return button }
    let x = contents.words.isRightToLeft ? window.maxX - margin - button.width : window.x + margin
    return Rect(x: x, y: button.y, width: button.width, height: button.height)
  }

  private static func timeLineRoom(_ contents: Layout.Contents) -> Double {
    (Line.spare * Line.width(contents.labels.widestWholeTime) + 0.5) * timeLineHeight(contents)
  }

  /// The part of a wide window beside the time, otherwise `nil`.
  static func besideTimeLine(_ contents: Layout.Contents, in window: Rect) -> Rect? {
    guard contents.messages.urgent != nil, contents.labels.time else { return nil }
    let width = window.width - timeLineRoom(contents)
    guard width > window.height else { return nil }
    let x = contents.words.isRightToLeft ? window.maxX - width : window.x
    return Rect(x: x, y: window.y, width: width, height: window.height)
  }

  /// The part of a portrait window above the time, otherwise `nil`.
  static func aboveTimeLine(_ contents: Layout.Contents, in window: Rect) -> Rect? {
    guard contents.messages.urgent != nil, contents.labels.time, window.height > window.width else { return nil }
    let timeLine = ControlBar.margin(in: window) + timeLineHeight(contents)
    return Rect(x: window.x, y: window.y, width: window.width, height: window.height - timeLine)
  }

  private var time: Block.Row { Block.Row(part: .time, template: contents.labels.widestWholeTime) }

  /// The time at the end of the lowest line, or above all controls if one would touch it. `nil` without room.
  private var timeLine: Rect? {
    guard contents.labels.time else { return nil }
    let width = Line.spare * time.width * timeLineHeight
    guard width <= area.width else { return nil }
    let lowest = Rect(x: area.maxX - width, y: low - timeLineHeight, width: width, height: timeLineHeight)
    let others = contents.words.isRightToLeft ? controls.map { $0.mirrored(at: area.midX) } : controls
    guard others.contains(where: { $0.overlaps(lowest.inset(by: -0.5 * timeLineHeight)) }) else { return lowest }
    let end = ([low] + others.map(Self.clear)).min() ?? low
    return Rect(x: lowest.x, y: end - timeLineHeight, width: width, height: timeLineHeight)
  }

  private var noteRow: Block.Row? {
    contents.ringing.map { title in
      let end = Scene.dot + contents.words["time is up"]
      let words = Line.cut(title, to: area.width / (Line.spare * timeLineHeight) - Line.width(end)) + end
      return Block.Row.words(words)
    }
  }

  private var note: Rect? {
    guard let row = noteRow else { return nil }
    let width = min(area.width, Line.spare * row.width * timeLineHeight)
    let others = controls.map(Self.clear) + [timeLine.map { $0.y - Self.gap.lines * timeLineHeight }].compactMap(\.self)
    let end = ([low] + others).min() ?? low
    return Rect(x: area.maxX - width, y: end - timeLineHeight, width: width, height: timeLineHeight)
  }

  /// The lowest y above a control, with a gap.
  private static func clear(_ control: Rect) -> Double { control.y - controlGap * control.height }

  private static let controlGap = 0.3

  private func slots(of row: Block.Row, in box: Rect, _ height: Double) -> [Layout.Slot] {
    Block(row, height: height, room: box.width, alignment: .right)
      .placed(at: Point(x: box.x, y: box.maxY - height))
  }

  private func cut(_ text: [String], _ least: Double) -> Layout.Composition {
    var lines = text
    while lines.count > 1 {
      lines.removeLast()
      if let last = lines.last, let found = placed(lines.dropLast() + [last + "…"], least) { return found }
    }
    return placed(lines, least) ?? Layout.Composition(scale: TypeScale(first: least), protectedArea: area)
  }
}
