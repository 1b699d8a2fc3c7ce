/// The layout inside a ring: the number in the middle, the title above it, the time of day below it. While something
/// rings, a headline comes first (`headlineLines`).
struct RingPlan {
  let contents: Layout.Contents
  let texts: WallTexts
  let style: Ring.Style
  let scale: TypeScale
  /// The side of the ring's square, in pixels.
  let diameter: Double

  /// The least diameter with other lines or messages beside the ring, as a share of the wall's shorter side.
  static let least = 0.6
  /// The least diameter beside a message, if the screen is small or if there is a program or further countdowns. Also a
  /// share of the shorter side.
  static let leastOnSmall = 0.42
  /// The digit height of a number of four digits, as a share of the diameter.
  static let unit = height(of: "00:00")
  /// The number's width, as a share of the ring's inner width at the number's lower edge.
  private static let number = 0.84
  /// Widths of other numbers, as shares of the same width. `days`: for a number in words (days and hours). `time`: for
  /// a time of day that is alone in the ring.
  private static let (days, time) = (0.9, 0.88)
  /// The inner diameter of the standard ring, as a share of the outer diameter.
  private static let stroke = 0.9
  /// The greatest digit height of the number, as a share of the diameter. This limit is for numbers with few digits.
  private static let tallest = 0.34

  /// - Parameter yields: true if the number may become smaller, so that the title has the second size.
  init(contents: Layout.Contents, texts: WallTexts, style: Ring.Style, scale: TypeScale, yields: Bool = true) {
    (self.contents, self.texts, self.style, self.scale) = (contents, texts, style, scale)
    diameter = scale.first / Self.unit
    let square = Rect(x: 0, y: 0, width: diameter, height: diameter)
    radius = Ring(style: style, in: square, ink: .white, background: .black).innerEdge
    number = contents.number
    height = contents.number.isEmpty ? 0 : Self.height(of: contents.number, isAlone: contents.hasDial) * diameter
    // A smaller number leaves room for the time below it.
    guard contents.labels.time, contents.headline == nil, !contents.hasDial else { return }
    let least = min(height, Self.unit * diameter)
    while height > least, timeHeight([scale.second]) == nil { height = max(least, 0.97 * height) }
    if !hasTitle, let time = timeHeight([scale.second]) {
      let least = Self.leastCentred * height
      while height > least, rise(above: time) > mostRise { height = max(least, 0.985 * height) }
    }
    guard yields, !fitsTitle else { return }
    let whole = height
    while height > Self.leastBelowTitle * whole, !fitsTitle { height *= 0.98 }
    if !fitsTitle { height = whole }
  }

  /// The least height of a number that yields to its own centring, as a share of the number's usual height.
  private static let leastCentred = 0.85
  /// The least height of a number that yields to the title, as a share of the number's usual height.
  private static let leastBelowTitle = 0.75

  /// What has room in a ring, whatever its size.
  struct Fit {
    /// The second size of a wall with a ring, as a share of the first.
    let second: Double
    let title: Bool
    /// True if the title fits in the third size.
    let smallTitle: Bool
    let time: Bool

    /// `nil` without a ring.
    init?(_ contents: Layout.Contents, _ texts: WallTexts) {
      guard let style = contents.ring else { return nil }
      second = RingPlan.second(contents, texts, style)
      let plan = RingPlan(contents, texts, style, second: second)
      (title, smallTitle, time) = (plan.fitsTitle, plan.fitsSmallTitle, plan.fitsTime)
    }
  }

  /// A plan of any size, to test what fits.
  private init(_ contents: Layout.Contents, _ texts: WallTexts, _ style: Ring.Style, second: Double) {
    let scale = Self.scale(1000 * Self.unit, second: second, least: (0, 0))
    self.init(contents: contents, texts: texts, style: style, scale: scale, yields: false)
  }

  // MARK: Sizes

  /// Limits of the second size (title and time), and the `step` of the search, as shares of the first size.
  private static let seconds = (most: 0.36, least: 0.3, step: 0.02)
  /// The number should be this many times as large as title and time, which are never smaller than `seconds.least`.
  private static let lead = 2.4
  /// The third size beside a ring, as a share of the first. `small`: as small as the least third size.
  enum OtherLines: Double {
    case small = 0
    case usual = 0.237
  }

  /// The second size, as a share of the first: reduced until the title fits in one line, but not below `seconds.least`.
  private static func second(_ contents: Layout.Contents, _ texts: WallTexts, _ style: Ring.Style) -> Double {
    let number = contents.number.isEmpty ? unit : height(of: contents.number)
    var share = min(seconds.most, max(seconds.least, number / unit / lead))
    while share > seconds.least, !RingPlan(contents, texts, style, second: share).fitsTitle {
      share = max(seconds.least, share - seconds.step)
    }
    return share
  }

  /// - Parameters:
  ///   - first: the digit height of a number of four digits, in pixels.
  ///   - second: the second size, as a share of the first.
  ///   - least: the least second and third sizes, in pixels.
  static func scale(
    _ first: Double, second: Double, least: (second: Double, third: Double), lines: OtherLines = .usual
  ) -> TypeScale {
    TypeScale(
      first: first, second: max(least.second, second * first),
      third: max(least.third, lines.rawValue * first))
  }

  /// The radius of the disc inside the ring and its marks.
  let radius: Double

  var height: Double
  /// The widest form of the number.
  private var number: String

  /// The number's digit height, as a share of the diameter; at most `tallest`. The number fills its share (`number`,
  /// `days` or `time`) of the ring's width at the number's lower edge. So the height solves `width · h = share ·
  /// √(stroke² − h²)`.
  private static func height(of number: String, isAlone: Bool = false) -> Double {
    let (width, share) = (Line.width(number), number.contains(" ") ? days : isAlone ? time : Self.number)
    return min(tallest, share * stroke / (width * width + share * share).squareRoot())
  }

  /// The distance from the middle of the number to the text above or below it. A tall number has larger gaps.
  var near: Double { height / 2 + max(2, (Self.gap * height / scale.step).rounded()) * scale.step }

  /// The gap above and below the number, as a share of its height.
  private static let gap = 0.2

  /// The distance from the middle of the number to a title above it. Letters such as g need more room than digits.
  /// A title may have a plate, which must not touch the number.
  private var nearTitle: Double { near + scale.step }

  private var hasTitle: Bool { !texts.title.text.isEmpty }

  /// True if the title fits in the second size, in one line.
  var fitsTitle: Bool { !hasTitle || titleLines(of: texts.title, [scale.second], most: 1) != nil }
  private var fitsSmallTitle: Bool { !hasTitle || titleLines(of: texts.title, [scale.third], most: 1) != nil }
  private var fitsTime: Bool { contents.headline != nil || !contents.labels.time || timeHeight([scale.second]) != nil }

  /// The ring with its lines. If `isSizeFree` is true, the time may be small, the title may be wrapped, and both may be
  /// left out. If `isSizeFree` is false, the result is `nil` if the time or the title does not fit.
  func subject(hasTitle: Bool, hasTime: Bool, isSizeFree: Bool) -> WallComposer.Subject? {
    let needsTime = hasTime && contents.labels.time && contents.headline == nil
    if !isSizeFree, needsTime, timeHeight([scale.second]) == nil { return nil }
    let needsTitle = hasTitle && self.hasTitle
    if !isSizeFree, needsTitle, titleLines(of: texts.title, [scale.second, scale.third], most: 1) == nil { return nil }
    let ringing = contents.headline.map { _ in headlineLines() }
    var subject = WallComposer.Subject(scale: ringing?.scale ?? scale, size: (diameter, diameter), slots: [])
    subject.hasRing = true
    subject.slotsInRing = ringing?.slots ?? calm(hasTitle: hasTitle, hasTime: hasTime)
    return subject
  }

  // MARK: While nothing rings

  private struct Lines: Equatable {
    let title: [String]
    let titleHeight: Double
    let timeHeight: Double?
    let hasPhase: Bool
  }

  /// The lines while nothing rings. In the last minute the number becomes as large as the other lines permit. The other
  /// lines keep their size.
  private func calm(hasTitle: Bool, hasTime: Bool) -> [Layout.Slot] {
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
    let found = Lines(
      title: lines?.texts ?? [], titleHeight: lines?.height ?? 0, timeHeight: timeHeight, hasPhase: true)
    let phase = Countdown.widestPhase(contents.words)
    let hasPhase =
      chord(abs(phaseCentre(found)) + scale.third / 2) >= Line.width(phase) * scale.third * Self.phaseShare
    return Lines(title: found.title, titleHeight: found.titleHeight, timeHeight: timeHeight, hasPhase: hasPhase)
  }

  /// The least room for a phase, as a share of the width of its widest form.
  private static let phaseShare = 0.9

  /// How far number and time move. Without a title they are centred as a group, as far as the ring has room.
  private func shift(_ lines: Lines) -> Double {
    guard lines.title.isEmpty, let timeHeight = lines.timeHeight else { return 0 }
    return -min(rise(above: timeHeight), mostRise)
  }

  /// How far the number rises if it is centred together with the time below it.
  private func rise(above timeHeight: Double) -> Double { (near - height / 2 + timeHeight) / 2 }

  /// How far the number can rise until it touches the ring.
  private var mostRise: Double {
    let half = Self.realDigits * Line.width(number) * height / Self.numberShare / 2
    return max(0, max(0, radius * radius - half * half).squareRoot() - height / 2)
  }

  /// The middle of the phase. With a title, the phase is below the time. Without a title, the phase takes the title's
  /// place.
  private func phaseCentre(_ lines: Lines) -> Double {
    let below = near + (lines.timeHeight.map { $0 + scale.lineGap } ?? 0)
    return lines.title.isEmpty ? shift(lines) - near - scale.third / 2 : below + scale.third / 2
  }

  private func slots(_ lines: Lines) -> [Layout.Slot] {
    let shift = shift(lines)
    var slots: [Layout.Slot] = []
    if height > 0 { slots.append(numberSlot(number, centre: shift)) }
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

  /// The lines of a title. The last line is next to the number.
  func titleSlots(_ lines: [String], _ height: Double) -> [Layout.Slot] {
    lines.reversed().enumerated().map { index, line in
      let y = -nearTitle - height / 2 - Double(index) * (height + scale.lineGap(of: height))
      return slot(Block.Row(part: .words(line), template: line), height, centre: y, share: Self.titleShare)
    }
  }

  /// A title's greatest width, as a share of the chord at its upper edge. The share is large, because few letters rise
  /// to the corners.
  private static let titleShare = 0.97

  /// The real width of digits, as a share of `Line.width`.
  private static let realDigits = 0.97

  /// The first of `heights` at which the time fits below the number; `nil` if no height fits.
  func timeHeight(_ heights: [Double]) -> Double? {
    let width = Self.realDigits * Line.width(contents.labels.widestWholeTime)
    return heights.first { width * $0 <= chord(near + $0) }
  }

  /// The lines of a title above the number; `nil` if they do not fit.
  /// - Parameters:
  ///   - heights: the digit heights to try, in this order.
  ///   - most: the most lines.
  func titleLines(
    of title: Paragraph, _ heights: [Double], most: Int
  ) -> (texts: [String], height: Double)? {
    // One small line is better than two large lines.
    let tries = heights.map { ($0, 1) } + heights.flatMap { height in (1...most).dropFirst().map { (height, $0) } }
    for (height, count) in tries {
      let top = nearTitle + Double(count) * height + Double(count - 1) * scale.lineGap(of: height)
      let width = Ring.chord(at: top, radius, share: Self.titleShare)
      let room = width / (Line.realShare * height)
      guard width > 0, title.widestPiece <= room else { continue }
      let lines = title.wrapped(at: room)
      if lines.count <= count { return (lines, height) }
    }
    return nil
  }

  // MARK: Places

  /// A slot for a line, in the coordinates of the ring's square. The slot takes `share` of the ring's width at the
  /// line's place. `y` is the middle of the line, from the ring's middle.
  func slot(_ row: Block.Row, _ height: Double, centre y: Double, share: Double = 0.92) -> Layout.Slot {
    let width = max(1, Ring.chord(at: abs(y) + height / 2, radius, share: share))
    let middle = Point(x: diameter / 2, y: diameter / 2 + y)
    return Layout.Slot(
      part: row.part, template: row.template, box: Rect(centre: middle, width: width, height: height))
  }

  /// The slot of the number. It has nearly the whole width of the ring, because digits are round at the corners.
  func numberSlot(_ number: String, centre y: Double) -> Layout.Slot {
    slot(Block.Row(part: .number, template: number), height, centre: y, share: Self.numberShare)
  }

  private static let numberShare = 0.99

  private func chord(_ distance: Double) -> Double { Ring.chord(at: distance, radius) }
}
