extension Layout {
  static func widestFeedStatus(_ words: Words) -> String { words["updated %d min ago", 59] }

  /// The sign for lines without room or under messages: "3 more", or "+3" if words have no room.
  struct OmittedSign {
    let contents: Contents
    let area: Rect
    let wall: Composition
    /// Lines that messages do not cover.
    let shown: [Slot]
    /// Cards, ring, and the agenda's band with its hours.
    let shapes: [Rect]

    /// The shown lines with the sign. The sign is after the feed's age, in an existing sign, in a free place, or at
    /// last after the age as "+3".
    var slots: [Slot] {
      var omitted = wall.omitted
      if wall.slots.count > shown.count { omitted.add(covered) }
      guard !omitted.isEmpty else { return shown }
      var slots = shown
      for index in slots.indices {
        if let both = slot(slots[index], with: omitted, isShort: false) {
          slots[index] = both
          return slots
        }
        // The sign in the list of countdowns counts only countdowns.
        guard case .omitted(var all) = slots[index].part, all.extra != .countdowns else { continue }
        all.add(omitted)
        slots[index].part = .omitted(all)
        slots[index].template = all.text(contents.words, within: slots[index].box.width / slots[index].box.height)
        return slots
      }
      if let sign = sign(omitted) { return slots + [sign] }
      for index in slots.indices {
        if let both = slot(slots[index], with: omitted, isShort: true) { slots[index] = both }
      }
      return slots
    }

    /// The feed's age with the sign; `nil` for another line, or without room.
    /// - Parameter isShort: true for "+3", false for words.
    private func slot(_ slot: Slot, with omitted: OmittedCount, isShort: Bool) -> Slot? {
      var (slot, all) = (slot, OmittedCount())
      switch slot.part {
      case .status: break
      case .statusWithOmitted(let before, _): all = before
      default: return nil
      }
      all.add(omitted)
      let signs = all.texts(contents.words)
      return (isShort ? signs.suffix(1) : signs.dropLast()).lazy.compactMap { sign in
        slot.part = .statusWithOmitted(all, sign: sign)
        return self.slot(slot, sign: sign)
      }.first
    }

    private func slot(_ slot: Slot, sign: String) -> Slot? {
      var slot = slot
      let room = slot.box.width / (Line.realShare * slot.box.height)
      slot.template = Layout.status(Layout.widestFeedStatus(contents.words), with: sign)
      let ink = slot.ink
      let wide = Rect(x: ink.x, y: ink.y, width: ink.width + Block.beside * ink.height, height: ink.height)
      let isFree = shown.allSatisfy { $0.part.isFeedStatus || !$0.ink.overlaps(wide) }
      return Line.width(slot.template) <= room && isFree ? slot : nil
    }

    /// The lines under messages. A feed's item or a date in several lines counts once.
    private var covered: OmittedCount {
      let all = Set(shown)
      let parts = wall.slots.filter { !all.contains($0) }.map(\.part)
      let showsAgendaLine = shown.contains { if case .agendaLine = $0.part { true } else { false } }
      let items = OmittedCount(Set(parts.compactMap(\.feedItem)).count, .feed)
      return parts.reduce(into: items) { omitted, part in
        switch part {
        case .zone: omitted.add(1, .zones)
        case .countdownNumber: omitted.add(1, .countdowns)
        case .date, .dateLine(0): omitted.add(1, .date)
        case .agendaNow, .agendaTitle(0), .agendaListTitle: omitted.add(1, .agenda)
        case .agendaNext: omitted.add(coming, .agenda)
        case .agendaLine(0) where !showsAgendaLine: omitted.add(1 + comingInText, .agenda)
        case .omitted(let more) where more.extra != .countdowns: omitted.add(more)
        case .statusWithOmitted(let more, _): omitted.add(more)
        default: break
        }
      }
    }

    /// The number of coming entries that the agenda's text stands for; 0 with a list.
    private var comingInText: Int { contents.agenda?.next == nil || wall.agendaForm == .list ? 0 : coming }

    private var coming: Int { max(1, contents.agenda?.listed.count ?? 0) }

    private func sign(_ omitted: OmittedCount) -> Slot? {
      let height = wall.scale.caption(in: contents.shortSide)
      let taken = shown.map { slot in
        Rect(
          x: slot.ink.x - slot.symbolRoom, y: slot.ink.y, width: slot.ink.width + slot.symbolRoom,
          height: slot.ink.height)
      }
      let isFree = { (box: Rect) in
        let wide = box.inset(by: -Self.margin * height)
        return box.x >= area.x && box.maxX <= area.maxX && box.maxY <= area.maxY
          && !(taken + shapes).contains { $0.overlaps(wide) }
      }
      for text in omitted.texts(contents.words) {
        let width = Line.spare * Line.width(text) * height
        if let place = places(width: width, height: height).first(where: { isFree($0.box) }) {
          return Slot(part: .omitted(omitted), template: text, alignment: place.alignment, box: place.box)
        }
      }
      return nil
    }

    private static let margin = 0.5

    private struct Place {
      let box: Rect
      let alignment: Text.Alignment
    }

    /// Ordered from the best: lower corners, below a line, at a line's right end.
    private func places(width: Double, height: Double) -> [Place] {
      func place(_ x: Double, bottom: Double, _ alignment: Text.Alignment) -> Place {
        Place(box: Rect(x: x, y: bottom - height, width: width, height: height), alignment: alignment)
      }
      let lines = shown.filter { $0.part != .code }.sorted { $0.box.maxY > $1.box.maxY }
      let right = area.maxX - width
      var places = [place(right, bottom: area.maxY, .right), place(area.x, bottom: area.maxY, .left)]
      for line in lines where line.alignment == .left {
        places.append(place(line.box.x - line.symbolRoom, bottom: line.box.maxY + wall.scale.lineGap + height, .left))
      }
      for line in lines where line.part != .agendaNext { places.append(place(right, bottom: line.box.maxY, .right)) }
      return places
    }
  }
}
