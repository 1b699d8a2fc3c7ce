private import System

/// Repaints a host's window after exposures. No event reports that the host has painted over the wall, as GTK does a
/// frame after Expose, or later.
final class HostRepaints {
  let descriptor: Int32
  private let timer = KernelTimer(.boot)
  /// The uptime of the last exposure.
  private var exposure = Duration.zero
  /// The pauses that are still to come.
  private var left: ArraySlice<Duration> = []

  /// The times of the repaints after an exposure. Slow hosts need the later ones.
  private static let pauses: [Duration] = [.milliseconds(250), .seconds(1), .seconds(4)]

  /// Begins as after an exposure, because the host may have just painted.
  init() {
    descriptor = timer.descriptor
    exposed()
  }

  /// Call this at each exposure.
  func exposed() {
    (exposure, left) = (Now.boot, HostRepaints.pauses[...])
    arm()
  }

  /// Call this when the descriptor is readable. Returns true to repaint.
  func receive() -> Bool {
    guard timer.acknowledge() else { return false }
    left = left.dropFirst()
    arm()
    return true
  }

  private func arm() { timer.arm(at: left.first.map { exposure + $0 }) }
}
