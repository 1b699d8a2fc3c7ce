/// Where everything on the wall has its place: worked out when the window, the set-up or what is on the wall changes, and
/// kept while only digits change, so that nothing jumps.
///
/// From the top down: a row for small signs in the corners; the room, with the labels or a ring and what belongs to it;
/// and at the lower edge the strip of the controls, which is kept free also while they are hidden. (With a hold button in
/// the upper half of the window it is the other way round.) A further control needs its own share of that strip.
final class Layout: Sendable {
  /// What is on the wall, as far as places and sizes depend on it.
  struct Contents: Hashable, Sendable {
    var size: Size
    var labels: Labels
    /// What has to be left free at all edges, in pixels.
    var margin = 0.0
    /// That of a countdown; above the edge its number stands among the labels.
    var ring: Ring.Style?
    /// The widest form of the countdown's number.
    var number = ""
    /// The paragraphs of a feed's text; `nil` without a feed.
    var feed: [String]?
    /// `nil` without a hold button.
    var button: HoldButton.Contents?
    /// `nil` without a bar of controls.
    var bar: ControlBar.Contents?
  }

  /// One line of text in its place.
  struct Slot: Hashable, Sendable {
    let part: Part
    /// The widest forms of the text and of what follows it in smaller letters.
    var template: String
    var suffix = ""
    var figures = Text.Figures.decimal
    var box: Rect
  }

  /// What a line of text is.
  enum Part: Hashable, Sendable {
    case time, hour, minute, second, half, code, date
    /// Of a countdown: its number, how it is getting on, that behind its title, all of it in one line.
    case number, phase, heading, note
    /// Text that stays as it is: a line of a title or of a feed.
    case words(String)
    /// How old the feed's text is.
    case status
  }

  let contents: Contents
  /// On the wall itself, from the top down.
  let slots: [Slot]
  /// The square of a ring, and what is within the ring.
  let ring: Rect?
  let slotsInRing: [Slot]
  /// The outline of the hold button.
  let button: Rect?
  /// The controls of the bar; none where there is no room for it.
  let bar: [ControlBar.Place]
  /// The row at whose ends small signs stand.
  let signs: Rect

  init(_ contents: Contents) {
    let plan = Plan(contents)
    (self.contents, slots, ring, slotsInRing) = (contents, plan.slots, plan.ring, plan.slotsInRing)
    (button, bar, signs) = (plan.button, plan.bar, plan.signs)
  }

  /// A sign at the left or the right end of its row, as wide as its text needs; the text's digits are half as tall.
  func sign(_ template: String, isLeft: Bool) -> Rect {
    let width = min(signs.width / 2, (Line.width(template) / 2 + 1) * signs.height)
    return Rect(x: isLeft ? signs.x : signs.maxX - width, y: signs.y, width: width, height: signs.height)
  }
}

/// A layout in the making.
private struct Plan {
  let contents: Layout.Contents
  private(set) var slots: [Layout.Slot] = []
  private(set) var ring: Rect?
  private(set) var slotsInRing: [Layout.Slot] = []
  let button: Rect?
  let bar: [ControlBar.Place]
  let signs: Rect
  private let window: Rect
  /// What the controls and signs leave.
  private let room: Rect

  /// The shares of the window's width and height that labels may take.
  private static let share = (width: 0.88, height: 0.86)
  /// The eye's centre lies a little above the middle (of the window's height).
  private static let opticalRise = 0.012

  init(_ contents: Layout.Contents) {
    let window = Rect(contents.size).inset(by: contents.margin)
    let short = contents.size.shortSide
    (self.contents, self.window) = (contents, window)
    button = contents.button.map { HoldButton.plate($0, in: window) }
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
    let width = Plan.share.width * window.width
    let top = isAbove ? strip : edge
    let bottom = max(isAbove ? edge : strip, barStrip)
    room = Rect(
      x: window.midX - width / 2, y: window.y + top, width: width, height: max(0, window.height - top - bottom))
    if let style = contents.ring, style.place == .around { placeRing(style) } else { placeLabels() }
  }

  private var short: Double { min(window.width, window.height) }
}

/// Lines that stand below each other.
extension Plan {
  private struct Row {
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

  private static func height(_ rows: [Row]) -> Double { rows.reduce(0) { $0 + $1.gap + $1.height } }

  /// From `y` down, all as wide as may be around `x`.
  private static func stacked(_ rows: [Row], around x: Double, width: Double, from y: Double) -> [Layout.Slot] {
    var y = y
    return rows.map { row in
      defer { y += row.gap + row.height }
      return row.slot(in: Rect(x: x - width / 2, y: y + row.gap, width: width, height: row.height))
    }
  }

  /// How tall labels may get.
  private var tallest: Double { min(0.94 * room.height, Plan.share.height * window.height) }

  /// Where something so tall begins: in the middle of the window as far as the room allows.
  private func top(of height: Double) -> Double {
    let middle = window.midY - Plan.opticalRise * window.height
    return max(room.y, min(room.maxY - height, middle - height / 2))
  }

  private var timeRow: [Row] {
    let labels = contents.labels
    let template = labels.seconds ? "00:00:00" : "00:00"
    return labels.time ? [Row(part: .time, template: template, suffix: labels.twelveHour ? " pm" : "")] : []
  }

  private var timeColumn: [Row] {
    let parts = contents.labels.seconds ? [Layout.Part.hour, .minute, .second] : [.hour, .minute]
    return parts.enumerated().map { Row(part: $1, template: "00", gap: $0 == 0 ? 0 : 0.24) }
  }

  private var captions: [Row] {
    let labels = contents.labels
    var captions = labels.hex ? [Row(part: .code, template: "#000000", figures: .hexadecimal)] : []
    if labels.date { captions.append(Row(part: .date, template: labels.names.widestDate)) }
    return captions
  }

  /// The feed's text in lines, and its age.
  private func feed(width: Double, height: Double) -> [Row] {
    guard let feed = contents.feed else { return [] }
    let status = min(max(8, 0.022 * short), 0.15 * height)
    let (lines, size) = Line.fitted(
      feed, width: width, height: height - 2.6 * status, tallest: min(0.042 * short, 0.3 * height),
      least: max(6, 0.018 * short))
    let rows = lines.enumerated().map { index, line in
      Row(part: .words(line), template: line, height: size, gap: index == 0 ? 0 : (Line.pitch - 1) * size)
    }
    let age = Row(
      part: .status, template: "updated 59 min ago", height: rows.isEmpty ? status : min(status, size),
      gap: rows.isEmpty ? 0 : 1.3 * status)
    return rows + [age]
  }

  /// In digit heights: from the time to what stands below it; of that, how tall it is, also where there is a feed to read,
  /// and the next one's distance.
  private static let caption = (gap: 0.42, height: 0.26, withFeed: 0.2, pitch: 0.9)

  /// Captions of one height, and the gaps between them.
  private static func height(ofCaptions count: Int) -> Double {
    count == 0 ? 0 : Double(count) + Double(count - 1) * caption.pitch
  }
}

/// The wall without a ring.
extension Plan {
  /// How much larger a column must make the digits: a row reads more easily at the same size.
  private static let columnGain = 1.4
  /// What is kept for a feed, of the height.
  private static let feedShare = 0.36

  /// As large as they get: the time in one row or, in an upright window where that is much larger, in a column.
  private mutating func placeLabels() {
    let row = labels(timeRow, captions)
    var rows = row.rows
    if contents.labels.time, window.height > window.width {
      let half = contents.labels.twelveHour ? [Row(part: .half, template: "pm")] : []
      let column = labels(timeColumn, half + captions)
      if column.unit >= row.unit * Plan.columnGain { rows = column.rows }
    }
    let rest = tallest - Plan.height(rows)
    if contents.feed != nil, rest > 0 {
      let gap = rows.isEmpty ? 0 : 0.18 * rest
      var feed = feed(width: room.width, height: rest - gap)
      feed[0].gap = min(gap, 0.06 * short)
      rows += feed
    }
    slots = Plan.stacked(
      rows, around: room.midX, width: room.width, from: top(of: Plan.height(rows)))
  }

  /// The time, and below it captions; without the time the first of them is the main line.
  /// - Returns: also the digit height of the main line.
  private func labels(_ time: [Row], _ captions: [Row]) -> (rows: [Row], unit: Double) {
    let note = contents.ring == nil ? [] : [Row(part: .note, template: Countdown.widestNote(contents.number))]
    let all = time.isEmpty ? captions + note : time
    let main = time.isEmpty ? Array(all.prefix(1)) : time
    let small = time.isEmpty ? Array(all.dropFirst()) : captions + note
    guard !main.isEmpty else { return ([], 0) }
    let height = tallest * (contents.feed == nil ? 1 : 1 - Plan.feedShare)
    let byWidth = room.width / main.reduce(0) { max($0, $1.width) }
    let (gap, lines) = (small.isEmpty ? 0 : Plan.caption.gap, Plan.height(ofCaptions: small.count))
    let share = contents.feed == nil ? Plan.caption.height : Plan.caption.withFeed
    var unit = min(byWidth, height / (Plan.height(main) + gap + lines * share))
    var caption = share * unit
    // Captions too long for that height are smaller, all of them, and leave the time more.
    let widest = captions.reduce(0) { max($0, $1.width) }
    if time.isEmpty == false, widest * caption > room.width {
      caption = room.width / widest
      unit = min(byWidth, (height - lines * caption) / (Plan.height(main) + gap))
    }
    let below = small.enumerated().map { index, row in
      row.sized(caption, gap: index == 0 ? Plan.caption.gap * unit : Plan.caption.pitch * caption)
    }
    return (main.map { $0.scaled(by: unit) } + below, unit)
  }
}

/// The wall with a ring: in it the countdown and the time, below it or beside it all else.
extension Plan {
  /// In pixels of digit height.
  private static let leastHeight = 5.0

  private mutating func placeRing(_ style: Ring.Style) {
    let wish = min(style.diameter.pixels(of: short), room.height, window.width)
    let gap = 0.045 * short
    let captions = captions
    let width = room.width - wish - 2 * gap
    if contents.feed != nil, width > 0.6 * wish {
      let width = min(width, 1.1 * wish)
      var rows = Plan.small(captions, tallest: 0.05 * short, width: width)
      let rest = wish - Plan.height(rows) - 2 * gap
      var feed = feed(width: width, height: rest)
      if !rows.isEmpty { feed[0].gap = 1.5 * gap }
      rows += feed
      return place(ring: style, wish, beside: rows, width: width, gap: 2 * gap)
    }
    var rows = Plan.small(
      captions, tallest: (window.height > window.width ? 0.048 : 0.034) * short, width: room.width)
    if contents.feed != nil {
      let least = 0.2 * room.height
      let rest = room.height - gap - Plan.height(rows) - min(wish, room.height - gap - Plan.height(rows) - least)
      var feed = feed(width: room.width, height: rest - gap)
      feed[0].gap = rows.isEmpty ? 0 : gap
      rows += feed
    }
    if !rows.isEmpty { rows[0].gap = gap }
    place(ring: style, min(wish, room.height - Plan.height(rows)), below: rows)
  }

  /// Captions of one size, no wider than `width`; none where they could not be read.
  private static func small(_ captions: [Row], tallest: Double, width: Double) -> [Row] {
    let height = captions.reduce(tallest) { min($0, width / $1.width) }
    return height < leastHeight
      ? [] : captions.enumerated().map { $1.sized(height, gap: $0 == 0 ? 0 : caption.pitch * height) }
  }

  private mutating func place(ring style: Ring.Style, _ diameter: Double, below rows: [Row]) {
    let y = top(of: diameter + Plan.height(rows))
    place(ring: style, Rect(x: window.midX - diameter / 2, y: y, width: diameter, height: diameter))
    slots = Plan.stacked(rows, around: room.midX, width: room.width, from: y + diameter)
  }

  private mutating func place(
    ring style: Ring.Style, _ diameter: Double, beside rows: [Row], width: Double, gap: Double
  ) {
    let y = top(of: diameter)
    let x = window.midX - (diameter + gap + width) / 2
    place(ring: style, Rect(x: x, y: y, width: diameter, height: diameter))
    let middle = x + diameter + gap + width / 2
    slots = Plan.stacked(rows, around: middle, width: width, from: y + (diameter - Plan.height(rows)) / 2)
  }

  /// The ring, and what is in it: the number in its middle, above that what it is for and how it is getting on, below it
  /// the time.
  private mutating func place(ring style: Ring.Style, _ square: Rect) {
    ring = square
    let circle = Ring(style: style, in: square, ink: .white, background: .black)
    let (radius, centre) = (circle.innerEdge, square.centre)
    let number = Row(part: .number, template: contents.number)
    var reach = 0.0
    if !contents.number.isEmpty {
      let width = Plan.inRing.number * 2 * radius
      let height = min(width / number.width, Plan.inRing.tallest * radius)
      slotsInRing.append(number.slot(in: Rect(centre: centre, width: width, height: height)))
      reach = height / 2
    }
    let near = reach + Plan.inRing.gap * radius
    placeHeading(style.title, from: near, radius, centre)
    if let time = timeRow.first {
      let width = Plan.chord(at: near + Plan.inRing.time * radius, radius)
      let height = min(Plan.inRing.time * radius, width / time.width)
      slotsInRing.append(
        time.slot(in: Rect(x: centre.x - width / 2, y: centre.y + near, width: width, height: height)))
    }
  }

  /// Of the inner radius: the number's width (of the diameter) and greatest height, the gap above and below it, the
  /// greatest heights of the time and of a line of the heading, and the least at which a title is in one line with the
  /// phase.
  private static let inRing = (number: 0.72, tallest: 0.62, gap: 0.19, time: 0.16, heading: 0.105, least: 0.085)

  /// How wide a text may be whose far edge is so far from the centre.
  private static func chord(at distance: Double, _ radius: Double) -> Double {
    1.84 * max(0, radius * radius - distance * distance).squareRoot()
  }

  /// - Parameter near: its lower edge's distance from the centre.
  private mutating func placeHeading(_ title: String, from near: Double, _ radius: Double, _ centre: Point) {
    let (tall, least) = (Plan.inRing.heading * radius, Plan.inRing.least * radius)
    let phase = title.isEmpty ? Countdown.widestPhase : "\(title) · \(Countdown.widestPhase)"
    let width = Plan.chord(at: near + tall, radius)
    let height = min(tall, width / Line.width(phase))
    guard height < least, !title.isEmpty else {
      let box = Rect(x: centre.x - width / 2, y: centre.y - near - height, width: width, height: height)
      slotsInRing.append(Layout.Slot(part: .heading, template: phase, box: box))
      return
    }
    // Two lines of the title, the phase below them.
    let narrow = Plan.chord(at: near + Line.height(of: 3) * least, radius)
    let (lines, size) = Line.fitted(
      [title], width: narrow, height: Line.height(of: 2) * least, tallest: least, least: 0.7 * least)
    for (index, line) in (lines + [""]).reversed().enumerated() {
      let y = centre.y - near - Line.height(of: index + 1) * size
      let slot = Layout.Slot(
        part: index == 0 ? .phase : .words(line), template: index == 0 ? Countdown.widestPhase : line,
        box: Rect(x: centre.x - narrow / 2, y: y, width: narrow, height: size))
      slotsInRing.append(slot)
    }
  }
}
