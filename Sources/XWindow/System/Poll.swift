private import Glibc

/// Waiting for descriptors.
package enum Poll {
  /// Sleeps until one of them has something to read, or its other end is gone; signals that do not end the program are
  /// slept through.
  package static func wait(for descriptors: [Int32]) {
    var entries = entries(for: descriptors)
    while poll(&entries, nfds_t(entries.count), -1) < 0 && errno == EINTR {}
  }

  /// As `wait(for:)`, but for `timeout` at most, to the millisecond: whether one of them has something. With a timeout
  /// of nothing it only looks.
  package static func wait(for descriptors: [Int32], timeout: Duration) -> Bool {
    var entries = entries(for: descriptors)
    let end = Now.boot + timeout
    while true {
      let left = max(.zero, end - Now.boot) / .milliseconds(1)
      let count = poll(&entries, nfds_t(entries.count), Int32(min(left.rounded(.up), 1e9)))
      if count >= 0 || errno != EINTR { return count > 0 }
    }
  }

  /// Whether it takes something at once, at least `PIPE_BUF` bytes where it is a pipe.
  static func hasRoom(_ descriptor: Int32) -> Bool {
    var entry = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    return poll(&entry, 1, 0) > 0
  }

  private static func entries(for descriptors: [Int32]) -> [pollfd] {
    descriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
  }
}
