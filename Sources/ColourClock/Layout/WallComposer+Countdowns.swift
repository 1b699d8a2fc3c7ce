/// The list of countdowns beside the subject: the titles at the left edge of their column, the numbers at its right
/// edge.
extension WallComposer {
  /// The list of countdowns. `nil` if `width` leaves too little room for the titles, or if a title of the second size
  /// would be cut.
  func countdowns(_ wanted: Wanted, _ scale: TypeScale, _ width: Double) -> Block? {
    let height = wanted.hasLargeZones ? scale.second : scale.third
    let rowGap = isShortList ? 2 * scale.lineGap(of: height) : scale.rowGap(of: height)
    let shown = listed(most: wanted.countdowns)
    let number = 1.04 * shown.reduce(0) { max($0, Line.width(contents.countdowns[$1].number)) } * height
    let widest = 1.04 * shown.reduce(0) { max($0, texts.countdowns[$1].width) } * height
    let title = width - number - Layout.countdownSign.room * height
    guard title >= min(widest, Self.leastTitle * height) else { return nil }
    // Whole titles in the third size are better than cut titles in the second size.
    let titles = shown.map { texts.countdowns[$0].wrapped(at: title / height) }
    guard !wanted.hasLargeZones || titles.allSatisfy({ $0.count <= Self.largeLines }) else { return nil }
    var list = Block()
    for (index, lines) in zip(shown, titles) {
      let countdown = contents.countdowns[index]
      var (line, digits) = (Block(), Block())
      for part in cut(lines, to: title / height) {
        line.add(
          Block.Row(part: .countdownTitle(index), template: part), height: height, gap: scale.lineGap(of: height),
          room: title)
      }
      digits.add(
        Block.Row(part: .countdownNumber(index), template: countdown.number), height: height, gap: 0, room: number,
        alignment: .right)
      line.add(digits, atRight: width - number)
      list.add(line, gap: rowGap)
    }
    if case let others = contents.countdowns.count - shown.count, others > 0 {
      list.add(
        more(others, of: .countdowns, within: title / height), height: height, gap: rowGap, room: title)
    }
    return list
  }

  /// The lines of a title. The last line of a long title ends with an ellipsis.
  private func cut(_ lines: [String], to width: Double) -> [String] {
    guard lines.count > Self.titleLines else { return lines }
    let rest = lines.dropFirst(Self.titleLines - 1).joined(separator: " ")
    return lines.prefix(Self.titleLines - 1) + [Line.cut(rest, to: width / Line.realShare)]
  }

  /// The most lines of a title in the second size.
  private static let largeLines = 2
  /// The most lines of a title in the third size.
  private static let titleLines = 3

  private var isShortList: Bool { contents.countdowns.count <= 4 }

  /// Up to `most` countdowns, in the order of the list. A program's step is taken first, then the chosen countdown,
  /// then the others in their order.
  private func listed(most: Int) -> [Int] {
    let kept = [contents.stepCountdown, contents.chosenCountdown].compactMap(\.self)
    let order = kept + contents.countdowns.indices.filter { !kept.contains($0) }
    return order.reduce(into: []) { if $0.count < most, !$0.contains($1) { $0.append($1) } }.sorted()
  }

  /// True if a single countdown and the lines of a program are the company of a ring. They then stand together.
  func isBesideProgram(_ wanted: Wanted) -> Bool {
    !isUpright && contents.countdowns.count == 1 && contents.stepCountdown == nil && wanted.has(.program)
      && wanted.has(.countdowns)
  }

  /// The least width of wrapped titles, in digit heights.
  private static let leastTitle = 8.0
}
