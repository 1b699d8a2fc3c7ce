/// Other time zones: a list, a board of several columns, or cells side by side.
extension WallComposer {
  /// Each zone has a line: its name at the left, its time at the right. A few zones beside the subject, or on an
  /// upright wall, are in one column.
  func zones(_ wanted: Wanted, _ scale: TypeScale, _ width: Double) -> Block? {
    guard !contents.zones.isEmpty else { return nil }
    if wanted.zonesAreCells { return cells(wanted, scale, width) }
    let isFew = contents.zones.count <= Self.fewZones && (isUpright || width < 0.7 * area.width)
    return board(wanted, scale, width, mostColumns: isFew ? 1 : .max)
  }

  /// Zones in columns at equal distances, each with its name above its time, in several rows for a board. The times
  /// have the second size. `nil` for a single zone, or without room.
  private func cells(_ wanted: Wanted, _ scale: TypeScale, _ width: Double) -> Block? {
    let zones = contents.zones
    guard zones.count > 1, zones.count <= wanted.zones else { return nil }
    let time = Line.spare * zones.reduce(0) { max($0, Line.width($1.time)) } * scale.second
    let days = (Self.daysGap + Line.spare * Line.width(OtherZone.widestDays)) * scale.second
    let name = Line.spare * zones.reduce(0) { max($0, Line.width($1.name)) } * scale.third
    let (cell, gap) = (max(name, time + days), Self.cellGap * scale.third)
    let most = min(Self.mostCells, Int((width + gap) / (cell + gap)))
    guard zones.count <= most || hasBoard && most > 2 else { return nil }
    let rows = (zones.count + most - 1) / most
    let columns = (zones.count + rows - 1) / rows
    // The name of a zone is nearer to its time than to the zone above it.
    let (inner, outer) = (scale.lineGap(of: scale.second), 2 * scale.lineGap(of: scale.second))
    // The last column ends at the right edge.
    let pitch = columns > 1 ? (width - cell) / Double(columns - 1) : 0
    var cells = Block()
    for start in stride(from: 0, to: zones.count, by: columns) {
      var row = Block()
      for index in start..<min(zones.count, start + columns) {
        var lines = Block()
        lines.add(
          Block.Row(part: .zoneName(index), template: zones[index].name), height: scale.third, gap: 0, room: name)
        lines.add(
          zoneTime(index, height: scale.second, room: time, days, isDaysLast: true, .left), gap: inner)
        row.add(lines, atRight: Double(index - start) * pitch)
      }
      cells.add(row, gap: outer)
    }
    return cells
  }

  /// `mostCells`: the most zones in a row. `cellGap`: the least gap between two of them, in digit heights.
  private static let (mostCells, cellGap) = (4, 1.2)

  static let fewZones = 6

  /// A board is a list of more than `fewZones` zones.
  var hasBoard: Bool { contents.zones.count > Self.fewZones }

  private func board(_ wanted: Wanted, _ scale: TypeScale, _ width: Double, mostColumns: Int) -> Block? {
    let zones = contents.zones.prefix(wanted.zones)
    let others = contents.zones.count - zones.count
    let height = wanted.hasLargeZones ? scale.second : scale.third
    let count = zones.count + (others > 0 ? 1 : 0)
    guard let grid = grid(of: count, wanted, height, width, mostColumns: mostColumns) else { return nil }
    var lines = zones.indices.map { index in
      var line = Block()
      line.add(Block.Row(part: .zoneName(index), template: zones[index].name), height: height, gap: 0, room: grid.room)
      line.add(
        zoneTime(index, height: height, room: grid.time, grid.days, isDaysLast: grid.columns > 1),
        atRight: grid.room + grid.inner)
      return line
    }
    if others > 0 {
      var line = Block()
      line.add(more(others, of: .zones, within: grid.name / height), height: height, gap: 0, room: grid.room)
      lines.append(line)
    }
    // On an upright wall there is room for larger gaps between a few lines.
    let isApart = isUpright && !hasRing && count <= Self.fewZones
    let usual = scale.lineGap(of: height)
    let lineGap = wanted.isAiry ? 2 * usual : isApart ? scale.rowGap(of: height) : usual
    var board = Self.inColumns(lines, rows: grid.rows, gap: lineGap, pitch: grid.pitch)
    board.extend(toWidth: Double(grid.columns) * grid.pitch - grid.gap)
    return board
  }

  /// The places of the cells of a board. A cell has a name, a gap (`inner`), a time, and a sign such as "+1". Lengths
  /// are in pixels.
  private struct Grid {
    let rows: Int
    let columns: Int
    /// From the left edge of a column to that of the next.
    let pitch: Double
    /// Between two columns.
    let gap: Double
    let name: Double
    let inner: Double
    let time: Double
    let days: Double

    /// The width for a name. In several columns a time is nearer to its own name than to the next column.
    var room: Double { columns > 1 ? name : pitch - gap - inner - time - days }
  }

  /// - Parameter count: the lines of the board. `nil` if they do not fit.
  private func grid(
    of count: Int, _ wanted: Wanted, _ height: Double, _ width: Double, mostColumns: Int
  ) -> Grid? {
    let time = Line.spare * contents.zones.reduce(0) { max($0, Line.width($1.time)) } * height
    let name = Line.spare * contents.zones.reduce(0) { max($0, Line.width($1.name)) } * height
    // "+1" is before a single column of times, which ends at the right edge. In several columns the times come first.
    let days = (Self.daysGap + Line.spare * Line.width(OtherZone.widestDays)) * height
    let (inner, gap) = (0.8 * height, 2.6 * height)
    let cell = name + inner + time + days
    let most = min(mostColumns, Int((width + gap) / (cell + gap)))
    guard most > 0 else { return nil }
    var rows = (count + most - 1) / most
    guard isUpright || rows <= Self.mostRows || most > 1 else { return nil }
    // A few zones are in one column, unless several columns would have equal lengths.
    if count <= Self.fewZones, count % rows != 0 { rows = count }
    let columns = (count + rows - 1) / rows
    // A name stays near its time. A single column ends where the lines above it end.
    let widest = (wanted.isAside ? Self.narrowCell : isUpright ? 3 : Self.widestCell) * cell
    let edge = columns == 1 ? zoneEdge(wanted, width).map { max($0, cell) } : nil
    let pitch = min((width + gap) / Double(columns), (edge ?? widest) + gap)
    return Grid(
      rows: rows, columns: columns, pitch: pitch, gap: gap, name: name, inner: inner, time: time, days: days)
  }

  static func inColumns(_ lines: [Block], rows: Int, gap: Double, pitch: Double) -> Block {
    var board = Block()
    for start in stride(from: 0, to: lines.count, by: rows) {
      var column = Block()
      for line in lines[start..<min(start + rows, lines.count)] { column.add(line, gap: gap) }
      board.add(column, atRight: Double(start / rows) * pitch)
    }
    return board
  }

  /// The right edge of a list of zones in one column. A list below the time ends where the digits end. A list below a
  /// date at the right margin is as wide as the date. Beside a ring, with a feed, the list ends where its column ends.
  /// `nil` if the list has its own width.
  private func zoneEdge(_ wanted: Wanted, _ width: Double) -> Double? {
    hasRing && width < area.width && wanted.has(.feed) ? width : wanted.zoneEdge.map { min(width, $0) }
  }

  /// The difference in days and the time of a zone. With `isDaysLast` the time comes first.
  /// - Parameter alignment: of the time.
  private func zoneTime(
    _ index: Int, height: Double, room: Double, _ daysRoom: Double, isDaysLast: Bool,
    _ alignment: Text.Alignment = .right
  ) -> Block {
    let gap = Self.daysGap * height
    var (days, figures) = (Block(), Block())
    days.add(
      Block.Row(part: .zoneDays(index), template: OtherZone.widestDays), height: height, gap: 0, room: daysRoom - gap,
      alignment: isDaysLast ? .left : .right)
    figures.add(
      Block.Row(part: .zone(index), template: contents.zones[index].time), height: height, gap: 0, room: room,
      alignment: alignment)
    if isDaysLast {
      figures.add(days, atRight: room + gap)
      return figures
    }
    days.add(figures, atRight: daysRoom)
    return days
  }

  /// The gap between "+1" and the time of a zone, in digit heights.
  private static let daysGap = 0.3

  /// The most rows of a board with only one column, on a wide wall.
  private static let mostRows = 8
  /// The width of a cell, as a multiple of what its texts need. `widestCell`: on a wide wall. `narrowCell`: beside a
  /// feed.
  private static let (widestCell, narrowCell) = (1.4, 1.1)
}
