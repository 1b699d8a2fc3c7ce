/// The luminance of each cell of the screen, summed over time: differences burn in.
///
/// The background counts at every change; items change little and are sampled once a minute.
package struct Wear: Hashable, Sendable {
  package static let columns = 32
  package static let rows = 18

  /// Seconds of full luminance, row by row.
  package private(set) var cells: [Double]
  package private(set) var seconds: Double
  private var since = 0.0
  private var light = 0.0

  package init() { (cells, seconds) = ([Double](repeating: 0, count: Wear.columns * Wear.rows), 0) }

  /// Continues an earlier run; `nil` if the values are invalid.
  package init?(cells: [Double], seconds: Double) {
    guard cells.count == Wear.columns * Wear.rows, seconds >= 0, seconds.isFinite,
      cells.allSatisfy({ $0 >= 0 && $0 <= seconds + 1 })
    else { return nil }
    (self.cells, self.seconds) = (cells, seconds)
  }

  package mutating func pass(_ span: Double, over background: Colour) {
    since += span
    light += span * background.luminance
  }

  /// Adds the light of `frame` since the last sample, on the mean background of that time.
  package mutating func record(_ frame: Frame) {
    guard since > 0 else { return }
    let shares = LightGrid(frame, ground: light / since).cells
    for index in cells.indices { cells[index] += shares[index] * since }
    seconds += since
    (since, light) = (0, 0)
  }

  package mutating func add(_ other: Wear) {
    for index in cells.indices { cells[index] += other.cells[index] }
    seconds += other.seconds
  }

  /// The difference between the brightest and the darkest cell, in percent of the brightest.
  package var spread: Double? {
    guard let most = cells.max(), let least = cells.min(), seconds > 0 else { return nil }
    return most > 0 ? 100 * (most - least) / most : 0
  }

  /// The mean luminance, 0…1; `nil` before the first sample.
  package var mean: Double? { seconds > 0 ? cells.reduce(0, +) / Double(cells.count) / seconds : nil }
}

struct LightGrid: ItemVisitor {
  private var grid: FrameGrid<Double>
  private let size: Size

  var cells: [Double] { grid.cells }

  /// The share of a text's box that ink covers, for digits of the default font at medium weight.
  static let inkShare = 0.3
  private static let points = 4

  init(_ frame: Frame, ground: Double) {
    size = frame.size
    grid = FrameGrid(ground, columns: Wear.columns, rows: Wear.rows, of: size)
    draw(frame.items)
  }

  mutating func draw(_ fill: Fill) {
    let (light, opacity) = (fill.colour.luminance, Double(fill.opacity) / 255)
    if case .box(let rect, radius: 0) = fill.shape { return cover(rect, with: light, by: opacity) }
    forEachCell(in: fill.shape.bounds) { cell, _, present in
      present += (light - present) * opacity * LightGrid.share(of: cell, in: fill.shape)
    }
  }

  mutating func draw(_ text: Text) {
    guard let line = text.line, text.opacity > 0 else { return }
    cover(line, with: text.colour.luminance, by: LightGrid.inkShare * Double(text.opacity) / 255)
  }

  mutating func draw(_ group: Group) {
    let beneath = grid.cells
    draw(group.items)
    let (over, opacity) = (grid.cells, Double(group.opacity) / 255)
    grid.cells = beneath
    forEachCell(in: group.bounds) { cell, index, present in
      present += (over[index] - present) * opacity * cell.share(in: group.bounds)
    }
  }

  private mutating func cover(_ rect: Rect, with light: Double, by opacity: Double) {
    forEachCell(in: rect) { cell, _, present in present += (light - present) * opacity * cell.share(in: rect) }
  }

  private static func share(of cell: Rect, in shape: Shape) -> Double {
    var hits = 0
    for row in 0..<points {
      for column in 0..<points {
        let place = Point(
          x: cell.x + (Double(column) + 0.5) * cell.width / Double(points),
          y: cell.y + (Double(row) + 0.5) * cell.height / Double(points))
        if shape.contains(place) { hits += 1 }
      }
    }
    return Double(hits) / Double(points * points)
  }

  private mutating func forEachCell(in bounds: Rect, _ body: (Rect, _ index: Int, inout Double) -> Void) {
    let (width, height) = (Double(size.width) / Double(Wear.columns), Double(size.height) / Double(Wear.rows))
    grid.forEachCell(in: bounds) { row, column, index, light in
      body(Rect(x: Double(column) * width, y: Double(row) * height, width: width, height: height), index, &light)
    }
  }
}

extension Rect {
  fileprivate func share(in other: Rect) -> Double {
    let across = min(maxX, other.maxX) - max(x, other.x)
    let down = min(maxY, other.maxY) - max(y, other.y)
    return max(0, across) * max(0, down) / (width * height)
  }
}
