private import func Glibc.atan2

/// A press on the ring of a countdown, which may turn it: either way, past twelve o'clock, in sensible steps. A turn
/// means what a full ring meant at the press, so that the knob stays under the finger.
struct RingDrag: Hashable, Sendable {
  private let start: Point
  /// The last angle of the pointer, in turns clockwise from twelve o'clock.
  private var angle: Double
  /// How far the ring is turned, in turns.
  private var position: Double
  /// The length of a full turn.
  let turn: Duration
  /// The present length.
  private(set) var length: Duration
  /// The countdown before; `nil` until the drag turns the ring.
  private var before: Countdown?
  /// In pixels.
  private var slop = Gesture.slop

  /// How close to the ring a press must be, in pixels: a fingertip.
  static let reach = 24.0

  /// The hit test.
  static func isOn(_ ring: Ring, _ place: Point) -> Bool {
    abs((place - ring.centre).length - ring.radius) <= max(reach, ring.stroke)
  }

  /// The length follows the way of the pointer, not its place.
  /// - Parameter angle: in turns clockwise from twelve o'clock.
  init(from start: Point = Point(x: 0, y: 0), at angle: Double, length: Duration, turn: Duration) {
    (self.start, self.angle, self.turn) = (start, angle, turn)
    self.length = min(max(.zero, length), TimeSpan.longest)
    position = self.length / turn
  }

  var isTurning: Bool { before != nil }

  /// `nil` off the ring, and for a countdown that depends on the wall time alone.
  static func press(
    _ place: Point, on ring: Ring, of countdown: Countdown, slop: Double = Gesture.slop, at moment: Moment
  ) -> RingDrag? {
    guard isOn(ring, place), !countdown.rules.isAligned else { return nil }
    var drag = RingDrag(
      from: place, at: angle(of: place, around: ring.centre), length: max(.zero, countdown.remaining(at: moment)),
      turn: countdown.fullTurn)
    drag.slop = slop
    return drag
  }

  /// - Returns: the length to set; `nil` if it stays, so that the countdown runs on under a pointer that rests.
  mutating func move(to place: Point, on ring: Ring, of countdown: Countdown) -> Duration? {
    guard isTurning || (place - start).length >= slop else { return nil }
    before = before ?? countdown
    let old = length
    return turn(to: RingDrag.angle(of: place, around: ring.centre)) == old ? nil : length
  }

  /// Starts the countdown that was set, if it does not run.
  func release(_ countdown: inout Countdown?, at moment: Moment) {
    if case .idle = countdown?.state { countdown?.start(at: moment) }
  }

  func shown(_ reading: Ring.Reading) -> Ring.Reading {
    var shown = reading
    shown.period = turn
    return shown
  }

  /// As if the ring had not been touched.
  func cancel(_ countdown: inout Countdown?) {
    if let before { countdown = before }
  }

  /// The length at a new angle, reached the shorter way round. It stops at 0 and at the longest span, so that turning
  /// back acts at once.
  mutating func turn(to angle: Double) -> Duration {
    let way = angle - self.angle
    let share = way - way.rounded()
    guard share != 0 else { return length }
    self.angle = angle
    position = min(max(0, position + share), TimeSpan.longest / turn)
    length = snapped(position * turn.inSeconds)
    return length
  }

  /// In turns clockwise from twelve o'clock, -0.5…0.5; 0 at the centre.
  static func angle(of point: Point, around centre: Point) -> Double {
    let way = point - centre
    return way.length > 0 ? atan2(way.x, -way.y) / (2 * .pi) : 0
  }
}

/// The steps between lengths.
extension RingDrag {
  /// The step is 1.5° of a turn at least, so the knob stays within half a step, or half a second, of the finger.
  private func snapped(_ seconds: Double) -> Duration {
    let least = turn.inSeconds / 240
    let step = Double([1, 5, 15, 30, 60, 300, 900, 3600, 14_400].first { Double($0) >= least } ?? 86_400)
    return min(.seconds(Int((seconds / step).rounded() * step)), TimeSpan.longest)
  }

  /// The steps of wheel and keys in seconds, and the lengths up to which they hold.
  private static let steps: [(limit: Int, step: Int)] = [
    (60, 1), (600, 15), (1800, 30), (3600, 60), (360_000, 300), (.max, 86_400),
  ]

  private static func step(_ holds: (Int) -> Bool) -> Int { steps.first { holds($0.limit) }?.step ?? 86_400 }

  /// - Parameter count: steps up, or down if negative.
  /// - Returns: 0 at least.
  static func stepped(_ length: Duration, by count: Int) -> Duration {
    let isUp = count > 0
    let seconds = (0..<abs(count)).reduce(length.inSeconds) { seconds, _ in next(seconds, isUp: isUp) }
    return min(.seconds(Int(seconds.rounded())), TimeSpan.longest)
  }

  private static func next(_ seconds: Double, isUp: Bool) -> Double {
    let step = Double(step { isUp ? seconds < Double($0) : seconds <= Double($0) })
    return isUp ? ((seconds / step).rounded(.down) + 1) * step : max(0, ((seconds / step).rounded(.up) - 1) * step)
  }
}
