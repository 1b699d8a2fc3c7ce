/// Captions, which are smaller than the other lines: the code of the colour, and the age of a feed.
extension WallComposer {
  static let code = Block.Row(part: .code, template: "#000000", figures: .hexadecimal)

  var feedAge: Block.Row { Block.Row(part: .status, template: contents.words["updated %d min ago", 59]) }

  /// `code`: the height of the code, as a share of the shorter side. Its font size is then 1/22 of that side, legible
  /// at a distance. `age`: the height of a feed's age, as a share of the third size.
  private static let caption = (code: 1.0 / 30, age: 0.7)

  func codeHeight(_ scale: TypeScale) -> Double { caption(Self.caption.code * short, scale) }

  func ageHeight(_ scale: TypeScale) -> Double { caption(Self.caption.age * scale.third, scale) }

  private func caption(_ height: Double, _ scale: TypeScale) -> Double {
    min(scale.third, max(TypeScale.least(in: short), height))
  }

  /// True if the code stands in the lower right corner. Without other lines the code is below the time.
  func hasCodeInCorner(_ arrangement: Arrangement, _ wanted: Wanted) -> Bool {
    hasRing || hasStopwatchAlone || arrangement.hasLines || wanted.has(.date) || contents.agenda != nil
  }

  /// The code in the lower right corner; empty if the code is elsewhere or hidden.
  func foot(_ arrangement: Arrangement, _ wanted: Wanted, _ scale: TypeScale) -> Block {
    var foot = Block()
    if wanted.has(.code), hasCodeInCorner(arrangement, wanted) {
      foot.add(Self.code, height: codeHeight(scale), gap: 0, room: area.width, alignment: .right)
    }
    return foot
  }

  /// The composition with words such as "3 more" for zones, feed, date and countdowns that are left out, or with a sign
  /// such as "+3" where the words have no room. They are in the corner of the code, or in the other lower corner. If
  /// both places are taken, there is no sign. With a feed, the sign is one of its lines (`othersInFeed`).
  func told(_ found: (cut: Cut, hidden: [Layout.Extra])) -> Found {
    var composition = found.cut.composition
    let wanted = found.cut.wanted
    let count = found.hidden.filter { !wanted.has($0) }.reduce(0) { $0 + lines(of: $1) }
    guard count > 0, !(wanted.has(.feed) && othersInFeed(wanted) > 0), let last = found.hidden.last else {
      return (composition, found.hidden)
    }
    let height = composition.scale.third
    let taken = boxes(of: composition)
    let isFree = { (box: Rect) in !taken.contains { $0.overlaps(box.inset(by: -0.5 * height)) } }
    guard let (row, box) = signs(count, of: last, in: composition).first(where: { isFree($0.box) }) else {
      return (composition, found.hidden)
    }
    var sign = Block()
    sign.add(row, height: height, gap: 0, room: box.width, alignment: .right)
    composition.slots += sign.placed(at: Point(x: box.x, y: box.y))
    return (composition, found.hidden)
  }

  /// The forms and places to try for the sign, the best first.
  private func signs(
    _ count: Int, of extra: Layout.Extra, in composition: Layout.Composition
  ) -> [(row: Block.Row, box: Rect)] {
    let height = composition.scale.third
    let rows = [.infinity, 0].map { more(count, of: extra, within: $0) }
    return rows.flatMap { row in
      let width = row.width * height
      return [area.maxX - width, area.x].map {
        (row, Rect(x: $0, y: area.maxY - height, width: width, height: height))
      }
    }
  }

  /// The boxes of all parts, with the hours of the agenda's band.
  private func boxes(of composition: Layout.Composition) -> [Rect] {
    let lines = composition.slots.map { slot in
      // A symbol stands before the letters.
      Rect(x: slot.ink.x - slot.lead, y: slot.ink.y, width: slot.ink.width + slot.lead, height: slot.ink.height)
    }
    let hours = AgendaBand.hours * composition.scale.third
    let flags = composition.flagHeight
    let band = composition.band.map {
      Rect(x: $0.x, y: $0.y - flags, width: $0.width, height: $0.height + flags + hours)
    }
    return lines + [composition.ring, band].compactMap(\.self)
  }

  /// How many lines the sign counts for a part that is left out.
  private func lines(of extra: Layout.Extra) -> Int {
    switch extra {
    case .zones: contents.zones.count
    case .feed: contents.feed?.count ?? 0
    case .date: 1
    case .countdowns: contents.countdowns.count
    case .code, .laps, .agenda, .program: 0
    }
  }

  /// Adds the code below the digits. The gap above a large code (`hasLargeCode`) stays as it is, except in a column.
  func addCode(to subject: inout Subject, room: Double, alignment: Text.Alignment) {
    let (scale, isLarge) = (subject.scale, contents.labels.hasLargeCode)
    if subject.tail.isEmpty, !isLarge || subject.isColumn { subject.tailGap = Self.codeGap * scale.step }
    subject.tail.add(
      Self.code, height: isLarge ? scale.third : codeHeight(scale), gap: scale.lineGap, room: room,
      alignment: alignment)
  }

  /// The gap above the code, in steps of the type scale.
  private static let codeGap = 3.0
}
