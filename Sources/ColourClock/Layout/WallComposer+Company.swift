/// The lines around the subject, which is usually the ring or the large digits. The lines form groups in a column. A
/// function that returns a `Block?` returns `nil` if its lines do not fit.
extension WallComposer {
  func column(
    _ groups: [Arrangement.Group], _ wanted: Wanted, _ scale: TypeScale, width: Double
  ) -> Block? {
    // A date alone below a ring is centred like the ring.
    if hasRing, groups == [.date], width == area.width, contents.agenda == nil {
      return date(wanted, scale, width, .centre)
    }
    var column = Block()
    for group in groups {
      let key = KnownParts.LinesKey(group: group, wanted: wanted, scale: scale, width: width)
      guard let block = known.lines(key, { block(group, wanted, scale, width: width) }) else { return nil }
      column.add(block, gap: isUpright ? scale.groupGap(of: min(column.lastHeight, block.firstHeight)) : scale.groupGap)
    }
    return column
  }

  private func block(_ group: Arrangement.Group, _ wanted: Wanted, _ scale: TypeScale, width: Double) -> Block? {
    switch group {
    case .title: title(scale, width)
    case .time: line(Block.Row(part: .time, template: contents.labels.widestWholeTime), scale.second, width)
    case .countdowns: countdowns(wanted, scale, width)
    case .program: programLines(wanted, scale, width, .left)
    case .stopwatch: stopwatch(wanted, scale, width)
    case .date: date(wanted, scale, width)
    case .agenda: agendaLines(wanted, scale, width)
    case .zones: zones(wanted, scale, width)
    case .feed: feed(wanted, scale, width)
    }
  }

  private func line(
    _ row: Block.Row, _ height: Double, _ width: Double, _ alignment: Text.Alignment = .left
  ) -> Block? {
    guard row.width * height <= width else { return nil }
    var block = Block()
    block.add(row, height: height, gap: 0, room: width, alignment: alignment)
    return block
  }

  /// Up to three lines in the second largest type size. If they do not fit, up to five lines in the third largest.
  func title(_ scale: TypeScale, _ width: Double, _ alignment: Text.Alignment = .left) -> Block? {
    for (height, most) in [(scale.second, 3), (scale.third, 5)] {
      let lines = texts.title.wrapped(at: width / height)
      guard lines.count <= most, texts.title.widestPiece * height <= width else { continue }
      var block = Block()
      for line in lines {
        block.add(
          Block.Row(part: .words(line), template: line), height: height, gap: scale.lineGap(of: height), room: width,
          alignment: alignment)
      }
      return block
    }
    return nil
  }

  private func stopwatch(_ wanted: Wanted, _ scale: TypeScale, _ width: Double) -> Block? {
    let number = Block.Row(
      part: .stopwatch, template: Stopwatch.widestNumber, suffix: Stopwatch.widestHundredths(contents.words),
      hasSymbol: true)
    let height = contents.isStopwatchIdle ? scale.third : scale.second
    guard var block = line(number, height, width) else { return nil }
    // Without room for laps, the note names the last lap.
    let laps = wanted.has(.laps) ? min(wanted.laps, Self.laps) : 0
    let lap = laps > 0 ? [] : [Stopwatch.widestLap(contents.words)]
    let note = Block.Row(part: .stopwatchNote, template: Line.widest(lap + [Stopwatch.widestNote(contents.words)]))
    let start = number.width * height + scale.groupGap
    // If possible, the note is beside the number, so that an empty note leaves no gap in the column. The note is
    // measured without a lap, because a lap may be drawn smaller.
    let short = Block.Row(part: .stopwatchNote, template: Stopwatch.widestNote(contents.words))
    if start + Line.realShare * short.width * scale.third <= width {
      var right = Block()
      right.add(note, height: scale.third, gap: 0, room: width - start)
      block.add(right.lowered(by: height - scale.third), atRight: start)
    } else {
      block.add(note, height: scale.third, gap: scale.lineGap, room: width)
    }
    guard laps > 0 else { return block }
    guard let lines = lapLines(laps, scale, width: width) else { return nil }
    block.add(lines, gap: scale.lineGap)
    return block
  }

  /// The date in the second size, or in the third if the second is too large. With an agenda and no ring, or above
  /// zones in cells, the date has the third size, like the other lines. A date that is too wide has two lines on an
  /// upright wall without a ring. With `mayBreakDate`, it also has two lines in a column that is narrower than the
  /// area.
  private func date(
    _ wanted: Wanted, _ scale: TypeScale, _ width: Double, _ alignment: Text.Alignment = .left
  ) -> Block? {
    let date = Block.Row(part: .date, template: contents.labels.widestDate)
    let isLarge = (contents.agenda == nil || hasRing) && !wanted.zonesAreCells
    if isLarge, let line = line(date, scale.second, width, alignment) { return line }
    // On an upright wall the date is not smaller than large zones below it, and larger than the lines of a feed.
    if isLarge, isUpright, !hasRing, wanted.hasLargeZones && !contents.zones.isEmpty || wanted.has(.feed),
      let lines = dateLines(scale.second, scale, width, alignment)
    {
      return lines
    }
    if let line = line(date, scale.third, width, alignment) { return line }
    return isUpright && !hasRing || wanted.mayBreakDate && width < area.width
      ? dateLines(scale.third, scale, width, alignment) : nil
  }

  /// The date in two lines.
  func dateLines(
    _ height: Double, _ scale: TypeScale, _ width: Double, _ alignment: Text.Alignment
  ) -> Block? {
    let lines = Labels.dateLines(contents.labels.widestDate, width: width / height)
    guard lines.count == 2 else { return nil }
    var block = Block()
    for index in lines.indices {
      block.add(
        Block.Row(part: .dateLine(index), template: Line.widest(lines)), height: height,
        gap: scale.lineGap(of: height), room: width, alignment: alignment)
    }
    return block
  }

  /// The line that counts what a list leaves out. It stands at the end of that list, so it does not name the kind.
  /// - Parameter width: in digit heights.
  func more(_ count: Int, of extra: Layout.Extra, within width: Double) -> Block.Row {
    let others = Layout.Others(count, extra)
    return Block.Row(part: .others(others), template: others.unnamed(contents.words, within: width))
  }

  // MARK: The feed

  /// The later parts of a broken line are indented. A sign such as "3 more", after the feed's age, says how many
  /// lines are left out. If both are too wide for one line, the sign has a line of its own.
  private func feed(_ wanted: Wanted, _ scale: TypeScale, _ width: Double) -> Block? {
    let lines = texts.feed.prefix(wanted.feedLines)
    let others = othersInFeed(wanted)
    let height = contents.feedStyle.size > Feed.Style.Size.medium ? scale.second : scale.third
    let (indent, room) = (Self.indent * height, min(width, Self.feedWidth * height))
    let gap = scale.lineGap(of: height)
    let isBroken = lines.contains { Line.realShare * $0.width * height > room }
    // Two lines have a larger gap than two parts of a broken line. An airy feed always has a larger gap between lines.
    let wide = scale.wrapGap(of: height) + 1.5 * scale.step
    let pitch = wanted.isAiry ? 1.5 * gap : isBroken ? wide : gap
    var feed = Block()
    for line in lines {
      guard let parts = parts(of: line, height, room, mustBeWhole: wanted.hasWholeLines) else { return nil }
      for (index, part) in parts.enumerated() {
        feed.add(
          Block.Row(part: .words(part), template: part), height: height,
          gap: index == 0 ? pitch : scale.wrapGap(of: height),
          room: room,
          indent: index == 0 ? 0 : indent)
      }
    }
    let age = ageHeight(scale)
    let both = others.isEmpty ? nil : ageWithOthers(others, within: width / age)
    if !others.isEmpty, both == nil {
      let sign = Block.Row(part: .others(others), template: others.text(contents.words, within: room / height))
      feed.add(sign, height: height, gap: pitch, room: room)
    }
    // Reserve the height of `feedStyle.lines` lines. The wall then stays as it is when the text becomes shorter
    // (`Feed.style`).
    let reserved = Double(min(contents.feedStyle.lines, wanted.feedLines)) * (height + pitch)
    feed.add(both ?? feedAge, height: age, gap: gap + scale.step, room: width)
    feed.extend(toHeight: reserved + scale.step + age)
    return feed
  }

  /// The age of the feed with the number of other lines in words after it; `nil` if they do not fit.
  private func ageWithOthers(_ others: Layout.Others, within width: Double) -> Block.Row? {
    let room = width / Line.realShare
    return others.texts(contents.words).lazy.map { sign in
      Block.Row(
        part: .statusWithOthers(others, sign: sign), template: Layout.status(feedAge.template, with: sign))
    }.first { $0.width <= room }
  }

  /// What the sign below a feed counts: lines of the feed, and the zones if they are left out.
  func othersInFeed(_ wanted: Wanted) -> Layout.Others {
    var others = Layout.Others()
    others.add(texts.feed.count - wanted.feedLines, .feed)
    others.add(wanted.has(.zones) ? 0 : contents.zones.count, .zones)
    return others
  }

  /// The parts of a line of the feed; `nil` if a piece of it is too wide, or if the line must be whole and is too wide.
  private func parts(of line: Paragraph, _ height: Double, _ room: Double, mustBeWhole: Bool) -> [String]? {
    let rest = room - Self.indent * height
    guard line.widestPiece * height <= rest || room > 30 * height else { return nil }
    if Line.realShare * line.width * height <= room { return [line.text] }
    return mustBeWhole ? nil : line.list(at: rest / (Line.realShare * height))
  }

  /// `indent`: the indent of a broken line's later parts. `feedWidth`: the greatest width of a line, because more than
  /// 70 letters are hard to read. Both in digit heights.
  private static let (indent, feedWidth) = (1.0, 54.0)
}
