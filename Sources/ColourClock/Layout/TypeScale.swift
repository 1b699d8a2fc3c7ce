/// The three sizes of type on a wall: digit heights in pixels.
struct TypeScale: Hashable, Sendable {
  let first: Double
  let second: Double
  let third: Double

  /// The usual sizes, as shares of the first.
  static let share = (second: 0.45, third: 0.22)
  /// The second size below a headline in a ring, as a share of the first.
  private static let belowHeadline = 0.4
  /// The least legible digit height, in pixels; less in a very small window. `short` is the shorter side.
  static func least(in short: Double) -> Double { min(8, 0.06 * short) }

  /// The sizes for a stopwatch, as shares of the first. They are smaller than `share`, because the laps are a table.
  static let watchShare = (second: 0.24, third: 0.16)

  /// - Parameters:
  ///   - share: the second and third size, as shares of the first.
  ///   - least: the least second and third sizes, in pixels.
  init(
    first: Double, share: (second: Double, third: Double) = TypeScale.share,
    least: (second: Double, third: Double) = (0, 0)
  ) {
    self.first = first
    third = max(share.third * first, min(first, least.third))
    second = max(third, min(first, max(share.second * first, least.second)))
  }

  /// No size is larger than the first. The second is raised to the third if it is smaller.
  init(first: Double, second: Double, third: Double) {
    self.first = first
    self.third = min(first, third)
    self.second = max(self.third, min(first, second))
  }

  func with(first: Double) -> TypeScale { TypeScale(first: first, second: second, third: third) }
  func with(third: Double) -> TypeScale { TypeScale(first: first, second: second, third: third) }

  /// The scale for a headline of the digit height `first`. The second size is at least `leastSecond`, but no size is
  /// larger than `first`.
  func with(first: Double, leastSecond: Double) -> TypeScale {
    let second = min(first, max(third, leastSecond, TypeScale.belowHeadline * first))
    return TypeScale(first: first, second: second, third: min(first, third))
  }

  init(first: Double, others: Double) {
    self.init(first: first, second: min(first, others), third: min(first, others))
  }

  /// The distances between lines are multiples of this step, except within wrapped texts.
  var step: Double { third / 2 }

  /// The height of captions, such as a feed's age. `short` is the wall's shorter side without its margins.
  func caption(in short: Double) -> Double {
    min(third, max(TypeScale.least(in: short), TypeScale.captionShare * third))
  }

  private static let captionShare = 0.7

  /// The gap between lines of the third size.
  var lineGap: Double { 2 * step }
  var groupGap: Double { 4 * step }

  /// The gap between rows of a list: much larger than between two lines of one row.
  func rowGap(of height: Double) -> Double {
    (max(1.5 * lineGap(of: height), TypeScale.leastRowGap * height) / step - 0.001).rounded(.up) * step
  }

  /// The least gap between rows of a list, in digit heights. Two baselines are then 1.7 font sizes apart.
  private static let leastRowGap = 1.34

  /// The gap between the lines of one wrapped text: less than between two entries of a list.
  func wrapGap(of height: Double) -> Double { TypeScale.wrapGap * height }

  /// The gap between the lines of a wrapped text, in digit heights.
  static let wrapGap = Line.reach.below + Line.reach.above

  /// The gap between groups whose lines have this digit height.
  func groupGap(of height: Double) -> Double { height > third ? max(groupGap, 2 * lineGap(of: height)) : groupGap }

  /// The least gap at which the letters of two lines of this digit height do not touch. The gap is a whole number of
  /// steps, at least two.
  func lineGap(of height: Double) -> Double {
    max(2, (Line.clear(below: height, above: height) / step - 0.001).rounded(.up)) * step
  }
}
