import ControlProtocol
import System

/// Waits for the clock, signals and other descriptors.
package struct CompanionLoop {
  private let wall: ClockLink?
  private let signals = SignalDescriptor()
  private var poll = Poll()

  /// The time for an orderly shutdown, in seconds.
  private static let patience: UInt32 = 5
  /// The longest wait, in seconds.
  private static let longest = 3600.0

  package init(_ wall: ClockLink?) {
    self.wall = wall
    signals.handleShutdownSignals(within: CompanionLoop.patience)
  }

  package var isToEnd: Bool { signals.isToEnd }

  /// - Parameters:
  ///   - deadline: an uptime in seconds.
  ///   - wantsWrite: also ends the wait when one of `others` is writable.
  ///   - wakes: a descriptor that only ends the wait.
  package mutating func waitAndReceive(
    until deadline: Double, _ others: [Int32], wantsWrite: Bool = false, wakes: Int32? = nil, receive: () -> Void
  ) {
    poll.removeAll()
    poll.watch(signals.descriptor)
    for other in others { poll.watch(other, forOutput: wantsWrite) }
    if let wakes { poll.watch(wakes) }
    if let link = wall?.anyLink { poll.watch(link.descriptor, forOutput: link.wantsWrite) }
    guard poll.wait(until: .seconds(min(deadline, Now.uptime + CompanionLoop.longest))) else { return }
    if poll.isReady(signals.descriptor) { _ = signals.receive() }
    // This test comes first, because `receive` may replace the connection.
    let isWallReady = wall?.anyLink.map { poll.isReady($0.descriptor) } ?? false
    if others.contains(where: { poll.isReady($0) }) { receive() }
    if isWallReady { wall?.receive() }
  }
}
