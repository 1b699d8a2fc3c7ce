private import Glibc

/// Waiting for descriptors.
package enum Poll {
  /// Sleeps until one of them has something to read; signals that do not end the program are slept through.
  package static func wait(for descriptors: [Int32]) {
    var entries = descriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    while poll(&entries, nfds_t(entries.count), -1) < 0 && errno == EINTR {}
  }
}
