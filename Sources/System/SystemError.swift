private import Glibc

/// A failed system call, or another error with files, libraries and processes.
package struct SystemError: Error {
  /// The reason, for a message: the text of `strerror`, or our own.
  package let reason: String
  package let kind: Kind

  /// The kinds of error that callers distinguish.
  package enum Kind: Sendable {
    /// No file of that name exists.
    case missing
    /// The file is longer than the limit.
    case tooLong
    /// Another program listens at the path.
    case taken
    /// Other users can write in the folder.
    case exposed
    case other
  }

  package init(_ reason: String, _ kind: Kind = .other) { (self.reason, self.kind) = (reason, kind) }

  /// - Parameter code: an `errno` value.
  init(code: Int32) {
    self.init(String(cString: strerror(code)), code == ENOENT || code == ENOTDIR ? .missing : .other)
  }

  /// The error of the last failed call (`errno`).
  package static var last: SystemError { SystemError(code: errno) }
}
