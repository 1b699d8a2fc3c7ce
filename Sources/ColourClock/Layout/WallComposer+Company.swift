/// Groups of lines around the subject. A `Block?` is `nil` if its lines do not fit.
extension WallComposer {
  func column(_ groups: [Arrangement.Group], _ wanted: Wanted, _ scale: TypeScale, width: Double) -> Block? {
    if hasRing, groups == [.date], width == area.width, contents.agenda == nil {
      return date(wanted, scale, width, .centre)
    }
    var column = Block()
    for group in groups {
      let key = LayoutCache.LinesKey(group: group, wanted: wanted, scale: scale, width: width)
      guard let block = cache.lines.value(of: key, { block(group, wanted, scale, width: width) }) else { return nil }
      let gap = isPortrait ? scale.groupGap(of: min(column.lastHeight, block.firstHeight)) : scale.groupGap
      column.add(block, gap: gap)
    }
    return column
  }

  private func block(_ group: Arrangement.Group, _ wanted: Wanted, _ scale: TypeScale, width: Double) -> Block? {
    switch group {
    case .title: title(scale, width)
    case .time: line(Block.Row(part: .time, template: contents.labels.widestWholeTime), scale.second, width)
    case .countdowns: countdowns(wanted, scale, width)
    case .program: programLines(wanted, scale, width, .left, isInRow: true)
    case .stopwatch: stopwatch(wanted, scale, width)
    case .date: date(wanted, scale, width)
    case .agenda: agendaColumn(wanted, scale, width)
    case .zones: zones(wanted, scale, width)
    case .feed: feed(wanted, scale, width)
    }
  }

  private func line(
    _ row: Block.Row, _ height: Double, _ width: Double, _ alignment: Text.Alignment = .left
  ) -> Block? {
    row.width * height <= width ? Block(row, height: height, room: width, alignment: alignment) : nil
  }

  func title(_ scale: TypeScale, _ width: Double, _ alignment: Text.Alignment = .left) -> Block? {
    for (height, most) in [(scale.second, 3), (scale.third, 5)] {
      let lines = texts.title.wrapped(at: width / height)
      guard lines.count <= most, texts.title.widestPiece * height <= width else { continue }
      return Block(
        lines.map(Block.Row.words), height: height, gap: scale.lineGap(of: height), room: width, alignment: alignment)
    }
    return nil
  }

  private func stopwatch(_ wanted: Wanted, _ scale: TypeScale, _ width: Double) -> Block? {
    let number = Block.Row(
      part: .stopwatch, template: Stopwatch.widestNumber, suffix: Stopwatch.widestHundredths(contents.words),
      symbolRoom: Layout.symbolWidth)
    let height = contents.isStopwatchIdle ? scale.third : scale.second
    guard var block = line(number, height, width) else { return nil }
    let laps = wanted.has(.laps) ? min(wanted.laps, Self.mostLaps) : 0
    let noteText = Stopwatch.widestNote(contents.words)
    // Without room for laps, the note names the last lap.
    let lap = laps > 0 ? [] : [Stopwatch.widestLap(contents.words)]
    let note = Block.Row(part: .stopwatchNote, template: Line.widest(lap + [noteText]))
    let start = number.width * height + scale.groupGap
    // The note is beside the number if it fits, because an empty note below would leave a gap. A lap need not fit: it
    // may be drawn smaller.
    if start + Line.realShare * Line.width(noteText) * scale.third <= width {
      let right = Block(note, height: scale.third, room: width - start)
      block.add(right.lowered(by: height - scale.third), atRight: start)
    } else {
      block.add(note, height: scale.third, gap: scale.lineGap, room: width)
    }
    guard laps > 0 else { return block }
    guard let lines = lapLines(laps, scale, width: width) else { return nil }
    block.add(lines, gap: scale.lineGap)
    return block
  }

  private func date(
    _ wanted: Wanted, _ scale: TypeScale, _ width: Double, _ alignment: Text.Alignment = .left
  ) -> Block? {
    let date = Block.Row(part: .date, template: contents.labels.widestDate)
    if wanted.hasLargeDate {
      return line(date, scale.second, width, alignment) ?? dateLines(scale.second, scale, width, alignment)
    }
    let isLarge = (contents.agenda == nil || hasRing) && !wanted.zonesAreCells
    if isLarge, let line = line(date, scale.second, width, alignment) { return line }
    // The date is not smaller than large zones, and larger than a feed.
    let mustBeLarge = wanted.hasLargeZones && !contents.zones.isEmpty || wanted.has(.feed)
    if isLarge, isPortrait, !hasRing, mustBeLarge, let lines = dateLines(scale.second, scale, width, alignment) {
      return lines
    }
    if let line = line(date, scale.third, width, alignment) { return line }
    let mayBreak = isPortrait && !hasRing || wanted.mayBreakDate && width < area.width
    return mayBreak ? dateLines(scale.third, scale, width, alignment) : nil
  }

  func dateLines(_ height: Double, _ scale: TypeScale, _ width: Double, _ alignment: Text.Alignment) -> Block? {
    let lines = Labels.dateLines(contents.labels.widestDate, width: width / height)
    guard lines.count == 2 else { return nil }
    let rows = lines.indices.map { Block.Row(part: .dateLine($0), template: Line.widest(lines)) }
    return Block(rows, height: height, gap: scale.lineGap(of: height), room: width, alignment: alignment)
  }

  /// A sign such as "3 more". `width` is in digit heights.
  func more(_ count: Int, of extra: Layout.Extra, within width: Double) -> Block.Row {
    let omitted = Layout.OmittedCount(count, extra)
    return Block.Row(part: .omitted(omitted), template: omitted.text(contents.words, within: width, isNamed: false))
  }

  // MARK: The feed

  private func feed(_ wanted: Wanted, _ scale: TypeScale, _ width: Double) -> Block? {
    let lines = texts.feed.prefix(wanted.feedLines)
    let omitted = omittedInFeed(wanted)
    let height = contents.feedStyle.size > Feed.Style.Size.medium ? scale.second : scale.third
    let room = min(width, Self.feedWidth * height)
    let plainGap = scale.lineGap(of: height)
    let itemGap = feedGap(lines, wanted, scale, height, room)
    var feed = Block()
    for (item, line) in lines.enumerated() {
      guard let parts = parts(of: line, height, room, most: wanted.linesPerItem) else { return nil }
      for (index, part) in parts.enumerated() {
        let isLater = index > 0
        feed.add(
          Block.Row(part: .feedLine(part, item: item), template: part), height: height,
          gap: isLater ? scale.wrapGap(of: height) : itemGap, room: room, indent: isLater ? Self.indent * height : 0)
      }
    }
    let statusHeight = feedStatusHeight(scale)
    let both = omitted.isEmpty ? nil : feedStatusWithOmitted(omitted, within: width / statusHeight)
    if !omitted.isEmpty, both == nil {
      let sign = Block.Row(part: .omitted(omitted), template: omitted.text(contents.words, within: room / height))
      feed.add(sign, height: height, gap: itemGap, room: room)
    }
    let reserved = Double(min(contents.feedStyle.lines, wanted.feedLines)) * (height + itemGap)
    feed.add(both ?? feedStatus, height: statusHeight, gap: plainGap + scale.step, room: width)
    feed.extend(toHeight: reserved + scale.step + statusHeight)
    return feed
  }

  private func feedGap(
    _ lines: ArraySlice<Paragraph>, _ wanted: Wanted, _ scale: TypeScale, _ height: Double, _ room: Double
  ) -> Double {
    let gap = scale.lineGap(of: height)
    if wanted.isAiry { return 1.5 * gap }
    let hasBrokenLines = lines.contains { Line.realShare * $0.width * height > room }
    return hasBrokenLines ? scale.wrapGap(of: height) + 1.5 * scale.step : gap
  }

  /// The feed's age with a sign such as "3 more" after it. `nil` if only "+3" would fit: the sign then gets its own line.
  /// `width` is in digit heights.
  private func feedStatusWithOmitted(_ omitted: Layout.OmittedCount, within width: Double) -> Block.Row? {
    for sign in omitted.texts(contents.words).dropLast() {
      let template = Layout.status(feedStatus.template, with: sign)
      let row = Block.Row(part: .statusWithOmitted(omitted, sign: sign), template: template)
      if row.width <= width / Line.realShare { return row }
    }
    return nil
  }

  /// The lines left out of the feed, and all zones if they are left out.
  func omittedInFeed(_ wanted: Wanted) -> Layout.OmittedCount {
    var omitted = Layout.OmittedCount()
    omitted.add(texts.feed.count - wanted.feedLines, .feed)
    omitted.add(wanted.has(.zones) ? 0 : contents.zones.count, .zones)
    return omitted
  }

  private func parts(of line: Paragraph, _ height: Double, _ room: Double, most: Int) -> [String]? {
    let rest = room - Self.indent * height
    guard line.widestPiece * height <= rest || room > Self.wideFeed * height else { return nil }
    if Line.realShare * line.width * height <= room { return [line.text] }
    guard most > 1 else { return nil }
    let lines = line.list(at: rest / (Line.realShare * height))
    return lines.count <= most ? lines : nil
  }

  // In digit heights:
  private static let indent = 1.0
  /// Lines of more than 70 letters are hard to read.
  private static let feedWidth = 54.0
  /// A wider column may break a piece that is too wide.
  private static let wideFeed = 30.0
}
