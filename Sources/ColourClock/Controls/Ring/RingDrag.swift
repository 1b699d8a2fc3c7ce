private import func Glibc.atan2

/// Setting a countdown by turning its ring, either way and on past twelve o'clock, in sensible steps.
///
/// A turn is what a full ring meant when it was taken hold of, also for turns beyond that: so the knob stays under the finger.
struct RingDrag: Hashable, Sendable {
  private let start: Point
  /// Where the pointer was last, in turns clockwise from twelve o'clock.
  private var angle: Double
  /// How far the ring is turned, in turns.
  private var position: Double
  /// What a full turn means.
  let turn: Duration
  /// The length turned to, or the one it began with.
  private(set) var length: Duration
  /// The countdown as it was; `nil` until the pointer has gone far enough to turn it.
  private var before: Countdown?
  /// How far it must go for that, in pixels.
  private var slop = Gesture.slop

  /// How close to the ring a press must be, in pixels: a fingertip.
  static let reach = 24.0

  /// Whether a place is close enough to a ring to mean it.
  static func isOn(_ ring: Ring, _ place: Point) -> Bool {
    abs((place - ring.centre).length - ring.radius) <= max(reach, ring.stroke)
  }

  /// Takes hold anywhere: the length follows the pointer's way, not its place.
  /// - Parameter angle: in turns clockwise from twelve o'clock.
  init(from start: Point = Point(x: 0, y: 0), at angle: Double, length: Duration, turn: Duration) {
    (self.start, self.angle, self.turn) = (start, angle, turn)
    self.length = min(max(.zero, length), TimeSpan.longest)
    position = self.length / turn
  }

  /// Whether it turns the ring, and is no longer only a press on it.
  var isTurning: Bool { before != nil }

  /// `nil` if the place is not on the ring, or the countdown depends on the wall time alone.
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

  /// - Returns: the length to set; `nil` if it stays: under a pointer that keeps still the countdown runs on.
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

  /// Of more than a turn, as much as goes beyond full ones.
  func shown(_ reading: Ring.Reading) -> Ring.Reading {
    var shown = reading
    shown.period = turn
    let full = reading.remaining.count(of: turn)
    if full > 0, reading.remaining > turn { shown.remaining -= turn * full }
    if shown.remaining == .zero, full > 0 { shown.remaining = turn }
    return shown
  }

  /// As if the ring had not been touched.
  func cancel(_ countdown: inout Countdown?) {
    if let before { countdown = before }
  }

  /// The length at a new place of the pointer, which has come there the shorter way round. It turns no further than to 0
  /// and to the longest span, so that turning back acts at once.
  mutating func turn(to angle: Double) -> Duration {
    let way = angle - self.angle
    let share = way - way.rounded()
    guard share != 0 else { return length }
    self.angle = angle
    position = min(max(0, position + share), TimeSpan.longest / turn)
    length = snapped(position * turn.inSeconds)
    return length
  }

  /// The angle of a place around a centre, in turns clockwise from twelve o'clock, -0.5…0.5; 0 at the centre.
  static func angle(of point: Point, around centre: Point) -> Double {
    let way = point - centre
    return way.length > 0 ? atan2(way.x, -way.y) / (2 * .pi) : 0
  }
}

/// The steps between lengths.
extension RingDrag {
  /// The first whole number of seconds, minutes or the like that is 1.5° of a turn at least: the knob is never farther
  /// from the finger than half of that, or than half a second.
  private func snapped(_ seconds: Double) -> Duration {
    let least = turn.inSeconds / 240
    let step = Double([1, 5, 15, 30, 60, 300, 900].first { Double($0) >= least } ?? 3600)
    return min(.seconds(Int((seconds / step).rounded() * step)), TimeSpan.longest)
  }

  /// The steps of wheel and keys in seconds, and the lengths up to which they hold: fine where a second matters.
  private static let steps: [(limit: Int, step: Int)] = [
    (60, 1), (600, 15), (1800, 30), (3600, 60), (.max, 300),
  ]

  private static func step(_ holds: (Int) -> Bool) -> Int { steps.first { holds($0.limit) }?.step ?? 300 }

  /// The length so many steps up (or, if negative, down) from another one, for wheel and arrow keys: 0 at least.
  static func stepped(_ length: Duration, by count: Int) -> Duration {
    let isUp = count > 0
    let seconds = (0..<abs(count)).reduce(length.inSeconds) { seconds, _ in next(seconds, isUp: isUp) }
    return min(.seconds(Int(seconds.rounded())), TimeSpan.longest)
  }

  /// The nearest multiple of the step beyond.
  private static func next(_ seconds: Double, isUp: Bool) -> Double {
    let step = Double(step { isUp ? seconds < Double($0) : seconds <= Double($0) })
    return isUp ? ((seconds / step).rounded(.down) + 1) * step : max(0, ((seconds / step).rounded(.up) - 1) * step)
  }
}
