/// Names above the band, in rows. A name in the lowest row stands on its bar. Other names are flags: a pole leads down
/// to the bar or diamond.
extension AgendaBand {
  /// Lengths in digit heights of a name. `above`: from a name in the lowest row to the bar below it. `beside`: between
  /// two names, and between a name and a pole. `own`: from a name to its own pole. `pitch`: the distance between two
  /// rows. `rise`: how far letters rise above the digits. `diamond`: from the name of a coming period to a diamond.
  /// Closer to the diamond, the name would look like the reminder's. `edge`: the most from the left edge of a bar to its
  /// pole.
  private static let flag = (above: 0.45, beside: 0.5, own: 0.25, pitch: 1.6, rise: 0.28, diamond: 3.0, edge: 0.7)

  /// The height of rows of names above the band, in pixels.
  static func height(ofRows rows: Int, _ size: Double) -> Double {
    rows > 0 ? (flag.above + 1 + flag.rise + Double(rows - 1) * flag.pitch) * size : 0
  }

  /// A name that is to stand above the band. Places are measured from the left, also in languages that run left.
  struct Flag {
    /// The longest first.
    let forms: [Form]
    /// Where the pole may stand.
    let span: ClosedRange<Double>
    /// The lower end of the pole.
    let foot: Double
    /// The index of the bar; `nil` for a reminder.
    var bar: Int?
    var isOn = false
    /// True for a present entry, and for the next one. Its name may stand over other bars, if there is no other room.
    var isNamed = false
    /// True for a bar with others above it. Its name always has a pole.
    var isBelowOthers = false
    /// The bars at other times, and those of them that are present. A name should not stand over the first, and a name
    /// with a pole never stands over the second.
    var foreign: (bars: [ClosedRange<Double>], present: [ClosedRange<Double>]) = ([], [])
  }

  struct PlacedFlag {
    let flag: Flag
    let form: Form
    let row: Int
    /// The span of the name with its pole.
    let span: ClosedRange<Double>
    /// `nil` in the lowest row.
    var pole: Double?
    var isLeftOfPole = false
  }

  /// Flags for present and next entries without a name, then for other coming periods, then for past ones, where these
  /// rows have room. The last ones have the lowest rows. A flag without room is left out.
  /// - Parameters:
  ///   - inside: the names in their bars.
  ///   - reminders: the names beside their diamonds.
  func flags(
    of bars: [Bar], _ forms: [[Form]], _ inside: [[Text]], _ marks: Marks, _ reminders: [Int: Text]
  ) -> [PlacedFlag] {
    func periods(_ isAsked: (Bar) -> Bool) -> [Flag] {
      bars.indices.compactMap { index in
        let bar = bars[index]
        guard isAsked(bar), inside[index].isEmpty, let span = openSpan(of: bar, among: bars) else { return nil }
        return Flag(
          forms: withCut(forms[index], bar.entry.period.title), span: span, foot: bar.rect.y, bar: index,
          isOn: bar.isOn, isNamed: bar.isNamed, isBelowOthers: !bar.entry.isAlone && bar.entry.track > 0,
          foreign: foreign(to: index, bars))
      }
    }
    let diamonds = marks.diamonds.indices.compactMap { index -> Flag? in
      guard reminders[index] == nil, let title = marks.titles[index], !marks.told.contains(index) else { return nil }
      let middle = (marks.diamonds[index].lowerBound + marks.diamonds[index].upperBound - line) / 2
      return Flag(
        forms: withCut(self.forms(title), title), span: fromTheLeft(middle...middle), foot: (box.y + tracks.y) / 2)
    }
    let taken = reminders.values.map { fromTheLeft($0.box.x...$0.box.maxX) }
    let lane = Lane(
      diamonds: marks.diamonds.map(fromTheLeft), names: taken,
      isHigh: tracks.y - box.y >= (Self.flag.above + 1) * caption)
    var placed: [PlacedFlag] = []
    place(periods(\.isNamed) + diamonds, upTo: flagRows, lane, among: &placed)
    let rows = min(flagRows, max(filledRows, placed.map(\.row).max() ?? 0))
    place(periods { !$0.isNamed && !$0.isTold && !$0.isPast }, upTo: rows, lane, among: &placed)
    let past = periods(\.isPast)
    var (last, first) = (placed, placed)
    place(past, upTo: rows, lane, among: &last)
    place(past, upTo: rows, lane, isFirstFirst: true, among: &first)
    return first.count > last.count ? first : last
  }

  /// The bars at other times, over which a name would look like theirs.
  private func foreign(
    to index: Int, _ bars: [Bar]
  ) -> (bars: [ClosedRange<Double>], present: [ClosedRange<Double>]) {
    let spans = bars.map { fromTheLeft($0.rect.x...$0.rect.maxX) }
    let others = bars.indices.filter { $0 != index && !spans[$0].overlaps(spans[index]) }
    return (others.map { spans[$0] }, others.filter { bars[$0].isOn }.map { spans[$0] })
  }

  /// - Parameter isFirstFirst: true if the first flags have the lowest rows.
  private func place(
    _ flags: [Flag], upTo most: Int, _ lane: Lane, isFirstFirst: Bool = false, among placed: inout [PlacedFlag]
  ) {
    let sorted = flags.sorted { $0.span.lowerBound < $1.span.lowerBound }
    for flag in isFirstFirst ? sorted : sorted.reversed() {
      let least = day.hasReminders && flag.bar != nil && !flag.isBelowOthers ? 0 : 1
      guard least <= most else { continue }
      let found = [false, true].lazy.flatMap { isLeft in
        (least...most).lazy.flatMap { row in
          flag.forms.lazy.flatMap { self.places(of: flag, $0, row, lane, isLeft: isLeft) }
        }
      }.first { flag in !placed.contains { $0.touches(flag, gap: Self.flag.beside * caption) } }
      if let found { placed.append(found) }
    }
  }

  /// The forms of a name, with one for the rows above the band that is cut at a share of the width.
  private func withCut(_ forms: [Form], _ title: String) -> [Form] {
    let cut = Form(Line.cut(title, to: max(Self.mostWidth.letters, Self.mostWidth.share * box.width / caption)))
    return forms + (forms.contains { $0.width <= cut.width } ? [] : [cut])
  }

  /// The greatest estimated width of a name that is cut: as a share of the band's width, but at least so many digit
  /// heights.
  private static let mostWidth = (share: 0.4, letters: 8.0)

  /// The part of a bar to which a pole can lead without crossing the bars above it; `nil` if there is none.
  private func openSpan(of bar: Bar, among bars: [Bar]) -> ClosedRange<Double>? {
    let whole = fromTheLeft(bar.rect.x...max(bar.rect.x, bar.rect.maxX - line))
    let above = bars.filter { !bar.entry.isAlone && !$0.entry.isAlone && $0.entry.track < bar.entry.track }
      .map { fromTheLeft($0.rect.x...$0.rect.maxX).widened(by: 2 * line) }
      .sorted { $0.lowerBound < $1.lowerBound }
    var start = whole.lowerBound
    for span in above where span.contains(start) { start = span.upperBound }
    guard start <= whole.upperBound else { return nil }
    let end = above.first { $0.lowerBound > start }?.lowerBound ?? whole.upperBound
    return start...min(end, whole.upperBound)
  }

  /// What stands between the bars and the rows of names.
  private struct Lane {
    let diamonds: [ClosedRange<Double>]
    let names: [ClosedRange<Double>]
    /// True if the lane is high enough for a name.
    let isHigh: Bool
  }

  /// The place of a name just above its bar, without a pole; `nil` if something else stands there.
  private func placeWithoutPole(of flag: Flag, _ form: Form, _ row: Int, _ lane: Lane) -> PlacedFlag? {
    let (width, gap) = (form.width * caption, Self.flag.beside * caption)
    let (start, end) = (flag.span.lowerBound, flag.span.upperBound + line)
    let x = min(width < end - start ? (start + end - width) / 2 : start, box.maxX - width)
    let span = x...x + width
    let near = flag.isOn ? gap : Self.flag.diamond * caption
    let taken = lane.names.map { $0.widened(by: gap) } + lane.diamonds.map { $0.widened(by: near) }
    guard row > 0 || lane.isHigh && !taken.contains(where: span.overlaps),
      !flag.foreign.bars.contains(where: span.overlaps)
    else { return nil }
    return PlacedFlag(flag: flag, form: form, row: row, span: span)
  }

  /// The places of a name in a row, the best first.
  /// - Parameter isLeft: true for a name at the left of its pole. Otherwise it stands there only at the band's end.
  private func places(of flag: Flag, _ form: Form, _ row: Int, _ lane: Lane, isLeft: Bool) -> [PlacedFlag] {
    let (size, width) = (caption, form.width * caption)
    let isLowest = row == (day.hasReminders ? 0 : 1)
    guard width <= box.width else { return [] }
    if isLowest, flag.bar != nil, !flag.isBelowOthers {
      return isLeft ? [] : [placeWithoutPole(of: flag, form, row, lane)].compactMap(\.self)
    }
    let whole = line + Self.flag.own * size + width
    func isFree(_ pole: Double, of spans: [ClosedRange<Double>], gap: Double) -> Bool {
      !spans.contains { $0.widened(by: gap).overlaps(pole...pole + line) }
    }
    let poles = stride(from: flag.span.lowerBound, through: flag.span.upperBound, by: max(1, line)).filter {
      isFree($0, of: lane.names, gap: Self.flag.own * size)
    }
    // If need be, a pole passes behind a diamond.
    let clear = flag.bar == nil ? [] : poles.filter { isFree($0, of: lane.diamonds, gap: line) }
    let found = clear.isEmpty ? poles : clear
    guard let first = found.first, let last = found.last else { return [] }
    let isLeft = isLeft || first + whole > box.maxX
    func place(_ pole: Double, avoiding bars: [ClosedRange<Double>]) -> PlacedFlag? {
      let span = isLeft ? pole + line - whole...pole + line : pole...pole + whole
      // A bar begins on a whole pixel, which may be a little before the band.
      guard span.lowerBound >= box.x - (isLeft ? 0 : 1), span.upperBound <= box.maxX + line,
        !bars.contains(where: span.overlaps)
      else { return nil }
      return PlacedFlag(flag: flag, form: form, row: row, span: span, pole: pole, isLeftOfPole: isLeft)
    }
    // The pole stands at the left edge of its bar, or just beside a diamond there, and the name over no other bar.
    let isAtEdge = !isLeft && first <= flag.span.lowerBound + Self.flag.edge * size
    let own = isAtEdge ? place(first, avoiding: flag.foreign.bars) : nil
    guard own == nil, flag.isNamed || flag.bar == nil else { return [own].compactMap(\.self) }
    let others = [isLeft ? last : first, found[found.count / 2]]
    return [own].compactMap(\.self) + others.compactMap { place($0, avoiding: flag.foreign.present) }
  }

  func add(_ placed: PlacedFlag, to names: inout Names) {
    let (size, width) = (caption, placed.form.width * caption)
    let floor = placed.row == 0 ? tracks.y : box.y - Double(placed.row - 1) * Self.flag.pitch * size
    let x = placed.isLeftOfPole ? placed.span.lowerBound : placed.span.upperBound - width
    let name = fromTheLeft(Rect(x: x, y: floor - (Self.flag.above + 1) * size, width: width, height: size))
    let isLeft = placed.isLeftOfPole == runsLeft
    names.captions.append(
      caption(placed.form.text, in: name, placed.pole == nil ? .centre : isLeft ? .left : .right))
    names.rows = max(names.rows, placed.row)
    guard let pole = placed.pole else { return }
    let top = name.y - Self.flag.rise * size
    names.poles.append(fromTheLeft(Rect(x: pole, y: top, width: line, height: max(1, placed.flag.foot - top))))
  }

  // MARK: Languages that run left

  private func fromTheLeft(_ span: ClosedRange<Double>) -> ClosedRange<Double> {
    runsLeft ? box.x + box.maxX - span.upperBound...box.x + box.maxX - span.lowerBound : span
  }

  private func fromTheLeft(_ rect: Rect) -> Rect { runsLeft ? rect.mirrored(at: box.midX) : rect }
}

extension AgendaBand.PlacedFlag {
  /// True if two names touch, or if a pole crosses the other name.
  fileprivate func touches(_ other: AgendaBand.PlacedFlag, gap: Double) -> Bool {
    if row == other.row { return span.widened(by: gap).overlaps(other.span) }
    let (low, high) = row < other.row ? (self, other) : (other, self)
    return high.pole.map { low.span.widened(by: gap).contains($0) } ?? false
  }
}

extension ClosedRange<Double> {
  fileprivate func widened(by gap: Double) -> ClosedRange<Double> { lowerBound - gap...upperBound + gap }
}
