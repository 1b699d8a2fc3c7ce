/// Lines below each other.
extension Layout.Plan {
  struct Row {
    let part: Layout.Part
    var template: String
    var suffix = ""
    var figures = Text.Figures.decimal
    /// The digit height, and the gap to the line above: in digit heights of the main line until `scaled` or `sized`,
    /// then in pixels.
    var height = 1.0
    var gap = 0.0

    /// Room for a sign before the text, in digit heights.
    var lead = 0.0

    var width: Double { lead + Line.width(template) + Line.width(suffix) * Text.suffixScale }

    /// The same row with a sign before it.
    var signed: Row {
      var row = self
      row.lead = Layout.sign.size + Layout.sign.gap
      return row
    }

    func scaled(by unit: Double) -> Row {
      var row = self
      (row.height, row.gap) = (height * unit, gap * unit)
      return row
    }

    func sized(_ height: Double, gap: Double) -> Row {
      var row = self
      (row.height, row.gap) = (height, gap)
      return row
    }

    func slot(in box: Rect) -> Layout.Slot {
      let lead = lead * box.height
      let rest = Rect(x: box.x + lead, y: box.y, width: max(1, box.width - lead), height: box.height)
      return Layout.Slot(
        part: part, template: template, suffix: suffix, figures: figures, lead: lead, box: lead > 0 ? rest : box)
    }
  }

  static func height(_ rows: [Row]) -> Double { rows.reduce(0) { $0 + $1.gap + $1.height } }

  /// Stacks rows from `y` down, each centred on `x`.
  static func stacked(_ rows: [Row], around x: Double, width: Double, from y: Double) -> [Layout.Slot] {
    var y = y
    return rows.map { row in
      defer { y += row.gap + row.height }
      return row.slot(in: Rect(x: x - width / 2, y: y + row.gap, width: width, height: row.height))
    }
  }

  /// The greatest height of the labels.
  var tallest: Double { min(0.94 * room.height, Self.share.height * window.height) }

  /// Optical centre: so much above the middle, as a share of the window's height.
  private static let opticalRise = 0.012

  /// Top of a block: in the middle of the window, as far as the room allows.
  /// - Parameter foot: free space below the block.
  func top(of height: Double, foot: Double = 0) -> Double {
    let middle = window.midY - Self.opticalRise * window.height
    return max(room.y, min(room.maxY - foot - height, middle - height / 2))
  }

  /// Free space below lines: descenders, and half a line.
  static func foot(_ rows: [Row]) -> Double { 0.5 * (rows.last?.height ?? 0) }

  /// Free space above lines whose first one is words: capitals and accents rise above the height of digits.
  static func head(_ rows: [Row]) -> Double {
    guard let first = rows.first, first.part == .date || first.part == .note else { return 0 }
    return Line.clear(below: 0, above: first.height)
  }

  var timeRow: [Row] {
    let labels = contents.labels
    return labels.time ? [Row(part: .time, template: labels.widestTime, suffix: labels.widestSuffix)] : []
  }

  /// The time within a ring, or below a stopwatch.
  var smallTime: [Row] { timeRow.map { _ in Row(part: .time, template: contents.labels.widestWholeTime) } }

  /// The main line as a column, a row for each of its parts.
  var mainColumn: [Row] {
    let labels = contents.labels
    if contents.hasStopwatch { return column((0..<3).map(Layout.Part.elapsed)) }
    guard labels.time, labels.timeFormat == nil else { return [] }
    var rows = column(labels.seconds ? [.hour, .minute, .second] : [.hour, .minute])
    guard let half = half(isFirst: true).first else { return rows }
    rows[0].gap = Self.columnGap
    return [half.sized(Self.caption.height, gap: 0)] + rows
  }

  private func column(_ parts: [Layout.Part]) -> [Row] {
    parts.enumerated().map { Row(part: $1, template: "00", gap: $0 == 0 ? 0 : Self.columnGap) }
  }

  /// Am or pm in a line of its own, above or below the column as the language has it.
  func half(isFirst: Bool) -> [Row] {
    let labels = contents.labels
    guard labels.twelveHour, !contents.hasStopwatch, labels.names.hasHalfFirst == isFirst else { return [] }
    return [Row(part: .half, template: labels.widestHalf)]
  }

  /// Gap between two rows of the column, in digit heights.
  private static let columnGap = 0.24

  /// The largest line: the time, or the stopwatch in its place.
  var mainRow: [Row] {
    contents.hasStopwatch ? [Row(part: .stopwatch, template: Stopwatch.widestNumber)] : timeRow
  }

  var captions: [Row] { captions(inColumn: false) }

  /// - Parameter inColumn: captions below a column, whose stopwatch shows no hundredths.
  func captions(inColumn: Bool) -> [Row] {
    let labels = contents.labels
    var captions: [Row] = []
    if contents.hasStopwatch { captions = contents.ring?.place == .around ? mainRow.map(\.signed) : smallTime }
    if labels.hex { captions.append(Row(part: .code, template: "#000000", figures: .hexadecimal)) }
    if labels.date { captions.append(Row(part: .date, template: labels.widestDate)) }
    // The lap comes last, as it is often empty.
    if contents.hasStopwatch {
      let template = Stopwatch.widestNote(contents.words, isExact: inColumn)
      captions.append(Row(part: inColumn ? .exactLap : .lap, template: template))
    }
    return captions
  }

  /// Captions in digit heights: the gap between the time and the first caption, the height of a caption, its height
  /// with a feed, the gap between two captions.
  static let caption = (gap: 0.42, height: 0.26, withFeed: 0.2, pitch: 0.9)

  /// The height of captions of one size with their gaps, in their digit heights.
  static func height(ofCaptions count: Int) -> Double {
    count == 0 ? 0 : Double(count) + Double(count - 1) * caption.pitch
  }
}
