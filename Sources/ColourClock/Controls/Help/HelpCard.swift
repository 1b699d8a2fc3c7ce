/// The help, as cells of title, pointer's action and keys.
struct HelpCard {
  struct Advice: Hashable, Sendable {
    let title: String
    /// The action of a pointer or finger; empty if there is none.
    let pointerAction: String
    let isHeld: Bool
    let keys: [Key]

    init(_ title: String, pointerAction: String = "", isHeld: Bool = false, _ keys: Key...) {
      (self.title, self.pointerAction, self.isHeld, self.keys) = (title, pointerAction, isHeld, keys)
    }
  }

  private let words: Words
  private let end: (words: String, box: Rect)
  /// The box of a text that replaces the cells.
  private let messageBox: Rect
  private let hasAdvice: Bool
  private var cells: [(advice: Advice, title: Rect)] = []

  /// Shares of the window's shorter side.
  private static let share = (edge: 0.06, end: 0.02, title: 0.044)
  /// Lengths are in title heights.
  private struct Measures {
    /// The digit height below the title.
    let line: Double
    /// The distance from the title to the pointer's line.
    let pointerAction: Double
    /// The distance from the line above to the keys.
    let keys: Double
    let height: Double
    let beside: Double

    static let roomy = Measures(line: 0.6, pointerAction: 1.55, keys: 1.75, height: 6.6, beside: 1.8)
    static let tight = Measures(line: 0.76, pointerAction: 1.6, keys: 1.75, height: 5.5, beside: 1)
  }

  private let measures: Measures
  /// A key's lengths, in digit heights. `side` and `faint`: the depth and the opacity of its lower edge.
  private static let cap = (height: 1.9, margin: 0.62, gap: 0.4, side: 0.24, radius: 0.45, faint: 0.5)
  /// The least heights, in pixels, of a title and of the last line. In a tiny window, the last line may be smaller.
  private static let (least, leastEnd) = (5.0, 8.0)
  /// The least title height with `Measures.roomy`, in pixels.
  private static let leastRoomy = 15.0

  init(_ advice: [Advice], _ words: Words, end last: String, in window: Rect) {
    (self.words, hasAdvice) = (words, !advice.isEmpty)
    let short = window.shortSide
    let inner = window.inset(by: HelpCard.share.edge * short)
    let line = max(HelpCard.share.end * short, min(HelpCard.leastEnd, HelpCard.share.title * short))
    end = (last, Rect(x: inner.x, y: inner.maxY - line, width: inner.width, height: line))
    messageBox = Rect(centre: window.centre, width: inner.width, height: 0.1 * short)
    let (width, height) = (inner.width, end.box.y - HelpCard.share.edge * short - inner.y)
    func rows(_ columns: Int) -> Int { max(1, (advice.count + columns - 1) / columns) }
    func fitted(_ measures: Measures) -> (columns: Int, title: Double) {
      let widest = advice.reduce(0) { max($0, HelpCard.width($1, measures, words)) } + measures.beside
      func unit(_ columns: Int) -> Double {
        min(width / Double(columns) / widest, height / Double(rows(columns)) / measures.height)
      }
      let columns = (1...5).max { unit($0) < unit($1) } ?? 1
      return (columns, min(unit(columns), max(HelpCard.share.title * short, HelpCard.leastRoomy)))
    }
    let (roomy, tight) = (fitted(.roomy), fitted(.tight))
    let isRoomy = roomy.title >= HelpCard.leastRoomy
    measures = isRoomy ? .roomy : .tight
    let (columns, title) = isRoomy ? roomy : tight
    guard title >= HelpCard.least else { return }
    let cell = (width: width / Double(columns), height: height / Double(rows(columns)))
    for (index, one) in advice.enumerated() {
      let (row, column) = (index / columns, index % columns)
      let inRow = min(columns, advice.count - row * columns)
      let place = words.isRightToLeft ? inRow - 1 - column : column
      let x = inner.midX + (Double(place) - Double(inRow) / 2 + 0.5) * cell.width
      let y = inner.y + (Double(row) + 0.5) * cell.height - measures.pointerAction * title
      cells.append((one, Rect(centre: Point(x: x, y: y), width: 0.94 * cell.width, height: title)))
    }
  }

  func items(on backdrop: Backdrop) -> [Item] {
    guard hasAdvice else { return [text(words["There is nothing to do here"], messageBox, backdrop)] }
    guard !cells.isEmpty else { return [text(words["No room for help"], messageBox, backdrop)] }
    return [text(end.words, end.box, backdrop)] + cells.flatMap { items($0.advice, below: $0.title, backdrop) }
  }

  private func text(_ string: String, _ box: Rect, _ backdrop: Backdrop) -> Item {
    .text(Text(string: string, box: box, ink: backdrop.ink, isOnWall: true))
  }

  private func items(_ advice: Advice, below title: Rect, _ backdrop: Backdrop) -> [Item] {
    let line = measures.line * title.height
    var (items, y) = ([text(advice.title, title, backdrop)], title.midY)
    if !advice.pointerAction.isEmpty {
      y += measures.pointerAction * title.height
      items.append(
        text(advice.pointerAction, Rect(centre: Point(x: title.midX, y: y), width: title.width, height: line), backdrop)
      )
    }
    y += measures.keys * title.height
    return items + keys(advice, around: Point(x: title.midX, y: y), width: title.width, line: line, backdrop)
  }

  /// Widths are in digit heights.
  private static func keyWidths(_ advice: Advice, _ words: Words) -> [Double] {
    advice.keys.map { max(cap.height, Line.width($0.cap(words)) + 2 * cap.margin) }
  }

  private static func holdWidth(_ advice: Advice, _ words: Words) -> Double {
    advice.isHeld ? Line.width(words["hold"]) + cap.gap : 0
  }

  private static func rowWidth(_ advice: Advice, _ words: Words) -> Double {
    keyWidths(advice, words).reduce(holdWidth(advice, words) - cap.gap) { $0 + $1 + cap.gap }
  }

  /// A cell's width, in title heights.
  private static func width(_ advice: Advice, _ measures: Measures, _ words: Words) -> Double {
    let keys = rowWidth(advice, words)
    return max(Line.width(advice.title), measures.line * max(Line.width(advice.pointerAction), keys))
  }

  private func keys(
    _ advice: Advice, around centre: Point, width: Double, line: Double, _ backdrop: Backdrop
  ) -> [Item] {
    let whole = HelpCard.rowWidth(advice, words)
    let line = min(line, width / whole)
    var (items, x) = ([Item](), centre.x - whole * line / 2)
    if advice.isHeld {
      let wide = Line.width(words["hold"]) * line
      let box = Rect(x: x, y: centre.y - line / 2, width: wide, height: line)
      items.append(text(words["hold"], words.isRightToLeft ? box.mirrored(at: centre.x) : box, backdrop))
      if !words.isRightToLeft { x += HelpCard.holdWidth(advice, words) * line }
    }
    for (key, wide) in zip(advice.keys, HelpCard.keyWidths(advice, words)) {
      let tall = HelpCard.cap.height * line
      let box = Rect(x: x, y: centre.y - tall / 2, width: wide * line, height: tall)
      items += cap(key, in: box, line: line, backdrop)
      x = box.maxX + HelpCard.cap.gap * line
    }
    return items
  }

  private func cap(_ key: Key, in box: Rect, line: Double, _ backdrop: Backdrop) -> [Item] {
    let (radius, ink) = (HelpCard.cap.radius * line, backdrop.ink)
    let lowerEdge = box.moved(by: Point(x: 0, y: HelpCard.cap.side * line))
    let items: [Item] = [
      .fill(Fill(.box(lowerEdge, radius: radius), ink.colour, opacity: UInt8(share: HelpCard.cap.faint))),
      .fill(Fill(.box(box, radius: radius), ink.colour)),
    ]
    if let way = key.way {
      let (tip, side) = (way * (0.5 * line), Point(x: way.y, y: -way.x) * (0.5 * line))
      let tail = box.centre + tip * -0.75
      return items + [.fill(Fill(.band([tail + side, box.centre + tip, tail + side * -1]), ink.opposite.colour))]
    }
    let name = Rect(centre: box.centre, width: box.width - HelpCard.cap.margin * line, height: line)
    return items + [.text(Text(string: key.cap(words), box: name, ink: ink.opposite))]
  }
}

extension Key {
  fileprivate func cap(_ words: Words) -> String {
    switch self {
    case .backspace: words["Backspace"]
    case .tab: words["Tab"]
    default: way == nil ? name(words) ?? "" : ""
    }
  }

  fileprivate var way: Point? {
    switch self {
    case .left: Point(x: -1, y: 0)
    case .right: Point(x: 1, y: 0)
    case .up: Point(x: 0, y: -1)
    case .down: Point(x: 0, y: 1)
    default: nil
    }
  }
}
