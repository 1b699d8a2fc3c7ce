/// The lines of a program of timers, in the third size: the next step, and when the program ends.
extension WallComposer {
  /// One line with both texts, or two lines if one is too wide; `nil` if two lines are too wide as well. The block is
  /// empty if no program is wanted.
  func programLines(
    _ wanted: Wanted, _ scale: TypeScale, _ width: Double, _ alignment: Text.Alignment
  ) -> Block? {
    var block = Block()
    guard let program = texts.program, wanted.has(.program) else { return block }
    // If the list has a line for the step, the program's lines do not name it.
    let isListed = contents.stepCountdown != nil && wanted.has(.countdowns)
    let lines = isListed ? program.unnamed : program.named
    var rows = lines.one.width * scale.third <= width ? [lines.one] : lines.two
    let widest = rows.map(\.width).max() ?? 0
    let share = width / (Line.realShare * widest * scale.third)
    if share < 1 {
      // At the least size, lines that are too wide for an upright wall are drawn smaller, all by the same factor.
      guard isUpright, scale.third <= leastThird(), share >= Self.smallText else { return nil }
      let template = Line.widest(rows.map(\.template))
      rows = rows.map { Block.Row(part: $0.part, template: template) }
    }
    for row in rows {
      block.add(row, height: scale.third, gap: scale.lineGap, room: width, alignment: alignment)
    }
    return block
  }

  /// Adds centred lines below a ring, unless they stand elsewhere. They are as wide as the wall, or as the ring if
  /// other lines are beside it. `nil` if the lines do not fit.
  func withProgram(_ ring: Subject, _ arrangement: Arrangement, _ wanted: Wanted) -> Subject? {
    if arrangement.groups.contains(.program) { return ring }
    let width = arrangement.beside.isEmpty ? area.width : ring.size.width
    guard let lines = programLines(wanted, ring.scale, width, .centre) else { return nil }
    if lines.isEmpty { return ring }
    var subject = ring
    // A title in the tail begins at `tailStart` too: the title and these lines are as wide as the wall.
    subject.tail.add(lines, gap: ring.scale.groupGap)
    (subject.keptInTail, subject.tailStart) = (subject.tail.slots.count, (ring.size.width - width) / 2)
    if ring.tail.isEmpty { subject.tailGap = ring.scale.lineGap }
    return subject
  }

  /// The gain of a program's lines that do not stand where they should beside a list of countdowns.
  private static let noteGain = 1.3

  /// Adds arrangements in which the lines of a program are not below the ring, where they have only its width: below
  /// ring and column, or in the column.
  func withProgramApart(_ found: [Arrangement], _ wanted: Wanted) -> [Arrangement] {
    guard wanted.has(.program) else { return found }
    let beside = found.filter { !$0.beside.isEmpty }
    let below = beside.map { arrangement in
      var below = arrangement
      below.below.append(.program)
      return below
    }
    let inColumn = beside.map { arrangement in
      var inColumn = arrangement
      let place = arrangement.beside.firstIndex { $0 != .title && $0 != .time && $0 != .countdowns }
      inColumn.beside.insert(.program, at: place ?? arrangement.beside.endIndex)
      return inColumn
    }
    guard wanted.has(.countdowns) else { return found + below + inColumn }
    if isBesideProgram(wanted) {
      let together = beside.map { arrangement in
        var together = arrangement
        together.beside.insert(.program, at: arrangement.beside.firstIndex(of: .countdowns) ?? 0)
        return together
      }
      return together + found + below.map { $0.demanding(Self.noteGain) }
    }
    // The lines stand near the step: below the ring if the step is in the ring, or in the column of its list.
    if contents.stepCountdown != nil { return inColumn + (found + below).map { $0.demanding(Self.noteGain) } }
    return below + (found + inColumn).map { $0.demanding(Self.noteGain) }
  }
}
