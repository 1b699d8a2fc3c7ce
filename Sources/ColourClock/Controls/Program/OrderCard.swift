/// A card that lists the program's steps.
struct OrderCard {
  struct Entry: Hashable, Sendable {
    /// The expected start; empty if unknown.
    let start: String
    let title: String
    let length: String
    let state: RunningOrder.State

    init(_ row: RunningOrder.Row, start: String, _ words: Words) {
      (self.start, state) = (start, row.state)
      let title = row.step.title.isEmpty ? words["Step"] : row.step.title
      self.title = row.step.isHeld ? words["%s, then waits", title] : title
      length = TimerProgram.Step.text(of: row.length)
    }
  }

  private let entries: ArraySlice<Entry>
  private let total: Int
  private let rows: [Rect]
  private let heading: Rect
  private let closing: Rect
  private let height: Double
  private let (startWidth, lengthWidth): (Double, Double)
  private let isRightToLeft: Bool

  /// Shares of the window's shorter side. `most` and `least` are a step's digit heights.
  private static let share = (edge: 0.06, closing: 0.02, most: 0.05, least: 0.036)
  private static let leastClosing = 8.0
  /// The unit is the digit height. `gap` is between columns.
  private static let (pitch, gap, padding, widestTitle) = (1.9, 1.4, 0.7, 24.0)
  /// Columns are wider than the estimated texts by this factor, so that no text shrinks.
  private static let slack = 1.06
  /// The share of rows above the present step.
  private static let before = 0.25
  private static let faint: UInt8 = 150

  /// - Parameter first: `nil` shows the steps around the present one.
  init(_ all: [Entry], present: Int, first: Int? = nil, widestTime: String, isRightToLeft: Bool, in window: Rect) {
    (self.isRightToLeft, total) = (isRightToLeft, all.count)
    let short = window.shortSide
    let inner = window.inset(by: Self.share.edge * short)
    let closingHeight = max(Self.share.closing * short, Self.leastClosing)
    closing = Rect(x: inner.x, y: inner.maxY - closingHeight, width: inner.width, height: closingHeight)
    let room = Rect(x: inner.x, y: inner.y, width: inner.width, height: closing.y - Self.share.edge * short - inner.y)
    // The heading and its gap take 1.5 lines.
    let fitting = room.height / Self.pitch / (Double(all.count) + 1.5)
    let height = max(min(Self.share.most * short, fitting), max(Self.share.least * short, TypeScale.least(in: short)))
    let count = min(all.count, max(1, Int(room.height / (Self.pitch * height) - 1.5)))
    let firstShown = max(0, min(first ?? present - Int(Self.before * Double(count)), all.count - count))
    entries = all[firstShown..<(firstShown + count)]
    func column(_ texts: [String]) -> Double { Self.slack * Line.width(Line.widest(texts)) * height }
    let (startColumn, lengthColumn) = (column([widestTime]), column(entries.map(\.length)))
    let titleColumn = min(Self.widestTitle * height, column(entries.map(\.title)))
    let gaps = 2 * (Self.gap + Self.padding) * height
    let width = min(room.width, startColumn + titleColumn + lengthColumn + gaps)
    let pitch = Self.pitch * height
    let top = room.y + max(0, (room.height - (Double(count) + 1.5) * pitch) / 2)
    heading = Rect(x: room.x, y: top + (pitch - height) / 2, width: room.width, height: height)
    rows = (0..<count).map {
      Rect(x: room.midX - width / 2, y: top + (1.5 + Double($0)) * pitch, width: width, height: pitch)
    }
    (self.height, startWidth, lengthWidth) = (height, startColumn, lengthColumn)
  }

  var first: Int { entries.startIndex }
  var canMove: Bool { entries.count < total }
  var pitch: Double { rows.first?.height ?? 1 }

  func items(heading: String, closing: String, on backdrop: Backdrop) -> [Item] {
    [text(heading, self.heading, .centre, backdrop), text(closing, self.closing, .centre, backdrop)].map(Item.text)
      + zip(entries, rows).flatMap { items($0, in: $1, backdrop) } + more(on: backdrop)
  }

  private func more(on backdrop: Backdrop) -> [Item] {
    guard canMove, let top = rows.first, let bottom = rows.last else { return [] }
    let ends = [
      (entries.startIndex, top.y - pitch / 4, -1.0), (total - entries.endIndex, bottom.maxY + pitch / 4, 1.0),
    ]
    return ends.filter { $0.0 > 0 }.flatMap { count, y, way -> [Item] in
      let number = Rect(centre: Point(x: top.midX, y: y), width: 4 * height, height: height)
      let (centre, half) = (Point(x: top.midX - 1.6 * height, y: y), 0.4 * height)
      let corners = [Point(x: -half, y: -way * half), Point(x: 0, y: way * half), Point(x: half, y: -way * half)]
      return [
        .fill(Fill(.band(corners.map { centre + $0 }), backdrop.ink.colour)),
        .text(text("+\(count)", number, .centre, backdrop)),
      ]
    }
  }

  private func items(_ entry: Entry, in row: Rect, _ backdrop: Backdrop) -> [Item] {
    let (isPresent, padding, gap) = (entry.state == .present, Self.padding * height, Self.gap * height)
    let inner = isPresent ? backdrop.lit : backdrop
    let line = Rect(x: row.x + padding, y: row.midY - height / 2, width: row.width - 2 * padding, height: height)
    let left = line.x + startWidth + gap
    let columns: [(String, Rect, Text.Alignment)] = [
      (entry.start, Rect(x: line.x, y: line.y, width: startWidth, height: height), .right),
      (entry.title, Rect(x: left, y: line.y, width: line.maxX - lengthWidth - gap - left, height: height), .left),
      (entry.length, Rect(x: line.maxX - lengthWidth, y: line.y, width: lengthWidth, height: height), .right),
    ]
    let texts = columns.filter { !$0.0.isEmpty }.map { string, box, alignment in
      var text = text(string, box, alignment, inner)
      if isPresent { text = text.withoutPlate }
      if entry.state == .passed { text.opacity = Self.faint }
      return Item.text(mirrored(text, in: row))
    }
    let plate = Item.fill(Fill(.box(row, radius: 0.3 * row.height), backdrop.ink.colour))
    return (isPresent ? [plate] : []) + texts
  }

  private func text(_ string: String, _ box: Rect, _ alignment: Text.Alignment, _ backdrop: Backdrop) -> Text {
    with(Text(string: string, box: box, ink: backdrop.ink, isOnWall: true)) { $0.alignment = alignment }
  }

  private func mirrored(_ text: Text, in row: Rect) -> Text {
    guard isRightToLeft else { return text }
    return with(text) { ($0.box, $0.alignment) = (text.box.mirrored(at: row.midX), text.alignment.mirrored) }
  }
}
