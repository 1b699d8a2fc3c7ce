import CompanionSupport
import ControlProtocol
import System

/// The main loop: waits for wall, broker and signals in one thread, without periodic wake-ups.
struct Loop {
  private let broker: BrokerSide
  private let wall: WallSide?
  private let signals = SignalDescriptor()
  private var poll = Poll()

  /// In seconds: longer than an orderly disconnection takes.
  private static let patience: UInt32 = 5

  /// Takes over the signals that end programs: from now on they request shutdown.
  init(_ broker: BrokerSide, _ wall: WallSide?) {
    (self.broker, self.wall) = (broker, wall)
    signals.takeEndings(within: Loop.patience)
  }

  /// True if such a signal has come.
  var isToEnd: Bool { signals.isToEnd }

  /// Waits until a descriptor is ready or the deadline has come, and handles it.
  mutating func turn(until deadline: Double) {
    poll.removeAll()
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
