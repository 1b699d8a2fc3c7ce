private import func Glibc.atan2

/// Setting a countdown by turning its ring: it winds on past twelve o'clock, either way, and takes sensible steps.
///
/// The first turn has 60 seconds, all further ones 60 minutes each. The first minute of the second turn stays at 60 s, so
/// that from there on the hand stands where the minutes do.
package struct Winding: Hashable, Sendable {
  /// Where the hand was last, in turns clockwise from twelve o'clock.
  private var angle: Double
  /// How far it is wound, in turns.
  private var position: Double
  /// What `move` last gave, or the length taken hold of.
  package private(set) var length: Duration

  /// Takes hold anywhere: the length follows the hand's way, not its place.
  /// - Parameter angle: in turns clockwise from twelve o'clock.
  package static func begin(at angle: Double, base: Duration) -> Winding { Winding(angle: angle, length: base) }

  private init(angle: Double, length: Duration) {
    self.angle = angle
    self.length = min(max(.zero, length), TimeSpan.longest)
    position = Winding.position(of: self.length)
  }

  /// The length at a new place of the hand, which has come there the shorter way round. At 0 and at the longest span it
  /// winds no further, so that turning back acts at once.
  package mutating func move(to angle: Double) -> Duration {
    let way = angle - self.angle
    let turn = way - way.rounded()
    guard turn != 0 else { return length }
    self.angle = angle
    position = min(max(0, position + turn), Winding.position(of: TimeSpan.longest))
    length = Winding.snapped(Winding.seconds(at: position))
    return length
  }

  /// The angle of a place around a centre, in turns clockwise from twelve o'clock, -0.5…0.5; 0 at the centre.
  package static func angle(of point: Point, around centre: Point) -> Double {
    let way = point - centre
    return way.length > 0 ? atan2(way.x, -way.y) / (2 * .pi) : 0
  }
}

extension Winding {
  /// What a full turn means for a length: 60 s up to a minute, then 60 min.
  package static func turn(of length: Duration) -> Duration { length <= .seconds(60) ? .seconds(60) : .seconds(3600) }

  private static func position(of length: Duration) -> Double {
    length <= .seconds(60) ? length.inSeconds / 60 : 1 + length.inSeconds / 3600
  }

  private static func seconds(at position: Double) -> Double {
    position <= 1 ? position * 60 : max(60, (position - 1) * 3600)
  }
}

extension Winding {
  /// The steps in seconds, and the lengths up to which they hold: fine where a second matters, at least 1.5° of a turn.
  private static let steps: [(limit: Int, step: Int)] = [
    (60, 1), (600, 15), (1800, 30), (3600, 60), (.max, 300),
  ]

  private static func snapped(_ seconds: Double) -> Duration {
    let step = Double(step { seconds <= Double($0) })
    return min(.seconds(Int((seconds / step).rounded() * step)), TimeSpan.longest)
  }

  private static func step(_ holds: (Int) -> Bool) -> Int { steps.first { holds($0.limit) }?.step ?? 300 }

  /// The length so many steps up (or, if negative, down) from another one, as wheel and arrow keys have it: 0 at least.
  package static func stepped(_ length: Duration, by count: Int) -> Duration {
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
