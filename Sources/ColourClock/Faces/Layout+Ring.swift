/// The wall with a ring: the countdown and the time in it, all other lines below it or beside it.
extension Layout.Plan {
  /// Digit height in pixels.
  static let leastHeight = 5.0

  mutating func placeRing(_ style: Ring.Style) {
    let wish = min(style.diameter.pixels(of: short), room.height, window.width)
    let gap = 0.045 * short
    isTitleOutside = !hasRoom(for: style.title, in: style, wish)
    let width = room.width - wish - 2 * gap
    // A feed goes below the ring only where the ring stays large enough to read.
    let isBelow = contents.feedStyle.place == .below && room.height >= 0.61 * short
    if contents.feed != nil, !isBelow, width > (contents.feedStyle.place == .beside ? 0.4 : 0.6) * wish {
      return placeBeside(style, wish, gap)
    }
    let rows = rowsBelow(style, wish, gap)
    let diameter = min(wish, room.height - Self.height(rows) - Self.foot(rows))
    if contents.feed == nil, isWide, diameter * Self.gainBeside <= wish { return placeBeside(style, wish, gap) }
    place(ring: style, diameter, below: rows)
  }

  /// True for a wide window, where lines may stand beside the ring.
  var isWide: Bool { window.width >= 1.5 * window.height }

  /// How much larger the ring must become to move captions beside it. A ring in the middle is calmer.
  private static let gainBeside = 1.16

  /// Title, captions and feed.
  private func rowsBelow(_ style: Ring.Style, _ wish: Double, _ gap: Double) -> [Row] {
    let tallest = (window.height > window.width ? 0.048 : 0.034) * short
    var rows = title(style, width: room.width, tallest: tallest)
    rows += Self.small(captions, tallest: tallest, width: room.width, isFirst: rows.isEmpty)
    if contents.feed != nil {
      let least = 0.2 * room.height
      let rest = room.height - gap - Self.height(rows) - min(wish, room.height - gap - Self.height(rows) - least)
      let between = feedGap(below: rows, height: rest, least: gap)
      var feed = feed(width: room.width, height: rest - between)
      feed[0].gap = rows.isEmpty ? 0 : between
      rows += feed
    }
    if !rows.isEmpty { rows[0].gap = max(gap, Line.clear(below: 0, above: rows[0].height)) }
    return rows
  }

  /// Places title, captions and feed at the right of the ring, no higher than the ring.
  private mutating func placeBeside(_ style: Ring.Style, _ wish: Double, _ gap: Double) {
    let (rest, hasFeed) = (room.width - wish - 2 * gap, contents.feed != nil)
    var width = min(rest, 1.1 * wish)
    if hasFeed { width = feedWidth(width, upTo: min(rest, 1.7 * wish), height: wish) }
    var rows = title(style, width: width, tallest: min(0.05 * short, 0.1 * wish))
    let free = wish - Self.height(rows) - (hasFeed ? 2 * gap + Self.feedBeside * wish : 0)
    let units = Self.height(ofCaptions: captions.count) + (rows.isEmpty ? 0 : Self.caption.pitch)
    rows += Self.small(
      captions, tallest: min(0.05 * short, free / max(units, 1)), width: width, isFirst: rows.isEmpty)
    if hasFeed {
      var feed = feed(width: width, height: wish - Self.height(rows) - 2 * gap)
      if let last = rows.last { feed[0].gap = max(1.5 * gap, Line.clear(below: last.height, above: feed[0].height)) }
      rows += feed
    } else {
      width = min(width, 1.05 * rows.reduce(0) { max($0, $1.width * $1.height) })
    }
    place(ring: style, wish, beside: rows, width: width, gap: 2 * gap)
  }

  /// Height that captions leave to a feed beside the ring, as a share of its diameter.
  private static let feedBeside = 0.3

  /// Captions of one size, no wider than `width`; empty where they would be too small to read.
  private static func small(_ captions: [Row], tallest: Double, width: Double, isFirst: Bool) -> [Row] {
    let height = captions.reduce(tallest) { min($0, width / $1.width) }
    return height < leastHeight
      ? [] : captions.enumerated().map { $1.sized(height, gap: $0 == 0 && isFirst ? 0 : caption.pitch * height) }
  }

  /// The width of a feed beside the ring: more than usual where its lines would break.
  private func feedWidth(_ usual: Double, upTo most: Double, height: Double) -> Double {
    let count = contents.feed?.count ?? 0
    return feed(width: usual, height: height).count - 1 > count ? most : usual
  }

  /// The title outside of the ring, in two lines at most.
  private func title(_ style: Ring.Style, width: Double, tallest: Double) -> [Row] {
    guard isTitleOutside, tallest >= Self.leastHeight else { return [] }
    let (lines, size) = Line.fitted(
      [style.title], width: width, height: Line.height(of: 2) * tallest, tallest: tallest,
      least: max(Self.leastHeight, 0.75 * tallest))
    return lines.enumerated().map { index, line in
      Row(part: .words(line), template: line, height: size, gap: index == 0 ? 0 : (Line.pitch - 1) * size)
    }
  }

  private mutating func place(ring style: Ring.Style, _ diameter: Double, below rows: [Row]) {
    let y = top(of: diameter + Self.height(rows), foot: Self.foot(rows))
    place(ring: style, Rect(x: window.midX - diameter / 2, y: y, width: diameter, height: diameter))
    slots = Self.stacked(rows, around: room.midX, width: room.width, from: y + diameter)
  }

  private mutating func place(
    ring style: Ring.Style, _ diameter: Double, beside rows: [Row], width: Double, gap: Double
  ) {
    let y = top(of: diameter)
    let x = window.midX - (diameter + gap + width) / 2
    place(ring: style, Rect(x: x, y: y, width: diameter, height: diameter))
    let middle = x + diameter + gap + width / 2
    slots = Self.stacked(rows, around: middle, width: width, from: y + (diameter - Self.height(rows)) / 2)
  }

  /// The ring and the lines in it: the number in the middle, title and phase above it, the time below it.
  private mutating func place(ring style: Ring.Style, _ square: Rect) {
    ring = square
    let circle = Ring(style: style, in: square, ink: .white, background: .black)
    let (radius, centre) = (circle.innerEdge, square.centre)
    let number = Row(part: .number, template: contents.number)
    let height = numberHeight(radius)
    if height > 0 {
      let width = Self.inRing.number * 2 * radius
      slotsInRing.append(number.slot(in: Rect(centre: centre, width: width, height: height)))
    }
    let near = height / 2 + Self.inRing.gap * radius
    placeHeading(isTitleOutside ? "" : style.title, from: near, radius, centre)
    if let time = smallTime.first {
      let width = Ring.chord(at: near + Self.inRing.time * radius, radius)
      let height = min(Self.inRing.time * radius, width / time.width)
      slotsInRing.append(
        time.slot(in: Rect(x: centre.x - width / 2, y: centre.y + near, width: width, height: height)))
    }
  }

  /// Shares of the inner radius.
  private static let inRing = (
    // The number's width (a share of the inner diameter) and its greatest height. It is as wide as 10:00, as a turn of
    // the ring reaches that from 5:00. If it were larger, the flash guard would delay the changes of a fast turn.
    number: 0.79, tallest: 0.62,
    // The gap above and below the number.
    gap: 0.19,
    // The greatest heights of the time and of a line of the heading.
    time: 0.16, heading: 0.105,
    // The smallest height of a title and a phase in one line.
    least: 0.085
  )

  private func numberHeight(_ radius: Double) -> Double {
    contents.number.isEmpty
      ? 0 : min(Self.inRing.number * 2 * radius / Line.width(contents.number), Self.inRing.tallest * radius)
  }

  /// True if the title can be read within a ring of that diameter, in one line with the phase or in two above it.
  private func hasRoom(for title: String, in style: Ring.Style, _ diameter: Double) -> Bool {
    let square = Rect(x: 0, y: 0, width: diameter, height: diameter)
    let radius = Ring(style: style, in: square, ink: .white, background: .black).innerEdge
    let near = numberHeight(radius) / 2 + Self.inRing.gap * radius
    let (tall, least) = (Self.inRing.heading * radius, Self.inRing.least * radius)
    let phase = "\(title) · \(Countdown.widestPhase(contents.words))"
    if title.isEmpty || Ring.chord(at: near + tall, radius) >= least * Line.width(phase) { return true }
    let narrow = Ring.chord(at: near + Line.height(of: 3) * least, radius)
    let size = 0.8 * least
    guard Line.widestPiece(of: title) * size <= narrow else { return false }
    let lines = Line.fitted(
      [title], width: narrow, height: Line.height(of: 2) * least, tallest: least, least: size
    ).lines
    return lines.joined().filter { $0 != " " } == title.filter { $0 != " " }
  }

  /// - Parameter near: the distance of the heading's lower edge from the centre.
  private mutating func placeHeading(_ title: String, from near: Double, _ radius: Double, _ centre: Point) {
    let (tall, least) = (Self.inRing.heading * radius, Self.inRing.least * radius)
    let widest = Countdown.widestPhase(contents.words)
    let phase = title.isEmpty ? widest : "\(title) · \(widest)"
    let width = Ring.chord(at: near + tall, radius)
    let height = min(tall, width / Line.width(phase))
    guard height < least, !title.isEmpty else {
      let box = Rect(x: centre.x - width / 2, y: centre.y - near - height, width: width, height: height)
      slotsInRing.append(Layout.Slot(part: isTitleOutside ? .phase : .heading, template: phase, box: box))
      return
    }
    // Two lines of the title, and the phase below them.
    let narrow = Ring.chord(at: near + Line.height(of: 3) * least, radius)
    let (lines, size) = Line.fitted(
      [title], width: narrow, height: Line.height(of: 2) * least, tallest: least, least: 0.7 * least)
    for (index, line) in (lines + [""]).reversed().enumerated() {
      let y = centre.y - near - Line.height(of: index + 1) * size
      let slot = Layout.Slot(
        part: index == 0 ? .phase : .words(line), template: index == 0 ? widest : line,
        box: Rect(x: centre.x - narrow / 2, y: y, width: narrow, height: size))
      slotsInRing.append(slot)
    }
  }
}
