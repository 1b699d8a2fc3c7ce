/// Room for a feed: its lines and how old they are, below the labels, beside them, or at the lower edge.
extension Layout.Plan {
  /// Takes out of the room what stands at an edge of it.
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

  /// In its share of the height, or in as much more of what can be spared as it takes to leave no line out, and for letters of
  /// half the size that is asked for.
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

  /// Whether lines have all of the feed among them.
  func isWhole(_ rows: [Row]) -> Bool {
    rows.reduce(0) { if case .words(let line) = $1.part { $0 + Self.letters(line) } else { $0 } } == letters
  }

  /// Of all of the feed, in all its lines.
  private var letters: Int { (contents.feed ?? []).reduce(0) { $0 + Self.letters($1) } }

  private static func letters(_ line: String) -> Int { line.count { $0 != " " } }

  /// What may be taken off the room's height, so that the main line, or a ring and what is below it, can be read.
  func spare(feed: [String]?) -> Double {
    guard contents.ring?.place == .around else { return room.height - 0.3 * short }
    if isWide, contents.feedStyle.place != .below || feed == nil { return room.height - 0.5 * short }
    let isBelow = window.height > window.width || contents.feedStyle.place == .below
    // The two lines of a stopwatch come to those of a clock.
    let more = Double(max(0, captions.count - 2)) * (1 + Self.caption.pitch) * 0.048
    return room.height - ((feed != nil && isBelow ? 0.74 : 0.63) + more) * short
  }

  /// The feed's text in lines, and its age: its items apart where that makes the letters little smaller and leaves nothing out.
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

  /// What is between other lines and those of a feed that has so much height with it.
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
    // Smaller than what it is about.
    let tall = rows.isEmpty ? status : min(status, max(0.8 * size, min(8, size)))
    let age = Row(
      part: .status, template: words["updated %d min ago", 59], height: tall,
      gap: rows.isEmpty ? 0 : max(spacing.age * tall, Line.clear(below: size, above: tall)))
    return rows + [age]
  }

  /// Between two items of a feed, in lines more than between those of one; and before its age, in digit heights of that: a line
  /// where there is room for it.
  private static let feedApart = (items: 0.5, age: 2 * Line.pitch - 1)
  private static let feedClose = (items: 0.0, age: 1.3)

  /// In pixels of digit height.
  private static let leastFeed = 6.0

  /// What is kept for a feed, of the height: more for more and larger lines.
  var feedShare: Double {
    let height = { (style: Feed.Style) in Line.height(of: style.lines) * style.size }
    return 0.36 * min(1.7, max(1, height(contents.feedStyle) / height(.standard)))
  }
}
