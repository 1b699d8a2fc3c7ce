/// The lines of a program of timers, in the third size: the next step, and when the program ends. They belong to the
/// program's step: below the ring if the step is in the ring, and in the row of the step if it is in the list.
extension WallComposer {
  /// One line with both texts, or two lines if one is too wide; `nil` if two lines are too wide as well. The block is
  /// empty if no program is wanted.
  func programLines(
    _ wanted: Wanted, _ scale: TypeScale, _ width: Double, _ alignment: Text.Alignment
  ) -> Block? {
    var block = Block()
    guard let program = texts.program, wanted.has(.program) else { return block }
    let lines = hasStepInList(wanted) ? program.unnamed : program.named
    let (height, room) = (scale.third, width / (Line.realShare * scale.third))
    var rows = lines.least.one <= room ? lines.one : lines.two
    if rows.count > 1, lines.least.two > room {
      // At the least size, lines that are too wide are drawn smaller, all by the same factor.
      guard height <= leastThird(), Self.smallText * lines.least.two <= room else { return nil }
      let template = Line.widest(rows.map(\.template))
      rows = rows.map { Block.Row(part: $0.part, template: template) }
    }
    for row in rows {
      block.add(row, height: height, gap: scale.wrapGap(of: height), room: width, alignment: alignment)
    }
    return block
  }

  /// True if the list has a row for a program's step. The row then has the program's lines, which do not name the step.
  func hasStepInList(_ wanted: Wanted) -> Bool {
    contents.stepCountdown != nil && wanted.has(.countdowns) && wanted.has(.program)
  }

  /// Adds lines below a ring, unless they stand elsewhere. They are centred like the ring. They may be as wide as the
  /// wall, but with other lines beside the ring, only as wide as the ring. `nil` if the lines do not fit.
  func withProgram(_ ring: Subject, _ arrangement: Arrangement, _ wanted: Wanted) -> Subject? {
    if arrangement.groups.contains(.program) || hasStepInList(wanted) { return ring }
    // A title in the tail begins at `tailStart` too: the title and these lines have the same width.
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

  /// The size of these lines, as a share of the title's size.
  private static let captionShare = 0.7

  /// The third size beside a ring. If possible, it is so small that a program's lines are one line below the ring. With
  /// other lines beside the ring, it is a large share of the title's size.
  func withProgramInOneLine(_ scale: TypeScale, _ arrangement: Arrangement, least: Double) -> TypeScale {
    guard let program = texts.program, contents.stepCountdown == nil, !arrangement.groups.contains(.program)
    else { return scale }
    let room = programWidth(below: scale.first / RingPlan.unit, arrangement) / (1.0001 * Line.realShare)
    let height = room / program.named.least.one
    if height < scale.third, height >= least, arrangement.otherLines != .large {
      return TypeScale(first: scale.first, second: scale.second, third: height)
    }
    if arrangement.otherLines == .large, height < scale.third {
      // Two lines, as large as they can be.
      let two = max(least, min(scale.third, room / program.named.least.two))
      return TypeScale(first: scale.first, second: scale.second, third: two)
    }
    guard arrangement.otherLines != .small, !arrangement.beside.isEmpty else { return scale }
    let widest = height < least ? program.named.widest.two : program.named.widest.one
    let large = min(Self.captionShare * scale.second, room / widest)
    return TypeScale(first: scale.first, second: scale.second, third: max(scale.third, large))
  }

  /// Adds arrangements in which the lines of a program are below ring and column, for texts that are too wide for the
  /// ring.
  func withProgramApart(_ found: [Arrangement], _ wanted: Wanted) -> [Arrangement] {
    guard wanted.has(.program), !hasStepInList(wanted) else { return found }
    return found
      + found.filter { !$0.beside.isEmpty }.map { arrangement in
        var below = arrangement.demanding(Self.apartGain)
        below.below.append(.program)
        return below
      }
  }

  /// The gain of a program's lines that do not stand directly below the ring.
  private static let apartGain = 2.5
}
