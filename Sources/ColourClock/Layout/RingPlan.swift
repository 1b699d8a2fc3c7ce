/// A ring's title, number and time of day, or `headlineLines` while something rings.
struct RingPlan {
  let contents: Layout.Contents
  let texts: WallTexts
  let style: Ring.Style
  let scale: TypeScale
  /// The side of the ring's square, in pixels.
  let diameter: Double

  // Shares of the wall's shorter side:
  /// The least diameter with other lines or messages.
  static let least = 0.6
  /// The least diameter if other parts have no room otherwise.
  static let leastOnSmall = 0.42

  // Shares of the diameter:
  /// The digit height of a number of four digits.
  static let unit = height(of: "00:00")
  private static let tallest = 0.34
  /// The inner diameter of the standard ring.
  private static let inner = 0.9

  /// Shares of the ring's inner width at the text's lower edge.
  private static let width = (number: 0.84, days: 0.9, time: 0.88)

  /// - Parameter yields: true if the number may shrink for a title of the second size.
  init(contents: Layout.Contents, texts: WallTexts, style: Ring.Style, scale: TypeScale, yields: Bool = true) {
    (self.contents, self.texts, self.style, self.scale) = (contents, texts, style, scale)
    diameter = scale.first / Self.unit
    let square = Rect(x: 0, y: 0, width: diameter, height: diameter)
    radius = Ring(style: style, in: square, ink: .white, background: .black).innerEdge
    number = contents.number
    height = contents.number.isEmpty ? 0 : Self.height(of: contents.number, isAlone: contents.hasDial) * diameter
    guard contents.labels.time, contents.headline == nil, !contents.hasDial else { return }
    makeRoomForTime()
    if !hasTitle { makeRoomToRise() }
    if yields { makeRoomForTitle() }
  }

  private mutating func makeRoomForTime() {
    let least = min(height, Self.unit * diameter)
    while height > least, timeHeight([scale.second]) == nil { height = max(least, 0.97 * height) }
  }

  private mutating func makeRoomToRise() {
    guard let time = timeHeight([scale.second]) else { return }
    let least = Self.leastHeight.centred * height
    while height > least, rise(above: time) > mostRise { height = max(least, 0.985 * height) }
  }

  private mutating func makeRoomForTitle() {
    guard !fitsTitle else { return }
    let whole = height
    while height > Self.leastHeight.belowTitle * whole, !fitsTitle { height *= 0.98 }
    if !fitsTitle { height = whole }
  }

  private static let leastHeight = (centred: 0.85, belowTitle: 0.75)

  /// The texts that fit in a ring, whatever its size.
  struct Fit {
    /// The second size, as a share of the first.
    let second: Double
    let title: Bool
    let smallTitle: Bool
    let time: Bool

    init?(_ contents: Layout.Contents, _ texts: WallTexts) {
      guard let style = contents.ring else { return nil }
      second = RingPlan.second(contents, texts, style)
      let plan = RingPlan(contents, texts, style, second: second)
      (title, smallTitle, time) = (plan.fitsTitle, plan.fitsSmallTitle, plan.fitsTime)
    }
  }

  private init(_ contents: Layout.Contents, _ texts: WallTexts, _ style: Ring.Style, second: Double) {
    let scale = Self.scale(1000 * Self.unit, second: second, least: (0, 0))
    self.init(contents: contents, texts: texts, style: style, scale: scale, yields: false)
  }

  // MARK: Sizes

  private static let secondSize = (most: 0.36, least: 0.3, step: 0.02)
  /// The number's wanted size, as a multiple of the second size.
  private static let numberSize = 2.4
  /// The third size, as a share of the first. With `small`, the third size is its least value in pixels.
  enum OtherLines: Double {
    case small = 0
    case usual = 0.237
  }

  /// The second size at which the title fits in one line, otherwise the least one, as a share of the first size.
  private static func second(_ contents: Layout.Contents, _ texts: WallTexts, _ style: Ring.Style) -> Double {
    let number = contents.number.isEmpty ? unit : height(of: contents.number)
    var share = min(secondSize.most, max(secondSize.least, number / unit / numberSize))
    while share > secondSize.least, !RingPlan(contents, texts, style, second: share).fitsTitle {
      share = max(secondSize.least, share - secondSize.step)
    }
    return share
  }

  /// `second` is a share of `first`; `least` is in pixels.
  static func scale(
    _ first: Double, second: Double, least: (second: Double, third: Double), lines: OtherLines = .usual
  ) -> TypeScale {
    TypeScale(
      first: first, second: max(least.second, second * first), third: max(least.third, lines.rawValue * first))
  }

  /// The radius of the disc inside the ring and its marks, in pixels.
  let radius: Double

  /// The number's digit height, in pixels.
  var height: Double
  private var number: String

  /// A share of the diameter. The number fills its share (`width`) of the ring: `digits · h = share · √(inner² − h²)`,
  /// where `digits` is the width in digit heights.
  private static func height(of number: String, isAlone: Bool = false) -> Double {
    let share =
      if number.contains(" ") {
        width.days
      } else if isAlone {
        width.time
      } else {
        width.number
      }
    let digits = Line.width(number)
    return min(tallest, share * inner / (digits * digits + share * share).squareRoot())
  }

  /// From the number's middle, in pixels.
  var nextLineDistance: Double { height / 2 + max(2, (Self.gap * height / scale.step).rounded()) * scale.step }

  private static let gap = 0.2

  /// The step is for letters that hang below the title, such as g.
  private var titleDistance: Double { nextLineDistance + scale.step }

  private var hasTitle: Bool { !texts.title.text.isEmpty }

  var fitsTitle: Bool { !hasTitle || titleLines(of: texts.title, [scale.second], most: 1) != nil }
  private var fitsSmallTitle: Bool { !hasTitle || titleLines(of: texts.title, [scale.third], most: 1) != nil }
  private var fitsTime: Bool { contents.headline != nil || !contents.labels.time || timeHeight([scale.second]) != nil }

  /// `nil` if time or title do not fit. With `allowsAnySize`, they may be small, wrapped or left out.
  func subject(hasTitle: Bool, hasTime: Bool, allowsAnySize: Bool) -> WallComposer.Subject? {
    let needsTime = hasTime && contents.labels.time && contents.headline == nil
    if !allowsAnySize, needsTime, timeHeight([scale.second]) == nil { return nil }
    let needsTitle = hasTitle && self.hasTitle
    if !allowsAnySize, needsTitle, titleLines(of: texts.title, [scale.second, scale.third], most: 1) == nil {
      return nil
    }
    let ringing = contents.headline.map { _ in headlineLines() }
    var subject = WallComposer.Subject(scale: ringing?.scale ?? scale, size: (diameter, diameter), slots: [])
    subject.hasRing = true
    subject.slotsInRing = ringing?.slots ?? usualSlots(hasTitle: hasTitle, hasTime: hasTime)
    return subject
  }

  // MARK: While nothing rings

  private struct Lines: Equatable {
    let title: [String]
    let titleHeight: Double
    let timeHeight: Double?
    var hasPhase: Bool
  }

  /// In the last minute the number grows as far as the other lines permit.
  private func usualSlots(hasTitle: Bool, hasTime: Bool) -> [Layout.Slot] {
    let lines = lines(hasTitle: hasTitle, hasTime: hasTime)
    guard height > 0, let last = contents.lastNumber else { return slots(lines) }
    var plan = self
    plan.number = last
    let most = Self.height(of: last) * diameter
    for step in (1...Self.growths).reversed() {
      plan.height = Motion.mix(height, most, Double(step) / Double(Self.growths))
      if plan.lines(hasTitle: hasTitle, hasTime: hasTime) == lines { return plan.slots(lines) }
    }
    return slots(lines)
  }

  private static let growths = 12

  private func lines(hasTitle: Bool, hasTime: Bool) -> Lines {
    let lines = hasTitle && self.hasTitle ? titleLines(of: texts.title, [scale.second, scale.third], most: 3) : nil
    let timeHeight = contents.labels.time && hasTime ? timeHeight([scale.second, scale.third]) : nil
    var found = Lines(
      title: lines?.texts ?? [], titleHeight: lines?.height ?? 0, timeHeight: timeHeight, hasPhase: true)
    let phase = Line.width(Countdown.widestPhase(contents.words)) * scale.third
    found.hasPhase = chord(abs(phaseCentre(found)) + scale.third / 2) >= phase * Self.phaseShare
    return found
  }

  private static let phaseShare = 0.9

  /// The number's offset, negative for up. Without a title, number and time are centred as a group.
  private func shift(_ lines: Lines) -> Double {
    guard lines.title.isEmpty, let timeHeight = lines.timeHeight else { return 0 }
    return -min(rise(above: timeHeight), mostRise)
  }

  private func rise(above timeHeight: Double) -> Double { (nextLineDistance - height / 2 + timeHeight) / 2 }

  /// How far the number can rise before it touches the ring.
  private var mostRise: Double {
    let halfWidth = Self.realDigits * Line.width(number) * height / Self.numberShare / 2
    let corner = max(0, radius * radius - halfWidth * halfWidth).squareRoot()
    return max(0, corner - height / 2)
  }

  /// The phase is below the time or, without a title, in the title's place.
  private func phaseCentre(_ lines: Lines) -> Double {
    if lines.title.isEmpty { return shift(lines) - nextLineDistance - scale.third / 2 }
    let below = nextLineDistance + (lines.timeHeight.map { $0 + scale.lineGap } ?? 0)
    return below + scale.third / 2
  }

  private func slots(_ lines: Lines) -> [Layout.Slot] {
    let shift = shift(lines)
    var slots: [Layout.Slot] = []
    if height > 0 { slots.append(numberSlot(number, centre: shift)) }
    if !lines.title.isEmpty { slots += titleSlots(lines.title, lines.titleHeight) }
    if let timeHeight = lines.timeHeight {
      let time = Block.Row(part: .time, template: contents.labels.widestWholeTime)
      slots.append(slot(time, timeHeight, centre: nextLineDistance + timeHeight / 2 + shift))
    }
    if lines.hasPhase {
      let phase = Block.Row(part: .phase, template: Countdown.widestPhase(contents.words))
      slots.append(slot(phase, scale.third, centre: phaseCentre(lines)))
    }
    return slots
  }

  func titleSlots(_ lines: [String], _ height: Double) -> [Layout.Slot] {
    lines.reversed().enumerated().map { index, line in
      let y = -titleDistance - height / 2 - Double(index) * (height + scale.lineGap(of: height))
      return slot(.words(line), height, centre: y, share: Self.titleShare)
    }
  }

  private static let titleShare = 0.97

  /// The real width of digits, as a share of `Line.width`.
  private static let realDigits = 0.97

  func timeHeight(_ heights: [Double]) -> Double? {
    let width = Self.realDigits * Line.width(contents.labels.widestWholeTime)
    return heights.first { width * $0 <= chord(nextLineDistance + $0) }
  }

  /// The title in up to `most` lines, at the first of `heights` that fits.
  func titleLines(of title: Paragraph, _ heights: [Double], most: Int) -> (texts: [String], height: Double)? {
    let oneLine = heights.map { ($0, 1) }
    let moreLines = heights.flatMap { height in (1...most).dropFirst().map { (height, $0) } }
    for (height, count) in oneLine + moreLines {
      let top = titleDistance + Double(count) * height + Double(count - 1) * scale.lineGap(of: height)
      let width = Ring.chord(at: top, radius, share: Self.titleShare)
      let room = width / (Line.realShare * height)
      guard width > 0, title.widestPiece <= room else { continue }
      let lines = title.wrapped(at: room)
      if lines.count <= count { return (lines, height) }
    }
    return nil
  }

  // MARK: Places

  /// - Parameter y: the distance from the ring's middle to the line's; negative for up.
  func slot(_ row: Block.Row, _ height: Double, centre y: Double, share: Double = 0.92) -> Layout.Slot {
    let width = max(1, Ring.chord(at: abs(y) + height / 2, radius, share: share))
    let middle = Point(x: diameter / 2, y: diameter / 2 + y)
    return Layout.Slot(
      part: row.part, template: row.template, box: Rect(centre: middle, width: width, height: height))
  }

  func numberSlot(_ number: String, centre y: Double) -> Layout.Slot {
    slot(Block.Row(part: .number, template: number), height, centre: y, share: Self.numberShare)
  }

  private static let numberShare = 0.99

  private func chord(_ distance: Double) -> Double { Ring.chord(at: distance, radius) }
}
