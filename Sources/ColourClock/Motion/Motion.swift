private import func Glibc.exp

/// Progress and easing: motion as functions of elapsed time.
package enum Motion {
  /// Frames a second while something moves.
  static let frameRate = 60.0
  /// From one frame to the next.
  package static let frame = Duration.nanoseconds(Int64(1e9 / frameRate))

  /// The share of `span` that has gone by between two uptimes, 0…1; an empty span is over at once.
  static func progress(from start: Duration, to uptime: Duration, over span: Duration) -> Double {
    let elapsed = uptime - start
    // Duration divides by arithmetic of 128 bits: that is left for what moves.
    if elapsed >= span || span <= .zero { return 1 }
    return max(0, elapsed / span)
  }

  /// Slow at both ends: 3p² - 2p³ of a progress p in 0…1.
  static func ease(_ progress: Double) -> Double { progress * progress * (3 - 2 * progress) }

  static func mix(_ one: Double, _ two: Double, _ share: Double) -> Double { one + (two - one) * share }

  /// The next frame of an animation: frames stand on a grid of the boot-time clock, so that a late one does not shift
  /// those after it.
  static func nextFrame(after uptime: Duration) -> Duration {
    let next = frame * (Int64((uptime / frame).rounded(.down)) + 1)
    // The quotient is rounded: it may fall on the frame that is now.
    return next > uptime ? next : next + frame
  }
}

/// A critically damped spring in closed form: where something on its way to rest is at any time, without steps to add up.
///
/// x(t) = target + (a + b·t)·e^(-ωt), with a and b from where it starts and how fast: the fastest way to a target that
/// does not swing past it from rest.
struct Spring: Hashable, Sendable {
  let target: Double
  /// The uptime at which it was let go.
  let start: Duration
  private let distance: Double
  private let drive: Double

  /// ω, in 1/s: at √(stiffness/mass) = √(500/0.5) libadwaita's carousel comes to rest in a third of a second.
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

  /// In units a second.
  func velocity(at uptime: Duration) -> Double {
    let time = time(at: uptime)
    return (drive - Spring.frequency * (distance + drive * time)) * exp(-Spring.frequency * time)
  }

  /// Whether it stays within `tolerance` of its target from now on: half a second is enough for anything but the wildest fling.
  func isAtRest(at uptime: Duration, within tolerance: Double) -> Bool {
    let time = time(at: uptime)
    return (abs(distance) + abs(drive) * time) * exp(-Spring.frequency * time) < tolerance
      && Spring.frequency * time > 1
  }

  /// In seconds since it was let go.
  private func time(at uptime: Duration) -> Double { max(0, (uptime - start).inSeconds) }
}
