extension Gallery {
  struct Plan: Hashable, Sendable {
    /// The cards' centre, in pixels from the top.
    private(set) var middle = 0.0
    private(set) var name: Rect?
    private(set) var caption: Rect?
    private(set) var dots = Rect(x: 0, y: 0, width: 0, height: 0)
    private(set) var switches: [ControlBar.Place] = []
    private(set) var bar: Scrubber.Bar?

    fileprivate enum Row: CaseIterable {
      /// `time`: the chosen time, above the day's bar. `hours`: the numbers below the bar.
      case cards, name, caption, dots, switches, time, day, hours

      func isIn(_ allowed: Set<Permission>) -> Bool {
        switch self {
        case .switches: allowed.contains(.look)
        case .time, .day, .hours: allowed.contains(.scrub)
        case .cards, .name, .caption, .dots: true
        }
      }
    }

    init(
      _ look: CarouselLayout, _ words: Words, _ allowed: Set<Permission> = Set(Permission.allCases), in size: Size,
      resolution: Double
    ) {
      let rows = Rows(look, words, allowed, in: size, resolution: resolution)
      let boxes = rows.boxes
      for (row, box) in boxes { put(row, in: box, rows) }
      func box(_ row: Row) -> Rect? { boxes.first { $0.row == row }?.box }
      bar?.time = box(.time)
      bar?.hours = box(.hours)
    }

    private mutating func put(_ row: Row, in box: Rect, _ rows: Rows) {
      switch row {
      case .cards: middle = box.midY
      case .name: name = box
      case .caption: caption = box
      case .dots: dots = box
      case .switches: switches = ControlBar.row(rows.switches, in: rows.window, y: box.y)
      case .day: bar = Scrubber.Bar(rect: rows.day(in: box), target: rows.switches.target)
      case .time, .hours: break
      }
    }

    func isAboveControls(_ place: Point) -> Bool {
      let tops = [switches.first?.box.y, bar?.time?.y, bar?.rect.y].compactMap(\.self)
      return place.y < (tops.min() ?? .infinity) - Gallery.nearControls
    }

    func control(at place: Point) -> LookSwitch? {
      guard case .look(let control) = switches.first(where: { $0.box.contains(place) })?.command else { return nil }
      return control
    }
  }
}

private struct Rows {
  typealias Row = Gallery.Plan.Row

  let window: Rect
  let switches: ControlBar.Contents
  private let shortSide: Double
  private let card: Double
  private var rows: [Row] = []

  /// The rows that a low window leaves out, in this order.
  private static let expendable = [Row.hours, .caption, .switches, .time, .name]
  /// Factors on the usual gaps. If the factor would be below `least`, rows are left out. Gaps inside a group of rows
  /// grow at most to `most`.
  private static let gapLimits = (least: 0.5, most: 1.5)
  /// Shares of the window's width.
  private static let width = (row: 0.88, day: 0.8)
  private static let least = (text: 8.0, dot: 3.0, day: 6.0)
  /// The gap below the last row, as a share of the shorter side.
  private static let bottomGap = 0.03

  init(_ look: CarouselLayout, _ words: Words, _ allowed: Set<Permission>, in size: Size, resolution: Double) {
    (window, shortSide) = (Rect(size), size.shortSide)
    switches = ControlBar.Contents(LookSwitch.ofGallery.map(ControlBar.Command.look), words, resolution: resolution)
    card = look.share * window.height
    rows = Row.allCases.filter { $0.isIn(allowed) && fits($0) }
    // `slack` and `gaps` change with each removed row.
    for row in Rows.expendable where slack < Rows.gapLimits.least * gaps { rows.removeAll { $0 == row } }
  }

  var boxes: [(row: Row, box: Rect)] {
    let inner = min(Rows.gapLimits.most, max(0, slack) / gaps)
    let outer = max(0, slack - inner * total(isInner: true)) / total(isInner: false)
    var y = 0.0
    return rows.map { row in
      let (share, isInner) = gap(row)
      y += share * shortSide * (isInner ? inner : outer)
      defer { y += height(row) }
      return (row, Rect(x: (1 - Rows.width.row) / 2 * window.width, y: y, width: rowWidth, height: height(row)))
    }
  }

  func day(in box: Rect) -> Rect {
    let left = ((1 - Rows.width.day) / 2 * window.width).rounded()
    return Rect(x: left, y: box.y.rounded(), width: max(1, window.width - 2 * left), height: box.height.rounded())
  }

  private var rowWidth: Double { Rows.width.row * window.width }

  private func height(_ row: Row) -> Double {
    switch row {
    case .time: max(Rows.least.text, 0.028 * shortSide)
    case .cards: card
    case .name: max(Rows.least.text, 0.045 * shortSide)
    case .caption: max(Rows.least.text, 0.028 * shortSide)
    case .dots: max(Rows.least.dot, 0.015 * shortSide)
    case .switches: ControlBar.height(switches, in: window) ?? 0
    case .day: max(Rows.least.day, 0.05 * shortSide)
    case .hours: max(Rows.least.text, 0.024 * shortSide)
    }
  }

  private func fits(_ row: Row) -> Bool {
    row != .switches || !ControlBar.row(switches, in: window, y: 0).isEmpty
  }

  /// The gap above a row, as a share of the shorter side. `isInner`: the gap is inside a group of rows.
  private func gap(_ row: Row) -> (share: Double, isInner: Bool) {
    switch row {
    case .cards, .name: (0.045, false)
    case .caption: (0.03, true)
    case .dots, .time: (0.034, false)
    case .switches: (0.032, false)
    case .day: rows.contains(.time) ? (0.018, true) : (0.034, false)
    case .hours: (0.02, true)
    }
  }

  private var slack: Double { window.height - rows.reduce(0) { $0 + height($1) } }

  private var gaps: Double { total(isInner: true) + total(isInner: false) }

  private func total(isInner: Bool) -> Double {
    rows.map(gap).reduce(isInner ? 0 : Rows.bottomGap * shortSide) {
      $0 + ($1.isInner == isInner ? $1.share * shortSide : 0)
    }
  }
}
