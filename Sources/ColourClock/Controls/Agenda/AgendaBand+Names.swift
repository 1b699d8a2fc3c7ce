/// No bar has a name if one name has no room.
extension AgendaBand {
  /// Lengths are in digit heights of a name. `line` and `twoLines` are least heights.
  private static let inside = (gap: 0.3, line: 1.5, twoLines: 3.1, pitch: 1.55)
  /// The usual width of a title, as a share of `Line.width`.
  private static let realShare = 0.85

  /// Widths are in digit heights.
  private struct Form {
    let text: String
    let width: Double
    /// Two lines of about the same width; `nil` for a single word.
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

  func names(in bars: [Bar], at second: Int64) -> [[Text]] {
    let names = bars.map { self.lines(in: $0, at: second) }
    return names.contains { $0.isEmpty } ? bars.map { _ in [] } : names
  }

  private func forms(_ title: String) -> [Form] {
    let clause = title.split(separator: ",").first.map(String.init) ?? title
    return [title, clause + "…"].filter { $0 == title || $0.count < title.count }.map(Form.init)
  }

  /// In the present period, a name is in the larger part beside the moving marker. Its width is
  /// always half of the bar, the least width of that part, so that the name does not change.
  private func lines(in bar: Bar, at second: Int64) -> [Text] {
    guard bar.edge > 0 else { return [] }
    let (size, forms) = (caption, forms(bar.entry.period.title))
    let room = room(in: bar, at: second)
    guard room.height >= Self.inside.line * size else { return [] }
    let least = (bar.rect.width - 2 * bar.edge) / 2 - 2 * markerWidth
    let width = (bar.isOn ? min(least, room.width) : room.width) - 2 * Self.inside.gap * size
    func line(_ string: String, at y: Double) -> Text {
      let box = Rect(centre: Point(x: room.midX, y: y), width: width, height: size)
      return Text(string: string, box: box, ink: ink(in: bar))
    }
    if let form = forms.first(where: { $0.width * size <= width }) { return [line(form.text, at: room.midY)] }
    guard room.height >= Self.inside.twoLines * size,
      let lines = forms.first(where: { $0.widthOfLines * size <= width })?.lines
    else { return [] }
    let half = Self.inside.pitch * size / 2
    return [line(lines.first, at: room.midY - half), line(lines.second, at: room.midY + half)]
  }

  /// The space inside the border. In the present period, it is the larger part beside the marker.
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
}
