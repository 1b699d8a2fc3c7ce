/// Counts opposing changes at one point by each measure of `ColourSwings`.
struct ChangeCount {
  private var swings = ColourSwings()
  private var general = Times()
  private var red = Times()
  private var redByChroma = Times()

  /// Returns true if a limit is exceeded. `isChange` counts as a change by every measure.
  mutating func record(_ colour: Colour, isChange: Bool = false, at now: Double) -> Bool {
    let turns = swings.turns(to: colour.light)
    var isTooMany = false
    if turns.luminance || isChange { isTooMany = general.add(now) }
    if turns.redness || isChange { isTooMany = red.add(now) || isTooMany }
    if turns.chroma || isChange { isTooMany = redByChroma.add(now) || isTooMany }
    return isTooMany
  }

  /// Forgets the counted changes; `isOverLimit` stays.
  mutating func beginAnew() {
    general.reset()
    red.reset()
    redByChroma.reset()
  }

  func isOverLimit(at now: Double) -> Bool {
    general.isOverLimit(at: now) || red.isOverLimit(at: now) || redByChroma.isOverLimit(at: now)
  }
}

/// Finds opposing changes by WCAG 2.2 (flash thresholds): luminance, R - G - B, and redness by chromaticity.
struct ColourSwings {
  private var luminance = Swing(threshold: Colour.flash.step)
  /// WCAG's older measure: R - G - B in linear light, times 320, with a threshold of 20.
  private var redness = Swing(threshold: 20.0 / 320)
  private var chroma = RedSwing()

  mutating func turns(to light: LinearRGB) -> (luminance: Bool, redness: Bool, chroma: Bool) {
    let sum = light.red + light.green + light.blue
    let isSaturated = sum > 0 && light.red >= 0.8 * sum
    let excess = max(0, light.red - light.green - light.blue)
    return (
      luminance.moves(to: light.luminance, isMarked: light.luminance < Colour.flash.light),
      redness.moves(to: excess, isMarked: isSaturated), chroma.moves(to: light, isSaturated: isSaturated)
    )
  }
}

/// Finds turns: moves of `threshold` or more against the last direction.
private struct Swing {
  let threshold: Double
  private var (low, high) = (Double.infinity, -Double.infinity)
  private var wasMarked = false
  private var isRising: Bool?

  init(threshold: Double) { self.threshold = threshold }

  /// Returns true for a turn, if `isMarked` was true for any value since the last turn.
  mutating func moves(to value: Double, isMarked: Bool) -> Bool {
    (low, high, wasMarked) = (min(low, value), max(high, value), wasMarked || isMarked)
    let falls = isRising != false && high - value >= threshold
    let rises = isRising != true && value - low >= threshold
    guard wasMarked, falls || rises else { return false }
    (isRising, low, high, wasMarked) = (rises, value, value, isMarked)
    return true
  }
}

/// Finds changes to and from saturated red by more than 0.2 in the CIE 1976 u′v′ diagram.
private struct RedSwing {
  /// True if the colour was saturated red at the last turn; `nil` before the first colour.
  private var isRed: Bool?
  /// A box around the chromaticities since the last turn. It leaves out colours whose `isSaturated` is not `isRed`.
  private var (lowest, highest) = (SIMD2<Double>(), SIMD2<Double>())

  /// Returns true for a turn to or from saturated red.
  mutating func moves(to light: LinearRGB, isSaturated: Bool) -> Bool {
    let place = light.chromaticity
    guard let isRed, isSaturated != isRed else {
      if isRed == nil { (lowest, highest) = (place, place) }
      isRed = isSaturated
      (lowest, highest) = (pointwiseMin(lowest, place), pointwiseMax(highest, place))
      return false
    }
    // `reach` is at least the distance to any chromaticity in the box; 0.04 is 0.2².
    let reach = pointwiseMax(place - lowest, highest - place)
    guard (reach * reach).sum() > 0.04 else { return false }
    (self.isRed, lowest, highest) = (isSaturated, place, place)
    return true
  }
}

extension LinearRGB {
  /// u′ and v′ (CIE 1976). Black has none, so it gets white's.
  fileprivate var chromaticity: SIMD2<Double> {
    // Source: IEC 61966-2-1.
    let x = 0.4124 * red + 0.3576 * green + 0.1805 * blue
    let y = 0.2126 * red + 0.7152 * green + 0.0722 * blue
    let z = 0.0193 * red + 0.1192 * green + 0.9505 * blue
    let sum = x + 15 * y + 3 * z
    return sum > 0 ? SIMD2(4 * x, 9 * y) / sum : SIMD2(0.1978, 0.4683)
  }
}

/// The times of the last five changes. A sixth change within `FlashMeter.window` is too many.
private struct Times {
  /// 5 is `FlashMeter.changes - 1`; `InlineArray` needs a literal.
  private var last = InlineArray<5, Double>(repeating: -.infinity)
  private var lastTooMany = -Double.infinity

  mutating func add(_ now: Double) -> Bool {
    let isTooMany = now - last[0] < Times.window
    for index in 1..<last.count { last[index - 1] = last[index] }
    last[last.count - 1] = now
    if isTooMany { lastTooMany = now }
    return isTooMany
  }

  mutating func reset() { last = InlineArray<5, Double>(repeating: -.infinity) }

  func isOverLimit(at now: Double) -> Bool { now - lastTooMany < Times.window }

  private static let window = FlashMeter.window.inSeconds
}
