/// The list of countdowns beside the subject: one line each, with the title at the left and the number after it.
extension WallComposer {
  /// - Returns: `nil` if the list is wider than `width`.
  func countdowns(_ wanted: Wanted, _ scale: TypeScale, _ width: Double) -> Block? {
    let (height, shown) = (scale.third, listed(most: wanted.countdowns))
    let number = shown.reduce(0) { max($0, Line.width(contents.countdowns[$1].number)) } * height
    let widest = shown.reduce(0) { max($0, Line.width(contents.countdowns[$1].title)) } * height
    let rest = scale.groupGap + number + Self.signRoom * height
    let title = min(widest, width - rest)
    guard title >= min(widest, Self.leastTitle * height) else { return nil }
    var list = Block()
    for index in shown {
      let countdown = contents.countdowns[index]
      let (name, figures) = (Line.cut(countdown.title, to: title / height + 0.01), countdown.number)
      var (line, digits) = (Block(), Block())
      line.add(Block.Row(part: .countdownTitle(index), template: name), height: height, gap: 0, room: title)
      digits.add(
        Block.Row(part: .countdownNumber(index), template: figures), height: height, gap: 0, room: number,
        alignment: .right)
      line.add(digits, atRight: title + scale.groupGap)
      line.extend(toWidth: title + rest)
      list.add(line, gap: scale.lineGap(of: height))
    }
    return list
  }

  /// The indices of the countdowns in the list: the first countdowns. The chosen countdown replaces the last one if it
  /// is not among them.
  private func listed(most: Int) -> [Int] {
    let shown = Array(contents.countdowns.indices.prefix(most))
    guard let chosen = contents.chosenCountdown, let last = shown.last, chosen > last else { return shown }
    return shown.dropLast() + [chosen]
  }

  /// In digit heights: the space after a number for the symbol of its state, and the least width of a cut title.
  private static let (signRoom, leastTitle) = (1.2, 10.0)
}
