private import Glibc

/// Waiting for descriptors.
package enum Poll {
  /// The descriptors that have something to read, or whose other end is gone.
  package struct Ready {
    fileprivate let entries: [pollfd]

    package func contains(_ descriptor: Int32) -> Bool {
      entries.contains { $0.fd == descriptor && $0.revents != 0 }
    }

    /// Whether any of them is ready.
    package func contains(anyOf descriptors: [Int32]) -> Bool { descriptors.contains(where: contains) }
  }

  /// Sleeps until one of the descriptors is ready; signals that do not end the program are slept through.
  @discardableResult
  package static func wait(for descriptors: [Int32]) -> Ready {
    var entries = entries(for: descriptors)
    while poll(&entries, nfds_t(entries.count), -1) < 0 && errno == EINTR {}
    return Ready(entries: entries)
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
