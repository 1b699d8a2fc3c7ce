private import func Glibc.exp

package enum Motion {
  static let frameRate = 60.0
  package static let frame = Duration.nanoseconds(Int64(1e9 / frameRate))

  /// Returns 0…1. An empty span counts as passed.
  static func progress(from start: Duration, to uptime: Duration, over span: Duration) -> Double {
    let elapsed = uptime - start
    if elapsed >= span || span <= .zero { return 1 }
    return max(0, elapsed / span)
  }

  /// This is smoothstep: slow at both ends.
  static func ease(_ progress: Double) -> Double { progress * progress * (3 - 2 * progress) }

  static func mix(_ one: Double, _ two: Double, _ share: Double) -> Double { one + (two - one) * share }

  /// Frames come at multiples of `frame`: a late frame does not delay the next one.
  static func nextFrame(after uptime: Duration) -> Duration {
    let next = frame * (Int64((uptime / frame).rounded(.down)) + 1)
    // Rounding can make `next` equal `uptime`.
    return next > uptime ? next : next + frame
  }
}

/// A critically damped spring: x(t) = target + (distance + drive·t)·e^(-ωt).
struct Spring: Hashable, Sendable {
  let target: Double
  let start: Duration
  private let distance: Double
  /// The factor of t, from the initial velocity.
  private let drive: Double

  /// ω in 1/s: √(500 / 0.5), as in libadwaita's carousel.
  static let frequency = 31.6

  /// - Parameter velocity: The initial velocity, in units per second.
  init(from value: Double, velocity: Double = 0, to target: Double, at start: Duration) {
    (self.target, self.start) = (target, start)
    distance = value - target
    drive = velocity + Spring.frequency * distance
  }

  func value(at uptime: Duration) -> Double {
    let time = time(at: uptime)
    return target + (distance + drive * time) * exp(-Spring.frequency * time)
  }

  func velocity(at uptime: Duration) -> Double {
    let time = time(at: uptime)
    return (drive - Spring.frequency * (distance + drive * time)) * exp(-Spring.frequency * time)
  }

  /// True if the value stays within `tolerance` from now on.
  func isAtRest(at uptime: Duration, within tolerance: Double) -> Bool {
    let time = time(at: uptime)
    // The bound is never less than the distance, and falls from the time 1/ω on.
    let bound = (abs(distance) + abs(drive) * time) * exp(-Spring.frequency * time)
    return bound < tolerance && Spring.frequency * time > 1
  }

  private func time(at uptime: Duration) -> Double { max(0, (uptime - start).inSeconds) }
}
