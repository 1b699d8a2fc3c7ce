/// One arrangement at one size.
extension WallComposer {
  /// - Parameter first: the digit height of the subject; in a ring, of a number of four figures.
  /// - Returns: `nil` if something does not fit.
  func compose(_ arrangement: Arrangement, _ wanted: Wanted, _ first: Double) -> Layout.Composition? {
    let scale = scale(first)
    guard let lower = lower(arrangement, wanted, scale) else { return nil }
    let floor = area.maxY - (lower.block.isEmpty && lower.band == nil ? 0 : lower.block.height + scale.groupGap)
    guard let subject = subject(arrangement, wanted, scale) else { return nil }
    let room = Rect(x: area.x, y: area.y, width: area.width, height: floor - area.y)
    guard room.height > 0 else { return nil }
    let placed =
      arrangement.beside.isEmpty
      ? placed(subject, in: room, isAlone: lower.isFoot, foot: wanted.has(.feed) ? 17 : 8)
      : placed(subject, arrangement, wanted, in: room)
    guard var composition = placed else { return nil }
    let origin = Point(x: area.x, y: area.maxY - lower.block.height)
    composition.slots += lower.block.placed(at: origin)
    composition.band = lower.band?.moved(by: origin)
    composition.isForced = arrangement.isForced
    // The time beside or below a ring.
    if arrangement.groups.contains(.time), let time = composition.slots.first(where: { $0.part == .time }) {
      composition.keep(time)
    }
    return composition
  }

  private func scale(_ first: Double) -> TypeScale {
    let least = (hasRing ? Self.leastTime * short : 0, TypeScale.least(in: short))
    return TypeScale(first: first, least: least)
  }

  /// The least height of the time of day, as a share of the shorter side.
  static let leastTime = 0.05

  // MARK: The subject in its stage

  /// In the middle of its stage: of the whole wall where there is nothing else but a foot line.
  /// - Parameter foot: the width of the wider text of the foot line, in digit heights.
  private func placed(_ subject: Subject, in room: Rect, isAlone: Bool, foot: Double) -> Layout.Composition? {
    guard subject.size.width <= room.width else { return nil }
    let (height, tail) = (subject.size.height, subject.tail.isEmpty ? 0 : subject.scale.groupGap + subject.tail.height)
    // A ring leaves the corners to the foot line.
    let isClear = isAlone && hasRing && room.width - subject.size.width > 2 * foot * subject.scale.third
    let lowest = (isClear ? area.maxY : room.maxY) - tail - height
    // Letters rise above the height of digits.
    let highest = hasRing ? stage.y : room.y + (isDateSubject ? Line.reach.above * subject.scale.first : 0)
    let middle = (isAlone ? stage.midY : room.midY) - height / 2
    // A list of laps moves the subject from the middle.
    let y = middle > lowest && contents.hasLaps ? (highest + lowest) / 2 : middle
    let top = min(y, lowest)
    guard top >= highest - 0.01, y <= lowest + 0.01 || !isAlone else { return nil }
    return subject.composition(at: Point(x: room.midX - subject.size.width / 2, y: top), around: room.midX)
  }

  /// The subject and a column of its company, with one axis for the middles of both.
  private func placed(
    _ subject: Subject, _ arrangement: Arrangement, _ wanted: Wanted, in room: Rect
  ) -> Layout.Composition? {
    let scale = subject.scale
    let gap = 2 * scale.groupGap
    let width = room.width - subject.size.width - gap
    guard width >= 6 * scale.third, let whole = column(arrangement.beside, wanted, scale, width: width) else {
      return nil
    }
    let used = min(width, 1.04 * whole.width)
    let column = whole.trimmed(to: used)
    let tail = subject.tail.isEmpty ? 0 : scale.groupGap + subject.tail.height
    guard subject.size.height + tail <= room.height, column.height <= room.height else { return nil }
    // What remains at the right is shared.
    let x = room.x + max(0, room.width - subject.size.width - gap - used) / 2
    let axis = max(room.y + subject.size.height / 2, min(room.midY, room.maxY - tail - subject.size.height / 2))
    var composition = subject.composition(
      at: Point(x: x, y: axis - subject.size.height / 2), around: x + subject.size.width / 2)
    let y = max(room.y, min(room.maxY - column.height, axis - column.height / 2))
    composition.slots += column.placed(at: Point(x: x + subject.size.width + gap, y: y))
    return composition
  }

  // MARK: Below the subject

  private struct Lower {
    var block = Block()
    var band: Rect?
    /// True if there is nothing but a foot line.
    var isFoot = true
  }

  /// Company, agenda and foot line, as wide as the area.
  private func lower(_ arrangement: Arrangement, _ wanted: Wanted, _ scale: TypeScale) -> Lower? {
    var lower = Lower()
    if let body = body(arrangement.below, wanted, scale) {
      lower.block.add(body, gap: 0)
    } else if !arrangement.below.isEmpty {
      return nil
    }
    if contents.agenda != nil, !addAgenda(to: &lower, wanted, scale) { return nil }
    lower.isFoot = lower.block.isEmpty && lower.band == nil
    addFoot(to: &lower, arrangement, wanted, scale)
    addHang(to: &lower, scale)
    return lower
  }

  private func body(_ columns: [[Arrangement.Group]], _ wanted: Wanted, _ scale: TypeScale) -> Block? {
    guard let first = columns.first else { return nil }
    guard columns.count > 1 else { return column(first, wanted, scale, width: area.width) }
    let gap = 2 * scale.groupGap
    let width = (area.width - gap) / 2
    var body = Block()
    for (index, groups) in columns.enumerated() {
      guard let column = column(groups, wanted, scale, width: width) else { return nil }
      body.add(column, atRight: Double(index) * (width + gap))
    }
    return body
  }

  /// The band of the day, with its words above it and its hours below it.
  private func addAgenda(to lower: inout Lower, _ wanted: Wanted, _ scale: TypeScale) -> Bool {
    guard let templates = contents.agenda else { return true }
    let height = scale.third
    if wanted.has(.agenda) {
      let rows = [
        Block.Row(part: .agendaNow, template: templates.now), Block.Row(part: .agendaNext, template: templates.next),
      ]
      // Most faces set sentences a little narrower than the estimate.
      guard rows.allSatisfy({ Self.sentence * $0.width * height <= area.width }) else { return false }
      for (index, row) in rows.enumerated() {
        lower.block.add(row, height: height, gap: index == 0 ? scale.groupGap : scale.lineGap, room: area.width)
      }
    }
    let gap = lower.block.isEmpty ? 0 : wanted.has(.agenda) ? scale.lineGap : scale.groupGap
    let y = lower.block.height + gap
    lower.band = Rect(x: 0, y: y, width: area.width, height: AgendaBand.tracks * height)
    lower.block.extend(to: y + (AgendaBand.tracks + AgendaBand.hours) * height)
    return true
  }

  private static let sentence = 0.9

  /// The age of the feed at the left; in company, the code at the right.
  private func addFoot(to lower: inout Lower, _ arrangement: Arrangement, _ wanted: Wanted, _ scale: TypeScale) {
    let hasCode = wanted.has(.code) && hasCodeInCorner(arrangement, wanted)
    guard hasCode || wanted.has(.feed) else { return }
    var foot = Block()
    if wanted.has(.feed) {
      let age = Block.Row(part: .status, template: contents.words["updated %d min ago", 59])
      foot.add(age, height: scale.third, gap: 0, room: 0.6 * area.width)
    }
    if hasCode {
      var code = Block()
      code.add(Self.code, height: scale.third, gap: 0, room: 0.35 * area.width, alignment: .right)
      foot.add(code, atRight: 0.65 * area.width)
    }
    lower.block.add(foot, gap: scale.groupGap)
  }

  /// Letters of the last line hang below it.
  private func addHang(to lower: inout Lower, _ scale: TypeScale) {
    guard let last = lower.block.slots.last, last.box.height > scale.third else { return }
    lower.block.extend(to: lower.block.height + scale.step)
  }

  static let code = Block.Row(part: .code, template: "#000000", figures: .hexadecimal)

  /// Without company the code stands below the time.
  func hasCodeInCorner(_ arrangement: Arrangement, _ wanted: Wanted) -> Bool {
    hasRing || hasStopwatchAlone || arrangement.hasCompany || wanted.has(.date) || contents.agenda != nil
  }
}
