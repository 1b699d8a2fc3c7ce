extension WallComposer {
  func zones(_ wanted: Wanted, _ scale: TypeScale, _ width: Double) -> Block? {
    guard !contents.zones.isEmpty else { return nil }
    if wanted.zonesAreCells { return cells(wanted, scale, width) }
    let isOneColumn = !hasBoard && (isPortrait || width < Self.narrowColumn * area.width)
    return board(wanted, scale, width, mostColumns: isOneColumn ? 1 : .max)
  }

  /// Zones narrower than this share of the area's width stand beside the subject.
  private static let narrowColumn = 0.7

  /// Cells with names above times; `nil` for a single zone, or without room.
  private func cells(_ wanted: Wanted, _ scale: TypeScale, _ width: Double) -> Block? {
    let zones = contents.zones
    guard zones.count > 1, zones.count <= wanted.zones else { return nil }
    let time = Line.spare * zones.reduce(0) { max($0, Line.width($1.time)) } * scale.second
    let days = (Self.daysGap + Line.spare * Line.width(OtherZone.widestDays)) * scale.second
    let name = Line.spare * zones.reduce(0) { max($0, Line.width($1.name)) } * scale.third
    let cell = max(name, time + days)
    let gap = Self.cellGap * scale.third
    let most = min(Self.mostCells, Int((width + gap) / (cell + gap)))
    guard zones.count <= most || hasBoard && most > 2 else { return nil }
    let rows = (zones.count + most - 1) / most
    let columns = (zones.count + rows - 1) / rows
    let (inner, outer) = (scale.lineGap(of: scale.second), 2 * scale.lineGap(of: scale.second))
    let pitch = columns > 1 ? (width - cell) / Double(columns - 1) : 0
    var cells = Block()
    for start in stride(from: 0, to: zones.count, by: columns) {
      var row = Block()
      for index in start..<min(zones.count, start + columns) {
        let title = Block.Row(part: .zoneName(index), template: zones[index].name)
        var lines = Block(title, height: scale.third, room: name)
        lines.add(zoneTime(index, height: scale.second, room: time, days, isDaysLast: true, .left), gap: inner)
        row.add(lines, atRight: Double(index - start) * pitch)
      }
      cells.add(row, gap: outer)
    }
    return cells
  }

  private static let mostCells = 4
  private static let cellGap = 1.2

  private static let fewZones = 6

  var hasBoard: Bool { contents.zones.count > Self.fewZones }

  /// A table with names at the left and times at the right.
  private func board(_ wanted: Wanted, _ scale: TypeScale, _ width: Double, mostColumns: Int) -> Block? {
    let zones = contents.zones.prefix(wanted.zones)
    let omitted = contents.zones.count - zones.count
    let height = wanted.hasLargeZones ? scale.second : scale.third
    let count = zones.count + (omitted > 0 ? 1 : 0)
    guard let grid = grid(of: count, wanted, height, width, mostColumns: mostColumns) else { return nil }
    var lines = zones.indices.map { index in
      let name = Block.Row(part: .zoneName(index), template: zones[index].name)
      var line = Block(name, height: height, room: grid.room)
      line.add(
        zoneTime(index, height: height, room: grid.time, grid.days, isDaysLast: grid.columns > 1),
        atRight: grid.room + grid.inner)
      return line
    }
    if omitted > 0 {
      lines.append(Block(more(omitted, of: .zones, within: grid.name / height), height: height, room: grid.room))
    }
    let lineGap = boardGap(count, wanted, scale, height)
    var board = Self.inColumns(lines, rows: grid.rows, gap: lineGap, pitch: grid.pitch)
    board.extend(toWidth: Double(grid.columns) * grid.pitch - grid.gap)
    return board
  }

  private func boardGap(_ count: Int, _ wanted: Wanted, _ scale: TypeScale, _ height: Double) -> Double {
    if wanted.isAiry { return 2 * scale.lineGap(of: height) }
    let isApart = isPortrait && !hasRing && count <= Self.fewZones
    return isApart ? scale.rowGap(of: height) : scale.lineGap(of: height)
  }

  private struct Grid {
    let rows: Int
    let columns: Int
    let pitch: Double
    let gap: Double
    let name: Double
    let inner: Double
    let time: Double
    /// The width of a date difference such as "+1", with a gap.
    let days: Double

    var room: Double { columns > 1 ? name : pitch - gap - inner - time - days }
  }

  private func grid(of count: Int, _ wanted: Wanted, _ height: Double, _ width: Double, mostColumns: Int) -> Grid? {
    let time = Line.spare * contents.zones.reduce(0) { max($0, Line.width($1.time)) } * height
    let name = Line.spare * contents.zones.reduce(0) { max($0, Line.width($1.name)) } * height
    let days = (Self.daysGap + Line.spare * Line.width(OtherZone.widestDays)) * height
    let inner = Self.boardGaps.inner * height
    let gap = Self.boardGaps.columns * height
    let cell = name + inner + time + days
    let most = min(mostColumns, Int((width + gap) / (cell + gap)))
    guard most > 0 else { return nil }
    var rows = (count + most - 1) / most
    guard isPortrait || rows <= Self.mostRows || most > 1 else { return nil }
    // A few zones are in one column, unless several columns have equal lengths.
    if count <= Self.fewZones, count % rows != 0 { rows = count }
    let columns = (count + rows - 1) / rows
    // A single column ends where the lines above it end.
    let edge = columns == 1 ? zoneEdge(wanted, width).map { max($0, cell) } : nil
    let pitch = min((width + gap) / Double(columns), (edge ?? mostCellWidth(wanted) * cell) + gap)
    return Grid(
      rows: rows, columns: columns, pitch: pitch, gap: gap, name: name, inner: inner, time: time, days: days)
  }

  /// The greatest width, as a multiple of the width of the texts.
  private func mostCellWidth(_ wanted: Wanted) -> Double {
    if wanted.isInSecondColumn { return Self.cellWidth.secondColumn }
    return isPortrait ? Self.cellWidth.portrait : Self.cellWidth.landscape
  }

  private static let cellWidth = (landscape: 1.4, portrait: 3.0, secondColumn: 1.1)

  private static let boardGaps = (inner: 0.8, columns: 2.6)

  static func inColumns(_ lines: [Block], rows: Int, gap: Double, pitch: Double) -> Block {
    var board = Block()
    for start in stride(from: 0, to: lines.count, by: rows) {
      var column = Block()
      for line in lines[start..<min(start + rows, lines.count)] { column.add(line, gap: gap) }
      board.add(column, atRight: Double(start / rows) * pitch)
    }
    return board
  }

  private func zoneEdge(_ wanted: Wanted, _ width: Double) -> Double? {
    hasRing && width < area.width && wanted.has(.feed) ? width : wanted.zoneEdge.map { min(width, $0) }
  }

  /// - Parameter isDaysLast: false for a single column, whose times end at the right edge.
  private func zoneTime(
    _ index: Int, height: Double, room: Double, _ daysRoom: Double, isDaysLast: Bool,
    _ alignment: Text.Alignment = .right
  ) -> Block {
    let gap = Self.daysGap * height
    let sign = Block.Row(part: .zoneDays(index), template: OtherZone.widestDays)
    let time = Block.Row(part: .zone(index), template: contents.zones[index].time)
    var days = Block(sign, height: height, room: daysRoom - gap, alignment: isDaysLast ? .left : .right)
    var figures = Block(time, height: height, room: room, alignment: alignment)
    if isDaysLast {
      figures.add(days, atRight: room + gap)
      return figures
    }
    days.add(figures, atRight: daysRoom)
    return days
  }

  private static let daysGap = 0.3

  private static let mostRows = 8
}
