private import Glibc

/// A set of descriptors to wait for (poll(2)). A descriptor is also ready when its other end is closed.
package struct Poll {
  /// The entries are reused for each wait, so a tick allocates nothing.
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

  /// Waits until a descriptor is ready. A handled signal does not interrupt the wait.
  package mutating func wait() {
    while poll(&entries, nfds_t(entries.count), -1) < 0 && errno == EINTR {}
  }

  /// Waits for a descriptor, at most until the uptime `end`, rounded up to a millisecond. A past `end` does not block.
  /// - Returns: true if a descriptor is ready.
  package mutating func wait(until end: Duration) -> Bool {
    while true {
      // Without rounding up, waits of 0 would make the caller's loop spin during the last millisecond.
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

  /// Returns true if one of the descriptors is ready within the timeout. A zero timeout does not block.
  package static func wait(for descriptors: [Int32], toWrite: Bool = false, timeout: Duration) -> Bool {
    var set = Poll()
    for descriptor in descriptors { set.watch(descriptor, hasInput: !toWrite, hasOutput: toWrite) }
    return set.wait(until: timeout == .zero ? .zero : Now.boot + timeout)
  }

  /// True if the descriptor can be written. A pipe that can be written has room for at least `PIPE_BUF` bytes.
  package static func hasRoom(_ descriptor: Int32) -> Bool {
    var entry = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    return poll(&entry, 1, 0) > 0
  }
}
