/// The three sizes of type of a wall, as digit heights in pixels, and the step of its vertical distances.
struct TypeScale: Hashable, Sendable {
  let first: Double
  let second: Double
  let third: Double

  /// Shares of the first size.
  static let share = (second: 0.45, third: 0.22)
  /// The least digit height that can be read on a small screen, in pixels; less in a window that is smaller still.
  static func least(in short: Double) -> Double { min(8, 0.06 * short) }

  /// - Parameter least: the least second and third sizes, in pixels.
  init(first: Double, least: (second: Double, third: Double) = (0, 0)) {
    self.first = first
    third = max(TypeScale.share.third * first, min(first, least.third))
    second = max(third, min(first, max(TypeScale.share.second * first, least.second)))
  }

  private init(first: Double, second: Double, third: Double) {
    (self.first, self.second, self.third) = (first, second, third)
  }

  /// For another subject: the second size follows, and the third one stays.
  func with(first: Double, leastSecond: Double) -> TypeScale {
    let second = min(first, max(third, leastSecond, TypeScale.share.second * first))
    return TypeScale(first: first, second: second, third: min(first, third))
  }

  /// The size of the first one alone changes; all others are small and have one size.
  init(first: Double, others: Double) {
    self.init(first: first, second: min(first, others), third: min(first, others))
  }

  /// A larger subject for the same company.
  func enlarged(to first: Double) -> TypeScale {
    TypeScale(first: max(first, self.first), second: second, third: third)
  }

  /// All distances between lines are multiples of it.
  var step: Double { third / 2 }

  /// Between lines of the third size, and between groups of lines.
  var lineGap: Double { 2 * step }
  var groupGap: Double { 4 * step }

  /// Between two lines of words of that height, so that their letters do not touch.
  func lineGap(of height: Double) -> Double {
    max(2, (Line.clear(below: height, above: height) / step - 0.001).rounded(.up)) * step
  }
}
