/// How a companion ends, as sysexits.h has it.
package enum ExitStatus {
  package static let done: Int32 = 0
  package static let usage: Int32 = 64, data: Int32 = 65, noInput: Int32 = 66, unavailable: Int32 = 69
  package static let noPermission: Int32 = 77, configuration: Int32 = 78
}
