import Companion
import Notation
import System

/// Waits for wall, broker and signals at once: one thread, and no wake-up without a reason.
struct Loop {
  private let broker: BrokerSide
  private let wall: WallSide?
  private let signals = SignalDescriptor()
  private var poll = Poll()

  /// Longer than a good-bye to wall and broker takes, in seconds.
  private static let patience: UInt32 = 5

  /// From now on a signal that would end the program asks for that.
  init(_ broker: BrokerSide, _ wall: WallSide?) {
    (self.broker, self.wall) = (broker, wall)
    signals.takeEndings(within: Loop.patience)
  }

  var isToEnd: Bool { signals.isToEnd }

  /// Waits until something is ready or the time is over, and handles it.
  mutating func turn(until deadline: Double) {
    poll.forget()
    poll.watch(signals.descriptor)
    if let descriptor = broker.descriptor { poll.watch(descriptor, hasOutput: broker.wantsWrite) }
    if let link = wall?.present { poll.watch(link.descriptor, hasOutput: link.wantsWrite) }
    guard poll.wait(until: .seconds(min(deadline, Now.uptime + 3600))) else { return }
    if poll.isReady(signals.descriptor) { _ = signals.receive() }
    let fromWall = wall?.present.map { poll.isReady($0.descriptor) } ?? false
    if let descriptor = broker.descriptor, poll.isReady(descriptor) { broker.receive(at: Now.uptime) }
    if fromWall { wall?.receive() }
  }
}
