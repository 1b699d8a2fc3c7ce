/// How a program ends, and the one line that it says: what was wrong and what to do, or what was asked for.
package struct Ending: Error {
  package let text: String
  package let status: Int32

  package init(_ text: String, _ status: Int32) { (self.text, self.status) = (text, status) }

  /// The program was called in a wrong way.
  package static func usage(_ text: String) -> Ending { Ending(text, ExitStatus.usage) }

  /// What was asked for makes sense but cannot be done.
  package static func unable(_ text: String) -> Ending { Ending(text, ExitStatus.unable) }

  /// No mistake: the text was asked for, such as the help.
  package static func answered(_ text: String) -> Ending { Ending(text, ExitStatus.done) }

  /// Says the line, on the stream where it belongs.
  package func report() {
    if status == ExitStatus.done { Process.print(text) } else { Process.report(text, as: .error) }
  }
}

/// Exit statuses, as sysexits.h has them where it has one.
package enum ExitStatus {
  package static let done: Int32 = 0, unable: Int32 = 1
  /// There was nothing to be done, as grep has it, or the clock has refused.
  package static let nothing: Int32 = 1, refused: Int32 = 1
  package static let usage: Int32 = 64, data: Int32 = 65, noInput: Int32 = 66, unavailable: Int32 = 69
  package static let noPermission: Int32 = 77, configuration: Int32 = 78
  /// A host's window cannot be drawn in, as xscreensaver's own savers have it.
  package static let unusableWindow: Int32 = 255
}
