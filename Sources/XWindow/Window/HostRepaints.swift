private import System

/// Repaints a host's window after exposures: without an event, the host may paint over the wall, as GTK does a frame
/// after Expose, or later.
final class HostRepaints {
  let descriptor: Int32
  private let timer = KernelTimer(.boot)
  /// Uptime of the last exposure.
  private var exposure = Duration.zero
  /// Pauses still to come.
  private var left: ArraySlice<Duration> = []

  /// From an exposure to each repaint. Slow hosts need the later ones.
  private static let pauses: [Duration] = [.milliseconds(250), .seconds(1), .seconds(4)]

  /// The host may have just painted.
  init() {
    descriptor = timer.descriptor
    exposed()
  }

  func exposed() {
    (exposure, left) = (Now.boot, HostRepaints.pauses[...])
    arm()
  }

  /// Returns true to repaint.
  func receive() -> Bool {
    guard timer.acknowledge() else { return false }
    left = left.dropFirst()
    arm()
    return true
  }

  private func arm() { timer.arm(at: left.first.map { exposure + $0 }) }
}
