/// A layout while it is computed, and the labels without a ring.
extension Layout {
  struct Plan {
    private(set) var contents: Contents
    var slots: [Layout.Slot] = []
    var ring: Rect?
    var slotsInRing: [Layout.Slot] = []
    let controls: Layout.Controls
    var agendaBand: Rect?
    var border: [Rect] = []
    /// The messages that have room.
    var placedMessages = Messages.Shown()
    let window: Rect
    /// The area without controls, signs, and items that stand at an edge.
    private(set) var room: Rect
    /// True if the ring has no room for its title, which then stands below it or beside it.
    var isTitleOutside = false

    /// Shares of the window's width and height that labels may take.
    static let share = (width: 0.88, height: 0.86)

    init(_ contents: Layout.Contents) {
      let window = Rect(contents.size).inset(by: contents.margin)
      (self.contents, self.window) = (contents, window)
      controls = Layout.Controls(contents, in: window)
      let (width, free) = (Self.share.width * window.width, controls.free)
      room = Rect(
        x: window.midX - width / 2, y: window.y + free.top, width: width,
        height: max(0, window.height - free.top - free.bottom))
      if let urgent = contents.messages.urgent { placeUrgent(urgent) } else { placeAll() }
    }

    private mutating func placeAll() {
      let apart = placePlans() + placeApart()
      if let style = contents.ring, style.place == .around { placeRing(style) } else { placeLabels() }
      slots += apart
    }

    var short: Double { min(window.width, window.height) }

    mutating func leaveOutFeed() { contents.feed = nil }

    mutating func leaveOutCaptions() { (contents.labels.hex, contents.labels.date) = (false, false) }

    mutating func shrinkRoom(top: Double = 0, right: Double = 0, bottom: Double = 0) {
      room = Rect(x: room.x, y: room.y + top, width: room.width - right, height: room.height - top - bottom)
    }
  }
}

/// The labels without a ring.
extension Layout.Plan {
  /// Gain in digit size that makes a column better than a row: at equal size a row reads more easily.
  private static let columnGain = 1.25

  /// Most of the labels' height that a feed may take to show all its lines.
  private static let mostForFeed = 0.65

  private mutating func placeLabels() {
    let rows = labelsAndFeed()
    let head = Self.head(rows)
    let top = top(of: Self.height(rows) + head, foot: Self.foot(rows)) + head
    slots = Self.stacked(rows, around: room.midX, width: room.width, from: top)
  }

  /// The labels as large as they fit, and the feed below them. The feed takes its share of the height, or more to show
  /// all its lines.
  private func labelsAndFeed() -> [Row] {
    let rows = labelsAndFeed(feedShare)
    guard contents.feed != nil, !isWhole(rows) else { return rows }
    let more = [0.25, 0.5, 0.75, 1].lazy.map { feedShare + $0 * (Self.mostForFeed - feedShare) }
    return more.map(labelsAndFeed).first(where: isWhole) ?? rows
  }

  /// The time in one row; in an upright window in a column, where that is much larger.
  /// - Parameter share: the share of the height kept for the feed.
  private func labelsAndFeed(_ share: Double) -> [Row] {
    let height = tallest * (contents.feed == nil ? 1 : 1 - share)
    let row = labels(mainRow, captions, height: height)
    var rows = row.rows
    if window.height > window.width, let column = column(height), column.unit >= row.unit * Self.columnGain {
      rows = column.rows
    }
    let rest = tallest - Self.height(rows)
    if contents.feed != nil, rest > 0 {
      let gap = rows.isEmpty ? 0 : feedGap(below: rows, height: rest, least: 0.18 * rest)
      var feed = feed(width: room.width, height: rest - gap)
      // On a very upright wall letters are tall beside the wall's width.
      feed[0].gap = min(gap, max(0.06 * short, 0.3 * ((rows.last?.height ?? 0) + feed[0].height)))
      rows += feed
    }
    return rows
  }

  /// Hours, minutes and seconds below each other; `nil` where the main line is none of these.
  private func column(_ height: Double) -> (rows: [Row], unit: Double)? {
    let main = mainColumn
    return main.isEmpty ? nil : labels(main, half(isFirst: false) + captions(inColumn: true), height: height)
  }

  /// The time and the captions below it, within `height`. Without the time the first caption is the main line.
  /// - Returns: the rows, and the digit height of the main line.
  private func labels(_ time: [Row], _ captions: [Row], height: Double) -> (rows: [Row], unit: Double) {
    let note =
      contents.ring == nil ? [] : [Row(part: .note, template: Countdown.widestNote(contents.number, contents.words))]
    let all = time.isEmpty ? captions + note : time
    let main = time.isEmpty ? Array(all.prefix(1)) : time
    let small = time.isEmpty ? Array(all.dropFirst()) : captions + note
    guard !main.isEmpty else { return ([], 0) }
    let byWidth = room.width / main.reduce(0) { max($0, $1.width * $1.height) }
    let (gap, lines) = (small.isEmpty ? 0 : Self.caption.gap, Self.height(ofCaptions: small.count))
    let share = contents.feed == nil ? Self.caption.height : Self.caption.withFeed
    let head = Self.head(main)
    var unit = min(byWidth, height / (head + Self.height(main) + gap + lines * share))
    var caption = share * unit
    // Captions that are too wide get smaller together, and leave that height to the time.
    let widest = captions.reduce(0) { max($0, $1.width) }
    if time.isEmpty == false, widest * caption > room.width {
      caption = room.width / widest
      unit = min(byWidth, (height - lines * caption) / (head + Self.height(main) + gap))
    }
    let below = small.enumerated().map { index, row in
      row.sized(caption, gap: index == 0 ? Self.caption.gap * unit : Self.caption.pitch * caption)
    }
    return (main.map { $0.scaled(by: unit) } + below, unit)
  }
}
