/// The lines of a program of timers, smaller than the other lines: the next step, and when the program ends. They belong to the
/// program's step: below the ring if the step is in the ring, and in the row of the step if it is in the list.
extension WallComposer {
  /// Both texts share one line if it is not too wide. Otherwise each text has its own line. If a line of two is too
  /// wide, both are drawn smaller by the same factor. `nil` if they would be too small. The block is empty if no program
  /// is wanted.
  func programLines(
    _ wanted: Wanted, _ scale: TypeScale, _ width: Double, _ alignment: Text.Alignment
  ) -> Block? {
    var block = Block()
    guard let program = texts.program, wanted.has(.program) else { return block }
    let lines = hasStepInList(wanted) ? program.unnamed : program.named
    let height = programHeight(scale)
    let room = width / (Line.realShare * height)
    var rows = lines.least.one <= room ? lines.one : lines.two
    if rows.count > 1, lines.least.two > room {
      guard Self.smallText * lines.least.two * min(height, leastThird()) <= room * height else { return nil }
      let template = Line.widest(rows.map(\.template))
      rows = rows.map { Block.Row(part: $0.part, template: template) }
    }
    for row in rows {
      block.add(row, height: height, gap: scale.wrapGap(of: height), room: width, alignment: alignment)
    }
    return block
  }

  /// The digit height of a program's lines: clearly smaller than that of the rows of a list, since they are no rows.
  func programHeight(_ scale: TypeScale) -> Double { max(leastThird(), Self.programShare * scale.third) }

  /// The size of a program's lines, as a share of the third size.
  private static let programShare = 0.75

  /// True if the list has a row for a program's step. The row then has the program's lines, which do not name the step.
  func hasStepInList(_ wanted: Wanted) -> Bool {
    contents.stepCountdown != nil && wanted.has(.countdowns) && wanted.has(.program)
  }

  /// Adds lines below a ring, unless they stand elsewhere. They are centred like the ring. They may be as wide as the
  /// wall, but with other lines beside the ring, only as wide as the ring. `nil` if the lines do not fit.
  func withProgram(_ ring: Subject, _ arrangement: Arrangement, _ wanted: Wanted) -> Subject? {
    if arrangement.groups.contains(.program) || hasStepInList(wanted) { return ring }
    // `tailStart` is one value for the whole tail. So these lines have the width of a title that is in the tail.
    let room =
      ring.tail.isEmpty || arrangement.beside.isEmpty
      ? programWidth(below: ring.size.width, arrangement) : ring.size.width
    guard let lines = programLines(wanted, ring.scale, room, .centre) else { return nil }
    if lines.isEmpty { return ring }
    var subject = ring
    subject.tail.add(lines, gap: ring.scale.groupGap)
    (subject.keptInTail, subject.tailStart) = (subject.tail.slots.count, (ring.size.width - room) / 2)
    if ring.tail.isEmpty { subject.tailGap = ring.scale.step }
    return subject
  }

  private func programWidth(below diameter: Double, _ arrangement: Arrangement) -> Double {
    arrangement.beside.isEmpty ? area.width : diameter - 2 * ringInset(diameter)
  }

  /// Adds arrangements in which the lines of a program are below both the ring and the column beside it. There they may
  /// be as wide as the wall.
  func withProgramApart(_ found: [Arrangement], _ wanted: Wanted) -> [Arrangement] {
    guard wanted.has(.program), !hasStepInList(wanted) else { return found }
    return found
      + found.filter { !$0.beside.isEmpty }.map { arrangement in
        var below = arrangement.demanding(Self.apartGain)
        below.below.append(.program)
        return below
      }
  }

  /// The gain that a program's lines need to stand elsewhere than directly below the ring.
  private static let apartGain = 2.5
}
