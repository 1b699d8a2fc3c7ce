private import System

/// Repaints a host's window at times when no event asks for it.
///
/// A toolkit in the host may paint the window too. GTK (in mate-screensaver) draws its background a frame after the
/// Expose event, later on a busy machine, and the server reports nothing. The next tick covers that; a wall without
/// seconds would be black for a minute.
final class HostRepaints {
  /// What to poll for reading.
  let descriptor: Int32
  private let timer = KernelTimer(.boot)
  private var exposure = Duration.zero
  private var left: ArraySlice<Duration> = []

  /// Times since the last exposure: soon, and when a slow host has drawn.
  private static let pauses: [Duration] = [.milliseconds(250), .seconds(1), .seconds(4)]

  /// For a window that may just have been painted.
  init() {
    descriptor = timer.descriptor
    exposed()
  }

  /// Call this at an Expose event, after which every painter paints.
  func exposed() {
    (exposure, left) = (Now.boot, HostRepaints.pauses[...])
    arm()
  }

  /// Call this when the descriptor is readable.
  /// - Returns: true if the window is to be painted again now.
  func receive() -> Bool {
    guard timer.acknowledge() else { return false }
    left = left.dropFirst()
    arm()
    return true
  }

  private func arm() { timer.arm(at: left.first.map { exposure + $0 }) }
}
