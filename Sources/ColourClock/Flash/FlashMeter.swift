/// Counts opposing changes at the points of a grid over the wall, and finds areas with too many changes.
/// A flash is a pair of opposing changes. WCAG 2.2 allows three general and three red flashes within any second. More
/// flashes are allowed if they fill less than a quarter of any field. A field is ten degrees of sight, estimated here
/// as a third of the screen's width and height. The limit here is only a seventh of a field, because the grid misses
/// small shapes between its points.
struct FlashMeter {
  private var cells = [Cell](repeating: Cell(), count: SampleGrid.count)

  /// The number of changes in three flashes. A frame is checked only if six others were shown within the window
  /// (`FlashGuard.isCrowded`), because fewer frames cannot complete a fourth flash.
  ///
  /// The check allows a point only five changes within the window (`ChangeCount`). A sixth change could begin a fourth
  /// flash, if the first change ended a flash that began before the window.
  static let changes = 6
  /// One second, plus the longest delay from a frame's time to its pixels on the screen.
  static let window = Duration.milliseconds(1050)
  /// The side of a field, in cells.
  private static let field = SampleGrid.side / 3
  /// The area that may flash within a field, in cells.
  private static let tolerance = Double(field * field) / 7

  /// A point of the grid: the ground, and the letters on it.
  private struct Cell {
    var ground = ChangeCount()
    /// Changes of the letters' colour, also from one text to the next.
    var ink = ChangeCount()
    /// Changes within one text: another colour, letters that change, and letters that vanish and come back.
    var letters = ChangeCount()
    var text: Rect?
    var letter: UInt8?
    /// The greatest share of the cell that letters of `text` have covered.
    var cover = SampleGrid.Sample.letterCover

    /// Returns true if there was a change too many.
    mutating func record(_ sample: SampleGrid.Sample, at now: Double) -> Bool {
      let isGroundTooMany = ground.record(sample.ground, at: now)
      return seeInk(sample, at: now) || isGroundTooMany
    }

    /// The share of the cell that flashes; more than 1 if both ground and letters flash.
    func load(at now: Double) -> Double {
      (ground.isOverLimit(at: now) ? 1 : 0) + (ink.isOverLimit(at: now) || letters.isOverLimit(at: now) ? cover : 0)
    }

    /// A letter that changes, or goes and comes back, is a change between ink and ground. A letter of another text is
    /// no change, because moving text is no flash. If such a letter counted, moving digits and a fade right after them
    /// would count together, and the fade would be delayed.
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

  /// Becomes a copy of `other`, with one more frame. The copy uses the memory of this meter, so copying allocates
  /// nothing. Returns true if the frame can be shown without too many flashes.
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
    // A summed-area table: each sum is over all cells above and to the left.
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
