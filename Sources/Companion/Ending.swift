/// Why a program cannot go on, in a line, and how it ends then.
package struct Ending: Error {
  package let reason: String
  package let status: Int32

  package init(_ reason: String, _ status: Int32) { (self.reason, self.status) = (reason, status) }
}

/// How a companion ends, as sysexits.h has it.
package enum ExitStatus {
  package static let done: Int32 = 0
  /// There was nothing to be done, as grep has it, or the clock has refused.
  package static let nothing: Int32 = 1, refused: Int32 = 1
  package static let usage: Int32 = 64, data: Int32 = 65, noInput: Int32 = 66, unavailable: Int32 = 69
  package static let noPermission: Int32 = 77, configuration: Int32 = 78
}
