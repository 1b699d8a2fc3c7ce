@testable import ColourClock

/// Counts flashes as defined by WCAG 2.x. A general flash is a pair of opposing changes of relative luminance by 0.1 or
/// more, whose darker state is below 0.80. A red flash is a pair of opposing changes to or from saturated red. Two
/// measures of it are counted: (R - G - B) × 320 of the working definition, and in WCAG 2.2 more than 0.2 in the CIE
/// 1976 u′v′ diagram.
struct FlashCounter {
  private var general = Swing(threshold: 0.1)
  private var red = Swing(threshold: 20.0 / 320)
  /// The colour after the last red change by chromaticity.
  private var last: (u: Double, v: Double, isRed: Bool)?
  private(set) var generalFlashes: [Double] = []
  private(set) var redFlashes: [Double] = []
  private(set) var chromaFlashes: [Double] = []

  /// The times of the changes by each measure, in seconds.
  var all: [[Double]] { [generalFlashes, redFlashes, chromaFlashes] }

  /// Records a colour that is shown from `time` on, in real seconds.
  mutating func record(_ colour: Colour, at time: Double) {
    let light = colour.light
    // Capped at 0.9, so that two luminances above 0.80 are not a flash.
    if general.moves(to: min(0.9, colour.luminance)) { generalFlashes.append(time) }
    let sum = light.red + light.green + light.blue
    let saturated = sum > 0 && light.red / sum >= 0.8
    let redness = max(0, light.red - light.green - light.blue)
    if red.moves(to: redness, isMarked: saturated) { redFlashes.append(time) }
    let (u, v) = FlashCounter.chromaticity(light)
    guard let last else {
      last = (u, v, saturated)
      return
    }
    if saturated != last.isRed, ((u - last.u) * (u - last.u) + (v - last.v) * (v - last.v)).squareRoot() > 0.2 {
      chromaFlashes.append(time)
      self.last = (u, v, saturated)
    }
  }

  /// u′ and v′, computed from X, Y and Z (IEC 61966-2-1). Black has the values of white.
  private static func chromaticity(_ light: LinearRGB) -> (u: Double, v: Double) {
    let x = 0.4124 * light.red + 0.3576 * light.green + 0.1805 * light.blue
    let y = 0.2126 * light.red + 0.7152 * light.green + 0.0722 * light.blue
    let z = 0.0193 * light.red + 0.1192 * light.green + 0.9505 * light.blue
    let sum = x + 15 * y + 3 * z
    return sum > 0 ? (4 * x / sum, 9 * y / sum) : (0.1978, 0.4683)
  }

  /// The most flashes within any second. Two opposing changes are one flash.
  static func most(_ changes: [Double]) -> Double {
    Double(changes.map { start in changes.count { $0 >= start && $0 < start + 1 } }.max() ?? 0) / 2
  }

  /// Finds changes of a value against its last direction, by a threshold or more. At least one value of the change must
  /// be marked.
  private struct Swing {
    let threshold: Double
    private var extreme: Double?
    private var isRising: Bool?
    /// True if a value since the last change was marked.
    private var wasMarked = false

    init(threshold: Double) { self.threshold = threshold }

    /// Records a value. True if it completes such a change.
    mutating func moves(to value: Double, isMarked: Bool = true) -> Bool {
      wasMarked = wasMarked || isMarked
      guard let last = extreme else {
        extreme = value
        return false
      }
      let isFurther = isRising.map { $0 ? value >= last : value <= last } ?? false
      if isFurther { extreme = value }
      guard abs(value - last) >= threshold, !isFurther, wasMarked else { return false }
      isRising = value > last
      (extreme, wasMarked) = (value, isMarked)
      return true
    }
  }
}

/// The shown frames, each with its time in seconds.
typealias ShownFrames = [(frame: Frame, time: Double)]

extension FlashCounter {
  /// The most flashes within any second by any measure, for frames of one colour.
  static func most(_ shown: ShownFrames) -> Double {
    let counter = shown.reduce(into: FlashCounter()) { $0.record($1.frame.background, at: $1.time) }
    return counter.all.map(FlashCounter.most).max() ?? 0
  }

  /// The most points of any field of ten degrees that flash more than three times within one second. Nine points are a
  /// quarter of a field.
  static func largestArea(_ shown: ShownFrames) -> Int {
    let side = SampleGrid.side
    var counters = [FlashCounter](repeating: FlashCounter(), count: SampleGrid.count)
    for (frame, time) in shown {
      for (index, sample) in SampleGrid(frame).samples.enumerated() { counters[index].record(sample.ground, at: time) }
    }
    // More than three flashes are seven changes. Record the time of the seventh within one second.
    let ends = counters.map { counter in
      counter.all.flatMap { zip($0, $0.dropFirst(6)).filter { $1 - $0 < 1 }.map(\.1) }
    }
    var largest = 0
    for end in Set(ends.joined()) {
      let hot = ends.map { $0.contains { $0 <= end && $0 > end - 1 } }
      for row in 0...side - side / 3 {
        for column in 0...side - side / 3 {
          let field = (row..<row + side / 3).flatMap { row in (column..<column + side / 3).map { row * side + $0 } }
          largest = max(largest, field.count { hot[$0] })
        }
      }
    }
    return largest
  }
}
