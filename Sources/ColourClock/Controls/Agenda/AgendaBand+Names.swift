/// The names of periods and reminders. A period has its name in its bar if it has room there, in one or two lines.
/// Otherwise the name is above the band (`AgendaBand+Flags.swift`), or beside the diamond of a reminder. The next entry
/// comes first there, and the present one unless the agenda's texts name it. Other periods have theirs there if these
/// rows have room.
extension AgendaBand {
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
  }

  func names(of bars: [Bar], _ marks: Marks, at second: Int64) -> Names {
    let forms = bars.map { self.forms($0.entry.period.title) }
    let inside = zip(bars, forms).map { self.inside($0, $1, at: second) }
    let found = [true, false].map { isBeside -> Names in
      let reminders = isBeside ? names(of: marks) : [:]
      var names = Names(inside: inside, captions: reminders.sorted { $0.key < $1.key }.map(\.value))
      for flag in flags(of: bars, forms, inside, marks, reminders) { add(flag, to: &names) }
      return names
    }
    return found[1].captions.count > found[0].captions.count ? found[1] : found[0]
  }

  /// The title, and a shorter form that ends at a comma. The text above the band has the whole title.
  func forms(_ title: String) -> [Form] {
    let clause = title.split(separator: ",").first.map(String.init) ?? title
    return [title, clause + "…"].filter { $0 == title || $0.count < title.count }.map(Form.init)
  }

  struct Marks {
    /// Horizontal, in pixels.
    let diamonds: [ClosedRange<Double>]
    /// The names of the diamonds; `nil` for a reminder that has none, and for several reminders.
    let titles: [String?]
    /// The diamonds of reminders that the agenda's texts name.
    let told: Set<Int>
  }

  /// The names of reminders by the index of the diamond, each at the right or at the left of it. Names without room are
  /// left out.
  private func names(of marks: Marks) -> [Int: Text] {
    let size = caption
    guard tracks.y - box.y >= size else { return [:] }
    return marks.diamonds.indices.reduce(into: [Int: Text]()) { names, index in
      guard let title = marks.titles[index], !marks.told.contains(index) else { return }
      let (form, span, gap) = (Form(title), marks.diamonds[index], Self.beside.own * size)
      let others = marks.diamonds.indices.filter { $0 != index }.map { marks.diamonds[$0] }
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
  private func inside(_ bar: Bar, _ forms: [Form], at second: Int64) -> [Text] {
    guard bar.edge > 0 else { return [] }
    let size = caption
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
