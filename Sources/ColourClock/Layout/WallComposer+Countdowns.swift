/// The list of countdowns beside the subject: the titles at the left edge of their column, the numbers at its right
/// edge.
extension WallComposer {
  /// The list of countdowns. `nil` if `width` leaves too little room for the titles, or if a title of the second size
  /// would be cut.
  func countdowns(_ wanted: Wanted, _ scale: TypeScale, _ width: Double) -> Block? {
    let height = rowHeight(wanted.listSize, scale)
    let rowGap = isShortList ? 2 * scale.lineGap(of: height) : scale.rowGap(of: height)
    // The plate of a row stands on the wall's margins.
    let inset = Layout.countdownPlate.side * height
    let end = width - inset
    let shown = listed(most: wanted.countdowns)
    let number = 1.04 * shown.reduce(0) { max($0, Line.width(contents.countdowns[$1].number)) } * height
    let widest = Line.realShare * 1.04 * shown.reduce(0) { max($0, texts.countdowns[$1].width) } * height
    let title = end - inset - number - Layout.countdownSign.room * height
    guard title >= min(widest, Self.leastTitle * height) else { return nil }
    // Whole titles in the third size are better than cut titles in a larger size.
    let titles = shown.map { texts.countdowns[$0].wrapped(at: title / (Line.realShare * height)) }
    guard titles.allSatisfy({ $0.count <= mostLines(wanted.listSize) }) else { return nil }
    var list = Block()
    for (index, lines) in zip(shown, titles) {
      let countdown = contents.countdowns[index]
      var (line, digits) = (Block(), Block())
      for part in cut(lines, to: title / (Line.realShare * height)) {
        line.add(
          Block.Row(part: .countdownTitle(index), template: part), height: height, gap: scale.wrapGap(of: height),
          room: inset + title, indent: inset)
      }
      digits.add(
        Block.Row(part: .countdownNumber(index), template: countdown.number), height: height, gap: 0, room: number,
        alignment: .right)
      line.add(digits, atRight: end - number)
      if index == contents.stepCountdown {
        guard let lines = programLines(wanted, scale, end - inset, .left) else { return nil }
        var indented = Block()
        indented.add(lines, atRight: inset)
        line.add(indented, gap: scale.lineGap(of: scale.third))
      }
      list.add(line, gap: rowGap)
    }
    if case let others = contents.countdowns.count - shown.count, others > 0 {
      list.add(
        more(others, of: .countdowns, within: title / height), height: height, gap: rowGap, room: inset + title,
        indent: inset)
    }
    list.extend(toWidth: width)
    return list
  }

  /// The lines of a title. The last line of a long title ends with an ellipsis.
  private func cut(_ lines: [String], to width: Double) -> [String] {
    guard lines.count > Self.titleLines else { return lines }
    let rest = lines.dropFirst(Self.titleLines - 1).joined(separator: " ")
    return lines.prefix(Self.titleLines - 1) + [Line.cut(rest, to: width)]
  }

  /// The digit height of the rows. All rows have the same size.
  private func rowHeight(_ size: Arrangement.ListSize, _ scale: TypeScale) -> Double {
    switch size {
    case .large: min(scale.first, Self.largeRow * scale.second)
    case .label, .wrapped: scale.second
    case .small: scale.third
    }
  }

  /// The most lines of a title. A longer title is cut in the third size, and does not fit in another size.
  private func mostLines(_ size: Arrangement.ListSize) -> Int {
    switch size {
    case .large: 1
    case .label: 2
    case .wrapped: Self.titleLines
    case .small: .max
    }
  }

  /// The digit height of the rows in a composition; 0 without a list.
  func listHeight(_ composition: Layout.Composition) -> Double {
    composition.slots.first { $0.part.isCountdown }?.box.height ?? 0
  }

  /// The size of the rows of a very short list, as a share of the second size.
  static let largeRow = 1.3
  /// The most lines of a title.
  private static let titleLines = 3

  private var isShortList: Bool { contents.countdowns.count <= 4 }

  /// Up to `most` countdowns, in the order of the list. A program's step is taken first, then the chosen countdown,
  /// then the others in their order.
  private func listed(most: Int) -> [Int] {
    let kept = [contents.stepCountdown, contents.chosenCountdown].compactMap(\.self)
    let order = kept + contents.countdowns.indices.filter { !kept.contains($0) }
    return order.reduce(into: []) { if $0.count < most, !$0.contains($1) { $0.append($1) } }.sorted()
  }

  /// Each arrangement with rows of several sizes. Smaller rows win only with much larger text.
  func withListSizes(_ found: [Arrangement]) -> [Arrangement] {
    let isVeryShort = contents.countdowns.count <= Self.veryShort
    let sizes: [Arrangement.ListSize] = isVeryShort ? [.large, .label, .wrapped, .small] : [.label, .wrapped, .small]
    return sizes.flatMap { size in
      found.flatMap { arrangement in
        var arrangement = arrangement.demanding(size.gain)
        arrangement.listSize = size
        return size == .small ? [arrangement, arrangement.withLargeLines] : [arrangement]
      }
    }
  }

  /// A list of at most this many rows may have large rows.
  private static let veryShort = 3

  /// The least width of a list beside a ring: a share of the wall's width, but less where the smallest ring needs it.
  func leastList(_ scale: TypeScale, beside diameter: Double) -> Double {
    let inset = ringInset(diameter)
    return min(
      Self.listShare * Double(contents.size.width),
      area.width + inset - min(diameter, leastRing * short) - scale.groupGap - 0.01)
  }

  private static let listShare = 0.45

  /// The least width of wrapped titles, in digit heights.
  private static let leastTitle = 7.0
}
