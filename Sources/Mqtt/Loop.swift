import Companion
import Glibc
import System

/// Waits for wall, broker and signals at once: one thread, and no wake-up without a reason.
struct Loop {
  private let broker: BrokerSide
  private let wall: WallSide?

  init(_ broker: BrokerSide, _ wall: WallSide?) { (self.broker, self.wall) = (broker, wall) }

  /// Waits until something is ready or the time is over, and handles it.
  func turn(until deadline: Double) {
    var places = [
      pollfd(fd: Signals.descriptor, events: Int16(POLLIN), revents: 0),
      Loop.place(broker.descriptor, writes: broker.wantsWrite),
      Loop.place(wall?.descriptor ?? -1, writes: wall?.wantsWrite ?? false),
    ]
    let seconds = max(0, deadline - Now.uptime)
    // Rounded up: it would else turn idly for the last millisecond.
    let timeout = seconds > 3600 ? 3_600_000 : Int32((seconds * 1000).rounded(.up))
    guard poll(&places, nfds_t(places.count), timeout) > 0 else { return }
    let (fromBroker, fromWall) = (places[1].revents, places[2].revents)
    if fromBroker != 0 {
      broker.receive(
        canRead: Loop.has(fromBroker, POLLIN), canWrite: Loop.has(fromBroker, POLLOUT),
        hasFailed: Loop.has(fromBroker, POLLERR) || Loop.has(fromBroker, POLLHUP) || Loop.has(fromBroker, POLLNVAL),
        at: Now.uptime)
    }
    if fromWall != 0 { wall?.receive() }
  }

  private static func place(_ descriptor: Int32, writes: Bool) -> pollfd {
    pollfd(fd: descriptor, events: Int16(POLLIN | (writes ? POLLOUT : 0)), revents: 0)
  }

  private static func has(_ events: Int16, _ flag: Int32) -> Bool { Int32(events) & flag != 0 }
}
