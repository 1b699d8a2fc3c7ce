import CompanionSupport
import ControlProtocol
import System

/// Waits for clients, the wall and signals at once: one thread, and no wake-up without a reason.
struct Loop {
  private let server: HTTPServer
  private let wall: WallSide
  private let signals = SignalDescriptor()
  private var poll = Poll()

  /// Longer than closing all connections takes, in seconds.
  private static let patience: UInt32 = 5

  /// From now on a signal that would end the program asks for that.
  init(_ server: HTTPServer, _ wall: WallSide) {
    (self.server, self.wall) = (server, wall)
    signals.takeEndings(within: Loop.patience)
  }

  var isToEnd: Bool { signals.isToEnd }

  /// Waits until something is ready or the time is over, and handles it.
  mutating func turn(until deadline: Double) {
    poll.removeAll()
    poll.watch(signals.descriptor)
    poll.watch(server.descriptor)
    if let link = wall.present { poll.watch(link.descriptor, hasOutput: link.wantsWrite) }
    if poll.wait(until: .seconds(min(deadline, Now.uptime + 3600))) {
      if poll.isReady(signals.descriptor) { _ = signals.receive() }
      if wall.present.map({ poll.isReady($0.descriptor) }) ?? false { wall.receive() }
    }
    // Last: it sends what the wall has just told.
    server.run()
  }
}
