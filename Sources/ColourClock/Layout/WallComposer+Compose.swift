extension WallComposer {
  /// Composes the wall; `nil` if something does not fit.
  /// - Parameter first: the digit height of the subject, in pixels. With a ring, this is the height that a number of
  ///   four digits has in the ring.
  func compose(_ arrangement: Arrangement, _ wanted: Wanted, _ first: Double) -> Layout.Composition? {
    let scale = scale(first, arrangement)
    let isFlush = isFlush(arrangement)
    guard let lower = lower(arrangement, wanted, scale, isFlush),
      let subject = subject(arrangement, wanted, scale, isFlush)
    else { return nil }
    let foot = foot(arrangement, wanted, scale)
    // The foot is the code in the lower right corner. It must not look like a row of the lines above it.
    let isLikeRow = lower.band == nil && !arrangement.hasCells
    let footRoom = foot.isEmpty ? 0 : max(foot.height + scale.lineGap, isLikeRow ? lower.block.codePitch : 0)
    // If nothing is below the subject, only the lines at its right have to stay above the foot. The last line of a list
    // may leave room for the foot at its right. In all other cases, no line is at the height of the foot.
    let isFootBeside =
      !arrangement.beside.isEmpty && lower.isEmpty || subject.leavesCorner && lower.isEmpty
      || arrangement.hasTimeAbove && lower.band == nil && lower.block.leaves(foot)
    // Lines of a program below a ring, or in a list, have a floor of their own.
    let isProgramLast = !hasRing || arrangement.below.contains(.program)
    let floor = min(area.maxY - (isFootBeside ? 0 : footRoom), isProgramLast ? programFloor : .infinity)
    let room = Rect(x: area.x, y: area.y, width: area.width, height: floor - area.y)
    guard room.height > 0 else { return nil }
    let placed = placed(subject, lower, arrangement, wanted, in: room, foot: isFootBeside ? footRoom : 0, isFlush)
    guard var composition = placed, arrangement.hasCells || hasDateLikeOthers(composition),
      !arrangement.hasHead || addHeadDate(to: &composition, beside: subject)
    else { return nil }
    composition.slots += foot.placed(at: Point(x: area.x, y: area.maxY - foot.height))
    composition.isFlush = isFlush
    composition.isSizeFree = arrangement.isSizeFree
    composition.hasOneAgendaText = wanted.hasOneAgendaText
    // Messages must not cover a time of day beside or below the ring, or the lines of a program below it.
    let isKept = { (part: Layout.Part) in
      part == .time && arrangement.groups.contains(.time) || part.isProgram && !hasStepInList(wanted)
    }
    for slot in composition.slots where isKept(slot.part) {
      composition.keep(slot)
    }
    return composition
  }

  /// - Parameter foot: the height above the lower edge that lines beside the subject leave free.
  private func placed(
    _ subject: Subject, _ lower: Lower, _ arrangement: Arrangement, _ wanted: Wanted, in room: Rect, foot: Double,
    _ isFlush: Bool
  ) -> Layout.Composition? {
    if !arrangement.beside.isEmpty, !arrangement.hasHead {
      let free = arrangement.beside.contains(.countdowns) ? room.maxY - listFloor : 0
      return placed(subject, beside: lower, arrangement, wanted, in: room, foot: max(foot, free))
    }
    if lower.isEmpty, !isFlush, !hasStopwatchAlone { return alone(subject, in: room) }
    if arrangement.hasTimeAbove {
      return listed(subject, over: lower, in: room, hasAge: hasWideList(arrangement))
    }
    return placed(subject, above: lower, in: room, isFlush)
  }

  private func hasDateLikeOthers(_ composition: Layout.Composition) -> Bool {
    // On an upright wall the width of the date limits its size.
    guard !isUpright, let date = composition.slots.first(where: { $0.part == .date }) else { return true }
    return composition.slots.allSatisfy { slot in
      if case .zone = slot.part { slot.box.height <= date.box.height + 1e-6 } else { true }
    }
  }

  /// True if all lines begin at the left margin, because a part is as wide as the wall. A ring stays in the middle.
  func isFlush(_ arrangement: Arrangement) -> Bool {
    guard !hasRing, !arrangement.isSizeFree else { return false }
    return !arrangement.below.isEmpty || contents.agenda?.hasBand == true
  }

  // MARK: The place of the subject

  private func alone(_ subject: Subject, in room: Rect) -> Layout.Composition? {
    guard subject.size.width <= room.width else { return nil }
    let scale = subject.scale
    let (height, tail) = (subject.size.height, subject.tailRoom)
    // A ring leaves the corners free for the code.
    let isClear = hasRing && room.width - subject.size.width > 2 * (Self.code.width * codeHeight(scale) + scale.lineGap)
    // Digits are centred as a group with the date or the code below them. A large code (`--preset seed`) does not
    // count.
    let isGroup = !hasRing && !isDateSubject && (contents.labels.date || !contents.labels.hasLargeCode)
    // Below a column of digits and its tail, the margin is at least as large as the gap between them.
    let rest = subject.isColumn && !isGroup && tail > 0 ? max(0, subject.tailGap - (stage.maxY - room.maxY)) : 0
    let lowest = min(isClear ? area.maxY : room.maxY, programFloor) - rest - tail - height
    // Letters rise above the height of digits.
    let highest =
      hasRing
      ? contents.program == nil ? stage.y : area.y : room.y + (isDateSubject ? Line.reach.above * scale.first : 0)
    let below = isGroup ? tail : 0
    let lift = min(groupLift(subject), max(0, stage.midY - height / 2 - area.y))
    let middle = min(stage.midY - below / 2 - lift, lowestCentre(height)) - height / 2
    guard tail == 0 || isCentred(subject, wanted: middle, lowest: lowest) else { return nil }
    let y = contents.program == nil ? middle : min(middle, lowest)
    guard y >= highest - 0.01, y <= lowest + 0.01 else { return nil }
    return subject.composition(at: Point(x: room.midX - subject.size.width / 2, y: y))
  }

  /// A ring and the lines below it are a group, which is in the middle by what is drawn. Returns how far the ring is
  /// above the middle.
  private func groupLift(_ subject: Subject) -> Double {
    hasRing && subject.tail.programEnd != nil ? (subject.tailRoom + ringInset(subject.size.width)) / 2 : 0
  }

  /// True if a ring with a program's lines need not stand much higher than in the middle because of the controls. A
  /// small ring may stand higher, because it must not become smaller.
  private func isCentred(_ subject: Subject, wanted: Double, lowest: Double) -> Bool {
    guard hasRing, subject.tail.programEnd != nil, subject.size.height > Self.leastCentred * short else { return true }
    return wanted <= lowest + Self.offCentre * stage.height
  }

  /// `leastCentred`: the greatest diameter of a small ring, as a share of the shorter side. `offCentre`: how far a
  /// group may be above the middle, as a share of the height.
  private static let (leastCentred, offCentre) = (0.62, 0.008)

  /// The subject and the lines below it are a group in the middle of the height.
  private func placed(_ subject: Subject, above lower: Lower, in room: Rect, _ isFlush: Bool) -> Layout.Composition? {
    let scale = subject.scale
    let tail = subject.tailRoom
    let body = lower.isEmpty ? 0 : scale.groupGap + lower.block.height
    let height = subject.size.height + tail + body
    let most = hasStopwatchAlone ? Self.mostWatch * room.height : room.height
    let rest = lower.block.height - (lower.block.listEnd ?? lower.block.height)
    let others = lower.block.programEnd.map { lower.block.height - $0 } ?? body
    let lowest = min(room.maxY, programFloor + others, lower.block.listEnd == nil ? .infinity : listFloor + rest)
    guard subject.size.width <= room.width, height <= min(most, lowest - room.y) else { return nil }
    let x = isFlush || hasStopwatchAlone ? room.x : room.midX - subject.size.width / 2
    let y =
      hasStopwatchAlone
      ? min(area.midY - height / 2, lowest - height) : min(room.midY, lowest - height / 2) - height / 2
    var composition = subject.composition(at: Point(x: x, y: y))
    composition.add(lower, at: Point(x: room.x, y: y + height - lower.block.height))
    return composition
  }

  /// The greatest height of a stopwatch with its laps, as a share of the room's height.
  private static let mostWatch = 0.95

  /// The time is at the upper edge, and the list below it. With `hasAge`, the age of the feed is at the right of the
  /// time.
  private func listed(
    _ subject: Subject, over lower: Lower, in room: Rect, hasAge: Bool
  ) -> Layout.Composition? {
    let (scale, age) = (subject.scale, feedAge)
    let height = ageHeight(scale)
    let start = subject.size.height + subject.tailRoom + (hasAge ? scale.groupGap : Self.belowTime * scale.step)
    let width = hasAge ? 1.02 * age.width * height : 0
    guard subject.size.width + (hasAge ? scale.groupGap : 0) + width <= room.width,
      start + lower.block.height <= room.height
    else { return nil }
    var composition = subject.composition(at: Point(x: room.x, y: room.y))
    if hasAge {
      var line = Block()
      line.add(age, height: height, gap: 0, room: width, alignment: .right)
      composition.slots += line.placed(
        at: Point(x: room.maxX - width, y: room.y + subject.size.height - height))
    }
    let y = lower.band != nil ? room.maxY - lower.block.height : room.y + start
    composition.add(lower, at: Point(x: room.x, y: y))
    return composition
  }

  /// The gap between a time and the list below it on an upright wall, in steps.
  private static let belowTime = 3.0

  /// The column of other lines is at the right of the subject, with its middle at the same height. Parts as wide as the
  /// wall are below both.
  private func placed(
    _ subject: Subject, beside lower: Lower, _ arrangement: Arrangement, _ wanted: Wanted, in room: Rect, foot: Double
  ) -> Layout.Composition? {
    let scale = subject.scale
    // The left edge of a ring's line stands on the margin.
    let inset = hasRing ? ringInset(subject.size.width) : 0
    let free = room.width + inset - subject.size.width
    let least =
      arrangement.beside.contains(.countdowns)
      ? leastList(scale, beside: subject.size.width) : 0
    let gap = min(2 * scale.groupGap, max(scale.groupGap, free - least))
    let width = free - gap
    var wanted = wanted
    let columnRoom = lower.asideWidth ?? width
    if lower.asideWidth != nil { wanted.zoneEdge = columnRoom }
    guard width >= max(least, 6 * scale.third, columnRoom - 0.01),
      subject.tail.programEnd != nil || subject.tail.width <= subject.size.width,
      let whole = column(arrangement.beside, wanted, scale, width: columnRoom)
    else {
      return nil
    }
    let used = min(width, whole.hasRightEdge ? whole.width : 1.04 * whole.width)
    let column = whole.trimmed(to: used)
    let tail = subject.tailRoom
    let bottom = room.maxY - (lower.isEmpty ? 0 : lower.block.height + scale.groupGap)
    let tallest = max(subject.size.height + tail, column.height)
    let columnBottom = min(bottom, room.maxY - foot) - plateRoom(column.slots.last)
    let columnTop = room.y + plateRoom(column.slots.first)
    let tailBottom = subject.tail.programEnd == nil ? bottom : min(bottom, programFloor)
    guard tallest <= bottom - room.y, column.height <= columnBottom - columnTop,
      subject.size.height + tail <= tailBottom - room.y
    else { return nil }
    // Without parts below them, subject and column are a group in the middle of the wall. With parts below them,
    // subject and column begin at the left margin. Without a ring, the column then ends at the right margin.
    let rest = width - used
    let isApart = lower.isEmpty
    let x = room.x - inset + (isApart ? rest / 2 : 0)
    let half = tallest / 2
    let middle =
      hasRing && isApart ? max(room.y + half, min(bottom - half, stage.midY)) : (room.y + bottom) / 2
    let lowest = tailBottom - tail - subject.size.height / 2
    // If the code pushes the column up, a ring moves up with the column.
    let columnMiddle = max(columnTop, min(columnBottom - column.height, middle - column.height / 2)) + column.height / 2
    let wantedAxis = (hasRing ? columnMiddle : middle) - groupLift(subject)
    guard isCentred(subject, wanted: wantedAxis, lowest: lowest) else { return nil }
    let axis = max(room.y + subject.size.height / 2, min(wantedAxis, lowest))
    // Time and date end at the same height as the column, so that their lines match.
    let last = middle + half
    let (top, y) =
      arrangement.hasDateBelow
      ? (last - tail - subject.size.height, last - column.height)
      : (axis - subject.size.height / 2, max(columnTop, min(columnBottom - column.height, axis - column.height / 2)))
    var composition = subject.composition(at: Point(x: x, y: top))
    let columnX = x + subject.size.width + gap + (isApart || hasRing ? 0 : rest)
    composition.slots += column.placed(at: Point(x: columnX, y: y))
    composition.add(lower, at: Point(x: room.x, y: room.maxY - lower.block.height))
    return composition
  }

  /// The height above or below a list of countdowns for the plate of its first or last line. The plate must not touch
  /// the row of labels or the code.
  private func plateRoom(_ line: Layout.Slot?) -> Double {
    guard let line, line.part.isCountdown else { return 0 }
    return Layout.countdownPlate.edge * line.box.height
  }

  /// Puts the date on the baseline of the time: where a second column begins, or at the right margin. Returns false if
  /// the date has no room there.
  private func addHeadDate(to composition: inout Layout.Composition, beside subject: Subject) -> Bool {
    let scale = subject.scale
    let date = Block.Row(part: .date, template: contents.labels.widestDate)
    let room = area.width - subject.size.width - scale.groupGap
    guard date.width * scale.third <= room else { return false }
    var line = Block()
    let digits = (contents.hasStopwatch ? 1 : Self.realTime) * subject.size.width
    let end = composition.kept.x + digits + scale.lineGap
    let column = composition.slots.filter { $0.box.x > end && $0.part != .code && $0.alignment == .left }
    if let x = column.map(\.box.x).min(), Line.realShare * date.width * scale.third <= area.maxX - x {
      line.add(date, height: scale.third, gap: 0, room: area.maxX - x)
      composition.slots += line.placed(
        at: Point(x: x, y: composition.kept.y + subject.size.height - scale.third))
      return true
    }
    line.add(date, height: scale.third, gap: 0, room: room, alignment: .right)
    composition.slots += line.placed(
      at: Point(x: area.maxX - room, y: composition.kept.y + subject.size.height - scale.third))
    return true
  }

}
