import ControlProtocol
import System

/// Waits for the clock, signals, and the other side, such as a broker.
package struct CompanionLoop {
  private let wall: WallSide?
  private let signals = SignalDescriptor()
  private var poll = Poll()

  /// Seconds for an orderly shutdown; closing connections takes less.
  private static let patience: UInt32 = 5
  /// In seconds.
  private static let longest = 3600.0

  /// Ending signals now ask for an orderly shutdown.
  package init(_ wall: WallSide?) {
    self.wall = wall
    signals.takeEndings(within: CompanionLoop.patience)
  }

  package var isToEnd: Bool { signals.isToEnd }

  /// Waits for a descriptor or the deadline, then handles what is ready.
  /// - Parameters:
  ///   - deadline: uptime in seconds.
  ///   - others: the other side's descriptors, for `receive`.
  ///   - wantsWrite: also waits until they are writable.
  ///   - wakes: only ends the wait.
  package mutating func turn(
    until deadline: Double, _ others: [Int32], wantsWrite: Bool = false, wakes: Int32? = nil, receive: () -> Void
  ) {
    poll.removeAll()
    poll.watch(signals.descriptor)
    for other in others { poll.watch(other, forOutput: wantsWrite) }
    if let wakes { poll.watch(wakes) }
    if let link = wall?.present { poll.watch(link.descriptor, forOutput: link.wantsWrite) }
    guard poll.wait(until: .seconds(min(deadline, Now.uptime + CompanionLoop.longest))) else { return }
    if poll.isReady(signals.descriptor) { _ = signals.receive() }
    // `receive` may replace the connection.
    let isWallReady = wall?.present.map { poll.isReady($0.descriptor) } ?? false
    if others.contains(where: { poll.isReady($0) }) { receive() }
    if isWallReady { wall?.receive() }
  }
}
