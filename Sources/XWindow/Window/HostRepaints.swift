private import System

/// When a window that a host has made is painted again, though no event asks for it.
///
/// A toolkit in the host may paint the window too: GTK, which mate-screensaver is made with, draws its own background a frame
/// after the same Expose event that the clock answers, later on a busy machine, and the server tells nobody. A wall that shows
/// another picture in a second covers that again; one without seconds would be black for a minute.
final class HostRepaints {
  /// What to poll for reading.
  let descriptor: Int32
  private let timer = KernelTimer(.boot)
  private var exposure = Duration.zero
  private var left: ArraySlice<Duration> = []

  /// Since the last exposure: soon, and when a host that is slow has drawn.
  private static let pauses: [Duration] = [.milliseconds(250), .seconds(1), .seconds(4)]

  /// For a window that may just have been painted.
  init() {
    descriptor = timer.descriptor
    exposed()
  }

  /// The window has to be painted, by everyone who does.
  func exposed() {
    (exposure, left) = (Now.boot, HostRepaints.pauses[...])
    arm()
  }

  /// Whether it is time to paint it again. To be called when the descriptor is readable.
  func receive() -> Bool {
    guard timer.acknowledge() else { return false }
    left = left.dropFirst()
    arm()
    return true
  }

  private func arm() { timer.arm(at: left.first.map { exposure + $0 }) }
}
