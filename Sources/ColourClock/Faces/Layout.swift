/// Puts the labels into an area: as large as they get, the time in one row or, where that is much larger, in a column.
struct Layout {
  let area: Rect
  let labels: Labels
  var notes = LabelExtras()

  /// The share of the area's width and height that the labels may take.
  private static let share = (width: 0.88, height: 0.86)
  /// How much larger a column must make the digits: a row reads more easily at the same size.
  private static let columnGain = 1.6
  /// The eye's centre lies a little above the middle (of the area's height).
  private static let opticalRise = 0.012

  /// The lines with their boxes, from the top down.
  func place(time: Civil, colour: Colour) -> [(line: Line, box: Rect)] {
    let row = lines(time, colour, inColumn: false)
    let rowUnit = unit(row)
    // An area wider than tall has no use for a column.
    guard labels.time, notes.number == nil, area.height > area.width else { return boxes(row, unit: rowUnit) }
    let column = lines(time, colour, inColumn: true)
    let columnUnit = unit(column)
    return columnUnit >= rowUnit * Layout.columnGain ? boxes(column, unit: columnUnit) : boxes(row, unit: rowUnit)
  }

  /// The digit height of the main line, in pixels, at which all lines fit.
  private func unit(_ lines: [Line]) -> Double {
    guard let widest = lines.map(\.width).max() else { return 0 }
    let byHeight = Layout.share.height * area.height / total(lines)
    return widest > 0 ? min(Layout.share.width * area.width / widest, byHeight) : byHeight
  }

  private func total(_ lines: [Line]) -> Double { lines.reduce(0) { $0 + $1.gap + $1.height } }

  private func boxes(_ lines: [Line], unit: Double) -> [(Line, Rect)] {
    let width = Layout.share.width * area.width
    var y = area.y + (0.5 - Layout.opticalRise) * area.height - unit * total(lines) / 2
    return lines.map { line in
      let box = Rect(x: area.midX - width / 2, y: y + line.gap * unit, width: width, height: line.height * unit)
      y = box.y + box.height
      return (line, box)
    }
  }

  /// The time, and captions below it; without the time the first of them is the main line.
  private func lines(_ time: Civil, _ colour: Colour, inColumn: Bool) -> [Line] {
    let times = labels.time ? (inColumn ? column(time) : [row(time)]) : []
    let captions = captions(time, colour, inColumn: inColumn)
    if let number = notes.number {
      return heading(number) + times.map { asCaption($0, height: 0.44, gap: 0.36) }
        + captions.map { asCaption($0, height: 0.24, gap: 0.3) } + feed
    }
    var lines = times
    for caption in captions { lines.append(lines.isEmpty ? caption : asCaption(caption)) }
    return lines + feed
  }

  /// The number, and above it what it is for.
  private func heading(_ number: LabelExtras.Number) -> [Line] {
    [
      Line(string: number.heading, template: "soon over 0000", height: 0.2),
      Line(string: number.string, template: number.template, gap: 0.36),
    ]
  }

  /// Lines whose length nobody can foresee: each is made to fit by itself.
  private var feed: [Line] {
    let lines = notes.feedLines
    let widest = lines.max { $0.count < $1.count } ?? ""
    var feed = lines.enumerated().map { index, line in
      Line(string: line, template: widest, height: 0.15, gap: index == 0 ? Line.captionGap : 0.12, isElastic: true)
    }
    if let status = notes.status {
      feed.append(
        Line(string: status, template: status, height: 0.12, gap: feed.isEmpty ? Line.captionGap : 0.2, isElastic: true)
      )
    }
    return feed
  }

  private func row(_ time: Civil) -> Line {
    let (numbers, suffix) = labels.parts(of: time)
    return Line(
      string: numbers.joined(separator: ":"), suffix: suffix.isEmpty ? "" : " \(suffix)",
      template: numbers.map { _ in "00" }.joined(separator: ":"))
  }

  private func column(_ time: Civil) -> [Line] {
    labels.parts(of: time).numbers.enumerated().map { index, number in
      Line(string: number, template: "00", gap: index == 0 ? 0 : 0.24)
    }
  }

  private func captions(_ time: Civil, _ colour: Colour, inColumn: Bool) -> [Line] {
    let dayHalf = labels.time && inColumn ? labels.parts(of: time).suffix : ""
    let hex = [labels.hex ? colour.hex : "", dayHalf].filter { !$0.isEmpty }.joined(separator: " ")
    var captions = hex.isEmpty ? [] : [Line(string: hex, template: hex, figures: .hexadecimal)]
    if labels.date { captions.append(Line(string: labels.date(of: time), template: labels.widestDate)) }
    return captions
  }

  private func asCaption(_ line: Line, height: Double = Line.captionHeight, gap: Double = Line.captionGap) -> Line {
    var caption = line
    (caption.height, caption.gap) = (height, gap)
    return caption
  }
}
