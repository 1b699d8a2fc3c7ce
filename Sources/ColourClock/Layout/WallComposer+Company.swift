/// The lines around the subject: groups of lines in a column.
extension WallComposer {
  /// The groups below each other.
  /// - Returns: `nil` if a line is wider than `width`.
  func column(
    _ groups: [Arrangement.Group], _ wanted: Wanted, _ scale: TypeScale, width: Double
  ) -> Block? {
    // A date alone below a ring is centred like the ring.
    if hasRing, groups == [.date], width == area.width, contents.agenda == nil { return date(scale, width, .centre) }
    var column = Block()
    for group in groups {
      guard let block = block(group, wanted, scale, width: width) else { return nil }
      column.add(block, gap: scale.groupGap)
    }
    return column
  }

  private func block(_ group: Arrangement.Group, _ wanted: Wanted, _ scale: TypeScale, width: Double) -> Block? {
    switch group {
    case .title: title(scale, width)
    case .time: line(Block.Row(part: .time, template: contents.labels.widestWholeTime), scale.second, width)
    case .countdowns: countdowns(wanted, scale, width)
    case .stopwatch: stopwatch(scale, width)
    case .date: date(scale, width)
    case .zones: zones(wanted, scale, width)
    case .feed: feed(wanted, scale, width)
    }
  }

  /// One line; `nil` if it is wider than `width`.
  private func line(
    _ row: Block.Row, _ height: Double, _ width: Double, _ alignment: Text.Alignment = .left
  ) -> Block? {
    guard row.width * height <= width else { return nil }
    var block = Block()
    block.add(row, height: height, gap: 0, room: width, alignment: alignment)
    return block
  }

  /// The title of the countdown: in the second size with at most three lines, or else in the third with at most five.
  func title(_ scale: TypeScale, _ width: Double, _ alignment: Text.Alignment = .left) -> Block? {
    let title = contents.ring?.title ?? ""
    for (height, most) in [(scale.second, 3), (scale.third, 5)] {
      let lines = Line.wrapped(title, at: width / height)
      guard lines.count <= most, Line.widestPiece(of: title) * height <= width else { continue }
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

  private func stopwatch(_ scale: TypeScale, _ width: Double) -> Block? {
    let number = Block.Row(
      part: .stopwatch, template: Stopwatch.widestNumber, suffix: Stopwatch.widestHundredths(contents.words),
      hasSign: true)
    guard var block = line(number, scale.second, width) else { return nil }
    let template = Line.widest([Stopwatch.widestLap(contents.words), Stopwatch.widestNote(contents.words)])
    let note = Block.Row(part: .stopwatchNote, template: template)
    block.add(note, height: scale.third, gap: scale.lineGap, room: width)
    return block
  }

  /// The date in the second size if it fits, otherwise in the third.
  private func date(_ scale: TypeScale, _ width: Double, _ alignment: Text.Alignment = .left) -> Block? {
    let date = Block.Row(part: .date, template: contents.labels.widestDate)
    return line(date, scale.second, width, alignment) ?? line(date, scale.third, width, alignment)
  }

  // MARK: Other time zones

  /// The zones as a grid of cells of equal width, with the name above the time; few zones or a board as lines.
  private func zones(_ wanted: Wanted, _ scale: TypeScale, _ width: Double) -> Block? {
    let zones = contents.zones
    guard !zones.isEmpty else { return nil }
    if hasBoard { return board(wanted, scale, width) }
    let height = wanted.hasLargeZones ? scale.second : scale.third
    let cell = zones.reduce(0) { max($0, Line.width($1.name) * scale.third, Line.width($1.time) * height) }
    let gap = 2 * scale.third
    let most = Int((width + gap) / (1.04 * cell + gap))
    let isFew = zones.count <= Self.fewZones && (isUpright || width < 0.7 * area.width)
    if isFew, isUpright ? wanted.hasLargeZones : most < zones.count { return zoneRows(height, scale, width) }
    guard most > 0, !wanted.hasLargeZones || most >= zones.count else { return nil }
    let rows = (zones.count + most - 1) / most
    return grid((zones.count + rows - 1) / rows, time: height, scale, width)
  }

  /// Up to this number, zones may have times of the second size, or a line each.
  static let fewZones = 6

  /// More zones than `fewZones` are a board: a line each with the name at the left and the time at the right, in
  /// columns.
  var hasBoard: Bool { contents.zones.count > Self.fewZones }

  /// The zones as a board; `nil` if it is too wide or too high.
  private func board(_ wanted: Wanted, _ scale: TypeScale, _ width: Double) -> Block? {
    let zones = contents.zones.prefix(wanted.zones)
    let others = contents.zones.count - zones.count
    let count = zones.count + (others > 0 ? 1 : 0)
    let height = wanted.hasLargeZones ? scale.second : scale.third
    let time = 1.04 * contents.zones.reduce(0) { max($0, Line.width($1.time)) } * height
    let name = 1.04 * contents.zones.reduce(0) { max($0, Line.width($1.name)) } * height
    let (inner, gap) = (2 * scale.third, 4 * scale.third)
    let cell = name + inner + time
    let most = Int((width + gap) / (cell + gap))
    guard most > 0 else { return nil }
    let rows = (count + most - 1) / most
    guard isUpright || rows <= Self.mostRows || most > 1 else { return nil }
    let columns = (count + rows - 1) / rows
    // The columns are not so wide that a name is far from its time.
    let pitch = min((width + gap) / Double(columns), Self.widestCell * cell + gap)
    let lineGap = scale.lineGap(of: height) * (wanted.isAiry ? 2 : 1)
    var board = Block()
    for column in 0..<columns {
      var lines = Block()
      for index in (column * rows)..<min((column + 1) * rows, count) {
        var line = Block()
        let isZone = index < zones.count
        let first = isZone ? Block.Row(part: .zoneName(index), template: zones[index].name) : Self.more(others)
        line.add(first, height: height, gap: 0, room: pitch - gap - inner - time)
        if isZone {
          var number = Block()
          number.add(
            Block.Row(part: .zone(index), template: zones[index].time), height: height, gap: 0, room: time,
            alignment: .right)
          line.add(number, atRight: pitch - gap - time)
        }
        lines.add(line, gap: lineGap)
      }
      board.add(lines, atRight: Double(column) * pitch)
    }
    return board
  }

  /// The most rows of a board with only one column, on a wide wall.
  private static let mostRows = 8
  /// The greatest width of a cell, as a multiple of the width that its texts need.
  private static let widestCell = 1.4

  /// "+3": the number of zones without room.
  private static func more(_ count: Int) -> Block.Row {
    Block.Row(part: .words("+\(count)"), template: "+\(count)")
  }

  /// One line for each zone: the name at the left, the time at the right.
  private func zoneRows(_ height: Double, _ scale: TypeScale, _ width: Double) -> Block? {
    let time = contents.zones.reduce(0) { max($0, Line.width($1.time)) } * height
    let name = contents.zones.reduce(0) { max($0, Line.width($1.name)) } * scale.third
    guard name + scale.groupGap + time <= width else { return nil }
    var rows = Block()
    for (index, zone) in contents.zones.enumerated() {
      var row = Block()
      row.add(
        Block.Row(part: .zoneName(index), template: zone.name), height: scale.third, gap: 0, room: width - time)
      row = row.lowered(by: height - scale.third)
      var number = Block()
      number.add(
        Block.Row(part: .zone(index), template: zone.time), height: height, gap: 0, room: time, alignment: .right)
      row.add(number, atRight: width - time)
      rows.add(row, gap: scale.lineGap(of: height))
    }
    return rows
  }

  /// Cells with the name above the time, in a number of columns.
  private func grid(_ columns: Int, time: Double, _ scale: TypeScale, _ width: Double) -> Block {
    var grid = Block()
    let pitch = (width + 2 * scale.third) / Double(columns)
    // Letters rise above the height of digits, so they need a larger gap.
    let isFigures = contents.zones.allSatisfy { $0.time.allSatisfy { "0:+1 ".contains($0) } }
    let gap = isFigures ? scale.step : scale.lineGap(of: time)
    for start in stride(from: 0, to: contents.zones.count, by: columns) {
      var row = Block()
      for index in start..<min(start + columns, contents.zones.count) {
        let zone = contents.zones[index]
        var cell = Block()
        let room = pitch - 2 * scale.third
        cell.add(
          Block.Row(part: .zoneName(index), template: zone.name), height: scale.third, gap: 0, room: room)
        cell.add(
          Block.Row(part: .zone(index), template: zone.time), height: time, gap: gap, room: room)
        row.add(cell, atRight: Double(index - start) * pitch)
      }
      grid.add(row, gap: scale.groupGap)
    }
    return grid
  }

  // MARK: The feed

  /// The lines of the feed, and its age. A line that is too long is broken, and the second part is indented.
  private func feed(_ wanted: Wanted, _ scale: TypeScale, _ width: Double) -> Block? {
    let lines = (contents.feed ?? []).prefix(wanted.feedLines)
    let height = contents.feedStyle.size > Feed.Style.Size.medium ? scale.second : scale.third
    let (indent, room) = (Self.indent * height, min(width, Self.feedWidth * height))
    var feed = Block()
    for line in lines {
      guard Line.widestPiece(of: line) * height <= room - indent || room > 30 * height else { return nil }
      let isWhole = Line.width(line) * Line.sentence * height <= room
      if wanted.hasWholeLines, !isWhole { return nil }
      let parts = isWhole ? [line] : Line.list(line, at: (room - indent) / (Line.sentence * height))
      for (index, part) in parts.enumerated() {
        feed.add(
          Block.Row(part: .words(part), template: part), height: height, gap: scale.lineGap(of: height), room: room,
          indent: index == 0 ? 0 : indent)
      }
    }
    let gap = scale.lineGap(of: height)
    let age = Block.Row(part: .status, template: contents.words["updated %d min ago", 59])
    feed.add(age, height: scale.third, gap: gap + scale.step, room: width)
    // The feed keeps the height of the most lines that it has had.
    let reserved = Double(min(contents.feedStyle.lines, wanted.feedLines))
    feed.extend(toHeight: reserved * (height + gap) + scale.step + scale.third)
    return feed
  }

  /// In digit heights: the indent of a second line, and the greatest width of lines that are easy to read (about 60
  /// letters).
  private static let (indent, feedWidth) = (1.4, 45.0)
}
