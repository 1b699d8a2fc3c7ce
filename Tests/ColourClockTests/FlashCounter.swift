@testable import ColourClock

/// Counts flashes as WCAG 2.x defines them: pairs of opposing changes of relative luminance of a tenth or more, the
/// darker below 0.80; and of saturated red, by the working definition with (R - G - B) × 320.
struct FlashCounter {
  private var general = Swing(threshold: 0.1)
  private var red = Swing(threshold: 20.0 / 320)
  private(set) var generalFlashes: [Double] = []
  private(set) var redFlashes: [Double] = []

  /// Feeds the colour seen from `time` on, in real seconds.
  mutating func see(_ colour: Colour, at time: Double) {
    let light = colour.light
    // What is above 0.80 counts no further: two such luminances are no flash.
    if general.moves(to: min(0.9, colour.luminance)) { generalFlashes.append(time) }
    let sum = light.red + light.green + light.blue
    let saturated = sum > 0 && light.red / sum >= 0.8
    if red.moves(to: saturated ? max(0, light.red - light.green - light.blue) : 0) { redFlashes.append(time) }
  }

  /// The most flashes in any one second: a flash is two opposing changes.
  static func most(_ changes: [Double]) -> Double {
    Double(changes.map { start in changes.count { $0 >= start && $0 < start + 1 } }.max() ?? 0) / 2
  }

  /// Finds the turns of a value that are larger than a threshold.
  private struct Swing {
    let threshold: Double
    private var extreme: Double?
    private var isRising: Bool?

    init(threshold: Double) { self.threshold = threshold }

    /// Whether the value has just moved by the threshold against its last direction.
    mutating func moves(to value: Double) -> Bool {
      guard let last = extreme else {
        extreme = value
        return false
      }
      let isFurther = isRising.map { $0 ? value >= last : value <= last } ?? false
      if isFurther { extreme = value }
      guard abs(value - last) >= threshold, !isFurther else { return false }
      isRising = value > last
      extreme = value
      return true
    }
  }
}
