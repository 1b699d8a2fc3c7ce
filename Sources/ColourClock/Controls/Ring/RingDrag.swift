private import func Glibc.atan2

/// A full turn keeps its time during a drag, so the knob follows the finger.
struct RingDrag: Hashable, Sendable {
  private let start: Point
  private var angle: Double
  /// The remaining time in turns, not rounded.
  private var position: Double
  /// The time of a full turn.
  let turn: Duration
  /// The remaining time.
  private(set) var length: Duration
  /// The countdown before the drag; `nil` until the ring turns.
  private(set) var before: Countdown?
  private let slop: Double

  /// The distance from the stroke's middle, in pixels.
  static let reach = 24.0

  static func isOn(_ ring: Ring, _ place: Point) -> Bool {
    abs((place - ring.centre).length - ring.radius) <= max(reach, ring.stroke)
  }

  init(
    from start: Point = Point(x: 0, y: 0), at angle: Double, length: Duration, turn: Duration,
    slop: Double = Gesture.slop
  ) {
    (self.start, self.angle, self.turn, self.slop) = (start, angle, turn, slop)
    self.length = length.clamped(to: TimeSpan.remaining)
    position = self.length / turn
  }

  var isTurning: Bool { before != nil }

  static func press(
    _ place: Point, on ring: Ring, of countdown: Countdown, slop: Double = Gesture.slop, at moment: Moment
  ) -> RingDrag? {
    guard isOn(ring, place), !countdown.rules.isAligned else { return nil }
    return RingDrag(
      from: place, at: angle(of: place, around: ring.centre), length: max(.zero, countdown.remaining(at: moment)),
      turn: countdown.fullTurn, slop: slop)
  }

  /// `nil` without a change, so that the countdown runs on under a still pointer.
  mutating func move(to place: Point, on ring: Ring, of countdown: Countdown) -> Duration? {
    guard isTurning || (place - start).length >= slop else { return nil }
    before = before ?? countdown
    let old = length
    let new = turn(to: RingDrag.angle(of: place, around: ring.centre))
    return new == old ? nil : new
  }

  func release(_ countdown: inout Countdown?, at moment: Moment) {
    if case .idle = countdown?.state { countdown?.start(at: moment) }
  }

  func cancel(_ countdown: inout Countdown?) {
    if let before { countdown = before }
  }

  /// The position stops at 0 and at the longest time, so that turning back acts at once.
  mutating func turn(to angle: Double) -> Duration {
    let way = angle - self.angle
    let share = way - way.rounded()
    guard share != 0 else { return length }
    self.angle = angle
    position = (position + share).clamped(to: 0...TimeSpan.longest / turn)
    length = snapped(position * turn.inSeconds)
    return length
  }

  /// The angle is in turns from twelve o'clock, -0.5…0.5.
  static func angle(of point: Point, around centre: Point) -> Double {
    let way = point - centre
    return way.length > 0 ? atan2(way.x, -way.y) / (2 * .pi) : 0
  }
}

extension RingDrag {
  /// Rounds to the smallest step of at least 1.5°.
  private func snapped(_ seconds: Double) -> Duration {
    let least = turn.inSeconds / 240
    let step = Double([1, 5, 15, 30, 60, 300, 900, 3600, 14_400].first { Double($0) >= least } ?? 86_400)
    return min(.seconds(Int((seconds / step).rounded() * step)), TimeSpan.longest)
  }

  /// Steps of wheel and keys, in seconds.
  private static let steps: [(limit: Int, step: Int)] = [
    (60, 1), (600, 15), (1800, 30), (3600, 60), (360_000, 300),
  ]

  private static func step(_ isWithin: (Int) -> Bool) -> Int { steps.first { isWithin($0.limit) }?.step ?? 86_400 }

  static func stepped(_ length: Duration, by count: Int) -> Duration {
    let isUp = count > 0
    let seconds = (0..<abs(count)).reduce(length.inSeconds) { seconds, _ in next(seconds, isUp: isUp) }
    return min(.seconds(Int(seconds.rounded())), TimeSpan.longest)
  }

  private static func next(_ seconds: Double, isUp: Bool) -> Double {
    let step = Double(step { isUp ? seconds < Double($0) : seconds <= Double($0) })
    if isUp { return ((seconds / step).rounded(.down) + 1) * step }
    return max(0, ((seconds / step).rounded(.up) - 1) * step)
  }
}
