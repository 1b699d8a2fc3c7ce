import Companion
import Glibc

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
    let seconds = max(0, deadline - System.uptime)
    // Rounded up: it would else turn idly for the last millisecond.
    let timeout = seconds > 3600 ? 3_600_000 : Int32((seconds * 1000).rounded(.up))
    guard poll(&places, nfds_t(places.count), timeout) > 0 else { return }
    let (fromBroker, fromWall) = (places[1].revents, places[2].revents)
    if fromBroker != 0 {
      broker.receive(
        canRead: Loop.has(fromBroker, POLLIN), canWrite: Loop.has(fromBroker, POLLOUT),
        hasFailed: Loop.has(fromBroker, POLLERR) || Loop.has(fromBroker, POLLHUP) || Loop.has(fromBroker, POLLNVAL),
        at: System.uptime)
    }
    if fromWall != 0 { wall?.receive() }
  }

  private static func place(_ descriptor: Int32, writes: Bool) -> pollfd {
    pollfd(fd: descriptor, events: Int16(POLLIN | (writes ? POLLOUT : 0)), revents: 0)
  }

  private static func has(_ events: Int16, _ flag: Int32) -> Bool { Int32(events) & flag != 0 }
}

/// The signals that end the program, as something to wait for.
enum Signals {
  /// Readable when one has come.
  static let descriptor: Int32 = {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return -1 }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    writing.store(ends[1])
    for signal in [SIGTERM, SIGINT, SIGHUP] {
      Glibc.signal(signal) { _ in
        var byte: UInt8 = 1
        _ = write(Signals.writing.value, &byte, 1)
      }
    }
    // A broker that hangs up while something is written to it is an error, not an end.
    Glibc.signal(SIGPIPE, SIG_IGN)
    return ends[0]
  }()

  private static let writing = Descriptor()

  /// Set once, before the first signal can come.
  private final class Descriptor: @unchecked Sendable {
    private(set) var value: Int32 = -1

    func store(_ descriptor: Int32) { value = descriptor }
  }

  static var hasCome: Bool {
    var place = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&place, 1, 0) > 0
  }
}

/// The service manager, if one has started the program: systemd's protocol (sd_notify(3)).
final class Service {
  private let path = System.environment("NOTIFY_SOCKET")
  private var last = ""

  func ready() { send("READY=1") }
  func stopping() { send("STOPPING=1") }

  /// In a line what `systemctl status` shows.
  func report(_ status: String) {
    guard status != last else { return }
    last = status
    send("STATUS=\(status)")
  }

  private func send(_ text: String) {
    guard let path else { return }
    var address = sockaddr_un()
    let bytes = Array(path.utf8)
    guard bytes.count < MemoryLayout.size(ofValue: address.sun_path) else { return }
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) {
      $0.copyBytes(from: bytes)
      // Linux's names without a file begin with a zero.
      if bytes.first == UInt8(ascii: "@") { $0[0] = 0 }
    }
    let descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    guard descriptor >= 0 else { return }
    defer { close(descriptor) }
    let size = socklen_t(MemoryLayout<sa_family_t>.size + bytes.count)
    withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        _ = sendto(descriptor, text, text.utf8.count, Int32(Int(MSG_NOSIGNAL) | Int(MSG_DONTWAIT)), address, size)
      }
    }
  }
}
