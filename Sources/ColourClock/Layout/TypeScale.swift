/// The three sizes of type, as digit heights in pixels. The wall's main part has the first, another time the second.
struct TypeScale: Hashable, Sendable {
  let first: Double
  let second: Double
  let third: Double

  /// Shares of the first size.
  static let share = (second: 0.45, third: 0.22)
  private static let belowHeadline = 0.4
  /// The least legible size in a box with the shorter side `shortSide`, in pixels.
  static func least(in shortSide: Double) -> Double { min(leastLegible.pixels, leastLegible.share * shortSide) }

  private static let leastLegible = (pixels: 8.0, share: 0.06)

  /// The shares for a stopwatch, which has a table of laps.
  static let watchShare = (second: 0.3, third: 0.2)

  init(
    first: Double, share: (second: Double, third: Double) = TypeScale.share,
    least: (second: Double, third: Double) = (0, 0)
  ) {
    self.first = first
    third = max(share.third * first, min(first, least.third))
    second = max(third, min(first, max(share.second * first, least.second)))
  }

  init(first: Double, second: Double, third: Double) {
    self.first = first
    self.third = min(first, third)
    self.second = max(self.third, min(first, second))
  }

  func with(first: Double) -> TypeScale { TypeScale(first: first, second: second, third: third) }
  func with(second: Double) -> TypeScale { TypeScale(first: first, second: second, third: third) }
  func with(third: Double) -> TypeScale { TypeScale(first: first, second: second, third: third) }

  func with(first: Double, leastSecond: Double) -> TypeScale {
    let second = min(first, max(third, leastSecond, TypeScale.belowHeadline * first))
    return TypeScale(first: first, second: second, third: min(first, third))
  }

  /// The unit of gaps, except within wrapped texts.
  var step: Double { third / 2 }

  /// The digit height of captions.
  func caption(in shortSide: Double) -> Double {
    min(third, max(TypeScale.least(in: shortSide), TypeScale.captionShare * third))
  }

  private static let captionShare = 0.7

  var lineGap: Double { 2 * step }
  var groupGap: Double { 4 * step }

  /// The gap between rows of a list, in whole steps.
  func rowGap(of height: Double) -> Double {
    let least = max(1.5 * lineGap(of: height), TypeScale.leastRowGap * height)
    return (least / step - TypeScale.rounding).rounded(.up) * step
  }

  private static let rounding = 0.001

  /// With this gap, in digit heights, two baselines are 1.7 font sizes apart.
  private static let leastRowGap = 1.34

  /// The gap between the lines of one wrapped text.
  func wrapGap(of height: Double) -> Double { TypeScale.wrapGap * height }

  static let wrapGap = Line.reach.below + Line.reach.above

  func groupGap(of height: Double) -> Double { height > third ? max(groupGap, 2 * lineGap(of: height)) : groupGap }

  /// At least two whole steps, so that letters of two lines do not touch.
  func lineGap(of height: Double) -> Double {
    max(2, (Line.clear(below: height, above: height) / step - TypeScale.rounding).rounded(.up)) * step
  }
}
