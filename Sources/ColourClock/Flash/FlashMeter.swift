/// Counts opposing changes at the points of a grid.
///
/// A flash is two opposing changes. WCAG 2.2 allows three general and three red flashes a second, and more
/// only if they cover less than a quarter of each field of ten degrees. Here a field has a third of the screen's sides. The limit is a seventh of a
/// field, because the grid misses small shapes.
struct FlashMeter {
  private var cells = [Cell](repeating: Cell(), count: SampleGrid.count)

  /// Three flashes have six changes. But six changes may be part of four flashes, if the first has ended an earlier one.
  /// So a point may make only five (`ChangeCount`).
  static let changes = 6
  /// A second, plus the longest delay to the screen.
  static let window = Duration.milliseconds(1050)
  /// The side of a field, in cells.
  private static let field = SampleGrid.side / 3
  private static let tolerance = Double(field * field) / 7

  private struct Cell {
    var ground = ChangeCount()
    /// Changes of the ink's colour, also from one text to the next.
    var ink = ChangeCount()
    /// Changes within one text: other colours or letters, or letters that vanish and return.
    var letters = ChangeCount()
    var text: Rect?
    var letter: UInt8?
    var cover = SampleGrid.Sample.letterCover

    mutating func record(_ sample: SampleGrid.Sample, at now: Double) -> Bool {
      let isGroundTooMany = ground.record(sample.ground, at: now)
      return recordInk(sample, at: now) || isGroundTooMany
    }

    /// The share of the cell that flashes; above 1 if ground and letters flash.
    func load(at now: Double) -> Double {
      (ground.isOverLimit(at: now) ? 1 : 0) + (ink.isOverLimit(at: now) || letters.isOverLimit(at: now) ? cover : 0)
    }

    /// A changed or returning letter is a change between ink and ground. Another text is no such change, because moving
    /// text is no flash.
    private mutating func recordInk(_ sample: SampleGrid.Sample, at now: Double) -> Bool {
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

  /// Becomes `other` with this frame added. Returns false if there are too many flashes.
  @discardableResult mutating func record(_ frame: Frame, at uptime: Duration, after other: FlashMeter) -> Bool {
    let samples = SampleGrid(frame).samples
    let now = uptime.inSeconds
    var load = [Double](repeating: 0, count: SampleGrid.count)
    var hasChangeTooMany = false
    for index in cells.indices {
      var cell = other.cells[index]
      let isOneTooMany = cell.record(samples[index], at: now)
      hasChangeTooMany = hasChangeTooMany || isOneTooMany
      load[index] = cell.load(at: now)
      cells[index] = cell
    }
    return !hasChangeTooMany || FlashMeter.heaviestField(load) <= FlashMeter.tolerance
  }

  private static func heaviestField(_ load: [Double]) -> Double {
    let side = SampleGrid.side
    // A summed-area table.
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
