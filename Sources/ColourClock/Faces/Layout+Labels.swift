/// A layout in the making, and the wall without a ring.
extension Layout {
  struct Plan {
    private(set) var contents: Contents
    var slots: [Layout.Slot] = []
    var ring: Rect?
    var slotsInRing: [Layout.Slot] = []
    let button: Rect?
    let bar: [ControlBar.Place]
    let signs: Rect
    var agendaBand: Rect?
    var border: [Rect] = []
    let window: Rect
    /// What the controls and signs leave, and what has a place of its own at an edge.
    private(set) var room: Rect
    /// Whether a ring's title stands below it or beside it, for want of room within.
    var isTitleOutside = false

    /// The shares of the window's width and height that labels may take.
    static let share = (width: 0.88, height: 0.86)
    /// The eye's centre lies a little above the middle (of the window's height).
    private static let opticalRise = 0.012

    init(_ contents: Layout.Contents) {
      let window = Rect(contents.size).inset(by: contents.margin)
      let short = contents.size.shortSide
      (self.contents, self.window) = (contents, window)
      button = contents.button.map { HoldButton.plate($0, contents.words, in: window) }
      let isAbove = button.map { $0.midY < window.midY } ?? false
      let tall = min(2 * max(9, 0.02 * short), 0.12 * window.height)
      let gap = 0.4 * tall
      let y = isAbove ? window.maxY - gap - tall : window.y + gap
      signs = Rect(x: window.x + gap, y: y, width: window.width - 2 * gap, height: tall)
      let edge = 2 * gap + tall
      let strip = button.map { (isAbove ? $0.maxY - window.y : window.maxY - $0.y) + 0.3 * $0.height } ?? edge
      let floor = isAbove ? signs.y : window.maxY
      let beside = isAbove ? nil : button
      bar = contents.bar.map { ControlBar.places($0, in: window, floor: floor, button: beside) } ?? []
      let barStrip = bar.first.map { window.maxY - $0.box.y + 0.3 * $0.box.height } ?? 0
      let width = Self.share.width * window.width
      let top = isAbove ? strip : edge
      let bottom = max(isAbove ? edge : strip, barStrip)
      room = Rect(
        x: window.midX - width / 2, y: window.y + top, width: width, height: max(0, window.height - top - bottom))
      if let urgent = contents.messages.urgent { placeUrgent(urgent) } else { placeAll() }
    }

    private mutating func placeAll() {
      let apart = placePlans() + placeApart()
      if let style = contents.ring, style.place == .around { placeRing(style) } else { placeLabels() }
      slots += apart
    }

    var short: Double { min(window.width, window.height) }
  }
}

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

    var width: Double { Line.width(template) + Line.width(suffix) * Text.suffixScale }

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
      Layout.Slot(part: part, template: template, suffix: suffix, figures: figures, box: box)
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

  /// Where something so tall begins: in the middle of the window as far as the room allows.
  /// - Parameter foot: what is to stay free below it.
  func top(of height: Double, foot: Double = 0) -> Double {
    let middle = window.midY - Self.opticalRise * window.height
    return max(room.y, min(room.maxY - foot - height, middle - height / 2))
  }

  /// What stays free below lines, for the parts of letters that hang below them and half a line more.
  static func foot(_ rows: [Row]) -> Double { 0.5 * (rows.last?.height ?? 0) }

  var timeRow: [Row] {
    let labels = contents.labels
    return labels.time ? [Row(part: .time, template: labels.widestTime, suffix: labels.widestSuffix)] : []
  }

  /// Within a ring, or below a stopwatch.
  var smallTime: [Row] { timeRow.map { Row(part: .time, template: $0.template + $0.suffix) } }

  var timeColumn: [Row] {
    let parts = contents.labels.seconds ? [Layout.Part.hour, .minute, .second] : [.hour, .minute]
    return parts.enumerated().map { Row(part: $1, template: "00", gap: $0 == 0 ? 0 : 0.24) }
  }

  /// What stands in the largest letters: the time, or in its place a stopwatch.
  private var mainRow: [Row] {
    contents.hasStopwatch ? [Row(part: .stopwatch, template: Stopwatch.widestNumber)] : timeRow
  }

  var captions: [Row] {
    let labels = contents.labels
    var captions: [Row] = []
    if contents.hasStopwatch { captions = contents.ring?.place == .around ? mainRow : smallTime }
    if labels.hex { captions.append(Row(part: .code, template: "#000000", figures: .hexadecimal)) }
    if labels.date { captions.append(Row(part: .date, template: labels.widestDate)) }
    // Last, since there is often nothing in it.
    if contents.hasStopwatch { captions.append(Row(part: .lap, template: Stopwatch.widestNote(contents.words))) }
    return captions
  }

  /// The feed's text in lines, and its age.
  func feed(width: Double, height: Double) -> [Row] {
    guard let feed = contents.feed else { return [] }
    let status = min(max(8, 0.022 * short), 0.15 * height)
    let tallest = min(contents.feedStyle.size * short, 0.3 * height)
    let (lines, size) = Line.fitted(
      feed, width: width, height: height - 2.6 * status, tallest: tallest, least: max(6, min(0.018 * short, tallest)))
    let rows = lines.enumerated().map { index, line in
      Row(part: .words(line), template: line, height: size, gap: index == 0 ? 0 : (Line.pitch - 1) * size)
    }
    let age = Row(
      part: .status, template: contents.words["updated %d min ago", 59],
      height: rows.isEmpty ? status : min(status, size),
      gap: rows.isEmpty ? 0 : 1.3 * status)
    return rows + [age]
  }

  /// Takes out of the room what stands at an edge of it.
  private mutating func placeApart() -> [Layout.Slot] {
    let zones = placeZones()
    guard contents.feed != nil, let place = contents.feedStyle.place else { return zones }
    let gap = 0.06 * short
    if place == .bottom {
      let most = min(feedShare * room.height, spare(feed: nil))
      guard most > 2 * gap else { return zones }
      let rows = feed(width: room.width, height: most - gap)
      let height = Self.height(rows)
      guard height + gap <= most + 1e-6 else { return zones }
      contents.feed = nil
      shrinkRoom(bottom: height + gap)
      return Self.stacked(rows, around: room.midX, width: room.width, from: room.maxY + gap) + zones
    }
    guard place == .beside, contents.ring?.place != .around, room.width > 1.4 * room.height else { return zones }
    let width = 0.34 * room.width
    let rows = feed(width: width, height: tallest)
    contents.feed = nil
    let slots = Self.stacked(rows, around: room.maxX - width / 2, width: width, from: top(of: Self.height(rows)))
    shrinkRoom(right: width + gap)
    return slots + zones
  }

  /// What may be taken off the room's height, so that the main line, or a ring and what is below it, can be read.
  private func spare(feed: [String]?) -> Double {
    guard contents.ring?.place == .around else { return room.height - 0.3 * short }
    let isBelow = window.height > window.width || contents.feedStyle.place == .below
    return room.height - (feed != nil && isBelow ? 0.74 : 0.63) * short
  }

  mutating func leaveOutFeed() { contents.feed = nil }

  mutating func leaveOutCaptions() { (contents.labels.hex, contents.labels.date) = (false, false) }

  mutating func shrinkRoom(top: Double = 0, right: Double = 0, bottom: Double = 0) {
    room = Rect(x: room.x, y: room.y + top, width: room.width - right, height: room.height - top - bottom)
  }

  /// Further zones, at the lower edge of the room, in as few rows as they fit; none where they could not be read.
  private mutating func placeZones() -> [Layout.Slot] {
    let (zones, most) = (contents.zones, min(0.24 * room.height, spare(feed: contents.feed)))
    guard let width = zones.map(Line.width).max() else { return [] }
    var size = (window.height > window.width ? 0.04 : 0.032) * short
    while size >= Self.leastZone {
      let columns = min(zones.count, Int((room.width / size + Self.zoneGap) / (width + Self.zoneGap)))
      let rows = columns == 0 ? Int.max : (zones.count + columns - 1) / columns
      if rows < Int.max, (Line.height(of: rows) + Self.zoneGap + Self.zoneFoot) * size <= most {
        return placeZones(rows, size)
      }
      size *= 0.95
    }
    return []
  }

  private mutating func placeZones(_ rows: Int, _ size: Double) -> [Layout.Slot] {
    let (zones, gap) = (contents.zones, Self.zoneGap * size)
    shrinkRoom(bottom: (Line.height(of: rows) + Self.zoneFoot) * size + gap)
    let columns = (zones.count + rows - 1) / rows
    var (slots, x, y) = ([Layout.Slot](), 0.0, room.maxY + gap)
    for (index, template) in zones.enumerated() {
      if index % columns == 0 {
        // Each row stands in the middle.
        let inRow = zones[index..<min(index + columns, zones.count)]
        x = room.midX - (inRow.reduce(-gap) { $0 + Line.width($1) * size + gap }) / 2
        if index > 0 { y += Line.pitch * size }
      }
      let box = Rect(x: x, y: y, width: Line.width(template) * size, height: size)
      slots.append(Layout.Slot(part: .zone(index), template: template, box: box))
      x = box.maxX + gap
    }
    return slots
  }

  /// Between two zones and above them, and below them, in digit heights.
  private static let zoneGap = 2.0
  private static let zoneFoot = 0.5
  /// In pixels of digit height: smaller they are not read, and the room is better given to the rest.
  private static let leastZone = 8.0

  /// What is kept for a feed, of the height: more for more and larger lines.
  private var feedShare: Double {
    let height = { (style: Feed.Style) in Line.height(of: style.lines) * style.size }
    return 0.36 * min(1.7, max(1, height(contents.feedStyle) / height(.standard)))
  }

  /// In digit heights: from the time to what stands below it; of that, how tall it is, also where there is a feed to read,
  /// and the next one's distance.
  static let caption = (gap: 0.42, height: 0.26, withFeed: 0.2, pitch: 0.9)

  /// Captions of one height, and the gaps between them.
  static func height(ofCaptions count: Int) -> Double {
    count == 0 ? 0 : Double(count) + Double(count - 1) * caption.pitch
  }
}

/// The wall without a ring.
extension Layout.Plan {
  /// How much larger a column must make the digits: a row reads more easily at the same size.
  private static let columnGain = 1.4

  /// As large as they get: the time in one row or, in an upright window where that is much larger, in a column.
  private mutating func placeLabels() {
    let row = labels(mainRow, captions)
    var rows = row.rows
    if contents.labels.time, contents.labels.timeFormat == nil, !contents.hasStopwatch, window.height > window.width {
      let half = contents.labels.twelveHour ? [Row(part: .half, template: contents.labels.widestHalf)] : []
      let column = labels(timeColumn, half + captions)
      if column.unit >= row.unit * Self.columnGain { rows = column.rows }
    }
    let rest = tallest - Self.height(rows)
    if contents.feed != nil, rest > 0 {
      let gap = rows.isEmpty ? 0 : 0.18 * rest
      var feed = feed(width: room.width, height: rest - gap)
      feed[0].gap = min(gap, 0.06 * short)
      rows += feed
    }
    slots = Self.stacked(
      rows, around: room.midX, width: room.width, from: top(of: Self.height(rows), foot: Self.foot(rows)))
  }

  /// The time, and below it captions; without the time the first of them is the main line.
  /// - Returns: also the digit height of the main line.
  func labels(_ time: [Row], _ captions: [Row]) -> (rows: [Row], unit: Double) {
    let note =
      contents.ring == nil ? [] : [Row(part: .note, template: Countdown.widestNote(contents.number, contents.words))]
    let all = time.isEmpty ? captions + note : time
    let main = time.isEmpty ? Array(all.prefix(1)) : time
    let small = time.isEmpty ? Array(all.dropFirst()) : captions + note
    guard !main.isEmpty else { return ([], 0) }
    let height = tallest * (contents.feed == nil ? 1 : 1 - feedShare)
    let byWidth = room.width / main.reduce(0) { max($0, $1.width) }
    let (gap, lines) = (small.isEmpty ? 0 : Self.caption.gap, Self.height(ofCaptions: small.count))
    let share = contents.feed == nil ? Self.caption.height : Self.caption.withFeed
    var unit = min(byWidth, height / (Self.height(main) + gap + lines * share))
    var caption = share * unit
    // Captions too long for that height are smaller, all of them, and leave the time more.
    let widest = captions.reduce(0) { max($0, $1.width) }
    if time.isEmpty == false, widest * caption > room.width {
      caption = room.width / widest
      unit = min(byWidth, (height - lines * caption) / (Self.height(main) + gap))
    }
    let below = small.enumerated().map { index, row in
      row.sized(caption, gap: index == 0 ? Self.caption.gap * unit : Self.caption.pitch * caption)
    }
    return (main.map { $0.scaled(by: unit) } + below, unit)
  }
}
