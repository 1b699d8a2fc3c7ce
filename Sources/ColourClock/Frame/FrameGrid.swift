struct FrameGrid<Cell> {
  var cells: [Cell]
  private let columns: Int
  private let rows: Int
  private let size: Size

  init(_ cell: Cell, columns: Int, rows: Int, of size: Size) {
    (self.columns, self.rows, self.size) = (columns, rows, size)
    cells = [Cell](repeating: cell, count: columns * rows)
  }

  mutating func forEachCell(
    in bounds: Rect, _ body: (_ row: Int, _ column: Int, _ index: Int, inout Cell) -> Void
  ) {
    for row in FrameGrid.range(bounds.y, bounds.maxY, of: size.height, parts: rows) {
      for column in FrameGrid.range(bounds.x, bounds.maxX, of: size.width, parts: columns) {
        let index = row * columns + column
        body(row, column, index, &cells[index])
      }
    }
  }

  private static func range(_ start: Double, _ end: Double, of length: Int, parts: Int) -> Range<Int> {
    func index(_ place: Double, _ rule: FloatingPointRoundingRule) -> Int {
      Int((place * Double(parts) / Double(length)).rounded(rule).clamped(to: 0...Double(parts)))
    }
    let first = index(start, .down)
    return first..<max(first, index(end, .up))
  }
}
