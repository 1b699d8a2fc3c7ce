/// The layout inside a ring: the number in the middle, the title above it, the time of day below it. When a countdown
/// rings, its headline is first and largest.
struct RingPlan {
  let contents: Layout.Contents
  let style: Ring.Style
  let scale: TypeScale
  /// The side of the ring's square, in pixels.
  private let diameter: Double

  /// The least diameter of a ring with other lines or messages beside it, as a share of the wall's shorter side.
  static let least = 0.6
  /// The least diameter beside a message on a small screen, as a share of the shorter side.
  static let leastOnSmall = 0.42
  /// The digit height of a number of four digits, as a share of the diameter.
  static let unit = height(of: "00:00")
  /// The width of the number, as a share of the ring's inner width at the number's lower edge.
  private static let number = 0.7
  /// The same for a number in words (days and hours), and for a time of day that is alone in the ring.
  private static let (days, time) = (0.85, 0.8)
  /// The width within the stroke of the standard ring, as a share of the diameter.
  private static let stroke = 0.9
  /// The greatest height of a number with few digits, as a share of the diameter.
  private static let tallest = 0.34

  init(contents: Layout.Contents, style: Ring.Style, scale: TypeScale) {
    (self.contents, self.style, self.scale) = (contents, style, scale)
    diameter = scale.first / Self.unit
    height = contents.number.isEmpty ? 0 : Self.height(of: contents.number, isAlone: contents.hasDial) * diameter
  }

  /// A plan of an arbitrary size, to test what fits. The result does not depend on the size.
  init(contents: Layout.Contents, style: Ring.Style) {
    let first = 1000 * Self.unit
    let scale = TypeScale(first: first, least: (0, WallComposer.ringThird * first))
    self.init(contents: contents, style: style, scale: scale)
  }

  /// The radius of the disc inside the ring and its marks.
  private var radius: Double {
    let square = Rect(x: 0, y: 0, width: diameter, height: diameter)
    return Ring(style: style, in: square, ink: .white, background: .black).innerEdge
  }

  /// The digit height of the number.
  private var height: Double

  /// The digit height of a number in the middle, as a share of the diameter. At this height the number is as wide as
  /// its share of the chord at its lower edge: `width · h = share · √(stroke² − h²)`.
  private static func height(of number: String, isAlone: Bool = false) -> Double {
    let (width, share) = (Line.width(number), number.contains(" ") ? days : isAlone ? time : Self.number)
    return min(tallest, share * stroke / (width * width + share * share).squareRoot())
  }

  /// The distance from the middle of the number to the text above or below it.
  private var near: Double { height / 2 + 2 * scale.step }

  /// The same distance for a title, with letters that hang below the digits.
  private var nearTitle: Double { near + 0.5 * scale.step }

  private var title: String { contents.headline == nil ? style.title : "" }

  /// True in overtime: the number counts up and stays the largest text, below the headline.
  private var isOvertime: Bool { contents.headline != nil && contents.number.hasPrefix("+") }

  /// True if the title has room in the second size.
  var fitsTitle: Bool { title.isEmpty || titleLines(of: title, [scale.second], most: 1) != nil }
  /// True if the title has room in the third size.
  var fitsSmallTitle: Bool { title.isEmpty || titleLines(of: title, [scale.third], most: 1) != nil }
  var fitsTime: Bool { contents.headline != nil || !contents.labels.time || timeHeight([scale.second]) != nil }

  /// - Parameters:
  ///   - hasTitle, hasTime: whether title and time are inside the ring.
  ///   - isSizeFree: whether title and time may have any size.
  /// - Returns: `nil` if title or time do not fit.
  func subject(hasTitle: Bool, hasTime: Bool, isSizeFree: Bool) -> WallComposer.Subject? {
    let needsTime = hasTime && contents.labels.time && contents.headline == nil
    if !isSizeFree, needsTime, timeHeight([scale.second]) == nil { return nil }
    let hasNoTitle = !hasTitle || title.isEmpty
    if !isSizeFree, !hasNoTitle, titleLines(of: title, [scale.second, scale.third], most: 1) == nil { return nil }
    let ringing = contents.headline.map(headlineLines)
    var subject = WallComposer.Subject(scale: ringing?.scale ?? scale, size: (diameter, diameter), slots: [])
    subject.hasRing = true
    subject.slotsInRing = ringing?.slots ?? calm(hasTitle: hasTitle, hasTime: hasTime)
    return subject
  }

  // MARK: While it runs

  /// The lines around a number: which of them are shown, and how large they are.
  private struct Lines: Equatable {
    let title: [String]
    let titleHeight: Double
    /// The digit height of the time of day; `nil` if it is not shown.
    let timeHeight: Double?
    let hasPhase: Bool
  }

  /// The lines while nothing rings. In the last minute the number becomes as large as the other lines permit. The other
  /// lines and the ring keep their size.
  private func calm(hasTitle: Bool, hasTime: Bool) -> [Layout.Slot] {
    let lines = lines(hasTitle: hasTitle, hasTime: hasTime)
    guard height > 0, let last = contents.lastNumber else { return slots(lines, contents.number) }
    var plan = self
    let most = Self.height(of: last) * diameter
    for step in (1...Self.growths).reversed() {
      plan.height = Motion.mix(height, most, Double(step) / Double(Self.growths))
      if plan.lines(hasTitle: hasTitle, hasTime: hasTime) == lines { return plan.slots(lines, last) }
    }
    return slots(lines, contents.number)
  }

  /// The number of sizes to try for a number in the last minute.
  private static let growths = 12

  private func lines(hasTitle: Bool, hasTime: Bool) -> Lines {
    let lines = hasTitle && !title.isEmpty ? titleLines(of: title, [scale.second, scale.third], most: 3) : nil
    let timeHeight = contents.labels.time && hasTime ? timeHeight([scale.second, scale.third]) : nil
    let found = Lines(
      title: lines?.texts ?? [], titleHeight: lines?.height ?? 0, timeHeight: timeHeight, hasPhase: true)
    let phase = Countdown.widestPhase(contents.words)
    let hasPhase =
      chord(abs(phaseCentre(found)) + scale.third / 2) >= Line.width(phase) * scale.third * Self.phaseShare
    return Lines(title: found.title, titleHeight: found.titleHeight, timeHeight: timeHeight, hasPhase: hasPhase)
  }

  /// The least width for a phase, as a share of its widest form.
  private static let phaseShare = 0.9

  /// Without a title, the number and the time are centred as a group.
  private func shift(_ lines: Lines) -> Double {
    lines.title.isEmpty ? lines.timeHeight.map { (near - height / 2 + $0) / -2 } ?? 0 : 0
  }

  /// The phase is in the place of the title. With a title, it is below the time.
  private func phaseCentre(_ lines: Lines) -> Double {
    let below = near + (lines.timeHeight.map { $0 + scale.lineGap } ?? 0)
    return lines.title.isEmpty ? shift(lines) - near - scale.third / 2 : below + scale.third / 2
  }

  private func slots(_ lines: Lines, _ number: String) -> [Layout.Slot] {
    let shift = shift(lines)
    var slots: [Layout.Slot] = []
    if height > 0 { slots.append(slot(Block.Row(part: .number, template: number), height, centre: shift)) }
    if !lines.title.isEmpty { slots += titleSlots(lines.title, lines.titleHeight) }
    if let timeHeight = lines.timeHeight {
      let time = Block.Row(part: .time, template: contents.labels.widestWholeTime)
      slots.append(slot(time, timeHeight, centre: near + timeHeight / 2 + shift))
    }
    if lines.hasPhase {
      let phase = Block.Row(part: .phase, template: Countdown.widestPhase(contents.words))
      slots.append(slot(phase, scale.third, centre: phaseCentre(lines)))
    }
    return slots
  }

  /// The lines of a title above the number, the last one next to it.
  private func titleSlots(_ lines: [String], _ height: Double) -> [Layout.Slot] {
    lines.reversed().enumerated().map { index, line in
      let y = -nearTitle - height / 2 - Double(index) * (height + scale.lineGap(of: height))
      return slot(Block.Row(part: .words(line), template: line), height, centre: y)
    }
  }

  /// The first of the heights at which the time of day fits below the number.
  private func timeHeight(_ heights: [Double]) -> Double? {
    let width = Line.width(contents.labels.widestWholeTime)
    return heights.first { width * $0 <= chord(near + $0) }
  }

  /// The lines of a title above the number, and their digit height; `nil` if it does not fit.
  /// - Parameters:
  ///   - heights: the digit heights to try, in this order.
  ///   - most: the most lines.
  private func titleLines(
    of title: String, _ heights: [Double], most: Int
  ) -> (texts: [String], height: Double)? {
    // One small line is better than two large lines.
    let tries = heights.map { ($0, 1) } + heights.flatMap { height in (1...most).dropFirst().map { (height, $0) } }
    for (height, count) in tries {
      let top = nearTitle + Double(count) * height + Double(count - 1) * scale.lineGap(of: height)
      let width = chord(top)
      let room = width / (Line.realShare * height)
      guard width > 0, Line.widestPiece(of: title) <= room else { continue }
      let lines = Line.wrapped(title, at: room)
      if lines.count <= count { return (lines, height) }
    }
    return nil
  }

  // MARK: When it rings

  /// The headline as large as possible, with the number and the time of day below it.
  private func headlineLines(_ headline: String) -> (slots: [Layout.Slot], scale: TypeScale) {
    let labels = contents.labels
    if isOvertime, let slots = overtime(headline) {
      return (slots, scale.with(first: height, leastSecond: scale.second))
    }
    var others: [Block.Row] = []
    // The number adds something to the headline only in overtime.
    if contents.number.hasPrefix("+") { others.append(Block.Row(part: .number, template: contents.number)) }
    if labels.time { others.append(Block.Row(part: .time, template: labels.widestWholeTime)) }
    var height = scale.first
    while height > scale.third {
      let own = scale.with(first: height, leastSecond: leastTime)
      if let slots = headlineSlots(headline, own, most: 3, others) { return (slots, own) }
      height *= 0.95
    }
    let own = scale.with(first: 0.8 * scale.third, leastSecond: 0)
    return (headlineSlots(headline, own, most: 9, others, isForced: true) ?? [], own)
  }

  /// The lines in overtime; `nil` if the headline has no room above the number, or the time none below it.
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

  /// The least digit height of the time of day, in pixels.
  private var leastTime: Double { WallComposer.leastTime * (contents.size.shortSide - 2 * contents.margin) }

  /// The headline at the first size of `scale` with other lines below it; `nil` if they do not fit. It tries narrower
  /// and narrower lines, and a few places below the middle.
  private func headlineSlots(
    _ headline: String, _ scale: TypeScale, most: Int, _ others: [Block.Row], isForced: Bool = false
  ) -> [Layout.Slot]? {
    let height = scale.first
    for width in stride(from: 1.7, through: 0.8, by: -0.1) {
      let room = width * radius / (Line.realShare * height)
      let lines = Line.wrapped(headline, at: room)
      // If these lines do not fit, narrower ones cannot fit either.
      guard isForced || lines.count <= most && Line.widestPiece(of: headline) <= room else { return nil }
      let block = headlineBlock(lines.prefix(most), scale, others)
      // The lower lines are short, so they may have room further down.
      for offset in [0, 0.02, 0.04, 0.06] {
        let middle = Point(x: -radius, y: offset * diameter - block.height / 2)
        let slots = block.placed(at: middle).map(narrowed)
        let isWhole = slots.allSatisfy {
          Line.realShare * Line.width($0.template) * $0.box.height <= $0.box.width
        }
        if isForced || isWhole { return slots.map { $0.moved(by: Point(x: diameter / 2, y: diameter / 2)) } }
      }
    }
    return nil
  }

  private func headlineBlock(_ lines: some Sequence<String>, _ scale: TypeScale, _ others: [Block.Row]) -> Block {
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

  /// A line with the width of the ring at its place, relative to the middle of the ring.
  private func narrowed(_ slot: Layout.Slot) -> Layout.Slot {
    var slot = slot
    let far = max(abs(slot.box.y), abs(slot.box.maxY))
    let width = max(1, Ring.chord(at: far, radius, share: 0.97))
    slot.box = Rect(x: -width / 2, y: slot.box.y, width: width, height: slot.box.height)
    return slot
  }

  // MARK: Places

  /// A line with the width of the ring at its place, relative to the corner of the ring's square.
  /// - Parameter y: the middle of the line, from the middle of the ring.
  private func slot(_ row: Block.Row, _ height: Double, centre y: Double) -> Layout.Slot {
    let width = max(1, chord(abs(y) + height / 2))
    let middle = Point(x: diameter / 2, y: diameter / 2 + y)
    return Layout.Slot(
      part: row.part, template: row.template, box: Rect(centre: middle, width: width, height: height))
  }

  /// The width inside the ring at a distance from the middle.
  private func chord(_ distance: Double) -> Double { Ring.chord(at: distance, radius) }
}
