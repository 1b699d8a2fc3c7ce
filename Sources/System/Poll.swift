private import Glibc

/// Descriptors for poll(2). One is also ready when its other end is closed.
package struct Poll {
  /// The array is reused, so a tick allocates nothing.
  private var entries: [pollfd] = []

  package init() {}

  package mutating func removeAll() { entries.removeAll(keepingCapacity: true) }

  package mutating func watch(_ descriptor: Int32, hasInput: Bool = true, hasOutput: Bool = false) {
    let events = (hasInput ? POLLIN : 0) | (hasOutput ? POLLOUT : 0)
    entries.append(pollfd(fd: descriptor, events: Int16(events), revents: 0))
  }

  package mutating func watch(_ descriptors: [Int32]) {
    for descriptor in descriptors { watch(descriptor) }
  }

  /// A handled signal does not interrupt the wait.
  package mutating func wait() {
    while poll(&entries, nfds_t(entries.count), -1) < 0 && errno == EINTR {}
  }

  /// `end` is an uptime, rounded up to a millisecond. Never blocks if it is past.
  /// - Returns: true if a descriptor is ready.
  package mutating func wait(until end: Duration) -> Bool {
    while true {
      // Waits of 0 would make the caller's loop spin.
      let left = (max(.zero, end - Now.boot) / .milliseconds(1)).rounded(.up)
      let count = poll(&entries, nfds_t(entries.count), Int32(min(left, 1e9)))
      if count >= 0 || errno != EINTR { return count > 0 }
    }
  }

  package func isReady(_ descriptor: Int32) -> Bool {
    for entry in entries where entry.revents != 0 && entry.fd == descriptor { return true }
    return false
  }

  package func isReady(only descriptor: Int32) -> Bool {
    var isReady = false
    for entry in entries where entry.revents != 0 {
      guard entry.fd == descriptor else { return false }
      isReady = true
    }
    return isReady
  }

  package func isReady(_ descriptors: [Int32]) -> Bool {
    for descriptor in descriptors where isReady(descriptor) { return true }
    return false
  }
}

extension Poll {
  @discardableResult
  package static func wait(for descriptors: [Int32]) -> Poll {
    var poll = Poll()
    poll.watch(descriptors)
    poll.wait()
    return poll
  }

  /// A zero timeout does not block.
  package static func wait(for descriptors: [Int32], toWrite: Bool = false, timeout: Duration) -> Bool {
    var set = Poll()
    for descriptor in descriptors { set.watch(descriptor, hasInput: !toWrite, hasOutput: toWrite) }
    return set.wait(until: timeout == .zero ? .zero : Now.boot + timeout)
  }

  /// A writable pipe has room for `PIPE_BUF` bytes.
  package static func hasRoom(_ descriptor: Int32) -> Bool {
    var entry = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    return poll(&entry, 1, 0) > 0
  }
}
