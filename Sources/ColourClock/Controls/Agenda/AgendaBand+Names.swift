/// The names of the periods. A name is shown whole or not at all. It stands in its bar, in one or two lines, perhaps in
/// smaller type. A name without room in its bar stands above or beside the bar.
extension AgendaBand {
  /// The digit heights of names, as shares of the digit height of the hours. A name has the largest height with room.
  private static let sizes = [0.7, 0.6, 0.5, 0.42]
  /// In digit heights of a name. `gap`: the free space at both sides of a name in its bar. `line`, `twoLines`: the
  /// least height of a bar for one line and for two lines. `pitch`: the distance of the two lines.
  private static let inside = (gap: 0.3, line: 1.5, twoLines: 3.1, pitch: 1.55)
  /// The greatest digit height of names above the band, as a share of the digit height of the hours.
  private static let mostAbove = 0.6
  /// In digit heights of a name. `above`: the distance from a name to the bar below. `beside`: the distance from a name
  /// to other things at its sides. `diamond`: the distance from the name of a coming period to a diamond. A nearer name
  /// would seem to belong to that reminder.
  private static let outside = (above: 0.38, beside: 0.5, diamond: 3.0)
  /// The real width of a title as a share of `Line.width`. A title that is wider is set a little smaller.
  private static let realShare = 0.85
  /// The most names outside their bars.
  private static let mostOutside = 12

  /// A form of a name, with widths in digit heights.
  private struct Form {
    let text: String
    let width: Double
    /// The two lines of about equal width; `nil` for a text of one word.
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

  /// The digit heights to try, in pixels, from the largest.
  private var nameSizes: [Double] {
    let sizes = Self.sizes.map { max(leastName, $0 * unit) }
    return sizes.indices.filter { $0 == 0 || sizes[$0] < sizes[$0 - 1] }.map { sizes[$0] }
  }

  /// The lines of the name of each bar; empty without a name. Lines outside the bar are on the wall (`isOnWall`).
  /// - Parameter diamonds: the horizontal spans of the reminders.
  func names(of bars: [Bar], _ diamonds: [ClosedRange<Double>], at second: Int64) -> [[Text]] {
    let forms = bars.map { bar in
      // A title's beginning before a comma can be the name too, because the agenda's text has the whole title.
      [bar.entry.period.title, bar.entry.period.title.split(separator: ",").first.map(String.init)]
        .compactMap(\.self).reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }.map(Form.init)
    }
    var names = zip(bars, forms).map { bar, forms in inside(bar, forms, at: second) }
    var taken: [Rect] = []
    let nameless = inTurn(bars).filter { names[$0].isEmpty }
    for index in nameless.prefix(Self.mostOutside) {
      guard let short = forms[index].last else { continue }
      let others = bars.indices.filter { $0 != index }
      let unnamed = others.filter { names[$0].isEmpty }.map { bars[$0].rect }
      guard
        let text = above(bars[index], short, unnamed, diamonds, taken, at: second)
          ?? beside(bars[index], short, others.map { bars[$0].rect }, taken, at: second)
      else { continue }
      names[index] = [text]
      taken.append(text.box)
    }
    return names
  }

  /// The indices of the bars whose names may stand outside: the present periods, then the coming periods. Past periods
  /// matter less, so their names stand only inside.
  private func inTurn(_ bars: [Bar]) -> [Int] {
    bars.indices.filter { bars[$0].isOn } + bars.indices.filter { !bars[$0].isOn && !bars[$0].isPast }
  }

  // MARK: In the bar

  /// The name in its bar. In the present period, the name is beside the line of the present.
  private func inside(_ bar: Bar, _ forms: [Form], at second: Int64) -> [Text] {
    guard bar.edge > 0 else { return [] }
    let room = room(in: bar, at: second)
    let sizes = nameSizes.filter { room.height >= Self.inside.line * $0 }
    func oneLine(_ size: Double) -> Form? {
      forms.first { ($0.width + 2 * Self.inside.gap) * size <= room.width }
    }
    for (index, size) in sizes.enumerated() {
      let width = room.width - 2 * Self.inside.gap * size
      func line(_ string: String, at y: Double) -> Text {
        let box = Rect(centre: Point(x: room.midX, y: y), width: width, height: size)
        return Text(string: string, template: string, box: box, ink: ink(in: bar))
      }
      if let form = oneLine(size) { return [line(form.text, at: room.midY)] }
      // One line that is only a little smaller is better than two.
      let isNearlyOne = index + 1 < sizes.count && oneLine(sizes[index + 1]) != nil
      guard !isNearlyOne, room.height >= Self.inside.twoLines * size else { continue }
      if let lines = forms.first(where: { $0.widthOfLines * size <= width })?.lines {
        let half = Self.inside.pitch * size / 2
        return [line(lines.first, at: room.midY - half), line(lines.second, at: room.midY + half)]
      }
    }
    return []
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

  // MARK: Next to the bar

  /// The name above its bar; `nil` without room. The name of a coming period may reach only over bars that have a name
  /// already. The name of the present period may stand above the lane of the reminders, where the line of the present
  /// ends.
  private func above(
    _ bar: Bar, _ form: Form, _ unnamed: [Rect], _ diamonds: [ClosedRange<Double>], _ taken: [Rect], at second: Int64
  ) -> Text? {
    let isHighest = bar.entry.isAlone || bar.entry.track == 0
    let now = place(second)
    // The line of the present and the diamonds are in the lane of the reminders.
    let marks = day.hasReminders ? diamonds + [now...now + markerWidth] : []
    let rows = (isHighest ? [(tracks.y, marks)] : []) + (bar.isOn && day.hasReminders ? [(box.y, [])] : [])
    for size in nameSizes {
      for (floor, marks) in rows where floor > box.y || size <= max(leastName, Self.mostAbove * unit) {
        let (width, gap) = (form.width * size, Self.outside.beside * size)
        guard width <= box.width else { continue }
        // Try the middle and the ends of the bar, and both sides of each mark.
        let starts =
          [bar.rect.midX - width / 2, bar.rect.x, bar.rect.maxX - width]
          + marks.flatMap { [$0.upperBound + 1.1 * gap, $0.lowerBound - 1.1 * gap - width] }
        for x in starts {
          let line = Rect(
            x: min(max(x, box.x), box.maxX - width), y: floor - (Self.outside.above + 1) * size, width: width,
            height: size)
          let wide = Rect(x: line.x - gap, y: line.y - gap, width: width + 2 * gap, height: size + 2 * gap)
          let span = wide.x...wide.maxX
          let middles = bar.isOn ? [bar.rect.midX, now] : [bar.rect.midX]
          guard middles.contains(where: (line.x - gap...line.maxX + gap).contains) else { continue }
          if taken.contains(where: wide.overlaps) || marks.contains(where: span.overlaps) { continue }
          let near = Self.outside.diamond * size
          let surroundings = line.x - near...line.maxX + near
          if !bar.isOn, diamonds.contains(where: surroundings.overlaps) { continue }
          if !bar.isOn, unnamed.contains(where: { $0.x < line.maxX && line.x < $0.maxX }) { continue }
          return caption(form.text, in: line)
        }
      }
    }
    return nil
  }

  /// The name at the right or at the left of its bar; `nil` without room.
  private func beside(_ bar: Bar, _ form: Form, _ others: [Rect], _ taken: [Rect], at second: Int64) -> Text? {
    let now = place(second)
    for size in nameSizes {
      let (width, gap) = (form.width * size, Self.outside.beside * size)
      let sides = [bar.rect.maxX + gap, bar.rect.x - gap - width]
      for x in runsLeft ? sides.reversed() : sides {
        let box = Rect(x: x, y: bar.rect.midY - size / 2, width: width, height: size)
        let wide = Rect(x: box.x - 0.9 * gap, y: bar.rect.y, width: width + 1.8 * gap, height: bar.rect.height)
        guard box.x >= self.box.x, box.maxX <= self.box.maxX, !(others + taken).contains(where: wide.overlaps),
          !(wide.x...wide.maxX).overlaps(now...now + markerWidth)
        else { continue }
        return caption(form.text, in: box)
      }
    }
    return nil
  }

  private func caption(_ string: String, in box: Rect) -> Text {
    Text(string: string, template: string, box: box, ink: backdrop.ink, isOnWall: true)
  }
}
