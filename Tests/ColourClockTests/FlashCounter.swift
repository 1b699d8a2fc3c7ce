@testable import ColourClock

/// Counts flashes as WCAG 2.x defines them: pairs of opposing changes of relative luminance of a tenth or more, the
/// darker below 0.80; and of saturated red, by the working definition with (R - G - B) × 320 and by that of 2.2, of
/// more than 0.2 in the CIE 1976 u′v′ diagram.
struct FlashCounter {
  private var general = Swing(threshold: 0.1)
  private var red = Swing(threshold: 20.0 / 320)
  /// The colour after the last change by chromaticity.
  private var last: (u: Double, v: Double, isRed: Bool)?
  private(set) var generalFlashes: [Double] = []
  private(set) var redFlashes: [Double] = []
  private(set) var chromaFlashes: [Double] = []

  /// The changes by each measure.
  var all: [[Double]] { [generalFlashes, redFlashes, chromaFlashes] }

  /// Feeds the colour seen from `time` on, in real seconds.
  mutating func record(_ colour: Colour, at time: Double) {
    let light = colour.light
    // What is above 0.80 counts no further: two such luminances are no flash.
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

  /// u′ and v′ by way of X, Y and Z (IEC 61966-2-1); black has those of white.
  private static func chromaticity(_ light: LinearRGB) -> (u: Double, v: Double) {
    let x = 0.4124 * light.red + 0.3576 * light.green + 0.1805 * light.blue
    let y = 0.2126 * light.red + 0.7152 * light.green + 0.0722 * light.blue
    let z = 0.0193 * light.red + 0.1192 * light.green + 0.9505 * light.blue
    let sum = x + 15 * y + 3 * z
    return sum > 0 ? (4 * x / sum, 9 * y / sum) : (0.1978, 0.4683)
  }

  /// The most flashes in any one second: a flash is two opposing changes.
  static func most(_ changes: [Double]) -> Double {
    Double(changes.map { start in changes.count { $0 >= start && $0 < start + 1 } }.max() ?? 0) / 2
  }

  /// Finds the turns of a value that are larger than a threshold, and of which a part at least is marked.
  private struct Swing {
    let threshold: Double
    private var extreme: Double?
    private var isRising: Bool?
    /// Whether anything since the last turn was.
    private var wasMarked = false

    init(threshold: Double) { self.threshold = threshold }

    /// Whether the value has just moved by the threshold against its last direction.
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

/// What was shown, and when, in seconds.
typealias ShownFrames = [(frame: Frame, time: Double)]

extension FlashCounter {
  /// The most flashes of any second, general or red by either measure, of frames that are one colour.
  static func most(_ shown: ShownFrames) -> Double {
    let counter = shown.reduce(into: FlashCounter()) { $0.record($1.frame.background, at: $1.time) }
    return counter.all.map(FlashCounter.most).max() ?? 0
  }

  /// The most points of any field of ten degrees that flash more than three times within one second; a quarter of one
  /// is nine.
  static func largestArea(_ shown: ShownFrames) -> Int {
    let side = SampleGrid.side
    var counters = [FlashCounter](repeating: FlashCounter(), count: SampleGrid.count)
    for (frame, time) in shown {
      for (index, sample) in SampleGrid(frame).samples.enumerated() { counters[index].record(sample.ground, at: time) }
    }
    // The seventh change of a second ends it.
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
