extension WallComposer {
  /// The column of other lines is at the right of the subject, with its middle at the same height. Parts as wide as the
  /// wall (`lower`) are below both.
  /// - Parameter free: heights above the lower edge of `room` that the column leaves free: `foot` for the code, `list`
  ///   for a list of countdowns.
  func placed(
    _ subject: Subject, beside lower: Lower, _ arrangement: Arrangement, _ wanted: Wanted, in room: Rect,
    _ free: (foot: Double, list: Double)
  ) -> Layout.Composition? {
    guard let column = sideColumn(of: subject, lower, arrangement, wanted, in: room),
      let tops = tops(of: subject, column, lower, arrangement, in: room, free)
    else { return nil }
    // Without parts below them, subject and column are a group in the middle of the wall. With parts below them,
    // subject and column begin at the left margin. Without a ring, the column then ends at the right margin.
    let isApart = lower.isEmpty
    // A column of digits beside a list stands on the left margin, and so does a ring beside rows of countdowns.
    let hasRows = arrangement.beside.contains(.countdowns) && !arrangement.listForm.countdownsAreCells
    let isCentred = isApart && !arrangement.isColumn && !hasRows
    let way = min(column.rest, column.inkRest / 2)
    // A group that is a little off the margin would look like a mistake.
    let isMoved = isCentred && (!hasRing || way > Self.leastWay * room.width)
    let x = room.x - column.inset + (isMoved ? way : 0)
    var composition = subject.composition(at: Point(x: x, y: tops.subject))
    let columnX = x + subject.size.width + column.gap + (isApart || hasRing ? 0 : column.rest)
    composition.slots += column.block.placed(at: Point(x: columnX, y: tops.column))
    composition.add(lower, at: Point(x: room.x, y: room.maxY - lower.block.height))
    return composition
  }

  /// A group in the middle is at least this far from the left margin, as a share of the width.
  private static let leastWay = 0.06

  /// The column at the right of the subject. All lengths are in pixels.
  private struct SideColumn {
    let block: Block
    /// The width of the block.
    let width: Double
    /// Between subject and column.
    let gap: Double
    /// The width at the right of the subject that the column does not need.
    let rest: Double
    /// The same beside the ink, which is narrower than the block.
    let inkRest: Double
    /// How far the subject is at the left of `room`: the left edge of a ring's line stands on the margin.
    let inset: Double
  }

  /// `nil` if the column does not fit beside the subject.
  private func sideColumn(
    of subject: Subject, _ lower: Lower, _ arrangement: Arrangement, _ wanted: Wanted, in room: Rect
  ) -> SideColumn? {
    let scale = subject.scale
    let inset = hasRing ? ringInset(subject.size.width) : 0
    let rightRoom = room.width + inset - subject.size.width
    let isList = arrangement.beside.contains(.countdowns)
    let least = isList ? leastList(scale, beside: subject.size.width) : 0
    let half = isList && lower.asideWidth == nil ? room.width / 2 : nil
    let gap = columnGap(arrangement, wanted, scale, least: least, in: rightRoom, half: half)
    let width = rightRoom - gap
    var wanted = wanted
    let columnRoom = lower.asideWidth ?? width
    if lower.asideWidth != nil { wanted.zoneEdge = columnRoom }
    guard width >= max(least, 6 * scale.third, columnRoom - 0.01),
      subject.tail.programEnd != nil || subject.tail.width <= subject.size.width,
      let whole = column(arrangement.beside, wanted, scale, width: columnRoom)
    else { return nil }
    let used = min(width, whole.hasRightEdge ? whole.width : Line.spare * whole.width)
    let widest = whole.slots.map(\.ink.maxX).max() ?? 0
    let ink = min(used, whole.hasRightEdge ? whole.width : Line.realShare * widest)
    return SideColumn(
      block: whole.trimmed(to: used), width: used, gap: gap, rest: width - used, inkRest: width - ink, inset: inset)
  }

  /// The upper edges of subject and column; `nil` if one is too tall, or the subject would be far from the middle.
  private func tops(
    of subject: Subject, _ column: SideColumn, _ lower: Lower, _ arrangement: Arrangement, in room: Rect,
    _ free: (foot: Double, list: Double)
  ) -> (subject: Double, column: Double)? {
    let (block, tail) = (column.block, subject.tailRoom)
    let bottom = room.maxY - (lower.isEmpty ? 0 : lower.block.height + subject.scale.groupGap)
    let tallest = max(subject.size.height + tail, block.height)
    let (top, columnBottom) = bounds(of: column, subject.scale, lower, above: bottom, in: room, free)
    let tailBottom = subject.tail.programEnd == nil ? bottom : min(bottom, programFloor)
    guard tallest <= bottom - room.y, block.height <= columnBottom - top,
      subject.size.height + tail <= tailBottom - room.y
    else { return nil }
    let half = tallest / 2
    let middle =
      hasRing && lower.isEmpty ? max(room.y + half, min(bottom - half, stage.midY)) : (room.y + bottom) / 2
    // With `hasDateBelow`, the date below the time ends at the same height as the column, so that their baselines
    // match.
    if arrangement.hasDateBelow {
      let last = middle + half
      return (last - tail - subject.size.height, last - block.height)
    }
    let lowest = tailBottom - tail - subject.size.height / 2
    // If the code pushes the column up, a ring moves up with the column.
    // The age of a feed moves to the lower margin (`moveAge`), so the lines above it are in the middle.
    let columnHalf = (block.height - (lower.isEmpty ? block.ageRoom : 0)) / 2
    let columnMiddle = max(top, min(columnBottom - block.height, middle - columnHalf)) + columnHalf
    let wantedAxis = (hasRing ? columnMiddle : middle) - groupLift(subject)
    guard isCentred(subject, wanted: wantedAxis, lowest: lowest) else { return nil }
    let axis = max(room.y + subject.size.height / 2, min(wantedAxis, lowest))
    return (axis - subject.size.height / 2, max(top, min(columnBottom - block.height, axis - columnHalf)))
  }

  /// The highest upper edge and the lowest lower edge of a column.
  private func bounds(
    of column: SideColumn, _ scale: TypeScale, _ lower: Lower, above bottom: Double, in room: Rect,
    _ free: (foot: Double, list: Double)
  ) -> (top: Double, bottom: Double) {
    let slots = column.block.slots
    // The age of a feed stands beside the code.
    let codeRoom = (Self.code.width + Block.beside) * codeHeight(scale)
    let leavesCode = column.block.endsWithAge && (slots.last?.ink.maxX ?? 0) + codeRoom <= column.width
    let foot = max(lower.isEmpty && leavesCode ? 0 : free.foot, free.list)
    let plates = plateRoom(slots)
    return (room.y + plates.top, min(bottom, room.maxY - foot) - plates.bottom)
  }

  /// The gap between the subject and the column, in pixels. A list of countdowns begins at the middle of the wall or to
  /// the right of it, if it has room there: in a wider list, the numbers would be far from the titles.
  /// - Parameters:
  ///   - least: the least width of the column.
  ///   - rightRoom: the width at the right of the subject, with the gap.
  ///   - half: half of the wall's width; `nil` if the column has no list.
  private func columnGap(
    _ arrangement: Arrangement, _ wanted: Wanted, _ scale: TypeScale, least: Double, in rightRoom: Double, half: Double?
  ) -> Double {
    let leastGap = min(2 * scale.groupGap, max(scale.groupGap, rightRoom - least))
    guard let half else { return leastGap }
    let width = min(rightRoom - leastGap, half)
    let fits = width >= least - 0.01 && column(arrangement.beside, wanted, scale, width: width) != nil
    return fits ? rightRoom - width : leastGap
  }

  /// How far the plates of countdowns reach above the first line and below the last one, in pixels; 0 for other lines.
  /// The first plate must not touch the row of labels, and the last one must not touch the code.
  private func plateRoom(_ lines: [Layout.Slot]) -> (top: Double, bottom: Double) {
    let heights = lines.filter(\.part.isCountdown).map(\.box.height)
    guard let least = heights.min(), let most = heights.max() else { return (0, 0) }
    let edge = Layout.countdownPlate(title: least, number: most).edge
    return (lines.first?.part.isCountdown == true ? edge : 0, lines.last?.part.isCountdown == true ? edge : 0)
  }
}
