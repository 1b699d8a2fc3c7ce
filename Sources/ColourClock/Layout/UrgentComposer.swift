/// An urgent message: as large as it fits, on the wall inverted, with the time of day in the lower corner.
struct UrgentComposer {
  let contents: Layout.Contents
  let area: Rect
  /// The upper edge of the window.
  let top: Double

  /// Shares of the shorter side.
  private static let size = (most: 0.3, least: 0.022, time: 0.05)

  func composition(_ text: [String]) -> (composition: Layout.Composition, isWhole: Bool) {
    let short = min(area.width, area.height)
    let least = max(0.8 * TypeScale.least(in: short), Self.size.least * short)
    var height = Self.size.most * short
    while height > least {
      if let found = composition(text, height) { return (found, true) }
      height = max(least, 0.95 * height)
    }
    // Only at the smallest size a long word is broken.
    let lines = text.flatMap { Line.wrapped($0, at: area.width / least) }
    return placed(lines, least).map { ($0, true) } ?? (cut(lines, least), false)
  }

  private func composition(_ text: [String], _ height: Double) -> Layout.Composition? {
    guard text.allSatisfy({ Line.widestPiece(of: $0) * height <= area.width }) else { return nil }
    return placed(text.flatMap { Line.wrapped($0, at: area.width / height) }, height)
  }

  private func placed(_ lines: [String], _ height: Double) -> Layout.Composition? {
    let short = min(area.width, area.height)
    let scale = TypeScale(first: height, least: (Self.size.time * short, 0))
    var block = Block()
    for line in lines {
      let row = Block.Row(part: .words(line), template: line)
      block.add(row, height: height, gap: 0.8 * height, room: area.width, alignment: .centre)
    }
    let labels = contents.labels
    let foot = labels.time ? scale.second + 0.6 * height : 0
    let room = area.height - foot
    // Accents rise above the digits' height.
    let head = max(0, Line.reach.above * height - (area.y - top))
    guard head + block.height <= room else { return nil }
    let top = max(area.y + head, min(area.midY - block.height / 2, area.y + room - block.height))
    var composition = Layout.Composition(scale: scale, kept: area)
    composition.slots = block.placed(at: Point(x: area.x, y: top))
    if labels.time {
      var time = Block()
      time.add(
        Block.Row(part: .time, template: labels.widestWholeTime), height: scale.second, gap: 0, room: area.width,
        alignment: .right)
      composition.slots += time.placed(at: Point(x: area.x, y: area.maxY - scale.second))
    }
    return composition
  }

  /// As many lines as fit, at the least size; the last one ends in an ellipsis.
  private func cut(_ text: [String], _ least: Double) -> Layout.Composition {
    var lines = text
    while lines.count > 1 {
      lines.removeLast()
      if let last = lines.last, let found = placed(lines.dropLast() + [last + "…"], least) { return found }
    }
    return placed(lines, least) ?? Layout.Composition(scale: TypeScale(first: least), kept: area)
  }
}
