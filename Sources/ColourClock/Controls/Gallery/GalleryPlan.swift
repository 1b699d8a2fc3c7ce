extension Gallery {
  /// Where everything has its place while the gallery is open, from the top down: what to do, the cards, the name of the
  /// one in the middle and what it is like, the dots, the switches, and the day with the time above it and hours below.
  struct Plan: Hashable, Sendable {
    /// The middle of the cards, in pixels from above.
    private(set) var middle = 0.0
    private(set) var hint: Rect?
    private(set) var name: Rect?
    private(set) var caption: Rect?
    private(set) var dots = Rect(x: 0, y: 0, width: 0, height: 0)
    private(set) var switches: [ControlBar.Place] = []
    private(set) var bar = Scrubber.Bar(rect: Rect(x: 0, y: 0, width: 1, height: 1), target: 0)

    private enum Row: CaseIterable { case hint, cards, name, caption, dots, switches, time, day, hours }

    /// What is left out of a window that is too low for all, in this order.
    private static let expendable = [Row.hours, .caption, .hint, .switches, .time, .name]
    /// The gaps may shrink to this before something is left out; those within a pair of lines grow no more than this.
    private static let squeeze = (least: 0.5, most: 1.5)
    /// Of the window's width: lines of text; and the day.
    private static let width = (line: 0.88, day: 0.8)
    /// In pixels: what is smaller cannot be read, or seen.
    private static let least = (line: 8.0, dot: 3.0, day: 6.0)
    /// Of the window's shorter side, that below the last row.
    private static let foot = 0.03

    init(_ look: CarouselLayout, _ words: Words, in size: Size, resolution: Double) {
      let (window, short) = (Rect(size), size.shortSide)
      let contents = ControlBar.Contents(
        LookSwitch.allCases.map(ControlBar.Command.look), words, resolution: resolution)
      let card = look.share * window.height
      let line = Rect(
        x: (1 - Plan.width.line) / 2 * window.width, y: 0, width: Plan.width.line * window.width, height: 0)
      func height(_ row: Row) -> Double {
        switch row {
        case .hint, .time: max(Plan.least.line, 0.024 * short)
        case .cards: card
        case .name: max(Plan.least.line, 0.036 * short)
        case .caption: max(Plan.least.line, 0.023 * short)
        case .dots: max(Plan.least.dot, 0.015 * short)
        case .switches: ControlBar.height(contents, in: window) ?? 0
        case .day: max(Plan.least.day, 0.05 * short)
        case .hours: max(Plan.least.line, 0.019 * short)
        }
      }
      func fits(_ row: Row) -> Bool {
        switch row {
        case .hint: Gallery.hints(words).allSatisfy { Line.width($0) * Plan.least.line <= line.width }
        case .switches: !ControlBar.row(contents, in: window, y: 0).isEmpty
        default: true
        }
      }
      var rows = Row.allCases.filter(fits)
      // Above a row, in shares of the shorter side; and whether it stays close to the row above it.
      func gap(_ row: Row) -> (share: Double, isInner: Bool) {
        switch row {
        case .hint: (0.035, false)
        case .cards: (0.045, false)
        case .name: (0.045, false)
        case .caption: (0.03, true)
        case .dots: (0.034, false)
        case .switches: (0.032, false)
        case .time: (0.034, false)
        case .day: rows.contains(.time) ? (0.018, true) : (0.034, false)
        case .hours: (0.02, true)
        }
      }
      func total(isInner: Bool) -> Double {
        rows.map(gap).reduce(isInner ? 0 : Plan.foot * short) { $0 + ($1.isInner == isInner ? $1.share * short : 0) }
      }
      func slack() -> Double { window.height - rows.reduce(0) { $0 + height($1) } }
      for row in Plan.expendable
      where slack() < Plan.squeeze.least * (total(isInner: true) + total(isInner: false)) {
        rows.removeAll { $0 == row }
      }
      let all = total(isInner: true) + total(isInner: false)
      let inner = min(Plan.squeeze.most, max(0, slack()) / all)
      let outer = max(0, slack() - inner * total(isInner: true)) / total(isInner: false)

      var (y, time, hours): (Double, Rect?, Rect?) = (0, nil, nil)
      for row in rows {
        let (share, isInner) = gap(row)
        y += share * short * (isInner ? inner : outer)
        let box = Rect(x: line.x, y: y, width: line.width, height: height(row))
        y = box.maxY
        switch row {
        case .hint: hint = box
        case .cards: middle = box.midY
        case .name: name = box
        case .caption: caption = box
        case .dots: dots = box
        case .switches: switches = ControlBar.row(contents, in: window, y: box.y)
        case .time: time = box
        case .day:
          let left = ((1 - Plan.width.day) / 2 * window.width).rounded()
          let day = Rect(
            x: left, y: box.y.rounded(), width: max(1, window.width - 2 * left), height: box.height.rounded())
          bar = Scrubber.Bar(rect: day, target: contents.target)
        case .hours: hours = box
        }
      }
      (bar.time, bar.hours) = (time, hours)
    }

    /// The switch at a place.
    func control(at place: Point) -> LookSwitch? {
      guard case .look(let control) = switches.first(where: { $0.box.contains(place) })?.command else { return nil }
      return control
    }
  }
}
