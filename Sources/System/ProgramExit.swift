/// How a program ends: its exit status, and its last text. The text is an error and its remedy, or an answer such as
/// the help.
package struct ProgramExit: Error {
  package let text: String
  package let status: Int32

  package init(_ text: String, _ status: Int32) { (self.text, self.status) = (text, status) }

  package static func usage(_ text: String) -> ProgramExit { ProgramExit(text, ExitStatus.usage) }

  /// A valid request that cannot be carried out.
  package static func unable(_ text: String) -> ProgramExit { ProgramExit(text, ExitStatus.unable) }

  package static func answered(_ text: String) -> ProgramExit { ProgramExit(text, ExitStatus.done) }

  package func report() {
    if status == ExitStatus.done { Process.print(text) } else { Process.report(text, as: .error) }
  }
}

/// Exit statuses, from sysexits.h if it has a suitable status.
package enum ExitStatus {
  package static let done: Int32 = 0, unable: Int32 = 1
  /// `nothing`: there was nothing to do (1, as grep returns). `refused`: the clock refused the command.
  package static let nothing: Int32 = 1, refused: Int32 = 1
  /// `usage`: a wrong command line. `data`: a file with invalid content. `noInput`: a file that cannot be read.
  /// `unavailable`: the clock, the broker or a server cannot be reached.
  package static let usage: Int32 = 64, data: Int32 = 65, noInput: Int32 = 66, unavailable: Int32 = 69
  /// `noPermission`: others could read a secret file. `configuration`: a mistake in an options file.
  package static let noPermission: Int32 = 77, configuration: Int32 = 78
  /// The window cannot be used. The savers of xscreensaver use this status too.
  package static let unusableWindow: Int32 = 255
}
