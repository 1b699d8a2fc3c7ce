private import func Glibc.atan2

/// Samples one point per cell. Points are not in line, so a moving edge passes points in proportion to the area swept.
struct SampleGrid: ItemVisitor {
  private var grid: FrameGrid<Sample>
  private let size: Size

  var samples: [Sample] { grid.cells }

  static let side = 18
  static let count = side * side

  struct Sample {
    var ground: Colour
    /// The ink is undefined without a letter.
    var ink = Colour.black
    var letter: UInt8?
    var text: Rect?
    /// The share of the cell that a letter covers: about half; 1 for an emoji, less for a thin line.
    var cover = Sample.letterCover

    static let letterCover = 0.5

    var visible: Colour { letter == nil ? ground : ink }
  }

  init(_ frame: Frame) {
    size = frame.size
    grid = FrameGrid(Sample(ground: frame.background), columns: SampleGrid.side, rows: SampleGrid.side, of: size)
    draw(frame.items)
  }

  mutating func draw(_ fill: Fill) {
    let share = Double(fill.opacity) / 255
    let cell = Double(size.shortSide) / Double(SampleGrid.side)
    if let width = fill.shape.lineWidth, width < cell { return drawLine(fill, share: share, cover: width / cell) }
    forEachPoint(in: fill.shape.bounds) { point, _, sample in
      guard fill.shape.contains(point) else { return }
      sample.ground = sample.ground.blended(with: fill.colour, share: share)
      if sample.letter != nil { sample.ink = sample.ink.blended(with: fill.colour, share: share) }
    }
  }

  /// A line narrower than a cell counts as a letter: its movement is no flash.
  private mutating func drawLine(_ fill: Fill, share: Double, cover: Double) {
    let bounds = fill.shape.bounds
    forEachPoint(in: bounds) { point, _, sample in
      guard fill.shape.contains(point) else { return }
      (sample.letter, sample.text, sample.cover) = (UInt8(ascii: "|"), bounds, min(cover, Sample.letterCover))
      sample.ink = sample.ground.blended(with: fill.colour, share: share)
    }
  }

  mutating func draw(_ text: Text) {
    let string = text.hasSuffixAtLeft ? text.suffix + text.string : text.string + text.suffix
    var letters = Array(string.utf8)
    let pictures = letters.allSatisfy { $0 < 0x80 } ? [] : SampleGrid.join(&letters, of: string)
    guard let line = text.line, text.opacity > 0 else { return }
    let share = Double(text.opacity) / 255
    forEachPoint(in: line) { point, _, sample in
      let index = Int((point.x - line.x) / line.width * Double(letters.count))
      let place = min(index, letters.count - 1)
      (sample.letter, sample.text) = (letters[place], text.box)
      sample.cover = !pictures.isEmpty && pictures[place] ? 1 : Sample.letterCover
      sample.ink = sample.ground.blended(with: text.colour, share: share)
    }
  }

  /// All bytes of a character get the same value. The result marks the bytes of emoji.
  private static func join(_ letters: inout [UInt8], of string: String) -> [Bool] {
    var pictures: [Bool] = []
    for character in string {
      let (start, isPicture) = (pictures.count, character.unicodeScalars.isEmoji)
      let mark = character.utf8.reduce(0) { $0 &* 31 &+ $1 }
      for _ in character.utf8 { pictures.append(isPicture) }
      for index in start..<pictures.count { letters[index] = mark }
    }
    return pictures
  }

  mutating func draw(_ group: Group) {
    let beneath = grid.cells
    draw(group.items)
    let (cells, share) = (grid.cells, Double(group.opacity) / 255)
    grid.cells = beneath
    forEachPoint(in: group.bounds) { _, index, sample in
      let over = cells[index]
      sample.ink = sample.visible.blended(with: over.visible, share: share)
      sample.ground = sample.ground.blended(with: over.ground, share: share)
      guard over.letter != nil else { return }
      (sample.letter, sample.text, sample.cover) = (over.letter, over.text, over.cover)
    }
  }

  private mutating func forEachPoint(in bounds: Rect, _ body: (Point, _ index: Int, inout Sample) -> Void) {
    let (width, height) = (Double(size.width), Double(size.height))
    grid.forEachCell(in: bounds) { row, column, index, sample in
      let point = Point(
        x: (Double(column) + SampleGrid.shares[row]) * width / Double(SampleGrid.side),
        y: (Double(row) + SampleGrid.shares[column]) * height / Double(SampleGrid.side))
      if bounds.contains(point) { body(point, index, &sample) }
    }
  }

  /// Multiples of the golden ratio spread evenly (Weyl).
  private static let shares = (0..<side).map { (0.5 + 0.618034 * Double($0)).truncatingRemainder(dividingBy: 1) }
}

extension Text {
  /// An estimate without font metrics; `nil` if the text is empty.
  var line: Rect? {
    guard !string.isEmpty || !suffix.isEmpty else { return nil }
    let units = Line.width(template) + Text.suffixScale(of: box.height) * Line.width(suffixTemplate)
    let height = min(box.height, box.width / max(units, 0.1))
    let width = min(box.width, units * height)
    let x =
      switch alignment {
      case .left: box.x
      case .centre: box.midX - width / 2
      case .right: box.maxX - width
      }
    return Rect(x: x, y: box.midY - height / 2, width: width, height: height)
  }
}

extension Shape {
  /// The width of a straight line: a band of four corners in zigzag order.
  fileprivate var lineWidth: Double? {
    guard case .band(let points) = self, points.count == 4 else { return nil }
    return min((points[1] - points[0]).length, (points[2] - points[0]).length)
  }

  var bounds: Rect {
    switch self {
    case .arc(let arc):
      let reach = 2 * arc.radius + 2 * arc.width
      return Rect(centre: arc.centre, width: reach, height: reach)
    case .disc(let centre, let radius): return Rect(centre: centre, width: 2 * radius, height: 2 * radius)
    case .box(let rect, _): return rect
    case .band(let points): return Rect(around: points) ?? Rect(x: 0, y: 0, width: 0, height: 0)
    }
  }

  func contains(_ point: Point) -> Bool {
    switch self {
    case .arc(let arc): return arc.contains(point)
    case .disc(let centre, let radius): return (point - centre).length <= radius
    case .box(let rect, let radius):
      let radius = min(radius, rect.width / 2, rect.height / 2)
      let x = max(rect.x + radius - point.x, point.x - rect.maxX + radius, 0)
      let y = max(rect.y + radius - point.y, point.y - rect.maxY + radius, 0)
      return Point(x: x, y: y).length <= radius
    case .band(let points):
      return points.count > 2
        && (2..<points.count).contains { point.isWithin(points[$0 - 2], points[$0 - 1], points[$0]) }
    }
  }
}

extension Arc {
  fileprivate func contains(_ point: Point) -> Bool {
    let away = point - centre
    guard abs(away.length - radius) <= width / 2 else { return false }
    let turn = atan2(away.x, -away.y) / (2 * .pi)
    let onwards = sweep < 0 ? start - turn : turn - start
    return onwards - onwards.rounded(.down) <= abs(sweep)
  }
}

extension Point {
  /// The corners may go round in either direction.
  fileprivate func isWithin(_ a: Point, _ b: Point, _ c: Point) -> Bool {
    let sides = [(a, b), (b, c), (c, a)].map { one, other in
      (other.x - one.x) * (y - one.y) - (other.y - one.y) * (x - one.x)
    }
    return sides.allSatisfy { $0 >= 0 } || sides.allSatisfy { $0 <= 0 }
  }
}
