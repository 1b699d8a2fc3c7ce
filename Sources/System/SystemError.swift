private import Glibc

/// A system error, with its reason in the system's words.
package struct SystemError: Error {
  /// The reason, for a message: the system's text, or our own.
  package let reason: String
  package let kind: Kind

  /// What the callers distinguish.
  package enum Kind: Sendable {
    /// No file of that name exists.
    case missing
    /// Longer than the limit.
    case tooLong
    /// In use by another program.
    case taken
    /// Other users could replace it.
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
