/// The list of countdowns, in rows or cells (`Arrangement.ListForm`).
extension WallComposer {
  /// `nil` if a title does not fit. Plates reach beyond `width` by their padding.
  func countdowns(_ wanted: Wanted, _ scale: TypeScale, _ width: Double) -> Block? {
    let numberHeight = numberHeight(wanted.listForm, scale)
    if wanted.listForm.countdownsAreCells {
      let hasSmallTitles = wanted.listForm == .cells || wanted.listForm == .lowCells
      let title = hasSmallTitles ? scale.third : scale.second
      return countdownCells(wanted, scale, width, title: title, number: numberHeight)
    }
    let height = rowHeight(wanted.listForm, scale)
    let rowGap = isShortList ? 2 * scale.lineGap(of: height) : scale.rowGap(of: height)
    let shown = listed(most: wanted.countdowns)
    let number = Line.spare * shown.reduce(0) { max($0, Line.width(contents.countdowns[$1].number)) } * numberHeight
    let widest = Line.realShare * Line.spare * shown.reduce(0) { max($0, texts.countdowns[$1].width) } * height
    let title = width - number - Layout.countdownSymbol.room * numberHeight
    guard title >= min(widest, Self.leastTitle * height) else { return nil }
    let titles = shown.map { texts.countdowns[$0].wrapped(at: title / (Line.realShare * height)) }
    guard titles.allSatisfy({ $0.count <= mostLines(wanted.listForm) }) else { return nil }
    var list = Block()
    for (index, lines) in zip(shown, titles) {
      let room = (title: title, number: number)
      var row = row(index, titled: lines, scale, height: (height, numberHeight), room, width)
      if index == contents.programCountdown {
        guard let program = programLines(wanted, scale, width, .left, isInRow: true) else { return nil }
        row.add(program, gap: scale.lineGap(of: program.firstHeight))
      }
      list.add(row, gap: rowGap)
    }
    let omitted = contents.countdowns.count - shown.count
    if omitted > 0 {
      let sign = more(omitted, of: .countdowns, within: title / height)
      list.add(sign, height: height, gap: rowGap, room: title)
    }
    list.extend(toWidth: width)
    return list
  }

  /// The number ends at `width`, on the first line's baseline.
  private func row(
    _ index: Int, titled lines: [String], _ scale: TypeScale, height: (title: Double, number: Double),
    _ room: (title: Double, number: Double), _ width: Double
  ) -> Block {
    let title = cut(lines, to: room.title / (Line.realShare * height.title)).map { line in
      Block.Row(part: .countdownTitle(index), template: line)
    }
    let number = Block.Row(part: .countdownNumber(index), template: contents.countdowns[index].number)
    var row = Block(title, height: height.title, gap: scale.wrapGap(of: height.title), room: room.title)
      .lowered(by: height.number - height.title)
    row.add(
      Block(number, height: height.number, room: room.number, alignment: .right), atRight: width - room.number)
    return row
  }

  private func countdownCells(
    _ wanted: Wanted, _ scale: TypeScale, _ width: Double, title: Double, number: Double
  ) -> Block? {
    guard contents.countdowns.count <= wanted.countdowns else { return nil }
    let (inner, between) = (scale.lineGap(of: title), scale.lineGap(of: number))
    let outer = wanted.listForm == .closeCells ? between + scale.step : 2 * between
    let figures = Line.spare * contents.countdowns.reduce(0) { max($0, Line.width($1.number)) } * number
    let names = Line.realShare * texts.countdowns.reduce(0) { max($0, $1.width) } * title
    let program = Line.realShare * (texts.program?.unnamed.least.two ?? 0) * programHeight(scale)
    let withSymbol = figures + Layout.countdownSymbol.room * number
    guard names <= width, withSymbol <= width else { return nil }
    let widestText = max(names, contents.programCountdown == nil ? 0 : program)
    let room = min(width, max(withSymbol, Line.spare * widestText))
    var list = Block()
    for (index, countdown) in contents.countdowns.enumerated() {
      var cell = Block(Block.Row(part: .countdownTitle(index), template: countdown.title), height: title, room: room)
      let row = Block.Row(part: .countdownNumber(index), template: countdown.number, figures: .countdown)
      cell.add(row, height: number, gap: inner, room: figures)
      if index == contents.programCountdown {
        guard let lines = programLines(wanted, scale, room, .left, isInRow: title <= scale.third) else { return nil }
        cell.add(lines, gap: inner)
      }
      list.add(cell, gap: outer)
    }
    list.extend(toWidth: room)
    return list
  }

  /// Ends a longer title with an ellipsis. `width` is in digit heights.
  private func cut(_ lines: [String], to width: Double) -> [String] {
    guard lines.count > Self.titleLines else { return lines }
    let rest = lines.dropFirst(Self.titleLines - 1).joined(separator: " ")
    return lines.prefix(Self.titleLines - 1) + [Line.cut(rest, to: width)]
  }

  private func rowHeight(_ form: Arrangement.ListForm, _ scale: TypeScale) -> Double {
    form.isForFew || !hasRing && form != .small ? scale.second : scale.third
  }

  private func numberHeight(_ form: Arrangement.ListForm, _ scale: TypeScale) -> Double {
    form.largeNumber.map { $0 * scale.second } ?? rowHeight(form, scale)
  }

  private func mostLines(_ form: Arrangement.ListForm) -> Int {
    switch form {
    case .tallCells, .closeCells, .cells, .lowCells, .whole: 1
    case .largeNumbers, .large: 2
    case .wrapped, .low: Self.titleLines
    case .small: .max
    }
  }

  func listHeight(_ composition: Layout.Composition) -> Double {
    composition.slots.first { $0.part.isCountdown }?.box.height ?? 0
  }

  func hasSmallRows(_ composition: Layout.Composition) -> Bool {
    listHeight(composition) < (hasRing ? lowRow : composition.scale.second) - 0.01
  }

  private static let titleLines = 3

  private var isShortList: Bool { contents.countdowns.count <= Self.shortList }

  private static let shortList = 4

  /// A program's step and the chosen countdown have precedence.
  private func listed(most: Int) -> [Int] {
    let kept = [contents.programCountdown, contents.chosenCountdown].compactMap(\.self)
    let order = kept + contents.countdowns.indices.filter { !kept.contains($0) }
    return order.reduce(into: []) { if $0.count < most, !$0.contains($1) { $0.append($1) } }.sorted()
  }

  func withListForms(_ found: [Arrangement]) -> [Arrangement] {
    let isFew = hasRing && contents.countdowns.count <= Self.fewRows
    let forms = Arrangement.ListForm.allCases.filter { form in
      if form == .low { return hasRing && lowRow < usualRow }
      guard form.isForFew else { return true }
      // Cells are for wide walls, `largeNumbers` for portrait ones.
      return isFew && (form == .large || form.countdownsAreCells != isPortrait)
    }
    return forms.flatMap { form in
      found.map { arrangement in
        with(arrangement.demanding(form.neededGain(isFew: isFew, isPortrait: isPortrait))) { $0.listForm = form }
      }
    }
  }

  static let fewRows = 3

  /// The list's least width, in pixels.
  func leastList(_ scale: TypeScale, beside diameter: Double) -> Double {
    let besideLeastRing = area.width + ringInset(diameter) - min(diameter, leastRing * shortSide) - scale.groupGap
    return min(Self.listShare * Double(contents.size.width), besideLeastRing - 0.01)
  }

  private static let listShare = 0.45

  /// The least diameter, as a share of the shorter side. It is smaller with both a program and a list.
  func leastRing(for arrangement: Arrangement) -> Double {
    let yields =
      contents.program != nil && contents.programCountdown == nil && arrangement.beside.contains(.countdowns)
      && arrangement.listForm != .small
    return yields ? min(leastRing, Self.leastBetween) : leastRing
  }

  private static let leastBetween = 0.55

  /// The least width for wrapped titles, in digit heights.
  private static let leastTitle = 7.0
}
