/// Names in one size, whole or not at all: in a period's bar or above its middle, and beside diamonds.
extension AgendaBand {
  /// Shares of the hours' digit height. Most present names win, then most names, then size. The smallest is only for
  /// present periods.
  private static let (sizes, smallest) = ([0.85, 0.7, 0.6], 0.5)
  /// In digit heights of a name. `gap`: at the sides. `line`, `twoLines`: the bar's least height; letters need more
  /// than digits. `pitch`: of two lines.
  private static let inside = (gap: 0.3, line: 1.5, twoLines: 3.1, pitch: 1.55)
  /// In digit heights. `above`: to the bar. `beside`: to neighbours. `own`: to the reminder's diamond. `raised`: above
  /// the lane's middle, as letters hang below digits. `diamond`: from a coming period's name, or it would look like the
  /// reminder's.
  private static let outside = (above: 0.38, beside: 0.5, own: 0.4, raised: 0.12, diamond: 3.0)
  /// A title's usual width, by `Line.width`; wider ones are set smaller.
  private static let realShare = 0.85
  private static let mostOutside = 12

  /// A full or shortened name; widths are in digit heights.
  private struct Form {
    let text: String
    let width: Double
    /// About equally wide; `nil` for one word.
    let lines: (first: String, second: String)?
    let widthOfLines: Double

    init(_ text: String) {
      (self.text, width) = (text, realShare * Line.width(text))
      let words = text.split(separator: " ").map(String.init)
      let breaks = words.indices.dropFirst().map { index in
        (first: words[..<index].joined(separator: " "), second: words[index...].joined(separator: " "))
      }
      func widest(_ lines: (first: String, second: String)) -> Double {
        realShare * max(Line.width(lines.first), Line.width(lines.second))
      }
      lines = breaks.min { widest($0) < widest($1) }
      widthOfLines = lines.map(widest) ?? .infinity
    }
  }

  func names(of bars: [Bar], _ marks: Marks, at second: Int64) -> (bars: [[Text]], reminders: [Text]) {
    let forms = bars.map { bar in
      if bar.isOn, told.contains(bar.entry) { return [Form]() }
      // The part before a comma: the agenda's text has the whole title.
      return [bar.entry.period.title, bar.entry.period.title.split(separator: ",").first.map(String.init)]
        .compactMap(\.self).reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }.map(Form.init)
    }
    var best: (bars: [[Text]], reminders: [Text], score: (Int, Int, Double)) = ([], [], (0, 0, 0))
    for share in Self.sizes + [Self.smallest] {
      let size = max(leastName, share * unit)
      let inside = zip(bars, forms).map { self.inside($0, $1, size, at: second) }
      let reminders = names(of: marks, size)
      let names = names(of: bars, forms, inside, size, marks, reminders.map(\.box), at: second)
      let present = zip(bars, names).count { $0.isOn && !$1.isEmpty }
      let count = share == Self.smallest ? 0 : names.count { !$0.isEmpty } + reminders.count
      let score = (present, count, size)
      if score > best.score { best = (names, reminders, score) }
    }
    return (best.bars, best.reminders)
  }

  /// Empty without a name. Lines outside the bar lie on the wall (`isOnWall`).
  /// - Parameters:
  ///   - inside: names that stand in their bars.
  ///   - captions: the places of reminders' names.
  private func names(
    of bars: [Bar], _ forms: [[Form]], _ inside: [[Text]], _ size: Double, _ marks: Marks, _ captions: [Rect],
    at second: Int64
  ) -> [[Text]] {
    var names = inside
    var taken = captions
    let nameless = inTurn(bars).filter { names[$0].isEmpty }
    for index in nameless.prefix(Self.mostOutside) {
      guard let short = forms[index].last else { continue }
      let unnamed = bars.indices.filter { $0 != index && names[$0].isEmpty }.map { bars[$0].rect }
      guard let text = above(bars[index], short, size, unnamed, marks, taken, at: second) else { continue }
      names[index] = [text]
      taken.append(text.box)
    }
    return names
  }

  struct Marks {
    /// Horizontal, in pixels.
    let diamonds: [ClosedRange<Double>]
    let now: ClosedRange<Double>
    /// For each diamond; `nil` for a past reminder, or several.
    let titles: [String?]
  }

  /// At the right or left of the diamond, if there is room.
  private func names(of marks: Marks, _ size: Double) -> [Text] {
    guard tracks.y - box.y >= size else { return [] }
    return marks.diamonds.indices.reduce(into: [Text]()) { names, index in
      guard let title = marks.titles[index] else { return }
      let (form, span, gap) = (Form(title), marks.diamonds[index], Self.outside.own * size)
      let others = marks.diamonds.indices.filter { $0 != index }.map { marks.diamonds[$0] } + [marks.now]
      let width = form.width * size
      for x in [span.upperBound + gap, span.lowerBound - gap - width] {
        let line = Rect(x: x, y: (box.y + tracks.y - size) / 2 - Self.outside.raised * size, width: width, height: size)
        let wide = line.x - 0.9 * gap...line.maxX + 0.9 * gap
        guard line.x >= box.x, line.maxX <= box.maxX, !others.contains(where: wide.overlaps),
          !names.contains(where: { wide.overlaps($0.box.x...$0.box.maxX) })
        else { continue }
        return names.append(caption(form.text, in: line))
      }
    }
  }

  /// The bars whose names may stand outside: the present ones, then the coming ones.
  private func inTurn(_ bars: [Bar]) -> [Int] {
    bars.indices.filter { bars[$0].isOn } + bars.indices.filter { !bars[$0].isOn && !bars[$0].isPast }
  }

  // MARK: In the bar

  /// Empty if the name does not fit. In the present period it is beside the line of the present.
  private func inside(_ bar: Bar, _ forms: [Form], _ size: Double, at second: Int64) -> [Text] {
    guard bar.edge > 0 else { return [] }
    let room = room(in: bar, at: second)
    guard room.height >= Self.inside.line * size else { return [] }
    let width = room.width - 2 * Self.inside.gap * size
    func line(_ string: String, at y: Double) -> Text {
      let box = Rect(centre: Point(x: room.midX, y: y), width: width, height: size)
      return Text(string: string, template: string, box: box, ink: ink(in: bar))
    }
    if let form = forms.first(where: { $0.width * size <= width }) { return [line(form.text, at: room.midY)] }
    guard room.height >= Self.inside.twoLines * size,
      let lines = forms.first(where: { $0.widthOfLines * size <= width })?.lines
    else { return [] }
    let half = Self.inside.pitch * size / 2
    return [line(lines.first, at: room.midY - half), line(lines.second, at: room.midY + half)]
  }

  private func room(in bar: Bar, at second: Int64) -> Rect {
    let room = bar.rect.inset(by: bar.edge)
    guard bar.isOn else { return room }
    let x = place(second)
    let clear = 2 * markerWidth
    let (left, right) = (x - room.x - clear, room.maxX - x - clear)
    let isLeft = left >= right
    return Rect(
      x: isLeft ? room.x : x + clear, y: room.y, width: max(0, isLeft ? left : right), height: room.height)
  }

  // MARK: Above the bar

  /// `nil` without room. A coming period's name may reach over bars with names only. The present one's may stand above
  /// the reminders' lane.
  private func above(
    _ bar: Bar, _ form: Form, _ size: Double, _ unnamed: [Rect], _ marks: Marks, _ taken: [Rect], at second: Int64
  ) -> Text? {
    let isHighest = bar.entry.isAlone || bar.entry.track == 0
    let diamonds = marks.diamonds
    // The diamonds and the line of the present are in the reminders' lane.
    let marks = day.hasReminders ? diamonds + [marks.now] : []
    let rows = (isHighest ? [(tracks.y, marks)] : []) + (bar.isOn && day.hasReminders ? [(box.y, [])] : [])
    let (width, gap) = (form.width * size, Self.outside.beside * size)
    for (floor, marks) in rows {
      let line = Rect(
        x: bar.rect.midX - width / 2, y: floor - (Self.outside.above + 1) * size, width: width, height: size)
      guard line.x >= box.x, line.maxX <= box.maxX else { continue }
      let wide = Rect(x: line.x - gap, y: line.y - gap, width: width + 2 * gap, height: size + 2 * gap)
      if taken.contains(where: wide.overlaps) || marks.contains(where: (wide.x...wide.maxX).overlaps) { continue }
      let near = Self.outside.diamond * size
      if !bar.isOn, diamonds.contains(where: (line.x - near...line.maxX + near).overlaps) { continue }
      if !bar.isOn, unnamed.contains(where: { $0.x < line.maxX && line.x < $0.maxX }) { continue }
      return caption(form.text, in: line)
    }
    return nil
  }

  private func caption(_ string: String, in box: Rect) -> Text {
    Text(string: string, template: string, box: box, ink: backdrop.ink, isOnWall: true)
  }
}
