extension WallComposer {
  /// - Parameter first: the subject's digit height, in pixels; with a ring, that of four digits.
  func compose(_ arrangement: Arrangement, _ wanted: Wanted, _ first: Double) -> Layout.Composition? {
    let scale = scale(first, arrangement)
    let isFlushLeft = isFlushLeft(arrangement)
    guard let lower = lower(arrangement, wanted, scale, isFlushLeft),
      let subject = subject(arrangement, wanted, scale, isFlushLeft)
    else { return nil }
    let cornerCode = cornerCode(arrangement, wanted, scale)
    let isLikeRow = lower.band == nil && !arrangement.zonesAreCells
    let cornerCodeRoom =
      cornerCode.isEmpty ? 0 : max(cornerCode.height + scale.lineGap, isLikeRow ? lower.block.codePitch : 0)
    let isCodeBeside = isBeside(cornerCode, lower, arrangement)
    // For a program's lines below a ring or in a list, other functions apply `programFloor`.
    let isProgramLast = !hasRing || arrangement.below.contains(.program)
    let floor = min(area.maxY - (isCodeBeside ? 0 : cornerCodeRoom), isProgramLast ? programFloor : .infinity)
    let room = Rect(x: area.x, y: area.y, width: area.width, height: floor - area.y)
    guard room.height > 0 else { return nil }
    let placed = placed(
      subject, lower, arrangement, wanted, in: room, codeRoom: isCodeBeside ? cornerCodeRoom : 0, isFlushLeft)
    guard var composition = placed, arrangement.zonesAreCells || hasDateLikeOthers(composition),
      !arrangement.hasDateOnTimeBaseline || addDateOnTimeBaseline(to: &composition, beside: subject)
    else { return nil }
    moveFeedStatus(in: &composition, beside: cornerCode)
    composition.slots += cornerCode.placed(at: Point(x: area.x, y: area.maxY - cornerCode.height))
    composition.isFlushLeft = isFlushLeft
    composition.allowsAnySize = arrangement.allowsAnySize
    composition.agendaForm = wanted.agendaForm
    // Messages must not cover a time outside the ring, or a program's lines below it.
    let isProtected = { (part: Layout.Part) in
      part == .time && arrangement.groups.contains(.time) || part.isProgram && !hasStepInList(wanted)
    }
    for slot in composition.slots where isProtected(slot.part) { composition.protect(slot) }
    return composition
  }

  /// True if other lines may stand beside the code.
  private func isBeside(_ cornerCode: Block, _ lower: Lower, _ arrangement: Arrangement) -> Bool {
    if lower.isEmpty { return !arrangement.beside.isEmpty }
    return lower.band == nil && lower.block.endsWithFeedStatus && lower.block.leavesRoom(for: cornerCode)
  }

  /// - Parameter codeRoom: the height for the code, which lines beside the subject leave free.
  private func placed(
    _ subject: Subject, _ lower: Lower, _ arrangement: Arrangement, _ wanted: Wanted, in room: Rect, codeRoom: Double,
    _ isFlushLeft: Bool
  ) -> Layout.Composition? {
    if !arrangement.beside.isEmpty, !arrangement.hasDateOnTimeBaseline {
      let belowList = arrangement.beside.contains(.countdowns) ? room.maxY - listFloor : 0
      return placed(subject, beside: lower, arrangement, wanted, in: room, (codeRoom, belowList))
    }
    if lower.isEmpty, !isFlushLeft, !hasStopwatchAlone { return alone(subject, in: room) }
    if arrangement.isLongFeedBelowTime { return listed(subject, over: lower, in: room) }
    return placed(subject, above: lower, in: room, isFlushLeft)
  }

  private func hasDateLikeOthers(_ composition: Layout.Composition) -> Bool {
    guard !isPortrait, let date = composition.slots.first(where: { $0.part == .date }) else { return true }
    return composition.slots.allSatisfy { slot in
      if case .zone = slot.part { slot.box.height <= date.box.height + 1e-6 } else { true }
    }
  }

  /// True if all lines begin at the left margin.
  func isFlushLeft(_ arrangement: Arrangement) -> Bool {
    guard !hasRing, !arrangement.allowsAnySize else { return false }
    return !arrangement.below.isEmpty || contents.agenda?.hasBand == true
  }

  // MARK: The place of the subject

  /// The subject and its footer, without other lines. `nil` without room above controls and code.
  private func alone(_ subject: Subject, in room: Rect) -> Layout.Composition? {
    guard subject.size.width <= room.width else { return nil }
    let scale = subject.scale
    let (height, footerRoom) = (subject.size.height, subject.footerRoom)
    let isClear = hasRing && room.width - subject.size.width > 2 * (Self.code.width * codeHeight(scale) + scale.lineGap)
    // Digits are centred with date or code, except with a large code (`--preset seed`).
    let isGroup = !hasRing && !isDateSubject && (contents.labels.date || !contents.labels.hasLargeCode)
    let rest = subject.isColumn && !isGroup && footerRoom > 0 ? max(0, subject.footerGap - (stage.maxY - room.maxY)) : 0
    let lowest = min(isClear ? area.maxY : room.maxY, programFloor) - rest - footerRoom - height
    let below = isGroup ? footerRoom : 0
    let lift = min(groupLift(subject), max(0, stage.midY - height / 2 - area.y))
    let middle = min(stage.midY - below / 2 - lift, lowestCentre(height)) - height / 2
    guard footerRoom == 0 || isCentred(subject, wanted: middle, lowest: lowest) else { return nil }
    let y = contents.program == nil ? middle : min(middle, lowest)
    guard y >= highest(in: room, scale) - 0.01, y <= lowest + 0.01 else { return nil }
    return subject.composition(at: Point(x: room.midX - subject.size.width / 2, y: y))
  }

  private func highest(in room: Rect, _ scale: TypeScale) -> Double {
    if hasRing { return contents.program == nil ? stage.y : area.y }
    return room.y + (isDateSubject ? Line.reach.above * scale.first : 0)
  }

  /// How far a ring moves up, in pixels, so that the ring and a program's lines are centred as a group.
  func groupLift(_ subject: Subject) -> Double {
    hasRing && subject.footer.programBottom != nil ? (subject.footerRoom + ringInset(subject.size.width)) / 2 : 0
  }

  /// False if the controls push a large ring with a program's lines too far up.
  func isCentred(_ subject: Subject, wanted: Double, lowest: Double) -> Bool {
    guard hasRing, subject.footer.programBottom != nil, subject.size.height > Self.leastCentred * shortSide else {
      return true
    }
    return wanted <= lowest + Self.offCentre * stage.height
  }

  /// Rings larger than this share of the shorter side must be centred.
  private static let leastCentred = 0.62
  /// How far such a ring may be above the wanted place, as a share of the stage's height.
  private static let offCentre = 0.035

  private func placed(_ subject: Subject, above lower: Lower, in room: Rect, _ isFlushLeft: Bool) -> Layout.Composition?
  {
    let wide = spread(subject, lower, in: room)
    return stacked(wide.subject, wide.lower, in: wide.room, isFlushLeft)
      ?? stacked(subject, lower, in: room, isFlushLeft)
  }

  /// `nil` without room above the controls.
  private func stacked(_ subject: Subject, _ lower: Lower, in room: Rect, _ isFlushLeft: Bool) -> Layout.Composition? {
    let footerRoom = subject.footerRoom
    let body = body(subject, lower)
    let height = subject.size.height + footerRoom + body
    if !lower.tallSecondColumn.isEmpty {
      // The second column ends above the band, which is as wide as the wall.
      let end = height - lower.block.height + (lower.band?.y ?? lower.block.height) - subject.scale.groupGap
      guard lower.tallSecondColumn.height <= end, subject.footer.width <= subject.size.width else { return nil }
    }
    let most = hasStopwatchAlone ? Self.mostWatch * room.height : room.height
    let belowList = lower.block.listEnd.map { lower.block.height - $0 }
    let belowProgram = lower.block.programBottom.map { lower.block.height - $0 } ?? body
    let lowest = min(room.maxY, programFloor + belowProgram, belowList.map { listFloor + $0 } ?? .infinity)
    guard subject.size.width <= room.width, height <= min(most, lowest - room.y) else { return nil }
    let x = isFlushLeft || hasStopwatchAlone ? room.x : room.midX - subject.size.width / 2
    // On a portrait wall, the code is too far below to move the middle.
    let middle = hasStopwatchAlone || isPortrait && contents.agenda == nil ? area.midY : room.midY
    let y = min(middle, lowest - height / 2) - height / 2
    var composition = subject.composition(at: Point(x: x, y: y))
    composition.add(lower, at: Point(x: room.x, y: y + height - lower.block.height))
    composition.slots += lower.tallSecondColumn.placed(at: Point(x: room.x, y: y))
    return composition
  }

  func body(_ subject: Subject, _ lower: Lower) -> Double {
    lower.isEmpty ? 0 : lowerGap(subject, lower) + lower.block.height
  }

  func lowerGap(_ subject: Subject, _ lower: Lower) -> Double {
    if let gap = lower.gap { return gap }
    let isList = lower.block.slots.first?.part.isCountdown == true
    return isList && subject.footer.programBottom != nil
      ? Self.listBelowProgram * subject.scale.step : subject.scale.groupGap
  }

  /// A program's lines must not look like a row of the list.
  private static let listBelowProgram = 7.0

  private static let mostWatch = 0.95

  private func listed(_ subject: Subject, over lower: Lower, in room: Rect) -> Layout.Composition? {
    let scale = subject.scale
    let gap = isPortrait ? Self.belowTime * scale.step : scale.groupGap
    let start = subject.size.height + subject.footerRoom + gap
    guard subject.size.width <= room.width, start + lower.block.height <= room.height else { return nil }
    var composition = subject.composition(at: Point(x: room.x, y: room.y))
    let y = lower.band != nil ? room.maxY - lower.block.height : room.y + start
    composition.add(lower, at: Point(x: room.x, y: y))
    return composition
  }

  private static let belowTime = 5.0

  /// Moves the feed's age to the lower margin, unless other lines or the code are in the way.
  private func moveFeedStatus(in composition: inout Layout.Composition, beside cornerCode: Block) {
    guard composition.band == nil, let index = composition.slots.lastIndex(where: \.part.isFeedStatus) else { return }
    let age = composition.slots[index].box
    let ink = composition.slots[index].ink
    let column = composition.slots.indices.filter { other in
      let line = composition.slots[other].ink
      return other != index && line.x < ink.maxX && line.maxX > ink.x
    }
    let rightEnd = cornerCode.slots.first.map { area.x + $0.ink.x - Block.beside * $0.box.height } ?? .infinity
    guard ink.maxX <= rightEnd, column.allSatisfy({ composition.slots[$0].box.maxY <= age.y }) else { return }
    composition.slots[index] = composition.slots[index].moved(by: Point(x: 0, y: area.maxY - age.maxY))
  }

  private func addDateOnTimeBaseline(to composition: inout Layout.Composition, beside subject: Subject) -> Bool {
    let scale = subject.scale
    let date = Block.Row(part: .date, template: contents.labels.widestDate)
    let room = area.width - subject.size.width - scale.groupGap
    guard date.width * scale.third <= room else { return false }
    let y = composition.protectedArea.y + subject.size.height - scale.third
    let digits = (contents.hasStopwatch ? 1 : Self.realTime) * subject.size.width
    let end = composition.protectedArea.x + digits + scale.lineGap
    let column = composition.slots.filter { $0.box.x > end && $0.part != .code && $0.alignment == .left }
    if let x = column.map(\.box.x).min(), Line.realShare * date.width * scale.third <= area.maxX - x {
      composition.slots += Block(date, height: scale.third, room: area.maxX - x).placed(at: Point(x: x, y: y))
      return true
    }
    let line = Block(date, height: scale.third, room: room, alignment: .right)
    composition.slots += line.placed(at: Point(x: area.maxX - room, y: y))
    return true
  }
}
