/// The opposing changes of the colour at one point, by each of the three measures of WCAG 2.2 (definition of general flash and
/// red flash thresholds): luminance, the older measure of redness, and the newer one by chromaticity.
struct ChangeCount {
  private var luminance = Swing(threshold: Colour.flash.step)
  private var redness = Swing(threshold: 20.0 / 320)
  private var chroma = RedSwing()
  private var general = Times()
  private var red = Times()
  private var redByChroma = Times()

  /// Whether the colour is a change too many. What `isOther` than before is taken for a change by any measure.
  mutating func see(_ colour: Colour, isOther: Bool = false, at now: Double) -> Bool {
    let light = colour.light
    let sum = light.red + light.green + light.blue
    let isSaturated = sum > 0 && light.red >= 0.8 * sum
    let excess = max(0, light.red - light.green - light.blue)
    var isTooMany = false
    // The darker of the two is below 0.80.
    if luminance.moves(to: light.luminance, isMarked: light.luminance < Colour.flash.light) || isOther {
      isTooMany = general.add(now)
    }
    // One of the two is a saturated red.
    if redness.moves(to: excess, isMarked: isSaturated) || isOther { isTooMany = red.add(now) || isTooMany }
    if chroma.moves(to: light, isSaturated: isSaturated) || isOther { isTooMany = redByChroma.add(now) || isTooMany }
    return isTooMany
  }

  /// What is there from now on is another thing; that there were too many stays known.
  mutating func beginAnew() {
    general.forget()
    red.forget()
    redByChroma.forget()
  }

  /// Whether it is hot: there were too many within the last second.
  func isHot(at now: Double) -> Bool { general.isHot(at: now) || red.isHot(at: now) || redByChroma.isHot(at: now) }
}

/// Finds the turns of a value: each time that it has moved by a threshold against its last direction.
struct Swing {
  let threshold: Double
  /// The extremes since the last turn.
  private var (low, high) = (Double.infinity, -Double.infinity)
  /// Whether there was a marked value since the last turn.
  private var wasMarked = false
  private var isRising: Bool?

  init(threshold: Double) { self.threshold = threshold }

  /// Whether it has just turned; one of the two values between which it has moved must be marked.
  mutating func moves(to value: Double, isMarked: Bool) -> Bool {
    (low, high, wasMarked) = (min(low, value), max(high, value), wasMarked || isMarked)
    let falls = isRising != false && high - value >= threshold
    let rises = isRising != true && value - low >= threshold
    guard wasMarked, falls || rises else { return false }
    (isRising, low, high, wasMarked) = (rises, value, value, isMarked)
    return true
  }
}

/// Finds the turns towards saturated red and away from it by more than 0.2 in the CIE 1976 u′v′ diagram.
struct RedSwing {
  private var isRed: Bool?
  /// The chromaticities since the last turn, as far as they were on the side to which it turned.
  private var (lowest, highest) = (SIMD2<Double>(), SIMD2<Double>())

  mutating func moves(to light: LinearRGB, isSaturated: Bool) -> Bool {
    let place = light.chromaticity
    guard let isRed, isSaturated != isRed else {
      if isRed == nil { (lowest, highest) = (place, place) }
      isRed = isSaturated
      (lowest, highest) = (pointwiseMin(lowest, place), pointwiseMax(highest, place))
      return false
    }
    // To the farthest corner of the box around them: never less than to the farthest of them.
    let reach = pointwiseMax(place - lowest, highest - place)
    guard (reach * reach).sum() > 0.04 else { return false }
    (self.isRed, lowest, highest) = (isSaturated, place, place)
    return true
  }
}

extension LinearRGB {
  /// u′ and v′ (CIE 1976); those of white for black, which has none.
  fileprivate var chromaticity: SIMD2<Double> {
    // Of sRGB's primaries (IEC 61966-2-1).
    let x = 0.4124 * red + 0.3576 * green + 0.1805 * blue
    let y = 0.2126 * red + 0.7152 * green + 0.0722 * blue
    let z = 0.0193 * red + 0.1192 * green + 0.9505 * blue
    let sum = x + 15 * y + 3 * z
    return sum > 0 ? SIMD2(4 * x, 9 * y) / sum : SIMD2(0.1978, 0.4683)
  }
}

/// When the last changes were, as many as a second may have (see `FlashMeter.changes`).
private struct Times {
  /// The oldest first: `FlashMeter.changes - 1` of them, which the type can only say as a literal.
  private var last = InlineArray<5, Double>(repeating: -.infinity)
  /// When there last was one too many.
  private var hot = -Double.infinity

  /// One more: whether it is one too many.
  mutating func add(_ now: Double) -> Bool {
    let isTooMany = now - last[0] < Times.window
    for index in 1..<last.count { last[index - 1] = last[index] }
    last[last.count - 1] = now
    if isTooMany { hot = now }
    return isTooMany
  }

  mutating func forget() { last = InlineArray<5, Double>(repeating: -.infinity) }

  func isHot(at now: Double) -> Bool { now - hot < Times.window }

  private static let window = FlashMeter.window.inSeconds
}
