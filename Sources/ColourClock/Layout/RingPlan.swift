/// The subject as a ring: the number in the middle, the title above it and the time of day below it. What rings is
/// said first: its title, then the number.
struct RingPlan {
  let contents: Layout.Contents
  let style: Ring.Style
  let scale: TypeScale
  /// Of the ring's square.
  private let diameter: Double

  /// The least diameter in company, as a share of the wall's shorter side.
  static let least = 0.6
  /// Beside a message on a small screen.
  static let leastOnSmall = 0.42
  /// The digit height of a number of four figures, as a share of the diameter.
  static let unit = height(of: "00:00")
  /// The width of the number, as a share of the chord that it stands on. Figures are narrower than estimated.
  private static let number = 0.65
  /// The same of a number in words, of days and hours.
  private static let days = 0.85
  /// The width within the stroke of the standard ring, as a share of the diameter.
  private static let stroke = 0.9
  /// The greatest height of a number of few figures, as a share of the diameter.
  private static let tallest = 0.34

  init(contents: Layout.Contents, style: Ring.Style, scale: TypeScale) {
    (self.contents, self.style, self.scale) = (contents, style, scale)
    diameter = scale.first / Self.unit
  }

  /// To ask what fits, at a size that stands for all.
  init(contents: Layout.Contents, style: Ring.Style) {
    self.init(contents: contents, style: style, scale: TypeScale(first: 1000 * Self.unit))
  }

  /// The radius of the disc that stays free of the ring and its marks.
  private var radius: Double {
    let square = Rect(x: 0, y: 0, width: diameter, height: diameter)
    return Ring(style: style, in: square, ink: .white, background: .black).innerEdge
  }

  /// The digit height of the number.
  private var height: Double { contents.number.isEmpty ? 0 : Self.height(of: contents.number) * diameter }

  /// The digit height at which a number in the middle takes `number`, or `days`, of the chord at its lower edge, as a share of the
  /// diameter: `width · h = share · √(stroke² − h²)`.
  private static func height(of number: String) -> Double {
    let (width, share) = (Line.width(number), number.contains(" ") ? days : Self.number)
    return min(tallest, share * stroke / (width * width + share * share).squareRoot())
  }

  /// The nearest edge of what stands above or below the number, from its middle.
  private var near: Double { height / 2 + 2 * scale.step }

  /// Letters of a title hang below its line.
  private var nearTitle: Double { near + 0.5 * scale.step }

  private var title: String { contents.headline == nil ? style.title : "" }

  /// What counts on beyond zero stays the subject, below its headline.
  private var isOvertime: Bool { contents.headline != nil && contents.number.hasPrefix("+") }

  /// True if there is room for the title in the second size.
  var fitsTitle: Bool { title.isEmpty || titleLines(of: title, [scale.second], most: 1) != nil }
  var fitsTime: Bool { contents.headline != nil || !contents.labels.time || timeHeight([scale.second]) != nil }

  /// - Parameters:
  ///   - hasTitle, hasTime: whether these stand in the ring.
  ///   - isForced: whether they may be of any size.
  /// - Returns: `nil` if they do not fit.
  func subject(hasTitle: Bool, hasTime: Bool, isForced: Bool) -> WallComposer.Subject? {
    let needsTime = hasTime && contents.labels.time && contents.headline == nil
    if !isForced, needsTime, timeHeight([scale.second]) == nil { return nil }
    let hasNoTitle = !hasTitle || title.isEmpty
    if !isForced, !hasNoTitle, titleLines(of: title, [scale.second, scale.third], most: 1) == nil { return nil }
    let ringing = contents.headline.map(ringing)
    var subject = WallComposer.Subject(scale: ringing?.scale ?? scale, size: (diameter, diameter), slots: [])
    subject.hasRing = true
    subject.slotsInRing = ringing?.slots ?? calm(hasTitle: hasTitle, hasTime: hasTime)
    return subject
  }

  // MARK: While it runs

  private func calm(hasTitle: Bool, hasTime: Bool) -> [Layout.Slot] {
    let lines = hasTitle && !title.isEmpty ? titleLines(of: title, [scale.second, scale.third], most: 3) : nil
    let timeHeight = contents.labels.time && hasTime ? timeHeight([scale.second, scale.third]) : nil
    // Without a title the number and the time are a group in the middle.
    let shift = lines == nil ? timeHeight.map { (near - height / 2 + $0) / -2 } ?? 0 : 0
    var slots: [Layout.Slot] = []
    if height > 0 { slots.append(slot(Block.Row(part: .number, template: contents.number), height, centre: shift)) }
    if let lines { slots += titleSlots(lines.texts, lines.height) }
    if let timeHeight {
      let time = Block.Row(part: .time, template: contents.labels.widestWholeTime)
      slots.append(slot(time, timeHeight, centre: near + timeHeight / 2 + shift))
    }
    // The phase has the place of the title, if there is none.
    let below = near + (timeHeight.map { $0 + scale.lineGap } ?? 0)
    let centre = lines == nil ? shift - near - scale.third / 2 : below + scale.third / 2
    let phase = Block.Row(part: .phase, template: Countdown.widestPhase(contents.words))
    if chord(abs(centre) + scale.third / 2) >= phase.width * scale.third * 0.9 {
      slots.append(slot(phase, scale.third, centre: centre))
    }
    return slots
  }

  /// Above the number, the last line close to it.
  private func titleSlots(_ lines: [String], _ height: Double) -> [Layout.Slot] {
    lines.reversed().enumerated().map { index, line in
      let y = -nearTitle - height / 2 - Double(index) * (height + scale.lineGap(of: height))
      return slot(Block.Row(part: .words(line), template: line), height, centre: y)
    }
  }

  private func timeHeight(_ heights: [Double]) -> Double? {
    let width = Line.width(contents.labels.widestWholeTime)
    return heights.first { width * $0 <= chord(near + $0) }
  }

  private func titleLines(
    of title: String, _ heights: [Double], most: Int
  ) -> (texts: [String], height: Double)? {
    // A small line is better than two large ones.
    let tries = heights.map { ($0, 1) } + heights.flatMap { height in (1...most).dropFirst().map { (height, $0) } }
    for (height, count) in tries {
      let top = nearTitle + Double(count) * height + Double(count - 1) * scale.lineGap(of: height)
      let width = chord(top)
      let room = width / (Line.sentence * height)
      guard width > 0, Line.widestPiece(of: title) <= room else { continue }
      let lines = Line.wrapped(title, at: room)
      if lines.count <= count { return (lines, height) }
    }
    return nil
  }

  // MARK: When it rings

  /// The headline as large as it fits, then the number and the time of day. The headline is the subject.
  private func ringing(_ headline: String) -> (slots: [Layout.Slot], scale: TypeScale) {
    let labels = contents.labels
    if isOvertime, let slots = overtime(headline) {
      return (slots, scale.with(first: height, leastSecond: scale.second))
    }
    var others: [Block.Row] = []
    // Only what goes on counting says more than the headline.
    if contents.number.hasPrefix("+") { others.append(Block.Row(part: .number, template: contents.number)) }
    if labels.time { others.append(Block.Row(part: .time, template: labels.widestWholeTime)) }
    var height = scale.first
    while height > scale.third {
      let own = scale.with(first: height, leastSecond: leastTime)
      if let slots = ringing(headline, own, most: 3, others) { return (slots, own) }
      height *= 0.95
    }
    let own = scale.with(first: 0.8 * scale.third, leastSecond: 0)
    return (ringing(headline, own, most: 9, others, isForced: true) ?? [], own)
  }

  /// `nil` if the headline has no room above the number, or the time none below it.
  private func overtime(_ headline: String) -> [Layout.Slot]? {
    guard let lines = titleLines(of: headline, [scale.second, scale.third], most: 2) else { return nil }
    let number = slot(Block.Row(part: .number, template: contents.number), height, centre: 0)
    var slots = titleSlots(lines.texts, lines.height) + [number]
    if contents.labels.time {
      guard let height = timeHeight([scale.second, scale.third]) else { return nil }
      let time = Block.Row(part: .time, template: contents.labels.widestWholeTime)
      slots.append(slot(time, height, centre: near + height / 2))
    }
    return slots
  }

  private var leastTime: Double { WallComposer.leastTime * (contents.size.shortSide - 2 * contents.margin) }

  private func ringing(
    _ headline: String, _ scale: TypeScale, most: Int, _ others: [Block.Row], isForced: Bool = false
  ) -> [Layout.Slot]? {
    let height = scale.first
    for width in stride(from: 1.7, through: 0.8, by: -0.1) {
      let room = width * radius / (Line.sentence * height)
      let lines = Line.wrapped(headline, at: room)
      guard isForced || lines.count <= most && Line.widestPiece(of: headline) <= room else { return nil }
      let block = ringing(lines.prefix(most), scale, others)
      // The lower lines are short: there is room for them further down.
      for offset in [0, 0.02, 0.04, 0.06] {
        let middle = Point(x: -radius, y: offset * diameter - block.height / 2)
        let slots = block.placed(at: middle).map(narrowed)
        let isWhole = slots.allSatisfy {
          Line.sentence * Line.width($0.template) * $0.box.height <= $0.box.width
        }
        if isForced || isWhole { return slots.map { $0.moved(by: Point(x: diameter / 2, y: diameter / 2)) } }
      }
    }
    return nil
  }

  private func ringing(_ lines: some Sequence<String>, _ scale: TypeScale, _ others: [Block.Row]) -> Block {
    var block = Block()
    for line in lines {
      let row = Block.Row(part: .words(line), template: line)
      block.add(row, height: scale.first, gap: scale.lineGap(of: scale.first), room: 2 * radius, alignment: .centre)
    }
    var above = scale.first
    for row in others {
      let gap = max(2, (Line.clear(below: above, above: scale.second) / scale.step).rounded(.up)) * scale.step
      block.add(row, height: scale.second, gap: gap, room: 2 * radius, alignment: .centre)
      above = scale.second
    }
    return block
  }

  /// As wide as the ring is at that place.
  private func narrowed(_ slot: Layout.Slot) -> Layout.Slot {
    var slot = slot
    let far = max(abs(slot.box.y), abs(slot.box.maxY))
    let width = max(1, Ring.chord(at: far, radius, share: 0.97))
    slot.box = Rect(x: -width / 2, y: slot.box.y, width: width, height: slot.box.height)
    return slot
  }

  // MARK: Places

  /// - Parameter y: from the middle of the ring.
  private func slot(_ row: Block.Row, _ height: Double, centre y: Double) -> Layout.Slot {
    let width = max(1, chord(abs(y) + height / 2))
    let middle = Point(x: diameter / 2, y: diameter / 2 + y)
    return Layout.Slot(
      part: row.part, template: row.template, box: Rect(centre: middle, width: width, height: height))
  }

  private func chord(_ distance: Double) -> Double { Ring.chord(at: distance, radius) }
}
