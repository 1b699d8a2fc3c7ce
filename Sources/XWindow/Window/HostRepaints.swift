private import System

/// Decides when to repaint a host's window (`AdoptedWindow`): some time after each exposure. No event reports that the
/// host has painted over the wall. GTK (in mate-screensaver) draws its background a frame after the Expose event, or
/// later.
final class HostRepaints {
  let descriptor: Int32
  private let timer = KernelTimer(.boot)
  private var exposure = Duration.zero
  private var left: ArraySlice<Duration> = []

  /// The times from the last exposure to the repaints. Slow hosts need the later repaints.
  private static let pauses: [Duration] = [.milliseconds(250), .seconds(1), .seconds(4)]

  /// Begins as after an exposure, because the host may have just painted the window.
  init() {
    descriptor = timer.descriptor
    exposed()
  }

  func exposed() {
    (exposure, left) = (Now.boot, HostRepaints.pauses[...])
    arm()
  }

  /// Call this when the descriptor is readable. Returns true if the window must be repainted now.
  func receive() -> Bool {
    guard timer.acknowledge() else { return false }
    left = left.dropFirst()
    arm()
    return true
  }

  private func arm() { timer.arm(at: left.first.map { exposure + $0 }) }
}
