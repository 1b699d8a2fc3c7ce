private import Glibc

/// A set of descriptors to wait for (poll(2)): readable, writable, or closed by the peer.
package struct Poll {
  /// Kept from one wait to the next, so a tick allocates nothing.
  private var entries: [pollfd] = []

  package init() {}

  /// Empties the set.
  package mutating func removeAll() { entries.removeAll(keepingCapacity: true) }

  /// Adds a descriptor.
  /// - Parameters:
  ///   - hasInput: ready when there is something to read.
  ///   - hasOutput: ready when it can be written to.
  package mutating func watch(_ descriptor: Int32, hasInput: Bool = true, hasOutput: Bool = false) {
    let events = (hasInput ? POLLIN : 0) | (hasOutput ? POLLOUT : 0)
    entries.append(pollfd(fd: descriptor, events: Int16(events), revents: 0))
  }

  /// Adds descriptors to read from.
  package mutating func watch(_ descriptors: [Int32]) {
    for descriptor in descriptors { watch(descriptor) }
  }

  /// Blocks until a descriptor is ready. Signals that do not end the program do not interrupt it.
  package mutating func wait() {
    while poll(&entries, nfds_t(entries.count), -1) < 0 && errno == EINTR {}
  }

  /// Blocks until a descriptor is ready or the uptime `end`, in milliseconds precision. A past `end` polls without
  /// blocking.
  /// - Returns: true if a descriptor is ready.
  package mutating func wait(until end: Duration) -> Bool {
    while true {
      // Rounded up. A wait rounded down to 0 would make the caller's loop spin during the last millisecond.
      let left = (max(.zero, end - Now.boot) / .milliseconds(1)).rounded(.up)
      let count = poll(&entries, nfds_t(entries.count), Int32(min(left, 1e9)))
      if count >= 0 || errno != EINTR { return count > 0 }
    }
  }

  /// True if this descriptor is ready.
  package func isReady(_ descriptor: Int32) -> Bool {
    for entry in entries where entry.revents != 0 && entry.fd == descriptor { return true }
    return false
  }

  /// True if only `descriptor` is ready.
  package func isReady(only descriptor: Int32) -> Bool {
    var isReady = false
    for entry in entries where entry.revents != 0 {
      guard entry.fd == descriptor else { return false }
      isReady = true
    }
    return isReady
  }

  /// True if any of these descriptors is ready.
  package func isReady(_ descriptors: [Int32]) -> Bool {
    for descriptor in descriptors where isReady(descriptor) { return true }
    return false
  }
}

extension Poll {
  /// Blocks until a descriptor is ready.
  @discardableResult
  package static func wait(for descriptors: [Int32]) -> Poll {
    var poll = Poll()
    poll.watch(descriptors)
    poll.wait()
    return poll
  }

  /// Blocks until a descriptor is ready, at most for `timeout`, in milliseconds precision. A zero timeout polls without
  /// blocking.
  /// - Parameter toWrite: waits until one can be written to instead.
  /// - Returns: true if one is ready.
  package static func wait(for descriptors: [Int32], toWrite: Bool = false, timeout: Duration) -> Bool {
    var set = Poll()
    for descriptor in descriptors { set.watch(descriptor, hasInput: !toWrite, hasOutput: toWrite) }
    return set.wait(until: timeout == .zero ? .zero : Now.boot + timeout)
  }

  /// True if the descriptor can be written to without blocking; a pipe then takes at least `PIPE_BUF` bytes.
  package static func hasRoom(_ descriptor: Int32) -> Bool {
    var entry = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    return poll(&entry, 1, 0) > 0
  }
}
