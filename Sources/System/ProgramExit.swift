/// An error message, or an answer such as the help.
package struct ProgramExit: Error {
  package let text: String
  package let status: Int32

  package init(_ text: String, _ status: Int32) { (self.text, self.status) = (text, status) }

  package static func usage(_ text: String) -> ProgramExit { ProgramExit(text, ExitStatus.usage) }

  /// A valid request failed.
  package static func unable(_ text: String) -> ProgramExit { ProgramExit(text, ExitStatus.unable) }

  package static func answered(_ text: String) -> ProgramExit { ProgramExit(text, ExitStatus.done) }

  package func report() {
    if status == ExitStatus.done { Process.print(text) } else { Process.report(text, as: .error) }
  }
}

/// The statuses are those of sysexits.h where possible.
package enum ExitStatus {
  package static let done: Int32 = 0, unable: Int32 = 1
  /// `nothing` means that nothing was found, as in grep(1). `refused` means that the clock refused a command.
  package static let nothing: Int32 = 1, refused: Int32 = 1
  /// `unavailable` means that a clock, broker or server is missing.
  package static let usage: Int32 = 64, data: Int32 = 65, noInput: Int32 = 66, unavailable: Int32 = 69
  /// `noPermission` means that others can read a secret file.
  package static let noPermission: Int32 = 77, configuration: Int32 = 78
  /// xscreensaver's savers use this status too.
  package static let unusableWindow: Int32 = 255
}
