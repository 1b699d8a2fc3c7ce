/// The lines below a stopwatch: its note, the time of day, and the table of laps.
extension WallComposer {
  static let laps = 4

  /// Adds the note at the left and the time of day at the right, on one line if both fit.
  func addWatchLines(to subject: inout Subject) {
    let (scale, width) = (subject.scale, watchEdge(subject, subject.scale))
    (subject.tailStart, subject.tailGap) = (0, scale.groupGap)
    let note = Block.Row(part: .stopwatchNote, template: Stopwatch.widestNote(contents.words))
    let time = Block.Row(part: .time, template: contents.labels.widestWholeTime)
    let rest = width - time.width * scale.second
    if !contents.labels.time {
      subject.tail.add(note, height: scale.third, gap: 0, room: width)
    } else if note.width * scale.third + scale.groupGap <= rest {
      var (line, right) = (Block(), Block())
      line.add(note, height: scale.third, gap: 0, room: rest)
      line = line.lowered(by: scale.second - scale.third)
      right.add(time, height: scale.second, gap: 0, room: width - rest, alignment: .right)
      line.add(right, atRight: rest)
      subject.tail.add(line, gap: 0)
    } else {
      subject.tail.add(note, height: scale.third, gap: 0, room: width)
      subject.tail.add(time, height: scale.second, gap: scale.groupGap, room: width)
    }
    subject.keptInTail = subject.tail.slots.count
  }

  /// The right edge of the lines below a stopwatch: where its digits end, or at the margin if the lines need more room.
  func watchEdge(_ subject: Subject, _ scale: TypeScale) -> Double {
    let edge = min(area.width, (subject.size.width < area.width ? Self.realWatch : 1) * subject.size.width)
    let note = Line.width(Stopwatch.widestNote(contents.words)) * scale.third
    let time = contents.labels.time ? Line.width(contents.labels.widestWholeTime) * scale.second + scale.groupGap : 0
    return note + time <= edge && lapTable(scale, width: edge) != nil ? edge : area.width
  }

  /// The real width of a stopwatch's digits, as a share of `Line.width`.
  static let realWatch = 0.992

  /// The table of laps. Three columns fill `width`: the lap, its time, and the total time. `nil` if the columns are
  /// wider.
  func lapTable(_ scale: TypeScale, width: Double) -> Block? {
    let (height, words) = (scale.third, contents.words)
    let lap = Block.Row(part: .lap(0), template: words["lap %d", 88])
    let span = Block.Row(part: .lapTotal(0), template: Stopwatch.widestTotal(words))
    let (name, figures, gap) = (1.05 * lap.width * height, 1.05 * span.width * height, 1.2 * height)
    guard name + 2 * (gap + figures) <= width else { return nil }
    let middle = name + (width - name) / 2 - figures
    func head(_ text: String) -> Block.Row { Block.Row(part: .words(text), template: text) }
    var (laps, splits, totals) = (Block(), Block(), Block())
    splits.add(head(words["split"]), height: height, gap: 0, room: figures, alignment: .right)
    totals.add(head(words["total"]), height: height, gap: 0, room: figures, alignment: .right)
    for index in 0..<Self.laps {
      let gap = laps.isEmpty ? 0 : scale.lineGap
      laps.add(Block.Row(part: .lap(index), template: lap.template), height: height, gap: gap, room: name)
      let row = { (part: Layout.Part) in Block.Row(part: part, template: span.template) }
      splits.add(row(.lapSplit(index)), height: height, gap: scale.lineGap, room: figures, alignment: .right)
      totals.add(row(.lapTotal(index)), height: height, gap: scale.lineGap, room: figures, alignment: .right)
    }
    laps = laps.lowered(by: height + scale.lineGap)
    let range = Block.Row(part: .lapRange, template: Stopwatch.widestLapRange)
    if range.width * height <= middle - gap {
      var head = Block()
      head.add(range, height: height, gap: 0, room: middle - gap)
      laps.add(head, atRight: 0)
    }
    laps.add(splits, atRight: middle)
    laps.add(totals, atRight: width - figures)
    return laps
  }
}
