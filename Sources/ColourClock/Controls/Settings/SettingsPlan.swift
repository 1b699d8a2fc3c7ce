extension SettingsCard {
  struct Plan: Sendable {
    struct Row: Hashable, Sendable {
      let part: Part
      let name: Rect
      let target: Rect
    }

    private(set) var head: Rect?
    private(set) var rows: [Row] = []
    /// Boxes of the values, More and Done; empty if the window is too small.
    private(set) var places: [ControlBar.Place] = []
    /// The pages exclude the title, which is on every page.
    private(set) var pages: [[Part]] = []
    private let all: [Part]

    /// Shares of the shorter side: the margin, the heading's digits, and row heights, tried in this order.
    private static let share = (edge: 0.06, head: 0.044, rows: [0.1, 0.09, 0.08, 0.07, 0.06])
    /// The unit is the row height. `row`, `column` and `head` are gaps, `name` is a name's digit height, and `least`
    /// and `single` are least column widths.
    private static let gap = (row: 0.24, column: 1.0, head: 0.5, name: 0.3, least: 6.5, single: 8.5)

    init(_ parts: [Part], _ values: Values, resolution: Double, page: Int, in window: Rect) {
      all = parts
      let contents = ControlBar.Contents([], values.setup.words, resolution: resolution)
      guard let least = ControlBar.height(contents, in: window) else { return }
      let short = window.shortSide
      let heights = Plan.share.rows.map { max(least, $0 * short) }.filter { $0 <= 0.22 * window.height } + [least]
      let edge = Plan.share.edge * short
      // Lower rows are better than no heading.
      let grids = [true, false].flatMap { hasHead in
        heights.flatMap { tall in
          (1...3).compactMap { columns in
            Grid(parts, values, tall: tall, columns: columns, hasHead: hasHead, in: window.inset(by: edge))
          }
        }
      }
      let whole = grids.first { $0.capacity >= $0.parts.count }
      guard let grid = whole ?? grids.max(by: { $0.capacity < $1.capacity }) else { return }
      pages = grid.pages
      put(grid, page: min(page, pages.count - 1), isRightToLeft: values.setup.words.isRightToLeft)
    }

    var parts: [Part] { all + [.done] }

    /// `nil` for a part on every page.
    func page(of part: Part) -> Int? { pages.firstIndex { $0.contains(part) } }

    func part(at place: Point) -> Part? {
      if let row = rows.first(where: { $0.target.contains(place) }) { return row.part }
      guard case .card(let part) = places.first(where: { $0.box.contains(place) })?.command else { return nil }
      return part
    }

    private mutating func put(_ grid: Grid, page: Int, isRightToLeft: Bool) {
      head = grid.head
      for (part, box) in grid.boxes(of: pages[page]) {
        let wide = grid.width(of: part, in: box)
        let value = Rect(x: box.maxX - wide, y: box.y, width: wide, height: box.height)
        let high = Plan.gap.name * box.height
        let name = Rect(
          x: box.x, y: box.midY - high / 2, width: max(1, value.x - box.x - 0.3 * box.height), height: high)
        let margin = Plan.gap.row * box.height / 2
        let target = Rect(
          x: box.x - margin, y: box.y - margin, width: box.width + 2 * margin, height: box.height + 2 * margin)
        rows.append(Row(part: part, name: name, target: target))
        places.append(ControlBar.Place(command: .card(part), box: value, hasWords: true))
      }
      for (part, box) in grid.bottomRow {
        places.append(ControlBar.Place(command: .card(part), box: box, hasWords: true))
      }
      guard isRightToLeft else { return }
      let middle = grid.area.midX
      head = head?.mirrored(at: middle)
      rows = rows.map {
        Row(part: $0.part, name: $0.name.mirrored(at: middle), target: $0.target.mirrored(at: middle))
      }
      places = places.map { $0.mirrored(at: middle) }
    }

    private struct Grid {
      let area: Rect
      /// A row's height, in pixels.
      let tall: Double
      let columns: Int
      let hasHead: Bool
      let parts: [Part]
      private let hasTitle: Bool
      private let values: Values
      /// A column's width, in pixels.
      private let column: Double

      init?(_ all: [Part], _ values: Values, tall: Double, columns: Int, hasHead: Bool, in area: Rect) {
        self.area = area
        self.tall = tall
        self.columns = columns
        self.hasHead = hasHead
        self.values = values
        parts = all.filter { $0 != .setting(.title) }
        hasTitle = all.contains(.setting(.title))
        let needed = parts.reduce(0.0) { max($0, (Grid.name($1, values) + Grid.value($1, values)) * tall) }
        let space = (area.width - Double(columns - 1) * Plan.gap.column * tall) / Double(columns)
        let least = columns > 1 ? Plan.gap.least : Plan.gap.single
        column = min(space, max(needed, least * tall))
        // A single column may be narrower than needed: the painter shrinks its texts.
        guard rows > 0, needed <= space || columns == 1 && needed <= 1.4 * space else { return nil }
      }

      var capacity: Int { rows * columns }
      private var rows: Int { Int((area.height - tall - headHeight - (hasTitle ? pitch : 0)) / pitch) }
      private var pitch: Double { (1 + Plan.gap.row) * tall }
      private var usedColumns: Int { min(columns, max(1, parts.count)) }
      private var width: Double { Double(usedColumns) * (column + Plan.gap.column * tall) - Plan.gap.column * tall }
      private var left: Double { area.midX - width / 2 }

      var pages: [[Part]] {
        let count = max(1, (parts.count + capacity - 1) / capacity)
        let rows = (parts.count + count * columns - 1) / (count * columns)
        let perPage = max(1, rows * columns)
        return (0..<count).map { Array(parts.dropFirst($0 * perPage).prefix(perPage)) }
      }

      private var height: Double { headHeight + Double(linesUsed + (hasTitle ? 1 : 0)) * pitch }
      private var linesUsed: Int { pages.reduce(0) { max($0, ($1.count + columns - 1) / columns) } }
      private var headHeight: Double { hasHead ? headDigits + Plan.gap.head * tall : 0 }
      private var headDigits: Double { Plan.share.head * area.shortSide }
      private var top: Double { area.y + max(0, (area.height - tall - height) / 2) }

      var head: Rect? { hasHead ? Rect(x: left, y: top, width: width, height: headDigits) : nil }

      func boxes(of page: [Part]) -> [(Part, Rect)] {
        var (y, boxes) = (top + headHeight, [(Part, Rect)]())
        if hasTitle {
          boxes.append((.setting(.title), Rect(x: left, y: y, width: width, height: tall)))
          y += pitch
        }
        let lines = max(1, (page.count + columns - 1) / columns)
        for (index, part) in page.enumerated() {
          let x = left + Double(index / lines) * (column + Plan.gap.column * tall)
          boxes.append((part, Rect(x: x, y: y + Double(index % lines) * pitch, width: column, height: tall)))
        }
        return boxes
      }

      /// A value's width, in row heights.
      private static func value(_ part: Part, _ values: Values) -> Double {
        let widest = Line.width(Line.widest(values.texts(part)))
        return max(1.6, widest * ControlBar.text.height + ControlBar.text.margin)
      }

      /// A name's width with margin, in row heights.
      private static func name(_ part: Part, _ values: Values) -> Double {
        guard case .setting(let setting) = part else { return 0 }
        return Line.width(setting.name(values.setup)) * Plan.gap.name + 0.5
      }

      /// A value's width, in pixels.
      func width(of part: Part, in box: Rect) -> Double {
        switch part {
        case .setting(.title): box.width - Grid.name(part, values) * tall
        case .item: box.width
        default: min(Grid.value(part, values) * tall, 0.7 * box.width)
        }
      }

      var bottomRow: [(Part, Rect)] {
        let parts: [Part] = (pages.count > 1 ? [.next] : []) + [.done]
        let widths = parts.map { (Line.width(values.text($0)) * ControlBar.text.height + 2) * tall }
        var x = area.midX - (widths.reduce(0, +) + Double(parts.count - 1) * Plan.gap.column * tall / 2) / 2
        return zip(parts, widths).map { part, wide in
          defer { x += wide + Plan.gap.column * tall / 2 }
          return (part, Rect(x: x, y: area.maxY - tall, width: wide, height: tall))
        }
      }
    }
  }
}
