extension WallComposer {
  /// The table of laps has at most so many rows.
  static let mostLaps = 4

  /// Returns false if the laps do not fit.
  func addWatchLines(to subject: inout Subject, _ wanted: Wanted) -> Bool {
    let scale = subject.scale
    let width = watchEdge(subject, scale)
    // Without the time, `groupGap` would be too small to keep the lines off the large digits.
    let clear = contents.labels.time ? 0 : Line.reach.below * (scale.first + scale.third)
    subject.footerStart = 0
    subject.footerGap = max(scale.groupGap, clear)
    let rows = wanted.has(.laps) ? min(wanted.laps, Self.mostLaps) : 0
    let note = watchNote
    if !contents.labels.time {
      subject.footer.add(note, height: scale.third, gap: 0, room: width)
    } else if let line = noteAndTime(note, scale, width) {
      subject.footer.add(line, gap: 0)
    } else {
      let time = Block.Row(part: .time, template: contents.labels.widestWholeTime)
      subject.footer.add(note, height: scale.third, gap: 0, room: width)
      subject.footer.add(time, height: scale.second, gap: scale.groupGap, room: width)
    }
    subject.protectedFooterLines = subject.footer.slots.count
    guard rows > 0 else { return true }
    guard let laps = lapTable(rows, scale, width: width, head: lapRange) else { return false }
    subject.footer.add(laps, gap: isPortrait ? scale.groupGap : Self.aboveTable * scale.step)
    return true
  }

  private func noteAndTime(_ note: Block.Row, _ scale: TypeScale, _ width: Double) -> Block? {
    let time = Block.Row(part: .time, template: contents.labels.widestWholeTime)
    let rest = width - time.width * scale.second
    guard note.width * scale.third + scale.groupGap <= rest else { return nil }
    var line = Block(note, height: scale.third, room: rest).lowered(by: scale.second - scale.third)
    line.add(Block(time, height: scale.second, room: width - rest, alignment: .right), atRight: rest)
    return line
  }

  private var watchNote: Block.Row {
    let words = contents.words
    return Block.Row(
      part: .stopwatchNote, template: contents.hasLaps ? words["stopped"].capitalised : Stopwatch.widestNote(words))
  }

  private static let aboveTable = 3.0

  /// The right edge of the lines: where the digits end, or the margin if the lines need more room.
  func watchEdge(_ subject: Subject, _ scale: TypeScale) -> Double {
    let edge = min(area.width, subject.size.width)
    let note = watchNote.width * scale.third
    let time = contents.labels.time ? Line.width(contents.labels.widestWholeTime) * scale.second + scale.groupGap : 0
    let fits = note + time <= edge && lapTable(1, scale, width: edge, head: lapRange) != nil
    return fits ? edge : area.width
  }

  /// The stopwatch's real width, as a share of `Line.width`.
  static let realWatch = 0.983

  private var lapRange: Block.Row { Block.Row(part: .lapRange, template: Stopwatch.widestLapRange) }

  /// - Parameter first: a text at the left of the column headings, if it has room.
  private func lapTable(_ count: Int, _ scale: TypeScale, width: Double, head first: Block.Row) -> Block? {
    let (height, words) = (scale.third, contents.words)
    let lap = lapName
    let span = Block.Row(part: .lapTotal(0), template: Stopwatch.widestTotal(words))
    let nameWidth = lap.width * height
    let figuresWidth = span.width * height
    let gap = height
    let rowGap = isPortrait ? 1.5 * scale.lineGap : scale.lineGap
    guard nameWidth + 2 * (gap + figuresWidth) <= width else { return nil }
    let splitStart = nameWidth + (width - nameWidth) / 2 - figuresWidth
    func head(_ text: String) -> Block { Block(.words(text), height: height, room: figuresWidth, alignment: .right) }
    var (laps, splits, totals) = (Block(), head(words["split"]), head(words["total"]))
    for index in 0..<count {
      laps.add(Block.Row(part: .lap(index), template: lap.template), height: height, gap: rowGap, room: nameWidth)
      let row = { (part: Layout.Part) in Block.Row(part: part, template: span.template) }
      splits.add(row(.lapSplit(index)), height: height, gap: rowGap, room: figuresWidth, alignment: .right)
      totals.add(row(.lapTotal(index)), height: height, gap: rowGap, room: figuresWidth, alignment: .right)
    }
    laps = laps.lowered(by: height + rowGap)
    let room = splitStart + figuresWidth - Line.width(words["split"]) * height - gap
    if first.width * height <= room { laps.add(Block(first, height: height, room: room), atRight: 0) }
    laps.add(splits, atRight: splitStart)
    laps.add(totals, atRight: width - figuresWidth)
    return laps
  }

  /// A table of laps beside a ring; `nil` if it does not fit.
  func lapLines(_ count: Int, _ scale: TypeScale, width: Double) -> Block? {
    let height = scale.third
    let split = Block.Row(part: .lapSplit(0), template: Stopwatch.widestTotal(contents.words))
    let (nameWidth, figuresWidth) = (lapName.width * height, split.width * height)
    guard nameWidth + height + figuresWidth <= width else { return nil }
    var (laps, splits) = (Block(), Block())
    for index in 0..<count {
      let lap = Block.Row(part: .lap(index), template: lapName.template)
      let time = Block.Row(part: .lapSplit(index), template: split.template)
      laps.add(lap, height: height, gap: scale.lineGap, room: nameWidth)
      splits.add(time, height: height, gap: scale.lineGap, room: figuresWidth, alignment: .right)
    }
    laps.add(splits, atRight: nameWidth + height)
    return laps
  }

  private var lapName: Block.Row { Block.Row(part: .lap(0), template: contents.words["lap %d", 88]) }
}
