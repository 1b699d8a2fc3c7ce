import ControlProtocol
import System

/// The main loop of a companion. It waits for the clock, for signals, and for the other side, such as a broker.
package struct CompanionLoop {
  private let wall: WallSide?
  private let signals = SignalDescriptor()
  private var poll = Poll()

  /// The seconds allowed for shutdown, more than closing all connections takes.
  private static let patience: UInt32 = 5
  /// The longest wait, in seconds.
  private static let longest = 3600.0

  /// From now on, a signal that would end the program, such as SIGTERM, requests an orderly shutdown.
  /// - Parameter wall: `nil` for a run that needs no clock.
  package init(_ wall: WallSide?) {
    self.wall = wall
    signals.takeEndings(within: CompanionLoop.patience)
  }

  package var isToEnd: Bool { signals.isToEnd }

  /// Waits until a descriptor is ready or the deadline has come.
  /// - Parameters:
  ///   - deadline: the uptime in seconds.
  ///   - others: the descriptors of the other side.
  ///   - wantsWrite: true to wait also until `others` can be written.
  ///   - wakes: a descriptor that only ends the wait. The caller reads it afterwards.
  ///   - receive: called when one of `others` is ready.
  package mutating func turn(
    until deadline: Double, _ others: [Int32], wantsWrite: Bool = false, wakes: Int32? = nil, receive: () -> Void
  ) {
    poll.removeAll()
    poll.watch(signals.descriptor)
    for other in others { poll.watch(other, hasOutput: wantsWrite) }
    if let wakes { poll.watch(wakes) }
    if let link = wall?.present { poll.watch(link.descriptor, hasOutput: link.wantsWrite) }
    guard poll.wait(until: .seconds(min(deadline, Now.uptime + CompanionLoop.longest))) else { return }
    if poll.isReady(signals.descriptor) { _ = signals.receive() }
    // Check this before `receive`, because `receive` may replace the connection to the wall.
    let isWallReady = wall?.present.map { poll.isReady($0.descriptor) } ?? false
    if others.contains(where: { poll.isReady($0) }) { receive() }
    if isWallReady { wall?.receive() }
  }
}
