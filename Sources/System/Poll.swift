private import Glibc

/// Waiting for descriptors: those that have something to read, or whose other end is gone.
package struct Poll {
  /// Kept from one wait to the next: a tick needs no memory for it.
  private var entries: [pollfd] = []

  package init() {}

  /// Watches no descriptor any more.
  package mutating func forget() { entries.removeAll(keepingCapacity: true) }

  /// Watches one more.
  /// - Parameters:
  ///   - hasInput: whether it is ready when it has something.
  ///   - hasOutput: whether it is ready when it takes something.
  package mutating func watch(_ descriptor: Int32, hasInput: Bool = true, hasOutput: Bool = false) {
    let events = (hasInput ? POLLIN : 0) | (hasOutput ? POLLOUT : 0)
    entries.append(pollfd(fd: descriptor, events: Int16(events), revents: 0))
  }

  package mutating func watch(_ descriptors: [Int32]) {
    for descriptor in descriptors { watch(descriptor) }
  }

  /// Sleeps until one of them is ready; signals that do not end the program are slept through.
  package mutating func wait() {
    while poll(&entries, nfds_t(entries.count), -1) < 0 && errno == EINTR {}
  }

  /// As `wait`, but to `end` at most, an uptime, to the millisecond: whether one of them is ready. An end that is past
  /// only looks.
  package mutating func wait(until end: Duration) -> Bool {
    while true {
      // Rounded up: it would else turn idly for the last millisecond.
      let left = (max(.zero, end - Now.boot) / .milliseconds(1)).rounded(.up)
      let count = poll(&entries, nfds_t(entries.count), Int32(min(left, 1e9)))
      if count >= 0 || errno != EINTR { return count > 0 }
    }
  }

  package func isReady(_ descriptor: Int32) -> Bool {
    for entry in entries where entry.revents != 0 && entry.fd == descriptor { return true }
    return false
  }

  /// Whether a descriptor is ready, and no other one is.
  package func isReady(only descriptor: Int32) -> Bool {
    var isReady = false
    for entry in entries where entry.revents != 0 {
      guard entry.fd == descriptor else { return false }
      isReady = true
    }
    return isReady
  }

  /// Whether any of them is ready.
  package func isReady(_ descriptors: [Int32]) -> Bool {
    for descriptor in descriptors where isReady(descriptor) { return true }
    return false
  }
}

extension Poll {
  /// Sleeps until one of the descriptors is ready.
  @discardableResult
  package static func wait(for descriptors: [Int32]) -> Poll {
    var poll = Poll()
    poll.watch(descriptors)
    poll.wait()
    return poll
  }

  /// As `wait(for:)`, but for `timeout` at most, to the millisecond: whether one of them has something. With a timeout
  /// of nothing it only looks.
  /// - Parameter toWrite: whether it waits until one takes something instead.
  package static func wait(for descriptors: [Int32], toWrite: Bool = false, timeout: Duration) -> Bool {
    var set = Poll()
    for descriptor in descriptors { set.watch(descriptor, hasInput: !toWrite, hasOutput: toWrite) }
    return set.wait(until: timeout == .zero ? .zero : Now.boot + timeout)
  }

  /// Whether it takes something at once, at least `PIPE_BUF` bytes where it is a pipe.
  package static func hasRoom(_ descriptor: Int32) -> Bool {
    var entry = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    return poll(&entry, 1, 0) > 0
  }
}
