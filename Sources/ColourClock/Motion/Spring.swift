private import func Glibc.exp

/// A critically damped spring in closed form: where something on its way to rest is at any time, without steps to add up.
///
/// x(t) = target + (a + b·t)·e^(-ωt), with a and b from where it starts and how fast: the fastest way to a target that
/// does not swing past it from rest.
package struct Spring: Hashable, Sendable {
  package let target: Double
  /// The uptime at which it was let go.
  package let start: Duration
  private let distance: Double
  private let drive: Double

  /// ω, in 1/s: at √(stiffness/mass) = √(500/0.5) libadwaita's carousel comes to rest in a third of a second.
  static let frequency = 31.6

  /// - Parameter velocity: in units a second.
  package init(from value: Double, velocity: Double = 0, to target: Double, at start: Duration) {
    self.target = target
    self.start = start
    distance = value - target
    drive = velocity + Spring.frequency * distance
  }

  package func value(at uptime: Duration) -> Double {
    let time = max(0, (uptime - start).inSeconds)
    return target + (distance + drive * time) * exp(-Spring.frequency * time)
  }

  /// In units a second.
  package func velocity(at uptime: Duration) -> Double {
    let time = max(0, (uptime - start).inSeconds)
    return (drive - Spring.frequency * (distance + drive * time)) * exp(-Spring.frequency * time)
  }

  /// Whether it stays within `tolerance` of its target from now on: half a second is enough for anything but the wildest throw.
  package func isAtRest(at uptime: Duration, within tolerance: Double) -> Bool {
    let time = max(0, (uptime - start).inSeconds)
    return (abs(distance) + abs(drive) * time) * exp(-Spring.frequency * time) < tolerance
      && Spring.frequency * time > 1
  }
}
