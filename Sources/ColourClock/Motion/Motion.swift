private import func Glibc.exp

package enum Motion {
  /// Frames a second.
  static let frameRate = 60.0
  package static let frame = Duration.nanoseconds(Int64(1e9 / frameRate))

  /// 0…1. An empty span has passed.
  static func progress(from start: Duration, to uptime: Duration, over span: Duration) -> Double {
    let elapsed = uptime - start
    // `Duration` divides slowly (128 bits).
    if elapsed >= span || span <= .zero { return 1 }
    return max(0, elapsed / span)
  }

  /// Slow at both ends: 3p² - 2p³.
  static func ease(_ progress: Double) -> Double { progress * progress * (3 - 2 * progress) }

  static func mix(_ one: Double, _ two: Double, _ share: Double) -> Double { one + (two - one) * share }

  /// Multiples of `frame`: a late frame does not delay the next one.
  static func nextFrame(after uptime: Duration) -> Duration {
    let next = frame * (Int64((uptime / frame).rounded(.down)) + 1)
    // Rounding can make `next` equal `uptime`.
    return next > uptime ? next : next + frame
  }
}

/// Critically damped: x(t) = target + (distance + drive·t)·e^(-ωt). From rest, no spring is sooner at its target
/// without overshoot.
struct Spring: Hashable, Sendable {
  let target: Double
  /// The uptime of the release.
  let start: Duration
  private let distance: Double
  /// The factor of t, from the initial velocity.
  private let drive: Double

  /// ω in 1/s: √(500 / 0.5), libadwaita's carousel. Rests after a third of a second.
  static let frequency = 31.6

  /// - Parameter velocity: in units a second.
  init(from value: Double, velocity: Double = 0, to target: Double, at start: Duration) {
    (self.target, self.start) = (target, start)
    distance = value - target
    drive = velocity + Spring.frequency * distance
  }

  func value(at uptime: Duration) -> Double {
    let time = time(at: uptime)
    return target + (distance + drive * time) * exp(-Spring.frequency * time)
  }

  /// Units a second.
  func velocity(at uptime: Duration) -> Double {
    let time = time(at: uptime)
    return (drive - Spring.frequency * (distance + drive * time)) * exp(-Spring.frequency * time)
  }

  /// True if the value stays within `tolerance` from now on.
  func isAtRest(at uptime: Duration, within tolerance: Double) -> Bool {
    let time = time(at: uptime)
    // An upper bound of the distance; falls from 1/ω on.
    let bound = (abs(distance) + abs(drive) * time) * exp(-Spring.frequency * time)
    return bound < tolerance && Spring.frequency * time > 1
  }

  private func time(at uptime: Duration) -> Double { max(0, (uptime - start).inSeconds) }
}
