extension WallComposer {
  /// The main part: ring, stopwatch, time, code or date. Its footer has the lines below that belong to it.
  struct Subject {
    let scale: TypeScale
    let size: (width: Double, height: Double)
    /// Places relative to the subject's upper left corner.
    let slots: [Layout.Slot]
    var slotsInRing: [Layout.Slot] = []
    var hasRing = false
    var isColumn = false
    var footer = Block()
    var footerGap: Double
    /// The distance from the subject's left edge to the footer's.
    var footerStart = 0.0
    /// Messages must not cover this many lines at the footer's top.
    var protectedFooterLines = 0

    init(scale: TypeScale, size: (width: Double, height: Double), slots: [Layout.Slot]) {
      (self.scale, self.size, self.slots) = (scale, size, slots)
      footerGap = scale.groupGap
    }

    var footerRoom: Double { footer.isEmpty ? 0 : footerGap + footer.height }

    func composition(at origin: Point) -> Layout.Composition {
      let box = Rect(x: origin.x, y: origin.y, width: size.width, height: size.height)
      let protectedArea = Rect(x: box.x, y: box.y, width: box.width, height: box.height + hang)
      var composition = Layout.Composition(scale: scale, protectedArea: protectedArea)
      composition.slots = slots.map { $0.moved(by: origin) }
      composition.slotsInRing = slotsInRing.map { $0.moved(by: origin) }
      composition.ring = hasRing ? box : nil
      let footerSlots = footer.placed(at: Point(x: box.x + footerStart, y: box.maxY + footerGap))
      composition.slots += footerSlots
      for slot in footerSlots.prefix(protectedFooterLines) { composition.protect(slot) }
      return composition
    }

    /// How far letters hang below the digits: the g of a date, or a large "pm".
    private var hang: Double {
      let reach = Line.reach.below * scale.first
      if slots.contains(where: { $0.part == .date }) { return reach }
      let hasSuffix = slots.contains { !$0.suffix.isEmpty && $0.part == .time }
      return hasSuffix ? max(0, Text.suffixScale * reach - scale.lineGap) : 0
    }
  }

  func subject(_ arrangement: Arrangement, _ wanted: Wanted, _ scale: TypeScale, _ isFlushLeft: Bool) -> Subject? {
    if let style = contents.ring, style.place == .around {
      return ringed(style, arrangement, scale).flatMap { withProgram($0, arrangement, wanted) }
    }
    let rows = rows(arrangement)
    guard !rows.isEmpty else { return Subject(scale: scale, size: (0, 0), slots: []) }
    let first = scale.first
    let width = arrangement.isSpanning ? area.width : subjectWidth(rows) * first
    guard width <= max(area.width, Self.mostWidth * stage.width) + 0.01 else { return nil }
    var block = Block()
    for row in rows {
      let height = [first, scale.second, scale.third][row.level - 1]
      let isBesideList = arrangement.isColumn && !arrangement.beside.isEmpty
      let isLeft = isFlushLeft || hasStopwatchAlone || isBesideList
      block.add(
        row.row, height: height, gap: Self.columnGap * first, room: width, alignment: isLeft ? .left : .centre)
    }
    var subject = Subject(scale: scale, size: (width, block.height), slots: block.slots)
    subject.isColumn = arrangement.isColumn
    return addFooter(to: &subject, arrangement, wanted, isFlushLeft) ? subject : nil
  }

  /// On a portrait wall, or beside a list, a title without room in the ring stands just below the ring.
  private func ringed(_ style: Ring.Style, _ arrangement: Arrangement, _ scale: TypeScale) -> Subject? {
    func ring(hasTitle: Bool) -> Subject? {
      let key = LayoutCache.RingKey(
        scale: scale, hasTitle: hasTitle, hasTime: !arrangement.groups.contains(.time),
        allowsAnySize: arrangement.allowsAnySize)
      return cache.rings.value(of: key) {
        RingPlan(contents: contents, texts: texts, style: style, scale: scale)
          .subject(hasTitle: key.hasTitle, hasTime: key.hasTime, allowsAnySize: key.allowsAnySize)
      }
    }
    if arrangement.groups.contains(.title) { return ring(hasTitle: false) }
    let hasRoomInRing = (hasListBesideRing ? ringFit?.smallTitle : ringFit?.title) != false
    let mayStandBelow = isPortrait || hasListBesideRing
    let isInside = hasRoomInRing || !mayStandBelow
    if isInside || arrangement.allowsAnySize, let subject = ring(hasTitle: true) { return subject }
    guard !isInside || hasListBesideRing, !arrangement.allowsAnySize, var subject = ring(hasTitle: false) else {
      return nil
    }
    let width = arrangement.beside.isEmpty ? area.width : subject.size.width
    guard let title = title(scale, width, .centre) else { return nil }
    subject.footer = title
    subject.protectedFooterLines = title.slots.count
    subject.footerStart = (subject.size.width - width) / 2
    return subject
  }

  func ringInset(_ diameter: Double) -> Double { contents.ring?.lineInset(of: diameter) ?? 0 }

  var hasListBesideRing: Bool { hasRing && !isPortrait && !contents.countdowns.isEmpty }

  private static let columnGap = 0.24
  static let mostWidth = 0.92
  private static let (mostHeight, mostColumn) = (0.86, 0.69)

  func rows(_ arrangement: Arrangement) -> [MainRow] { arrangement.isColumn ? mainColumn : mainRow }

  /// The greatest first size without a ring, in pixels.
  func subjectLimit(_ arrangement: Arrangement = Arrangement()) -> Double {
    let rows = rows(arrangement)
    guard !rows.isEmpty else { return Self.emptySubject * shortSide }
    let height = rows.reduce(-Self.columnGap) { $0 + Self.columnGap + $1.share }
    let most = arrangement.isColumn ? Self.mostColumn : Self.mostHeight
    return min(Self.mostWidth * stage.width / subjectWidth(rows), most * stage.height / height)
  }

  private static let emptySubject = 0.2

  /// The digit height at which a row spans the wall, in pixels.
  var spanningHeight: Double {
    guard let row = mainRow.first?.row else { return Self.emptySubject * shortSide }
    func height(_ suffixScale: Double, within room: Double) -> Double {
      let line = Line.width(row.template) + suffixScale * Line.width(row.suffix)
      let width = contents.hasStopwatch ? Self.realWatch * line - Text.edgeBearing : Self.widestTime * line
      return min(room / width, Self.mostHeight * stage.height)
    }
    let usual = height(Text.suffixScale, within: area.width)
    // On a small wall the suffix is larger in proportion, and its width is rounded to pixels.
    let scale = Text.suffixScale(of: usual)
    return scale > Text.suffixScale ? height(scale, within: area.width - Self.rounding) : usual
  }

  /// How much wider a small suffix may be than computed, in pixels.
  private static let rounding = 9.0

  /// The widest time's real width, as a share of `Line.width`.
  private static let widestTime = 0.985

  func subjectWidth(_ rows: [MainRow]) -> Double { rows.reduce(0) { max($0, $1.width) } }

  // MARK: Rows of the subject

  struct MainRow {
    let row: Block.Row
    var level = 1

    /// The height, as a multiple of the first size.
    var share: Double { [1, TypeScale.share.second, TypeScale.share.third][level - 1] }

    var width: Double { row.width * share }
  }

  var mainRow: [MainRow] {
    let labels = contents.labels
    if contents.hasStopwatch {
      // The suffix keeps room for hundredths, so that digits do not move.
      let number = Block.Row(
        part: .stopwatch, template: Stopwatch.widestNumber, suffix: Stopwatch.widestHundredths(contents.words))
      return [MainRow(row: number)]
    }
    if labels.time {
      return [MainRow(row: Block.Row(part: .time, template: labels.widestTime, suffix: labels.widestSuffix))]
    }
    if isCodeSubject { return [MainRow(row: Self.code)] }
    return isDateSubject ? [MainRow(row: Block.Row(part: .date, template: labels.widestDate))] : []
  }

  var isCodeSubject: Bool { contents.labels.hex && !contents.labels.time && !hasRing && !contents.hasStopwatch }

  var isDateSubject: Bool {
    contents.labels.date && !contents.labels.hex && !contents.labels.time && !hasRing && !contents.hasStopwatch
  }

  /// Empty if the subject cannot be a column.
  var mainColumn: [MainRow] {
    let labels = contents.labels
    guard labels.time, labels.timeFormat == nil, !contents.hasStopwatch else { return [] }
    let parts: [Layout.Part] = labels.seconds ? [.hour, .minute, .second] : [.hour, .minute]
    let rows = parts.map { MainRow(row: Block.Row(part: $0, template: "00")) }
    guard labels.twelveHour else { return rows }
    let dayPeriod = MainRow(row: Block.Row(part: .dayPeriod, template: labels.widestDayPeriod), level: 3)
    return labels.names.hasDayPeriodFirst ? [dayPeriod] + rows : rows + [dayPeriod]
  }

  // MARK: Below the subject

  /// Returns false if the footer does not fit or suit the arrangement.
  private func addFooter(
    to subject: inout Subject, _ arrangement: Arrangement, _ wanted: Wanted, _ isFlushLeft: Bool
  ) -> Bool {
    let scale = subject.scale
    subject.footerStart = isFlushLeft ? 0 : (subject.size.width - area.width) / 2
    let room = area.width
    let alignment: Text.Alignment = isFlushLeft || contents.hasStopwatch ? .left : .centre
    func add(_ row: Block.Row, _ height: Double) {
      subject.footer.add(row, height: height, gap: scale.lineGap, room: room, alignment: alignment)
    }
    if contents.hasStopwatch {
      guard addWatchLines(to: &subject, wanted), subject.footer.width <= area.width + 0.01 else { return false }
    }
    if contents.ring != nil {
      add(Block.Row(part: .note, template: Countdown.widestNote(contents.number, contents.words)), scale.third)
      if contents.program != nil {
        guard let lines = programLines(wanted, scale, room, alignment, isInRow: true) else { return false }
        subject.footer.add(lines, gap: scale.lineGap)
      }
      subject.protectedFooterLines = subject.footer.slots.count
    }
    if wanted.has(.date), !arrangement.groups.contains(.date) {
      let date = Block.Row(part: .date, template: contents.labels.widestDate)
      let isLarge = date.width * scale.second <= subject.size.width
      if arrangement.hasDateBelow {
        guard isLarge else { return false }
        if !contents.hasStopwatch { subject.footerGap = dateGap(wanted, scale) }
      }
      let isTooWide = isPortrait && !isLarge && Line.realShare * date.width * scale.third > room
      if isTooWide, let lines = dateLines(scale.third, scale, room, alignment) {
        subject.footer.add(lines, gap: scale.lineGap)
      } else {
        add(date, isLarge ? scale.second : scale.third)
      }
    }
    if wanted.has(.code), !hasCodeInCorner(arrangement) {
      addCode(to: &subject, room: room, alignment: alignment)
    }
    return true
  }

  /// Baselines of time and date are at least as far apart as those of two zones at the right.
  private func dateGap(_ wanted: Wanted, _ scale: TypeScale) -> Double {
    let zone = wanted.hasLargeZones ? scale.second : scale.third
    return max(scale.lineGap(of: scale.second), zone + scale.lineGap(of: zone) - scale.second)
  }
}
