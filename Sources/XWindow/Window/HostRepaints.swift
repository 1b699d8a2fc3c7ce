private import System

/// Repaints a host's window after exposures. The host may paint over the wall without an event; GTK does so a frame
/// after Expose.
final class HostRepaints {
  let descriptor: Int32
  private let timer = KernelTimer(.boot)
  private var exposure = Duration.zero
  private var left: ArraySlice<Duration> = []

  /// The times from an exposure to each repaint.
  private static let pauses: [Duration] = [.milliseconds(250), .seconds(1), .seconds(4)]

  init() {
    descriptor = timer.descriptor
    exposed()
  }

  func exposed() {
    (exposure, left) = (Now.boot, HostRepaints.pauses[...])
    arm()
  }

  func receive() -> Bool {
    guard timer.acknowledge() else { return false }
    left = left.dropFirst()
    arm()
    return true
  }

  private func arm() { timer.arm(at: left.first.map { exposure + $0 }) }
}
