private import Glibc

/// A descriptor whose other end is closed counts as ready.
package struct Poll {
  private var entries: [pollfd] = []

  package init() {}

  package mutating func removeAll() { entries.removeAll(keepingCapacity: true) }

  package mutating func watch(_ descriptor: Int32, forInput: Bool = true, forOutput: Bool = false) {
    let events = (forInput ? POLLIN : 0) | (forOutput ? POLLOUT : 0)
    entries.append(pollfd(fd: descriptor, events: Int16(events), revents: 0))
  }

  package mutating func watch(_ descriptors: [Int32]) {
    for descriptor in descriptors { watch(descriptor) }
  }

  package mutating func wait() {
    while poll(&entries, nfds_t(entries.count), -1) < 0 && errno == EINTR {}
  }

  /// True if a descriptor is ready before `end` (boot clock) and within `longest`. Rounds the wait up, because waits of
  /// 0 ms would make the caller spin.
  package mutating func wait(until end: Duration) -> Bool {
    while true {
      let left = min(max(.zero, end - Now.boot), Poll.longest)
      let count = poll(&entries, nfds_t(entries.count), Int32((left / .milliseconds(1)).rounded(.up)))
      if count >= 0 || errno != EINTR { return count > 0 }
    }
  }

  /// poll(2) takes an `Int32` of milliseconds, at most 24 days.
  private static let longest = Duration.seconds(1_000_000)

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

  package static func wait(for descriptors: [Int32], toWrite: Bool = false, timeout: Duration) -> Bool {
    var set = Poll()
    for descriptor in descriptors { set.watch(descriptor, forInput: !toWrite, forOutput: toWrite) }
    return set.wait(until: timeout == .zero ? .zero : Now.boot + timeout)
  }

  /// If true, a pipe has room for `PIPE_BUF` bytes.
  package static func hasRoom(_ descriptor: Int32) -> Bool {
    var entry = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    return poll(&entry, 1, 0) > 0
  }
}
