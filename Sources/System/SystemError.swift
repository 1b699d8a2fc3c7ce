private import Glibc

package struct SystemError: Error {
  package let reason: String
  package let kind: Kind

  package enum Kind: Sendable {
    case missing
    case tooLong
    /// Another program listens at this path.
    case taken
    /// Other users can write in the folder.
    case exposed
    case other
  }

  package init(_ reason: String, _ kind: Kind = .other) { (self.reason, self.kind) = (reason, kind) }

  init(code: Int32) {
    self.init(String(cString: strerror(code)), code == ENOENT || code == ENOTDIR ? .missing : .other)
  }

  package static var last: SystemError { SystemError(code: errno) }
}
