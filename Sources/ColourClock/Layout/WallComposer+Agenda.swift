extension WallComposer {
  /// Returns false if a text has no room.
  func addAgenda(to lower: inout Lower, _ wanted: Wanted, _ scale: TypeScale, _ isFlushLeft: Bool) -> Bool {
    guard let templates = contents.agenda else { return true }
    let now = Block.Row(part: .agendaNow, template: templates.now)
    if wanted.has(.agenda) {
      let form = wanted.agendaForm
      let isLarge = !templates.hasBand && Line.realShare * now.width * scale.second <= area.width
      let usual = form == .list ? heightAboveList(templates, scale) : scale.third
      let most = form == .one ? 1 : mostLines
      let isCentred = !isFlushLeft && !templates.hasBand
      let texts = agendaTexts(
        templates, wanted, isLarge ? scale.second : usual, scale, width: area.width, most: most,
        isCentred ? .centre : .left)
      guard let texts else { return false }
      lower.block.add(texts, gap: scale.groupGap)
      if form == .list {
        guard let list = list(of: templates, scale) else { return false }
        lower.block.add(list, gap: scale.groupGap)
      }
    }
    if templates.hasBand { addBand(to: &lower, templates, wanted, scale) }
    return true
  }

  private func addBand(
    to lower: inout Lower, _ templates: Layout.AgendaTemplates, _ wanted: Wanted, _ scale: TypeScale
  ) {
    let height = scale.third
    let isNear = wanted.has(.agenda) && wanted.agendaForm != .list && !templates.hasReminders
    let usualGap = isNear ? Self.bandGap * scale.step : scale.groupGap
    let gap = lower.block.isEmpty ? 0 : usualGap
    // If false, the lane of reminders makes the periods lower, not the band taller.
    let laneAddsHeight = templates.hasReminders && shortSide >= Self.leastForLane && !wanted.hasLowLane
    let tall = AgendaBand.height(ofTracks: templates.tracks, hasLane: laneAddsHeight) * height
    let y = lower.block.height + gap
    lower.band = Rect(x: 0, y: y, width: area.width, height: tall)
    lower.block.extend(toHeight: y + tall + AgendaBand.hoursHeight(below: height, in: contents.size))
  }

  // MARK: The list of coming entries

  /// The list has two columns on a wide wall if all titles have room; `nil` if one column is too narrow.
  private func list(of templates: Layout.AgendaTemplates, _ scale: TypeScale) -> Block? {
    let choices = isPortrait || templates.listed.count == 1 ? [1] : [2, 1]
    return choices.lazy.compactMap { list(of: templates, scale, columns: $0) }.first
  }

  private func list(of templates: Layout.AgendaTemplates, _ scale: TypeScale, columns: Int) -> Block? {
    let (height, entries) = (scale.third, templates.listed)
    func widestWidth(_ texts: [String]) -> Double { texts.reduce(0) { max($0, Line.width($1)) } * height }
    let time = Line.spare * widestWidth(entries.map(\.time))
    let start = time + Self.listGap.title * height
    let gap = columns > 1 ? Self.listGap.columns * height : 0
    let pitch = (area.width + gap) / Double(columns)
    let most = columns * (isPortrait ? Self.mostListed.portrait : Self.mostListed.landscape)
    let shown = entries.count <= most ? entries.count : most - 1
    let symbolRoom = templates.symbolRoom * height
    let titles = Line.realShare * widestWidth(entries.prefix(shown).map(\.title))
    guard symbolRoom + titles <= pitch - gap - start else { return nil }
    func title(_ row: Block.Row) -> Block { Block(row, height: height, room: pitch - gap, indent: start) }
    var rows = entries.indices.prefix(shown).map { index in
      let label = Block.Row(part: .agendaListTime(index), template: entries[index].time)
      var row = Block(label, height: height, room: time)
      let name = Block.Row(
        part: .agendaListTitle(index), template: entries[index].title, symbolRoom: templates.symbolRoom)
      row.add(title(name), atRight: 0)
      return row
    }
    if shown < entries.count {
      rows.append(title(more(entries.count - shown, of: .agenda, within: (pitch - gap - start) / height)))
    }
    let count = (rows.count + columns - 1) / columns
    return Self.inColumns(rows, rows: count, gap: scale.lineGap(of: height), pitch: pitch)
  }

  private static let listGap = (title: 0.7, columns: 2.6)
  private static let mostListed = (landscape: 3, portrait: 6)

  /// The third size, enlarged while the present entry (on a portrait wall, its title) fits in one line.
  private func heightAboveList(_ templates: Layout.AgendaTemplates, _ scale: TypeScale) -> Double {
    let title = isPortrait ? templates.titles[templates.now] : nil
    // A title counts with its estimated width, as in `AgendaDay.lines`.
    let width = title.map(Line.width) ?? Line.realShare * Line.width(templates.now)
    return max(scale.third, min(Self.mostAboveList * scale.third, area.width / (templates.symbolRoom + width)))
  }

  private static let mostAboveList = 1.35

  private static let bandGap = 3.0
  /// A lane makes the band taller if the wall's shorter side has at least this many pixels.
  private static let leastForLane = 300.0
  /// The least size of a text that is too wide, as a share of its usual size.
  static let smallText = 0.7

  private var mostLines: Int { isPortrait && !hasRing ? 3 : 2 }

  /// Texts about the present and the next entry. With `hasTitleApart`, the title has lines of its own. Otherwise it has
  /// them if a text is too wide and they fit. Other wide texts are broken into up to `most` lines, or drawn smaller if
  /// `most` is 1. `nil` if the texts do not fit.
  private func agendaTexts(
    _ templates: Layout.AgendaTemplates, _ wanted: Wanted, _ height: Double, _ scale: TypeScale, width: Double,
    most: Int, _ alignment: Text.Alignment = .left
  ) -> Block? {
    let form = wanted.agendaForm
    let texts = texts(templates, form)
    let rows = texts.enumerated().map { row($0 == 0 ? .agendaNow : .agendaNext, $1, templates) }
    let areShort = rows.allSatisfy { Line.realShare * $0.width * height <= width }
    if wanted.hasTitleApart { return titleApart(templates, scale, width, form) }
    if !areShort, most > 1, form != .list, alignment == .left, let apart = titleApart(templates, scale, width, form) {
      return apart
    }
    guard let rows = areShort ? rows : agendaLines(rows, templates, height, width, most: most) else { return nil }
    return Block(rows, height: height, gap: scale.lineGap(of: height), room: width, alignment: alignment)
  }

  private func texts(_ templates: Layout.AgendaTemplates, _ form: AgendaDay.Form) -> [String] {
    switch form {
    case .one: [templates.only]
    case .list: templates.aboveList
    case .both: [templates.now] + [templates.next].compactMap(\.self)
    }
  }

  private func row(_ part: Layout.Part, _ template: String, _ templates: Layout.AgendaTemplates) -> Block.Row {
    Block.Row(part: part, template: template, symbolRoom: templates.symbolRoom)
  }

  /// The present entry's title, above a list larger, and below it the rest of its text. `nil` if a line is too wide.
  private func titleApart(
    _ templates: Layout.AgendaTemplates, _ scale: TypeScale, _ width: Double, _ form: AgendaDay.Form
  ) -> Block? {
    let (height, texts) = (scale.third, texts(templates, form))
    guard let now = texts.first, let title = templates.titles[now], let rest = AgendaDay.rest(of: now, after: title)
    else { return nil }
    let most = isPortrait && !hasRing ? 2 : 1
    let titleHeight = titleHeight(row(.agendaTitle(0), title, templates), scale, width, form)
    // All texts begin where the title begins, with their symbols below its symbol.
    let symbolRoom = templates.symbolRoom * titleHeight / height
    let titleLines = AgendaDay.balancedLines(title, at: width / titleHeight - templates.symbolRoom)
    let restLines = AgendaDay.balancedLines(rest, at: width / height - symbolRoom)
    let next = texts.dropFirst().map { Block.Row(part: .agendaNext, template: $0, symbolRoom: symbolRoom) }
    guard titleLines.count <= most, restLines.count <= most,
      next.allSatisfy({ Line.realShare * $0.width * height <= width })
    else { return nil }
    let titleRows = titleLines.indices.map { row(.agendaTitle($0), Line.widest(titleLines), templates) }
    let detail = restLines.indices.map { index in
      Block.Row(part: .agendaDetail(index), template: Line.widest(restLines), symbolRoom: symbolRoom)
    }
    var block = Block(titleRows, height: titleHeight, gap: scale.wrapGap(of: titleHeight), room: width)
    let gap = max(scale.wrapGap(of: titleHeight), Line.clear(below: titleHeight, above: height))
    block.add(Block(detail, height: height, gap: scale.wrapGap(of: height), room: width), gap: gap)
    for row in next { block.add(row, height: height, gap: scale.lineGap(of: height), room: width) }
    return block
  }

  /// At least the third size. Above a list it is larger while the title fits in one line.
  private func titleHeight(
    _ title: Block.Row, _ scale: TypeScale, _ width: Double, _ form: AgendaDay.Form
  ) -> Double {
    guard form == .list else { return scale.third }
    // Rounding must not break a title that fits exactly.
    return max(scale.third, min(Self.titleAboveList * scale.third, 0.995 * width / title.width))
  }

  /// The greatest size of a title above a list, as a multiple of the third size.
  private static let titleAboveList = 1.45

  private func agendaLines(
    _ rows: [Block.Row], _ templates: Layout.AgendaTemplates, _ height: Double, _ width: Double, most: Int
  ) -> [Block.Row]? {
    if most == 1 {
      let least = max(TypeScale.least(in: shortSide), Self.smallText * height)
      return rows.allSatisfy { Line.realShare * $0.width * least <= width } ? rows : nil
    }
    let linesOfTexts = rows.map { row in
      AgendaDay.lines(row.template, title: templates.titles[row.template], at: width / height - templates.symbolRoom)
    }
    guard linesOfTexts.allSatisfy({ $0.count <= most }) else { return nil }
    let lines = linesOfTexts.flatMap(\.self)
    let widest = Line.widest(lines)
    return lines.indices.map { row(.agendaLine($0), widest, templates) }
  }

  func agendaColumn(_ wanted: Wanted, _ scale: TypeScale, _ width: Double) -> Block? {
    let form = wanted.agendaForm
    guard let templates = contents.agenda else { return nil }
    return agendaTexts(templates, wanted, scale.third, scale, width: width, most: form == .one ? 3 : mostLines)
  }
}
