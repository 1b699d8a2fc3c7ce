private import Glibc

/// A failed operation of the system, on a file, a library or a process.
package struct SystemError: Error {
  /// The text of `strerror`, or of this program.
  package let reason: String
  package let kind: Kind

  package enum Kind: Sendable {
    case missing
    case tooLong
    /// Another program listens there.
    case taken
    /// Other users can write in the folder.
    case exposed
    case other
  }

  package init(_ reason: String, _ kind: Kind = .other) { (self.reason, self.kind) = (reason, kind) }

  init(code: Int32) {
    self.init(String(cString: strerror(code)), code == ENOENT || code == ENOTDIR ? .missing : .other)
  }

  /// The error in `errno`.
  package static var last: SystemError { SystemError(code: errno) }
}
