/// The card that says what hands and keys do, in place of the labels until the next key or press.
extension Scene {
  /// An unattended wall must be a clock again.
  private static let helpSpan = Duration.seconds(30)

  func isHelpOpen(at moment: Moment) -> Bool { helpEnd.map { moment.uptime < $0 } ?? false }

  mutating func openHelp(at moment: Moment) { helpEnd = moment.uptime + Scene.helpSpan }

  /// - Returns: whether it was open.
  mutating func closeHelp(at moment: Moment) -> Bool {
    defer { helpEnd = nil }
    return isHelpOpen(at: moment)
  }

  /// One thing that can be done, by hand and by keys.
  struct Advice: Hashable, Sendable {
    let title: String
    let hand: String
    let keys: String
  }

  /// What works on this wall as it is set up.
  var advice: [Advice] {
    let hasBar = !barPlaces.isEmpty
    var advice: [Advice] = []
    if allows(.countdown) {
      let hasRing = setup.ring.place == .around
      advice = [
        Advice(title: "Countdown", hand: hasBar ? "tap a length" : "", keys: "c"),
        Advice(title: "Pause, go on", hand: hasRing ? "tap the ring" : hasBar ? "tap the bars" : "", keys: "c"),
        Advice(
          title: "Set it", hand: hasRing ? "turn the ring" : hasBar ? "tap + or -" : "", keys: "up, down, + and -"),
        Advice(title: "Reset it", hand: hasBar ? "tap the arrow" : "", keys: "Backspace"),
      ]
    }
    if allows(.stopwatch) {
      advice.append(Advice(title: "Stopwatch", hand: hasBar ? "tap the watch" : "", keys: "s, laps: l"))
    }
    if allows(.gallery), !setup.cards.isEmpty {
      advice.append(Advice(title: "Other faces", hand: "drag sideways", keys: "g, left, right"))
    }
    if allows(.refresh) {
      advice.append(Advice(title: "Refresh", hand: setup.pull == nil ? "" : "pull down", keys: "r"))
    }
    if hasBar { advice.append(Advice(title: "Controls", hand: "touch the wall", keys: "Tab, then Enter")) }
    if !setup.isLocked { advice.append(Advice(title: "Full screen", hand: "", keys: "f")) }
    return advice + holdAdvice
  }

  private var holdAdvice: [Advice] {
    let action = setup.hold.action
    let title = setup.hold.label ?? action.words.prefix(1).uppercased() + action.words.dropFirst()
    let hasButton = setup.hold.mode != .never
    guard hasButton || !setup.isLocked else { return [] }
    let own = hasButton ? [Advice(title: title, hand: "hold the button", keys: "hold Space")] : []
    if setup.isLocked { return own }
    if action == .quit, hasButton { return [Advice(title: title, hand: "hold the button", keys: "hold q")] }
    return own + [Advice(title: "Quit", hand: "", keys: hasButton ? "hold q" : "q")]
  }

  /// Titles large, below each how: a poster.
  func helpItems(on backdrop: Backdrop, at moment: Moment) -> [Item] {
    guard let size else { return [] }
    return HelpCard(advice, in: Rect(size).inset(by: setup.shift.margin(in: size))).items(on: backdrop)
      .map { $0.moved(by: shift(at: moment)) }
  }
}

/// The card's places: a heading, and the grid in which the cells are largest.
struct HelpCard {
  private let heading: Rect
  /// For the one line that a very small window has.
  private let large: Rect
  /// A title's box, around whose middle the cell's other lines stand too.
  private var cells: [(advice: Scene.Advice, title: Rect)] = []

  /// Of the window's shorter side: the edge, the heading, and the greatest height of a title.
  private static let share = (edge: 0.06, heading: 0.034, title: 0.042)
  /// In title heights: the height of the other lines and the way from one to the next, and a cell with the room around it.
  private static let cell = (line: 0.58, pitch: 1.45, height: 6.0, width: 15.0)
  /// In pixels: what is smaller cannot be read.
  private static let least = 5.0

  init(_ advice: [Scene.Advice], in window: Rect) {
    let short = min(window.width, window.height)
    let inner = window.inset(by: HelpCard.share.edge * short)
    heading = Rect(x: inner.x, y: inner.y, width: inner.width, height: HelpCard.share.heading * short)
    large = Rect(centre: window.centre, width: inner.width, height: 0.1 * short)
    let top = heading.maxY + HelpCard.share.edge * short
    let (width, height) = (inner.width, inner.maxY - top)
    func rows(_ columns: Int) -> Int { max(1, (advice.count + columns - 1) / columns) }
    func unit(_ columns: Int) -> Double {
      min(width / Double(columns) / HelpCard.cell.width, height / Double(rows(columns)) / HelpCard.cell.height)
    }
    let columns = (1...4).max { unit($0) < unit($1) } ?? 1
    let title = min(unit(columns), HelpCard.share.title * short)
    guard title >= HelpCard.least else { return }
    let cell = (width: width / Double(columns), height: height / Double(rows(columns)))
    for (index, one) in advice.enumerated() {
      let (row, column) = (index / columns, index % columns)
      // The last row stands in the middle.
      let inRow = min(columns, advice.count - row * columns)
      let x = inner.midX + (Double(column) - Double(inRow) / 2 + 0.5) * cell.width
      let y = top + (Double(row) + 0.5) * cell.height - HelpCard.cell.pitch * title
      cells.append((one, Rect(centre: Point(x: x, y: y), width: 0.94 * cell.width, height: title)))
    }
  }

  func items(on backdrop: Backdrop) -> [Item] {
    func text(_ string: String, _ box: Rect) -> Item {
      .text(Text(string: string, template: string, box: box, ink: backdrop.ink, halo: backdrop.haloOpacity))
    }
    let end = "Any key or touch closes this"
    guard !cells.isEmpty else { return [text("No room for help", large)] }
    return [text(end, heading)]
      + cells.flatMap { advice, title in
        let lines = [advice.hand, advice.keys].filter { !$0.isEmpty }
        return [text(advice.title, title)]
          + lines.enumerated().map { index, line in
            let y = title.midY + Double(index + 1) * HelpCard.cell.pitch * title.height
            let centre = Point(x: title.midX, y: y)
            return text(
              line, Rect(centre: centre, width: title.width, height: HelpCard.cell.line * title.height))
          }
      }
  }
}
