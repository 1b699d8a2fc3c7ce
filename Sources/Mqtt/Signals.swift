import Glibc
import System

/// The signals that end the program, as something to wait for.
enum Signals {
  /// Readable when one has come.
  static let descriptor: Int32 = {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return -1 }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    writing.store(ends[1])
    let tell: @convention(c) (Int32) -> Void = { _ in
      var byte: UInt8 = 1
      _ = write(Signals.writing.value, &byte, 1)
    }
    for signal in EndingSignals.all { EndingSignals.set(tell, for: signal) }
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
