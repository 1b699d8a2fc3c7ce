/// Lines that stand below each other.
extension Layout.Plan {
  struct Row {
    let part: Layout.Part
    var template: String
    var suffix = ""
    var figures = Text.Figures.decimal
    /// Of its digits, and from the line above: in digit heights of the main line until it has its size, then in pixels.
    var height = 1.0
    var gap = 0.0

    /// What is kept free before it for a sign.
    var lead = 0.0

    var width: Double { lead + Line.width(template) + Line.width(suffix) * Text.suffixScale }

    /// With a sign before it.
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

  /// From `y` down, all as wide as may be around `x`.
  static func stacked(_ rows: [Row], around x: Double, width: Double, from y: Double) -> [Layout.Slot] {
    var y = y
    return rows.map { row in
      defer { y += row.gap + row.height }
      return row.slot(in: Rect(x: x - width / 2, y: y + row.gap, width: width, height: row.height))
    }
  }

  /// How tall labels may get.
  var tallest: Double { min(0.94 * room.height, Self.share.height * window.height) }

  /// The eye's centre lies a little above the middle (of the window's height).
  private static let opticalRise = 0.012

  /// Where something so tall begins: in the middle of the window as far as the room allows.
  /// - Parameter foot: what is to stay free below it.
  func top(of height: Double, foot: Double = 0) -> Double {
    let middle = window.midY - Self.opticalRise * window.height
    return max(room.y, min(room.maxY - foot - height, middle - height / 2))
  }

  /// What stays free below lines, for the parts of letters that hang below them and half a line more.
  static func foot(_ rows: [Row]) -> Double { 0.5 * (rows.last?.height ?? 0) }

  /// What stays free above them, for the parts of letters that rise above the height of digits where the first line is words.
  static func head(_ rows: [Row]) -> Double {
    guard let first = rows.first, first.part == .date || first.part == .note else { return 0 }
    return Line.clear(below: 0, above: first.height)
  }

  var timeRow: [Row] {
    let labels = contents.labels
    return labels.time ? [Row(part: .time, template: labels.widestTime, suffix: labels.widestSuffix)] : []
  }

  /// Within a ring, or below a stopwatch.
  var smallTime: [Row] { timeRow.map { _ in Row(part: .time, template: contents.labels.widestWholeTime) } }

  /// The main line, a row for each of its parts.
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

  /// Am or pm in a line of its own above or below a column, wherever its language has it.
  func half(isFirst: Bool) -> [Row] {
    let labels = contents.labels
    guard labels.twelveHour, !contents.hasStopwatch, labels.names.hasHalfFirst == isFirst else { return [] }
    return [Row(part: .half, template: labels.widestHalf)]
  }

  /// Between two rows of the column, in digit heights.
  private static let columnGap = 0.24

  /// What stands in the largest letters: the time, or in its place a stopwatch.
  var mainRow: [Row] {
    contents.hasStopwatch ? [Row(part: .stopwatch, template: Stopwatch.widestNumber)] : timeRow
  }

  var captions: [Row] { captions(inColumn: false) }

  /// - Parameter inColumn: whether they stand below a column, in which a stopwatch has no hundredths.
  func captions(inColumn: Bool) -> [Row] {
    let labels = contents.labels
    var captions: [Row] = []
    if contents.hasStopwatch { captions = contents.ring?.place == .around ? mainRow.map(\.signed) : smallTime }
    if labels.hex { captions.append(Row(part: .code, template: "#000000", figures: .hexadecimal)) }
    if labels.date { captions.append(Row(part: .date, template: labels.widestDate)) }
    // Last, since there is often nothing in it.
    if contents.hasStopwatch {
      let template = Stopwatch.widestNote(contents.words, isExact: inColumn)
      captions.append(Row(part: inColumn ? .exactLap : .lap, template: template))
    }
    return captions
  }

  /// In digit heights: from the time to what stands below it; of that, how tall it is, also where there is a feed to read,
  /// and the next one's distance.
  static let caption = (gap: 0.42, height: 0.26, withFeed: 0.2, pitch: 0.9)

  /// Captions of one height, and the gaps between them.
  static func height(ofCaptions count: Int) -> Double {
    count == 0 ? 0 : Double(count) + Double(count - 1) * caption.pitch
  }
}
