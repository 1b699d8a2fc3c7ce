private import func Glibc.exp

/// Motion as functions of elapsed time.
package enum Motion {
  /// Frames a second while something moves.
  static let frameRate = 60.0
  package static let frame = Duration.nanoseconds(Int64(1e9 / frameRate))

  /// The elapsed share of `span`, 0…1. An empty span is complete.
  static func progress(from start: Duration, to uptime: Duration, over span: Duration) -> Double {
    let elapsed = uptime - start
    // Division of `Duration` is slow (128 bits), so finished motion returns here.
    if elapsed >= span || span <= .zero { return 1 }
    return max(0, elapsed / span)
  }

  /// Makes a motion slow at both ends: 3p² - 2p³ for a progress p in 0…1.
  static func ease(_ progress: Double) -> Double { progress * progress * (3 - 2 * progress) }

  static func mix(_ one: Double, _ two: Double, _ share: Double) -> Double { one + (two - one) * share }

  /// The next frame. Frames lie on a grid of the boot-time clock, so a late frame does not delay the next frames.
  static func nextFrame(after uptime: Duration) -> Duration {
    let next = frame * (Int64((uptime / frame).rounded(.down)) + 1)
    // Because of rounding, `next` may be `uptime` itself.
    return next > uptime ? next : next + frame
  }
}

/// A critically damped spring: x(t) = target + (distance + drive·t)·e^(-ωt). Released at rest, it reaches its target in
/// the shortest time without overshoot.
struct Spring: Hashable, Sendable {
  let target: Double
  /// The uptime of the release.
  let start: Duration
  /// The value at the start, minus the target.
  private let distance: Double
  /// The factor of t. It depends on the velocity at the start.
  private let drive: Double

  /// ω in 1/s: √(500 / 0.5), from the stiffness and mass of libadwaita's carousel. The spring comes to rest in a third
  /// of a second.
  static let frequency = 31.6

  /// - Parameter velocity: in units per second.
  init(from value: Double, velocity: Double = 0, to target: Double, at start: Duration) {
    (self.target, self.start) = (target, start)
    distance = value - target
    drive = velocity + Spring.frequency * distance
  }

  func value(at uptime: Duration) -> Double {
    let time = time(at: uptime)
    return target + (distance + drive * time) * exp(-Spring.frequency * time)
  }

  /// In units per second.
  func velocity(at uptime: Duration) -> Double {
    let time = time(at: uptime)
    return (drive - Spring.frequency * (distance + drive * time)) * exp(-Spring.frequency * time)
  }

  /// True if the spring stays within `tolerance` of its target from now on.
  func isAtRest(at uptime: Duration, within tolerance: Double) -> Bool {
    let time = time(at: uptime)
    // An upper bound of the distance. From the time 1/ω on, the bound only falls.
    let bound = (abs(distance) + abs(drive) * time) * exp(-Spring.frequency * time)
    return bound < tolerance && Spring.frequency * time > 1
  }

  /// Seconds since the release.
  private func time(at uptime: Duration) -> Double { max(0, (uptime - start).inSeconds) }
}
