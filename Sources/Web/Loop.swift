import CompanionSupport
import ControlProtocol
import System

/// Waits for clients, the wall and signals in one thread, without needless wake-ups.
struct Loop {
  private let server: HTTPServer
  private let wall: WallSide
  private let signals = SignalDescriptor()
  private var poll = Poll()

  /// The program ends at the latest this many seconds after a signal. Closing all connections takes less.
  private static let patience: UInt32 = 5

  /// From now on, a signal that would end the program only sets `isToEnd`.
  init(_ server: HTTPServer, _ wall: WallSide) {
    (self.server, self.wall) = (server, wall)
    signals.takeEndings(within: Loop.patience)
  }

  /// True if a signal has asked the program to end.
  var isToEnd: Bool { signals.isToEnd }

  /// Waits for input until an uptime, and handles it.
  mutating func turn(until deadline: Double) {
    poll.removeAll()
    poll.watch(signals.descriptor)
    poll.watch(server.descriptor)
    if let link = wall.present { poll.watch(link.descriptor, hasOutput: link.wantsWrite) }
    if poll.wait(until: .seconds(min(deadline, Now.uptime + 3600))) {
      if poll.isReady(signals.descriptor) { _ = signals.receive() }
      if wall.present.map({ poll.isReady($0.descriptor) }) ?? false { wall.receive() }
    }
    // The server is last, so that it sends what the wall has just reported.
    server.run()
  }
}
