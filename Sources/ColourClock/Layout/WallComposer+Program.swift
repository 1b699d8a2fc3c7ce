/// A program's next step and end: below the ring, or in the step's row of the list.
extension WallComposer {
  /// The next step, and below it the position and the end; or all in one line. If these do not fit, they are drawn
  /// smaller. `nil` if they would be too small; empty if no program is wanted.
  /// - Parameter isInRow: true in a row of the list, or below other lines: both texts have one size, and one line if it
  ///   fits.
  func programLines(
    _ wanted: Wanted, _ scale: TypeScale, _ width: Double, _ alignment: Text.Alignment, isInRow: Bool = false
  ) -> Block? {
    guard let program = texts.program, wanted.has(.program) else { return Block() }
    let lines = hasStepInList(wanted) ? program.unnamed : program.named
    let oneLine = width / (Line.realShare * lines.least.one)
    if isInRow, oneLine >= max(leastThird(), Self.programShare.oneLine * scale.third) {
      return Block(lines.one, height: min(oneLine, programHeight(scale)), room: width, alignment: alignment)
    }
    let height = programHeight(scale)
    let room = width / (Line.realShare * height)
    if lines.least.two > room {
      guard Self.smallText * lines.least.two * min(height, leastThird()) <= room * height else { return nil }
      return smallLines([lines.two.next, lines.two.end], height, scale, width, alignment)
    }
    let largest = isInRow ? height : scale.third
    let nextHeight = max(height, min(largest, width / (Line.realShare * lines.two.next.width)))
    var block = Block(lines.two.next, height: nextHeight, room: width, alignment: alignment)
    block.add(lines.two.end, height: height, gap: scale.wrapGap(of: nextHeight), room: width, alignment: alignment)
    return block
  }

  /// With one template, both lines are drawn equally small.
  private func smallLines(
    _ rows: [Block.Row], _ height: Double, _ scale: TypeScale, _ width: Double, _ alignment: Text.Alignment
  ) -> Block {
    let template = Line.widest(rows.map(\.template))
    let widest = rows.map { Block.Row(part: $0.part, template: template) }
    return Block(widest, height: height, gap: scale.wrapGap(of: height), room: width, alignment: alignment)
  }

  /// The digit height of position and end, in pixels. It is clearly smaller than that of a list's titles.
  func programHeight(_ scale: TypeScale) -> Double { max(leastThird(), Self.programShare.usual * scale.third) }

  /// Shares of the third size. One line that is somewhat smaller is better than two.
  private static let programShare = (usual: 0.8, oneLine: 0.7)

  /// True if the program's lines stand in the step's row of the list.
  func hasStepInList(_ wanted: Wanted) -> Bool {
    contents.programCountdown != nil && wanted.has(.countdowns) && wanted.has(.program)
  }

  func withProgram(_ ring: Subject, _ arrangement: Arrangement, _ wanted: Wanted) -> Subject? {
    if arrangement.groups.contains(.program) || hasStepInList(wanted) { return ring }
    let hasTitleWidth = !ring.footer.isEmpty && !arrangement.beside.isEmpty
    let room = hasTitleWidth ? ring.size.width : programWidth(below: ring.size.width, arrangement)
    guard let lines = programLines(wanted, ring.scale, room, .centre) else { return nil }
    if lines.isEmpty { return ring }
    var subject = ring
    subject.footer.add(lines, gap: ring.scale.groupGap)
    subject.protectedFooterLines = subject.footer.slots.count
    subject.footerStart = (ring.size.width - room) / 2
    if ring.footer.isEmpty { subject.footerGap = ring.scale.step }
    return subject
  }

  private func programWidth(below diameter: Double, _ arrangement: Arrangement) -> Double {
    arrangement.beside.isEmpty ? area.width : diameter - 2 * ringInset(diameter)
  }

  func withProgramApart(_ found: [Arrangement], _ wanted: Wanted) -> [Arrangement] {
    guard wanted.has(.program), !hasStepInList(wanted) else { return found }
    let apart = found.filter { !$0.beside.isEmpty }.map { arrangement in
      with(arrangement.demanding(Self.apartGain)) { $0.below.append(.program) }
    }
    return found + apart
  }

  /// Lines below both ring and column need this gain.
  private static let apartGain = 2.5
}
