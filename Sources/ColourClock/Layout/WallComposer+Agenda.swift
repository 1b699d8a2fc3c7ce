/// The agenda: its texts, and the band of the day with the hours below it.
extension WallComposer {
  /// Adds the agenda to `lower`. Returns false if a text has no room.
  /// - Parameter told: what the agenda's texts name, here or in a column.
  func addAgenda(
    to lower: inout Lower, _ wanted: Wanted, _ scale: TypeScale, _ isFlush: Bool, told: AgendaBand.Told
  ) -> Bool {
    guard let templates = contents.agenda else { return true }
    let now = Block.Row(part: .agendaNow, template: templates.now)
    // Without the band, the agenda's line has the second size if it fits.
    let isLarge = !templates.hasBand && Line.realShare * now.width * scale.second <= area.width
    let height = isLarge ? scale.second : scale.third
    if wanted.has(.agenda) {
      guard
        let rows = agendaRows(
          templates, height, width: area.width, hasOne: wanted.hasOneAgendaText,
          most: wanted.hasOneAgendaText ? 1 : mostLines)
      else { return false }
      for (index, row) in rows.enumerated() {
        let gap = index == 0 ? scale.groupGap : scale.lineGap(of: height)
        let isCentred = !isFlush && !templates.hasBand
        lower.block.add(row, height: height, gap: gap, room: area.width, alignment: isCentred ? .centre : .left)
      }
    }
    guard templates.hasBand else { return true }
    let usual = wanted.has(.agenda) && !templates.hasReminders ? Self.bandGap * scale.step : scale.groupGap
    // On a small wall, or with `hasLowLane`, the lane of the reminders does not make the band taller. The periods
    // become lower instead.
    let hasLane = templates.hasReminders && short >= Self.small && !wanted.hasLowLane
    let tall = AgendaBand.height(of: templates.day, hasLane: hasLane) * height
    let flags = flagRows(templates, wanted.flags, height, tall, told)
    let gap = flags.rows > 0 ? scale.lineGap + flags.height : usual
    let y = lower.block.height + (lower.block.isEmpty ? flags.height : gap)
    (lower.flagRows, lower.flagHeight) = (flags.rows, flags.height)
    lower.band = Rect(x: 0, y: y, width: area.width, height: tall)
    lower.block.extend(toHeight: y + tall + AgendaBand.hoursHeight(below: height, in: contents.size))
    return true
  }

  /// The rows of names above the band that the entries need, and the height of the rows.
  private func flagRows(
    _ templates: Layout.AgendaTemplates, _ flags: Flags, _ height: Double, _ tall: Double, _ told: AgendaBand.Told
  ) -> (rows: Int, height: Double) {
    guard let day = templates.day, flags != .none else { return (0, 0) }
    let isAll = flags == .all
    return known.flags(KnownParts.FlagsKey(unit: height, tall: tall, told: told, isAll: isAll)) {
      // The names have the same places on all colours.
      let backdrop = Backdrop(colour: .black, ink: .white, time: Zone.utc.civil(at: templates.start))
      return AgendaBand(
        day: day, box: Rect(x: area.x, y: 0, width: area.width, height: tall), unit: height,
        leastCaption: AgendaBand.leastCaption(in: contents.size), backdrop: backdrop, runsLeft: contents.words.runsLeft,
        flagRows: isAll ? Self.mostFlagRows : 1,
        filledRows: !isAll ? 0 : isPlain ? Self.filledRows.plain : Self.filledRows.usual, told: told
      ).rowsOfNames(at: templates.start, isFull: isAll && isPlain && !isUpright)
    }
  }

  /// True if the wall has only the time and the agenda, so that there is room for the names of all periods.
  private var isPlain: Bool { !hasRing && !contents.hasStopwatch && contents.zones.isEmpty && contents.feed == nil }

  /// The most rows of names above the band. `filledRows`: the rows that the names of all periods may fill.
  private static let (mostFlagRows, filledRows) = (3, (usual: 1, plain: 2))
  /// The gap between the agenda's texts and the band, in steps. Above a lane of reminders the gap is larger
  /// (`groupGap`).
  private static let bandGap = 3.0
  /// A wall is small if its shorter side has fewer pixels than this.
  static let small = 300.0
  /// The least size of a text that is alone and too wide, as a share of its usual size.
  static let smallText = 0.7

  /// The most lines of each text if the present and the next entry are shown.
  private var mostLines: Int { isUpright && !hasRing ? 3 : 2 }

  /// One line for the present entry, and one for the next entry. If a line is too wide, both texts are broken into
  /// lines.
  /// - Parameters:
  ///   - hasOne: true for the present entry only.
  ///   - most: the most lines of a text.
  /// - Returns: `nil` if a text needs more lines. If `most` is 1, a line that is too wide is drawn smaller, down to
  ///   `smallText`.
  private func agendaRows(
    _ templates: Layout.AgendaTemplates, _ height: Double, width: Double, hasOne: Bool, most: Int
  ) -> [Block.Row]? {
    func row(_ part: Layout.Part, _ template: String) -> Block.Row {
      Block.Row(part: part, template: template, hasSymbol: templates.hasSymbols)
    }
    let rows =
      hasOne
      ? [row(.agendaNow, templates.only)]
      : [row(.agendaNow, templates.now)] + (templates.next.map { [row(.agendaNext, $0)] } ?? [])
    if rows.allSatisfy({ Line.realShare * $0.width * height <= width }) { return rows }
    if most == 1 {
      let least = max(TypeScale.least(in: short), Self.smallText * height)
      return rows.allSatisfy { Line.realShare * $0.width * least <= width } ? rows : nil
    }
    let lead = templates.hasSymbols ? Layout.symbol.size + Layout.symbol.gap : 0
    let lines = rows.map { row in
      AgendaDay.lines(
        row.template, title: templates.titles.first { row.template.hasPrefix($0 + " ") }, at: width / height - lead)
    }
    guard lines.allSatisfy({ $0.count <= most }) else { return nil }
    let widest = Line.widest(lines.flatMap(\.self))
    return lines.flatMap(\.self).indices.map {
      Block.Row(part: .agendaLine($0), template: widest, hasSymbol: templates.hasSymbols)
    }
  }

  /// The agenda's texts without the band; `nil` if they do not fit.
  func agendaLines(_ wanted: Wanted, _ scale: TypeScale, _ width: Double) -> Block? {
    let hasOne = wanted.hasOneAgendaText
    guard let templates = contents.agenda,
      let rows = agendaRows(templates, scale.third, width: width, hasOne: hasOne, most: hasOne ? 3 : mostLines)
    else { return nil }
    var block = Block()
    for row in rows { block.add(row, height: scale.third, gap: scale.lineGap(of: scale.third), room: width) }
    return block
  }
}
