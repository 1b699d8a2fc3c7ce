/// Puts the labels into an area: as large as they get, the time in one row or, where that is much larger, in a column.
struct Layout {
  let area: Rect
  let labels: Labels
  var extras = LabelExtras()

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
    guard labels.time, extras.number == nil, area.height > area.width else { return boxes(row, unit: rowUnit) }
    let column = lines(time, colour, inColumn: true)
    let columnUnit = unit(column)
    return columnUnit >= rowUnit * Layout.columnGain ? boxes(column, unit: columnUnit) : boxes(row, unit: rowUnit)
  }

  /// The digit height of the main line, in pixels, at which all lines fit.
  private func unit(_ lines: [Line]) -> Double {
    guard !lines.isEmpty else { return 0 }
    let byHeight = Layout.share.height * area.height / total(lines)
    let widest = lines.reduce(0) { max($0, $1.width) }
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

  /// The time, and captions below it; without the time the first of them is the main line. Where there is a countdown,
  /// its number is the main line and all else a caption.
  private func lines(_ time: Civil, _ colour: Colour, inColumn: Bool) -> [Line] {
    var lines: [Line] = []
    let captions = captions(time, colour, inColumn: inColumn)
    if let number = extras.number {
      lines.append(Line(string: number.heading, template: "soon over 0000", height: 0.2))
      lines.append(Line(string: number.string, template: number.template, gap: 0.36))
      if labels.time { lines.append(row(time).asCaption(height: 0.44, gap: 0.36)) }
      lines += captions.map { $0.asCaption(height: 0.24, gap: 0.3) }
    } else {
      if labels.time { lines = inColumn ? column(time) : [row(time)] }
      for caption in captions { lines.append(lines.isEmpty ? caption : caption.asCaption()) }
    }
    if !extras.feed.isEmpty || extras.status != nil { lines += feed }
    return lines
  }

  /// Lines of unknown length: each is set as small as its own text needs.
  private var feed: [Line] {
    let lines = extras.feedLines
    let widest = lines.max { $0.count < $1.count } ?? ""
    var feed = lines.enumerated().map { index, line in
      Line(string: line, template: widest, height: 0.15, gap: index == 0 ? Line.captionGap : 0.12, isElastic: true)
    }
    if let status = extras.status {
      feed.append(
        Line(string: status, template: status, height: 0.12, gap: feed.isEmpty ? Line.captionGap : 0.2, isElastic: true)
      )
    }
    return feed
  }

  private func row(_ time: Civil) -> Line {
    let (numbers, suffix) = labels.parts(of: time)
    var line = Line(string: numbers[0], suffix: suffix.isEmpty ? "" : " " + suffix, template: "00")
    for number in numbers.dropFirst() {
      line.string += ":" + number
      line.template += ":00"
    }
    return line
  }

  private func column(_ time: Civil) -> [Line] {
    labels.parts(of: time).numbers.enumerated().map { index, number in
      Line(string: number, template: "00", gap: index == 0 ? 0 : 0.24)
    }
  }

  /// The code with, in a column, `am` or `pm` behind it; the date.
  private func captions(_ time: Civil, _ colour: Colour, inColumn: Bool) -> [Line] {
    var code = labels.hex ? colour.hex : ""
    if inColumn, labels.time, labels.twelveHour { code += (code.isEmpty ? "" : " ") + labels.parts(of: time).suffix }
    var captions = code.isEmpty ? [] : [Line(string: code, template: code, figures: .hexadecimal)]
    if labels.date { captions.append(Line(string: labels.date(of: time), template: labels.names.widestDate)) }
    return captions
  }
}

/// One line of labels before it has a place. All its measures are in digit heights of the main line.
struct Line {
  var string: String
  var suffix = ""
  var template: String
  var figures = Text.Figures.decimal
  /// Its own digit height.
  var height = 1.0
  /// The space to the line above it.
  var gap = 0.0
  /// Whether it takes the width that the others leave it, and is set as small as that needs.
  var isElastic = false

  /// The space above a line that says less than the main one.
  fileprivate static let captionGap = 0.42

  fileprivate func asCaption(height: Double = 0.26, gap: Double = captionGap) -> Line {
    var caption = self
    (caption.height, caption.gap) = (height, gap)
    return caption
  }

  /// About how wide it gets in a common sans serif face: enough to plan with, the painter measures.
  var width: Double {
    isElastic ? 0 : height * (Line.width(template) + Line.width(suffix) * Text.suffixScale)
  }

  /// The sum of the characters' advances; counted by bytes, of which those that continue a character (10xxxxxx) add none.
  private static func width(_ string: String) -> Double {
    let bytes = string.utf8.span
    var width = 0.0
    for index in bytes.indices where bytes[index] & 0xc0 != 0x80 {
      switch bytes[index] {
      case UInt8(ascii: ":"), UInt8(ascii: " "): width += 0.36
      case UInt8(ascii: "m"): width += 1.2
      default: width += 0.8
      }
    }
    return width
  }
}
