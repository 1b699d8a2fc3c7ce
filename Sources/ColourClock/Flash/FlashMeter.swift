/// Counts opposing changes at the points of a grid over the wall, and finds where there are too many.
///
/// A flash is a pair of opposing changes. WCAG 2.2 allows three general and three red flashes within any second, and
/// more on less than a quarter of any ten degrees of the viewer's field. It estimates that field as a third of the
/// screen's width and height. Here a seventh of a field is too much, as shapes lie between the points.
struct FlashMeter {
  private var cells = [Cell](repeating: Cell(), count: SampleGrid.count)

  /// Changes in three flashes. A frame is checked only after six others within the window (`FlashGuard.isCrowded`):
  /// fewer cannot be too many. At each point one change less is allowed (`ChangeCount`), as the first may complete a
  /// flash that began before the window.
  static let changes = 6
  /// A second, and the longest delay between a frame's time and its pixels.
  static let window = Duration.milliseconds(1050)
  /// The side of a field of ten degrees, in cells.
  private static let field = SampleGrid.side / 3
  /// Flashing area that is tolerated within a field, in cells.
  private static let tolerance = Double(field * field) / 7

  /// One point: the ground, and the letters on it.
  private struct Cell {
    var ground = ChangeCount()
    var ink = ChangeCount()
    /// Changes of the ground and of the letters of one text.
    var letters = ChangeCount()
    /// The last text at this point, and its letter if it is still there.
    var text: Rect?
    var letter: UInt8?
    /// The greatest share of the cell that this text's letters have covered.
    var cover = SampleGrid.Sample.letterCover

    /// Records a sample.
    /// - Returns: true for a change too many.
    mutating func record(_ sample: SampleGrid.Sample, at now: Double) -> Bool {
      let groundIsHot = ground.record(sample.ground, at: now)
      return seeInk(sample, at: now) || groundIsHot
    }

    /// The share of the cell that flashes.
    func load(at now: Double) -> Double {
      (ground.isHot(at: now) ? 1 : 0) + (ink.isHot(at: now) || letters.isHot(at: now) ? cover : 0)
    }

    /// Letters that change, or go and come back, change between ink and ground. A text that moves is motion, not a
    /// flash: letters of another text do not count against the old ones. Otherwise a number turned in the ring would
    /// count with the first fade of the gallery's digits and delay the gallery by a second.
    private mutating func seeInk(_ sample: SampleGrid.Sample, at now: Double) -> Bool {
      defer { letter = sample.letter }
      guard sample.letter != nil else { return false }
      let isSame = sample.text == text
      if !isSame { letters.beginAnew() }
      cover = isSame ? max(cover, sample.cover) : sample.cover
      text = sample.text
      let isTooMany = ink.record(sample.ink, at: now)
      let isBack = isSame && letter == nil && letters.record(sample.ink, isChange: true, at: now)
      return letters.record(sample.ink, isChange: isSame && sample.letter != letter, at: now) || isBack || isTooMany
    }
  }

  /// Copies another meter and adds a frame. The copy reuses memory, as it has some hundred pages.
  /// - Returns: true if the frame can be shown without too many flashes.
  @discardableResult mutating func record(_ frame: Frame, at uptime: Duration, after other: FlashMeter) -> Bool {
    let samples = SampleGrid(frame).samples
    let now = uptime.inSeconds
    var load = [Double](repeating: 0, count: SampleGrid.count)
    var isWorse = false
    for index in cells.indices {
      var cell = other.cells[index]
      let isHotter = cell.record(samples[index], at: now)
      isWorse = isWorse || isHotter
      load[index] = cell.load(at: now)
      cells[index] = cell
    }
    return !isWorse || FlashMeter.heaviestField(load) <= FlashMeter.tolerance
  }

  /// The greatest sum over a field, wherever the field lies.
  private static func heaviestField(_ load: [Double]) -> Double {
    let side = SampleGrid.side
    // Sums over all cells above and to the left.
    var sums = [Double](repeating: 0, count: (side + 1) * (side + 1))
    for row in 0..<side {
      for column in 0..<side {
        sums[(row + 1) * (side + 1) + column + 1] =
          load[row * side + column] + sums[row * (side + 1) + column + 1] + sums[(row + 1) * (side + 1) + column]
          - sums[row * (side + 1) + column]
      }
    }
    var heaviest = 0.0
    for row in field...side {
      for column in field...side {
        let (bottom, top) = (row * (side + 1), (row - field) * (side + 1))
        heaviest = max(
          heaviest,
          sums[bottom + column] - sums[bottom + column - field] - sums[top + column] + sums[top + column - field])
      }
    }
    return heaviest
  }
}
