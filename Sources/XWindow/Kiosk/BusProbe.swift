private import Glibc

/// A first, short connection to a D-Bus daemon, to learn whether it is awake.
///
/// libdbus has no way of connecting that cannot block, which it does when a daemon hangs and the queue before its
/// socket is full (unix(7)). So it is let near a daemon only that has just answered a question of ours.
final class BusProbe {
  enum Answer {
    /// Nothing has come yet.
    case none
    case awake
    case gone
  }

  /// What to poll for reading.
  let descriptor: Int32

  /// `nil` if nobody is at the address, or the queue is full.
  init?(at address: SocketAddress) {
    guard let descriptor = address.connect() else { return nil }
    self.descriptor = descriptor
    // Which kinds of authentication are there? A zero comes before everything (D-Bus specification, Authentication
    // Protocol).
    let question = Array("\0AUTH\r\n".utf8)
    _ = send(descriptor, question, question.count, Int32(MSG_NOSIGNAL))
  }

  deinit { close(descriptor) }

  /// Whatever it is, it says that somebody is there.
  var answer: Answer {
    var byte: UInt8 = 0
    let count = read(descriptor, &byte, 1)
    if count > 0 { return .awake }
    return count < 0 && errno == EAGAIN ? .none : .gone
  }
}
