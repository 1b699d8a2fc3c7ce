/// The names of periods and reminders, all in one size. A name is shown whole or not at all. The name of a period
/// stands in its bar in one or two lines, or above the band (`AgendaBand+Flags.swift`). The name of a reminder is
/// beside its diamond, or above the band.
extension AgendaBand {
  /// The sizes to try for names: digit heights, as shares of the hours' digit height. The size at which most present
  /// periods have their names wins; in a tie, the size with the most names; then the larger size.
  private static let sizes = [0.7, 0.6, 0.5]
  /// Lengths inside a bar, in digit heights of a name. `gap`: the free space on both sides of the name. `line`,
  /// `twoLines`: the least height of a bar for one line, and for two lines. Letters need more height than digits.
  /// `pitch`: the distance between the two lines.
  private static let inside = (gap: 0.3, line: 1.5, twoLines: 3.1, pitch: 1.55)
  /// Distances from a reminder's name, in digit heights. `own`: to its diamond. `raised`: above the middle of the lane,
  /// because letters such as g hang below the digits.
  private static let beside = (own: 0.4, raised: 0.12)
  /// `Line.width` times this factor is the usual width of a title. A wider title is set a little smaller.
  private static let realShare = 0.85

  /// A full or shortened name, with widths in digit heights.
  struct Form {
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

  struct Names {
    /// The lines of the name in each bar; empty for a name that is elsewhere or left out.
    var inside: [[Text]] = []
    /// The names above the bars and beside the diamonds.
    var captions: [Text] = []
    /// Lines from bars and diamonds to names above them.
    var poles: [Rect] = []
    /// The rows above the band that have names.
    var rows = 0
    /// The digit height of all names.
    var size = 0.0
  }

  func names(of bars: [Bar], _ marks: Marks, at second: Int64) -> Names {
    let forms = bars.map { bar in
      // The name may be only the part of the title before a comma, because the agenda's text has the whole title.
      [bar.entry.period.title, bar.entry.period.title.split(separator: ",").first.map(String.init)]
        .compactMap(\.self).reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }.map(Form.init)
    }
    var best = (names: Names(), score: (0, 0, 0.0))
    for share in Self.sizes {
      let size = max(leastName, share * unit)
      let inside = zip(bars, forms).map { self.inside($0, $1, size, at: second) }
      for isBeside in [true, false] {
        let reminders = isBeside ? names(of: marks, size) : [:]
        let flags = flags(of: bars, forms, inside, marks, reminders, size)
        var names = Names(inside: inside, captions: reminders.sorted { $0.key < $1.key }.map(\.value), size: size)
        for flag in flags { add(flag, to: &names) }
        let flagged = Set(flags.compactMap(\.flag.bar))
        let present = bars.indices.count { bars[$0].isOn && (!inside[$0].isEmpty || flagged.contains($0)) }
        let score = (present, inside.count { !$0.isEmpty } + names.captions.count, size)
        if score > best.score { best = (names, score) }
      }
    }
    return best.names
  }

  struct Marks {
    /// Horizontal, in pixels.
    let diamonds: [ClosedRange<Double>]
    let now: ClosedRange<Double>
    /// For each diamond; `nil` for a past reminder, or several.
    let titles: [String?]
  }

  /// The names of reminders by the index of the diamond, each at the right or at the left of it. Names without room are
  /// left out.
  private func names(of marks: Marks, _ size: Double) -> [Int: Text] {
    guard tracks.y - box.y >= size else { return [:] }
    return marks.diamonds.indices.reduce(into: [Int: Text]()) { names, index in
      guard let title = marks.titles[index] else { return }
      let (form, span, gap) = (Form(title), marks.diamonds[index], Self.beside.own * size)
      let others = marks.diamonds.indices.filter { $0 != index }.map { marks.diamonds[$0] } + [marks.now]
      let width = form.width * size
      for x in [span.upperBound + gap, span.lowerBound - gap - width] {
        let line = Rect(x: x, y: (box.y + tracks.y - size) / 2 - Self.beside.raised * size, width: width, height: size)
        let wide = line.x - 0.9 * gap...line.maxX + 0.9 * gap
        guard line.x >= box.x, line.maxX <= box.maxX, !others.contains(where: wide.overlaps),
          !names.values.contains(where: { wide.overlaps($0.box.x...$0.box.maxX) })
        else { continue }
        names[index] = caption(form.text, in: line)
        return
      }
    }
  }

  // MARK: In the bar

  /// The lines of the name in its bar; empty if the name does not fit. In the present period, the name is beside the
  /// line of the present. It must fit in half the bar, so that it stays in the bar while the line moves.
  private func inside(_ bar: Bar, _ forms: [Form], _ size: Double, at second: Int64) -> [Text] {
    guard bar.edge > 0 else { return [] }
    let room = room(in: bar, at: second)
    guard room.height >= Self.inside.line * size else { return [] }
    let least = (bar.rect.width - 2 * bar.edge) / 2 - 2 * markerWidth
    let width = (bar.isOn ? min(least, room.width) : room.width) - 2 * Self.inside.gap * size
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

  func caption(_ string: String, in box: Rect, _ alignment: Text.Alignment = .centre) -> Text {
    var text = Text(string: string, template: string, box: box, ink: backdrop.ink, isOnWall: true)
    text.alignment = alignment
    return text
  }
}
