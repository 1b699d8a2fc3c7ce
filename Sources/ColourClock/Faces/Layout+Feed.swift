/// Room for a feed: its lines and their age, below the labels, beside them, or at the lower edge.
extension Layout.Plan {
  /// Places what stands at an edge of the room, and shrinks the room by it.
  mutating func placeApart() -> [Layout.Slot] {
    let zones = placeZones()
    guard contents.feed != nil, let place = contents.feedStyle.place else { return zones }
    let gap = 0.06 * short
    if place == .bottom {
      guard let rows = feedAtEdge(gap: gap) else { return zones }
      let height = Self.height(rows)
      leaveOutFeed()
      shrinkRoom(bottom: height + gap)
      return Self.stacked(rows, around: room.midX, width: room.width, from: room.maxY + gap) + zones
    }
    guard place == .beside, contents.ring?.place != .around, room.width > 1.4 * room.height else { return zones }
    let width = 0.34 * room.width
    let rows = feed(width: width, height: tallest)
    leaveOutFeed()
    let slots = Self.stacked(rows, around: room.maxX - width / 2, width: width, from: top(of: Self.height(rows)))
    shrinkRoom(right: width + gap)
    return slots + zones
  }

  /// Takes the feed's share of the height. Takes more, up to the spare height, if lines would be cut or letters be
  /// under half of the size asked for.
  private func feedAtEdge(gap: Double) -> [Row]? {
    let spare = spare(feed: nil)
    let share = min(feedShare * room.height, spare)
    guard share > 2 * gap else { return nil }
    let tries = [0, 0.25, 0.5, 0.75, 1].map { more in
      feed(width: room.width, height: share + more * (spare - share) - gap)
    }
    let (whole, size) = (tries.filter(isWhole), 0.5 * contents.feedStyle.size * short)
    let rows = whole.first { ($0.first?.height ?? 0) >= size } ?? whole.last ?? tries[0]
    return Self.height(rows) + gap <= spare + 1e-6 ? rows : nil
  }

  /// True if the lines hold the whole text of the feed.
  func isWhole(_ rows: [Row]) -> Bool {
    rows.reduce(0) { if case .words(let line) = $1.part { $0 + Self.letters(line) } else { $0 } } == letters
  }

  /// The number of letters in the whole feed.
  private var letters: Int { (contents.feed ?? []).reduce(0) { $0 + Self.letters($1) } }

  private static func letters(_ line: String) -> Int { line.count { $0 != " " } }

  /// Height the room can lose while the main line, or the ring and the lines below it, can still be read.
  func spare(feed: [String]?) -> Double {
    guard contents.ring?.place == .around else { return room.height - 0.3 * short }
    if isWide, contents.feedStyle.place != .below || feed == nil { return room.height - 0.5 * short }
    let isBelow = window.height > window.width || contents.feedStyle.place == .below
    // A stopwatch adds two lines to those of a clock.
    let more = Double(max(0, captions.count - 2)) * (1 + Self.caption.pitch) * 0.048
    return room.height - ((feed != nil && isBelow ? 0.74 : 0.63) + more) * short
  }

  /// The feed's text in lines, and its age. Items stand apart if that cuts nothing and makes the letters little
  /// smaller.
  func feed(width: Double, height: Double) -> [Row] {
    guard let feed = contents.feed else { return [] }
    let status = min(max(8, 0.018 * short), 0.15 * height)
    func fitted(_ spacing: (items: Double, age: Double)) -> (items: [[String]], size: Double) {
      let tallest = min(contents.feedStyle.size * short, 0.3 * height)
      return Line.fitted(
        items: feed, between: spacing.items, width: width,
        height: height - status - max(spacing.age * status, Line.clear(below: tallest, above: status)),
        tallest: tallest, least: max(Self.leastFeed, min(0.018 * short, tallest)))
    }
    let (close, apart) = (fitted(Self.feedClose), fitted(Self.feedApart))
    let isWhole = apart.items.joined().reduce(0) { $0 + Self.letters($1) } == letters
    if isWhole, apart.size >= 0.8 * close.size { return Self.feed(apart, Self.feedApart, status, contents.words) }
    return Self.feed(close, Self.feedClose, status, contents.words)
  }

  /// Gap between the other lines and a feed of the given height.
  func feedGap(below rows: [Row], height: Double, least: Double) -> Double {
    let tallest = max(Self.leastFeed, min(contents.feedStyle.size * short, 0.3 * height))
    return max(least, Line.clear(below: rows.last?.height ?? 0, above: tallest))
  }

  private static func feed(
    _ fitted: (items: [[String]], size: Double), _ spacing: (items: Double, age: Double), _ status: Double,
    _ words: Words
  ) -> [Row] {
    var rows: [Row] = []
    let size = fitted.size
    for item in fitted.items {
      for (index, line) in item.enumerated() {
        let between = index == 0 ? spacing.items * Line.pitch : 0
        let gap = rows.isEmpty ? 0 : (Line.pitch - 1 + between) * size
        rows.append(Row(part: .words(line), template: line, height: size, gap: gap))
      }
    }
    // The age is smaller than the text.
    let tall = rows.isEmpty ? status : min(status, max(0.8 * size, min(8, size)))
    let age = Row(
      part: .status, template: words["updated %d min ago", 59], height: tall,
      gap: rows.isEmpty ? 0 : max(spacing.age * tall, Line.clear(below: size, above: tall)))
    return rows + [age]
  }

  /// Space between two items of a feed, in lines; and before the age, in digit heights of the age. Two lines where
  /// there is room.
  private static let feedApart = (items: 0.5, age: 2 * Line.pitch - 1)
  private static let feedClose = (items: 0.0, age: 1.3)

  /// Digit height in pixels.
  private static let leastFeed = 6.0

  /// Share of the height kept for a feed. It grows with the number and size of the lines asked for.
  var feedShare: Double {
    let height = { (style: Feed.Style) in Line.height(of: style.lines) * style.size }
    return 0.36 * min(1.7, max(1, height(contents.feedStyle) / height(.standard)))
  }
}
