/// Room for messages and for the agenda. They come before a feed and further zones.
extension Layout.Plan {
  /// Greatest digit height of a message, as a share of the shorter side; `least` is the smallest.
  private static let message = (info: 0.05, notice: 0.07, urgent: 0.3, least: 0.02)
  /// Greatest height of one message, as a share of the room's height.
  private static let messageShare = 0.3
  /// Space above a notice, and between an `info` and the controls, in their greatest digit height.
  private static let (messageHead, messageFoot) = (0.1, 0.4)
  /// Smallest ring whose number can be read, in pixels.
  private static let leastRing = 36.0
  /// Height wanted for each message, as a share of the shorter side. Below it the feed is left out, then the captions.
  private static let messageRoom = 0.1
  /// Height that the agenda leaves to an `info`, beside the smallest size of that; a share of the shorter side.
  private static let messageLeft = 0.052
  /// The agenda: digit heights as shares of the shorter side; the space above, the band, and the gap between text and
  /// band in digit heights.
  private static let agenda = (across: 0.032, upright: 0.04, free: 1.6, band: 1.1, gap: 0.8, overhang: 0.3)
  /// Greatest height of the agenda: of the room's, and of the rest that a notice leaves.
  private static let agendaShare = (ofAll: 0.3, ofRest: 0.36)
  /// Most faces set sentences a little narrower than `Line.width` says. A text that is still too wide is set smaller.
  private static let sentence = 0.9

  /// Places the agenda and an `info` at the lower edge and a `notice` at the upper edge, and shrinks the room by them.
  mutating func placePlans() -> [Layout.Slot] {
    let count = [contents.messages.info, contents.messages.notice].count { $0 != nil }
    let wanted = Double(count) * Self.messageRoom * short
    if count > 0, spareForMessage < wanted { leaveOutFeed() }
    if count > 0, spareForMessage < wanted { leaveOutCaptions() }
    // A notice takes its room from the labels, not from the agenda.
    let agendaRoom = Self.agendaShare.ofAll * room.height
    let notice = placeMessage(contents.messages.notice, Self.message.notice, isAbove: true)
    let agenda = placeAgenda(within: min(agendaRoom, Self.agendaShare.ofRest * room.height))
    return notice + placeMessage(contents.messages.info, Self.message.info, isAbove: false) + agenda
  }

  /// Height the room can lose to a message while the main line, or the number in a smaller ring, can still be read.
  private var spareForMessage: Double {
    guard contents.ring?.place == .around else {
      return room.height - (contents.feed == nil ? 0.3 : 0.48) * short
    }
    if isWide { return room.height - max(0.37 * short, Self.leastRing) }
    let captions = captions.count
    let size = window.height > window.width ? 0.048 : 0.034
    let ring =
      max(0.37, Self.leastRing / short) + (captions == 0 ? 0 : 0.045 + Self.height(ofCaptions: captions) * size)
    // A feed takes at least a fifth.
    return room.height - (contents.feed == nil ? ring : (ring + 0.045) / 0.8) * short
  }

  private mutating func placeMessage(_ text: [String]?, _ tallest: Double, isAbove: Bool) -> [Layout.Slot] {
    guard let text else { return [] }
    // Descenders come close to tall digits.
    let gap = (contents.ring?.place == .around ? 0.05 : isAbove ? 0.065 : 0.045) * short
    // Accents must not reach into the signs' row.
    let head = isAbove ? Self.messageHead * tallest * short : 0
    let spare = min(Self.messageShare * room.height, spareForMessage) - gap - head
    let least = max(Self.leastHeight, Self.message.least * short)
    guard spare >= least else { return [] }
    // The agenda has free space of its own.
    let foot = isAbove || agendaBand != nil ? 0 : min(Self.messageFoot * tallest * short, 0.15 * spare, spare - least)
    if isAbove { placedMessages.notice = text } else { placedMessages.info = text }
    let (lines, size) = Line.fitted(
      text, width: room.width, height: spare - foot, tallest: tallest * short, least: least)
    let rows = lines.enumerated().map { index, line in
      Row(part: .words(line), template: line, height: size, gap: index == 0 ? 0 : (Line.pitch - 1) * size)
    }
    let height = Self.height(rows)
    let y = isAbove ? room.y + head : room.maxY - foot - height
    shrinkRoom(top: isAbove ? head + height + gap : 0, bottom: isAbove ? 0 : height + foot + gap)
    return Self.stacked(rows, around: room.midX, width: room.width, from: y)
  }

  /// An urgent message replaces labels and ring: as large as it fits, within a border.
  mutating func placeUrgent(_ text: [String]) {
    placedMessages.urgent = text
    let width = max(1, (0.012 * short).rounded())
    // Letters reach beyond the height of digits: more space above and below than at the sides.
    let (beside, above) = (min(4 * width, 0.1 * room.height), min(8 * width, 0.15 * room.height))
    let outer = room
    let inner = Rect(
      x: room.x + beside, y: room.y + above, width: room.width - 2 * beside, height: room.height - 2 * above)
    border = [
      Rect(x: outer.x, y: outer.y, width: outer.width, height: width),
      Rect(x: outer.x, y: outer.maxY - width, width: outer.width, height: width),
      Rect(x: outer.x, y: outer.y + width, width: width, height: outer.height - 2 * width),
      Rect(x: outer.maxX - width, y: outer.y + width, width: width, height: outer.height - 2 * width),
    ]
    let least = max(Self.leastHeight, Self.message.least * short)
    let (lines, size) = Line.fitted(
      text, width: inner.width, height: inner.height, tallest: Self.message.urgent * short, least: least)
    let rows = lines.enumerated().map { index, line in
      Row(
        part: .words(line), template: line, height: min(size, inner.height),
        gap: index == 0 ? 0 : (Line.pitch - 1) * size)
    }
    slots = Self.stacked(
      rows, around: inner.midX, width: inner.width, from: inner.midY - Self.height(rows) / 2)
  }

  /// The band at the lower edge of the room, and its text above it: in one line if it fits, else in two, made smaller
  /// if needed. Only the band where the text would be too small to read.
  /// - Parameter most: the greatest height of text and band together.
  private mutating func placeAgenda(within most: Double) -> [Layout.Slot] {
    guard let templates = contents.agenda else { return [] }
    let tallest = (window.height > window.width ? Self.agenda.upright : Self.agenda.across) * short
    let both = Row(part: .agenda, template: "\(templates.now) · \(templates.next)")
    let rows = [Row(part: .agendaNow, template: templates.now), Row(part: .agendaNext, template: templates.next)]
    for rows in [[both], rows, []] {
      let widest = Self.sentence * (rows.map(\.width).max() ?? 0)
      let size = min(tallest, room.width / max(widest, 1))
      // A feed takes its share of the labels too.
      for size in rows.count == 2 && contents.feed == nil ? [size, 0.85 * size, 0.7 * size] : [size] {
        let isLegible = rows.isEmpty || size >= (rows.count == 1 ? 0.8 * tallest : Self.leastHeight)
        let sized = rows.map { $0.sized(size, gap: 0) }
        if isLegible, let slots = placeAgenda(sized, size, within: most) { return slots }
      }
    }
    return []
  }

  private mutating func placeAgenda(_ rows: [Row], _ size: Double, within most: Double) -> [Layout.Slot]? {
    let unit = max(size, Self.leastHeight)
    let (band, overhang) = (Self.agenda.band * unit, Self.agenda.overhang * unit)
    let words = rows.isEmpty ? 0 : Line.height(of: rows.count) * size + Self.agenda.gap * unit
    let height = Self.agenda.free * unit + words + band + 2 * overhang
    let least = max(Self.leastHeight, Self.message.least * short)
    let kept = contents.messages.info == nil ? 0 : Self.messageLeft * short + least
    guard height <= min(most, spareForMessage - kept) else { return nil }
    let y = room.maxY - height + Self.agenda.free * unit
    agendaBand = Rect(x: room.x, y: room.maxY - overhang - band, width: room.width, height: band)
    shrinkRoom(bottom: height)
    return rows.enumerated().map { index, row in
      row.slot(in: Rect(x: room.x, y: y + Double(index) * Line.pitch * size, width: room.width, height: size))
    }
  }
}
