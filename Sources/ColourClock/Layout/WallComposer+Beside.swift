extension WallComposer {
  /// Places `lower` below both the subject and the column beside it.
  /// - Parameter free: heights kept free below the column: `code` for the code, `list` for the controls under a
  ///   list of countdowns.
  func placed(
    _ subject: Subject, beside lower: Lower, _ arrangement: Arrangement, _ wanted: Wanted, in room: Rect,
    _ free: (code: Double, list: Double)
  ) -> Layout.Composition? {
    guard let column = sideColumn(of: subject, lower, arrangement, wanted, in: room) else { return nil }
    guard let tops = tops(of: subject, column, lower, arrangement, in: room, free)
    else { return nil }
    let hasCountdowns = arrangement.beside.contains(.countdowns)
    let isCentred = lower.isEmpty && !arrangement.isColumn && !(hasCountdowns && hasRows(arrangement))
    let shift = min(column.unusedWidth, column.unusedInkWidth / 2)
    let isMoved = isCentred && (!hasRing || shift > Self.leastShift * room.width)
    let left = room.x - column.inset + (isMoved ? shift : 0)
    let isAtMargin = !lower.isEmpty && !hasRing
    let columnX = left + subject.size.width + column.gap + (isAtMargin ? column.unusedWidth : 0)
    // If the rows fit in half of the wall, the ring's place is the same for any number of countdowns.
    let x = left + (hasCountdowns ? max(0, column.gap - 2 * subject.scale.groupGap) / 2 : 0)
    var composition = subject.composition(at: Point(x: x, y: tops.subject))
    composition.slots += column.block.placed(at: Point(x: columnX, y: tops.column))
    composition.add(lower, at: Point(x: room.x, y: room.maxY - lower.block.height))
    return composition
  }

  /// True for rows, which end at the right margin. Cells are centred with the ring as a pair.
  private func hasRows(_ arrangement: Arrangement) -> Bool { !arrangement.listForm.countdownsAreCells }

  /// A ring stays at the margin if centring would move it by less than this share of the room's width.
  private static let leastShift = 0.06

  private struct SideColumn {
    let block: Block
    let width: Double
    let gap: Double
    /// Not used by the column's boxes.
    let unusedWidth: Double
    /// Not used by the column's letters.
    let unusedInkWidth: Double
    /// How far the subject is moved to the left, so that a ring's line stands on the margin.
    let inset: Double
  }

  private func sideColumn(
    of subject: Subject, _ lower: Lower, _ arrangement: Arrangement, _ wanted: Wanted, in room: Rect
  ) -> SideColumn? {
    let scale = subject.scale
    let inset = hasRing ? ringInset(subject.size.width) : 0
    let rightRoom = room.width + inset - subject.size.width
    let isList = arrangement.beside.contains(.countdowns)
    let least = isList ? leastList(scale, beside: subject.size.width) : 0
    let half = isList && hasRows(arrangement) && lower.secondColumnWidth == nil ? room.width / 2 : nil
    let gap = columnGap(arrangement, wanted, scale, least: least, in: rightRoom, half: half)
    let width = rightRoom - gap
    var wanted = wanted
    let columnRoom = lower.secondColumnWidth ?? width
    if lower.secondColumnWidth != nil { wanted.zoneEdge = columnRoom }
    guard width >= max(least, Self.leastColumn * scale.third, columnRoom - 0.01),
      subject.footer.programBottom != nil || subject.footer.width <= subject.size.width,
      let whole = column(arrangement.beside, wanted, scale, width: columnRoom)
    else { return nil }
    let used = min(width, whole.hasRightEdge ? whole.width : Line.spare * whole.width)
    let widest = whole.slots.map(\.ink.maxX).max() ?? 0
    let ink = min(used, whole.hasRightEdge ? whole.width : Line.realShare * widest)
    return SideColumn(
      block: whole.trimmed(to: used), width: used, gap: gap, unusedWidth: width - used, unusedInkWidth: width - ink,
      inset: inset)
  }

  private static let leastColumn = 6.0

  /// `nil` if something is too tall, or the subject would be far from the middle.
  private func tops(
    of subject: Subject, _ column: SideColumn, _ lower: Lower, _ arrangement: Arrangement, in room: Rect,
    _ free: (code: Double, list: Double)
  ) -> (subject: Double, column: Double)? {
    let (block, footerRoom) = (column.block, subject.footerRoom)
    let bottom = room.maxY - (lower.isEmpty ? 0 : lower.block.height + subject.scale.groupGap)
    let tallest = max(subject.size.height + footerRoom, block.height)
    let (top, columnBottom) = bounds(of: column, subject.scale, lower, above: bottom, in: room, free)
    let footerBottom = subject.footer.programBottom == nil ? bottom : min(bottom, programFloor)
    guard tallest <= bottom - room.y, block.height <= columnBottom - top,
      subject.size.height + footerRoom <= footerBottom - room.y
    else { return nil }
    let half = tallest / 2
    let middle =
      hasRing && lower.isEmpty ? max(room.y + half, min(bottom - half, stage.midY)) : (room.y + bottom) / 2
    if arrangement.hasDateBelow {
      let last = middle + half
      return (last - footerRoom - subject.size.height, last - block.height)
    }
    let lowest = footerBottom - footerRoom - subject.size.height / 2
    // `moveFeedStatus` moves the feed's age to the lower margin. A long feed nevertheless stands above the age.
    let leavesOutAge = lower.isEmpty || arrangement.isColumn
    let columnHalf = (block.height - (leavesOutAge ? block.feedStatusRoom : 0)) / 2
    let upperHalf = arrangement.isColumn ? block.height / 2 : columnHalf
    let columnMiddle = max(top, min(columnBottom - block.height, middle - upperHalf)) + columnHalf
    // If the code pushes the column up, a ring or a column of digits moves up too.
    let wantedAxis = (hasRing || arrangement.isColumn ? columnMiddle : middle) - groupLift(subject)
    guard isCentred(subject, wanted: wantedAxis, lowest: lowest) else { return nil }
    let axis = max(room.y + subject.size.height / 2, min(wantedAxis, lowest))
    return (axis - subject.size.height / 2, max(top, min(columnBottom - block.height, axis - columnHalf)))
  }

  private func bounds(
    of column: SideColumn, _ scale: TypeScale, _ lower: Lower, above bottom: Double, in room: Rect,
    _ free: (code: Double, list: Double)
  ) -> (top: Double, bottom: Double) {
    let slots = column.block.slots
    let codeRoom = (Self.code.width + Block.beside) * codeHeight(scale)
    let leavesCode = column.block.endsWithFeedStatus && (slots.last?.ink.maxX ?? 0) + codeRoom <= column.width
    let freeBelow = max(lower.isEmpty && leavesCode ? 0 : free.code, free.list)
    let plates = plateRoom(slots)
    return (room.y + plates.top, min(bottom, room.maxY - freeBelow) - plates.bottom)
  }

  /// The gap before the column, in pixels. Rows of countdowns have at most half of the wall, if they fit.
  /// - Parameters:
  ///   - rightRoom: the width at the right of the subject, including the gap.
  ///   - half: half of the wall's width; `nil` without rows.
  private func columnGap(
    _ arrangement: Arrangement, _ wanted: Wanted, _ scale: TypeScale, least: Double, in rightRoom: Double, half: Double?
  ) -> Double {
    let leastGap = min(2 * scale.groupGap, max(scale.groupGap, rightRoom - least))
    guard let half else { return leastGap }
    let width = min(rightRoom - leastGap, half)
    let fits = width >= least - 0.01 && column(arrangement.beside, wanted, scale, width: width) != nil
    return fits ? rightRoom - width : leastGap
  }

  /// How far plates reach beyond the countdowns, in pixels.
  private func plateRoom(_ lines: [Layout.Slot]) -> (top: Double, bottom: Double) {
    let heights = lines.filter(\.part.isCountdown).map(\.box.height)
    guard let least = heights.min(), let most = heights.max() else { return (0, 0) }
    let edge = Layout.countdownPlate(title: least, number: most).edge
    return (lines.first?.part.isCountdown == true ? edge : 0, lines.last?.part.isCountdown == true ? edge : 0)
  }
}
