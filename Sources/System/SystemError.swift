private import Glibc

/// Why the system does not do what it was asked for, in its words.
package struct SystemError: Error {
  package let reason: String
  package let kind: Kind

  package enum Kind: Sendable {
    /// There is no file of that name.
    case missing
    /// There is more of it than the limit.
    case tooLong
    /// Another program has it.
    case taken
    /// Other users could put something else in its place.
    case exposed
    case other
  }

  package init(_ reason: String, _ kind: Kind = .other) { (self.reason, self.kind) = (reason, kind) }

  /// - Parameter code: see errno(3).
  init(code: Int32) {
    self.init(String(cString: strerror(code)), code == ENOENT || code == ENOTDIR ? .missing : .other)
  }

  /// Why the last call has failed.
  package static var last: SystemError { SystemError(code: errno) }
}
