/// The subject: the ring, or the large digits of the time or of the stopwatch. A wall without these has the code or the
/// date as its subject.
extension WallComposer {
  /// A subject with its tail: the lines that belong to it and stand below it.
  struct Subject {
    let scale: TypeScale
    let size: (width: Double, height: Double)
    /// The lines of the subject, measured from its upper left corner.
    let slots: [Layout.Slot]
    var slotsInRing: [Layout.Slot] = []
    var hasRing = false
    var isColumn = false
    var tail = Block()
    /// The distance from the subject to the tail, in pixels.
    var tailGap: Double
    /// The left edge of the tail, from the left edge of the subject.
    var tailStart = 0.0
    /// The number of lines at the start of the tail that messages must not cover.
    var keptInTail = 0
    /// True if the tail leaves the lower right corner free for the code.
    var leavesCorner = false

    init(scale: TypeScale, size: (width: Double, height: Double), slots: [Layout.Slot]) {
      (self.scale, self.size, self.slots) = (scale, size, slots)
      tailGap = scale.groupGap
    }

    var tailRoom: Double { tail.isEmpty ? 0 : tailGap + tail.height }

    func composition(at origin: Point) -> Layout.Composition {
      let box = Rect(x: origin.x, y: origin.y, width: size.width, height: size.height)
      // Letters of a date, such as g and y, reach below its digits. So do those of "pm", where digits are large.
      let below = Line.reach.below * scale.first
      let hasSuffix = slots.contains { !$0.suffix.isEmpty && $0.part == .time }
      let hang =
        slots.contains { $0.part == .date }
        ? below : hasSuffix ? max(0, Text.suffixScale * below - scale.lineGap) : 0
      let kept = Rect(x: box.x, y: box.y, width: box.width, height: box.height + hang)
      var composition = Layout.Composition(scale: scale, kept: kept)
      composition.slots = slots.map { $0.moved(by: origin) }
      composition.slotsInRing = slotsInRing.map { $0.moved(by: origin) }
      composition.ring = hasRing ? box : nil
      let tailSlots = tail.placed(at: Point(x: box.x + tailStart, y: box.maxY + tailGap))
      composition.slots += tailSlots
      for slot in tailSlots.prefix(keptInTail) { composition.keep(slot) }
      return composition
    }
  }

  func subject(_ arrangement: Arrangement, _ wanted: Wanted, _ scale: TypeScale, _ isFlush: Bool) -> Subject? {
    if let style = contents.ring, style.place == .around {
      return ringed(style, arrangement, scale).flatMap { withProgram($0, arrangement, wanted) }
    }
    let rows = rows(arrangement)
    guard !rows.isEmpty else { return Subject(scale: scale, size: (0, 0), slots: []) }
    let first = hasSmallTime(arrangement) ? scale.second : scale.first
    // On an upright wall the seconds beside hours and minutes end at the right margin.
    let own = subjectWidth(rows) * first
    let isWide = arrangement.isSplit && isUpright && isFlush
    let width = arrangement.isSpanning ? area.width : isWide ? max(area.width, own) : own
    guard width <= max(area.width, Self.mostWidth * stage.width) + 0.01 else { return nil }
    var block = Block()
    let bearing = arrangement.isSpanning && contents.hasStopwatch ? Self.watchBearing * first : 0
    for row in rows {
      let height = [first, scale.second, scale.third][row.level - 1]
      let (gap, isLeft) = (Self.columnGap * first, isFlush || hasStopwatchAlone)
      if row.beside.isEmpty {
        block.add(row.row, height: height, gap: gap, room: width + bearing, alignment: isLeft ? .left : .centre)
      } else {
        guard let line = withSmallRows(row, height, scale, width) else { return nil }
        block.add(line, gap: gap)
      }
    }
    var subject = Subject(scale: scale, size: (width, block.height), slots: block.slots)
    subject.isColumn = arrangement.isColumn || arrangement.isSplit
    return addTail(to: &subject, arrangement, wanted, isFlush) ? subject : nil
  }

  /// A row with its small rows at the right edge of the subject; `nil` if they would touch the row. The last small row
  /// is on the baseline of the row.
  private func withSmallRows(_ row: MainRow, _ height: Double, _ scale: TypeScale, _ width: Double) -> Block? {
    let rows = row.beside.map { ($0, $0.part == .second ? scale.second : scale.third) }
    let room = Self.besideRoom * rows.reduce(0) { max($0, $1.0.width * $1.1) }
    guard (row.row.width + Self.besideGap) * height + room <= width + 0.01 else { return nil }
    var (line, small) = (Block(), Block())
    for (other, size) in rows { small.add(other, height: size, gap: scale.lineGap, room: room, alignment: .right) }
    line.add(row.row, height: height, gap: 0, room: row.row.width * height)
    line.add(small.lowered(by: height - small.height), atRight: width - room)
    return line
  }

  /// On an upright wall, or beside a list of countdowns, a title that does not fit into the ring stands just below it.
  /// It does not stand above the list, because there it would look like a heading of the list.
  private func ringed(_ style: Ring.Style, _ arrangement: Arrangement, _ scale: TypeScale) -> Subject? {
    func ring(hasTitle: Bool) -> Subject? {
      let key = KnownParts.RingKey(
        scale: scale, hasTitle: hasTitle, hasTime: !arrangement.groups.contains(.time),
        isSizeFree: arrangement.isSizeFree)
      return known.ring(key) {
        RingPlan(contents: contents, texts: texts, style: style, scale: scale)
          .subject(hasTitle: key.hasTitle, hasTime: key.hasTime, isSizeFree: key.isSizeFree)
      }
    }
    if arrangement.groups.contains(.title) { return ring(hasTitle: false) }
    let isInside = hasListBesideRing ? ringFit?.smallTitle != false : !isUpright || ringFit?.title != false
    if isInside || arrangement.isSizeFree, let subject = ring(hasTitle: true) { return subject }
    guard !isInside || hasListBesideRing, !arrangement.isSizeFree, var subject = ring(hasTitle: false) else {
      return nil
    }
    let width = arrangement.beside.isEmpty ? area.width : subject.size.width
    guard let title = title(scale, width, .centre) else { return nil }
    (subject.tail, subject.keptInTail) = (title, title.slots.count)
    subject.tailStart = (subject.size.width - width) / 2
    return subject
  }

  /// The distance from the edge of a ring's square to the outer edge of the ring's line. The knob reaches further.
  func ringInset(_ diameter: Double) -> Double {
    guard let style = contents.ring else { return 0 }
    let square = Rect(x: 0, y: 0, width: diameter, height: diameter)
    let ring = Ring(style: style, in: square, ink: .white, background: .black)
    return max(0, diameter / 2 - ring.radius - ring.stroke / 2)
  }

  /// True on a wide wall with a ring and a list of further countdowns.
  var hasListBesideRing: Bool { hasRing && !isUpright && !contents.countdowns.isEmpty }

  /// The gap between the rows of a column of digits, in digit heights.
  private static let columnGap = 0.24
  /// The greatest width of the subject, as a share of the stage's width.
  static let mostWidth = 0.92
  /// The greatest height of the subject, as a share of the stage's height. `mostColumn`: of a column of digits.
  private static let (mostHeight, mostColumn) = (0.86, 0.73)

  /// The gap between hours and minutes and the seconds beside them, in digit heights.
  fileprivate static let besideGap = 0.1
  /// The width of the room for the seconds, as a multiple of their estimated width.
  fileprivate static let besideRoom = 1.1

  func rows(_ arrangement: Arrangement) -> [MainRow] {
    if arrangement.isSplit { return mainSplit(share: 1 / max(1, arrangement.columnShare)) }
    return arrangement.isColumn ? mainColumn : mainRow
  }

  func subjectLimit(_ arrangement: Arrangement = Arrangement()) -> Double {
    let rows = rows(arrangement)
    guard !rows.isEmpty else { return 0.2 * short }
    let height = rows.reduce(-Self.columnGap) {
      $0 + Self.columnGap + $1.share
    }
    // Below a column of digits there is room for a message.
    let most = arrangement.isColumn ? Self.mostColumn : Self.mostHeight
    return min(Self.mostWidth * stage.width / subjectWidth(rows), most * stage.height / height)
  }

  /// The digit height at which a row spans the wall between its margins, in pixels.
  var spanningHeight: Double {
    let row = subjectWidth(mainRow)
    let width = contents.hasStopwatch ? Self.realWatch * row - Self.watchBearing : Self.widestTime * row
    return width > 0 ? min(area.width / width, Self.mostHeight * stage.height) : 0.2 * short
  }

  /// The real width of the widest time, as a share of `Line.width`.
  private static let widestTime = 0.985

  /// The width of the widest row, as a multiple of `TypeScale.first`.
  func subjectWidth(_ rows: [MainRow]) -> Double {
    rows.reduce(0) { widest, row in
      max(widest, row.width)
    }
  }

  // MARK: Rows of the subject

  struct MainRow {
    let row: Block.Row
    /// 1…3: the size of type.
    var level = 1
    /// Small rows at the right of a row of the first size: the seconds in the second size, am or pm in the third.
    var beside: [Block.Row] = []
    /// The size of the small rows, as a share of their usual size.
    var besideShare = 1.0

    /// The row's size, as a share of the first size.
    var share: Double { [1, TypeScale.share.second, TypeScale.share.third][level - 1] }

    /// The width with the small rows, as a multiple of the first size.
    var width: Double {
      guard !beside.isEmpty else { return row.width * share }
      let widest = beside.reduce(0) {
        max($0, $1.width * ($1.part == .second ? TypeScale.share.second : TypeScale.share.third))
      }
      return row.width + WallComposer.besideGap + WallComposer.besideRoom * besideShare * widest
    }
  }

  /// The stopwatch or the time; on a wall without these, the code or the date.
  var mainRow: [MainRow] {
    let labels = contents.labels
    if contents.hasStopwatch {
      let number = Block.Row(
        part: .stopwatch, template: Stopwatch.widestNumber, suffix: Stopwatch.widestHundredths(contents.words))
      // The template has hundredths, so that the digits do not move when hundredths appear.
      return [MainRow(row: number)]
    }
    if labels.time {
      return [
        MainRow(row: Block.Row(part: .time, template: labels.widestTime, suffix: labels.widestSuffix))
      ]
    }
    if isCodeSubject { return [MainRow(row: Self.code)] }
    return isDateSubject ? [MainRow(row: Block.Row(part: .date, template: labels.widestDate))] : []
  }

  var isCodeSubject: Bool { contents.labels.hex && !contents.labels.time && !hasRing && !contents.hasStopwatch }

  var isDateSubject: Bool {
    contents.labels.date && !contents.labels.hex && !contents.labels.time && !hasRing && !contents.hasStopwatch
  }

  /// Hours, minutes and seconds below each other. Empty if the subject cannot be a column.
  var mainColumn: [MainRow] {
    let labels = contents.labels
    guard labels.time, labels.timeFormat == nil, !contents.hasStopwatch else { return [] }
    let parts: [Layout.Part] = labels.seconds ? [.hour, .minute, .second] : [.hour, .minute]
    let rows = parts.map { MainRow(row: Block.Row(part: $0, template: "00")) }
    guard labels.twelveHour else { return rows }
    let half = MainRow(row: Block.Row(part: .half, template: labels.widestHalf), level: 3)
    return labels.names.hasHalfFirst ? [half] + rows : rows + [half]
  }

  /// Hours and minutes, with the smaller seconds beside them, and am or pm below the seconds. Empty if the subject
  /// cannot be split.
  /// - Parameter share: the size of the small rows, as a share of their usual size.
  func mainSplit(share: Double = 1) -> [MainRow] {
    let labels = contents.labels
    guard labels.time, labels.timeFormat == nil, labels.seconds, !contents.hasStopwatch else { return [] }
    let half = labels.twelveHour ? [Block.Row(part: .half, template: labels.widestHalf)] : []
    let seconds = Block.Row(part: .second, template: "00")
    let row = Block.Row(part: .hourAndMinute, template: "00:00")
    let beside = labels.names.hasHalfFirst ? half + [seconds] : [seconds] + half
    return [MainRow(row: row, beside: beside, besideShare: share)]
  }

  // MARK: Below the subject

  /// Adds the lines below the subject. Returns false if they do not fit, or do not suit the arrangement.
  private func addTail(
    to subject: inout Subject, _ arrangement: Arrangement, _ wanted: Wanted, _ isFlush: Bool
  ) -> Bool {
    let scale = subject.scale
    subject.tailStart = isFlush ? 0 : (subject.size.width - area.width) / 2
    let room = arrangement.hasTimeAside ? subject.size.width : area.width
    // The lines of a stopwatch are aligned left, like its digits.
    let alignment: Text.Alignment = isFlush || contents.hasStopwatch ? .left : .centre
    func add(_ row: Block.Row, _ height: Double, gap: Double? = nil) {
      subject.tail.add(row, height: height, gap: gap ?? scale.lineGap, room: room, alignment: alignment)
    }
    if contents.hasStopwatch {
      guard addWatchLines(to: &subject, wanted), subject.tail.width <= area.width + 0.01 else { return false }
    }
    if contents.ring != nil {
      add(Block.Row(part: .note, template: Countdown.widestNote(contents.number, contents.words)), scale.third)
      if contents.program != nil {
        guard let lines = programLines(wanted, scale, room, alignment) else { return false }
        subject.tail.add(lines, gap: scale.lineGap)
      }
      subject.keptInTail = subject.tail.slots.count
    }
    if wanted.has(.date), !arrangement.groups.contains(.date) {
      let date = Block.Row(part: .date, template: contents.labels.widestDate)
      // The date has the second size, unless it would be wider than the time.
      let isLarge = date.width * scale.second <= subject.size.width
      if arrangement.hasDateBelow {
        // For a small date, other arrangements are better.
        guard isLarge else { return false }
        if !contents.hasStopwatch { subject.tailGap = dateGap(wanted, scale) }
      }
      // On an upright wall a date that is too wide has two lines.
      let isTooWide = isUpright && !isLarge && Line.realShare * date.width * scale.third > room
      if isTooWide, let lines = dateLines(scale.third, scale, room, alignment) {
        subject.tail.add(lines, gap: scale.lineGap)
      } else {
        add(date, isLarge ? scale.second : scale.third)
      }
      if arrangement.hasTimeAside, date.width * scale.third > room { return false }
    }
    if arrangement.hasTimeAside {
      subject.tail.add(
        feedAge, height: ageHeight(scale), gap: subject.tail.isEmpty ? 0 : scale.lineGap, room: room, alignment: .left)
      if subject.tail.width > room { return false }
    }
    if wanted.has(.code), !hasCodeInCorner(arrangement, wanted) {
      addCode(to: &subject, room: room, alignment: alignment)
    }
    return true
  }

  /// The gap between time and date: at least the usual line gap. Their baselines are at least as far apart as those of
  /// two zones in the column at the right.
  private func dateGap(_ wanted: Wanted, _ scale: TypeScale) -> Double {
    let zone = wanted.hasLargeZones ? scale.second : scale.third
    return max(scale.lineGap(of: scale.second), zone + scale.lineGap(of: zone) - scale.second)
  }
}
