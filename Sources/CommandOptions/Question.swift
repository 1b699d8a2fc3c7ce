import ControlProtocol

import struct ColourClock.Refusal

package enum Question: Hashable, Sendable {
  case help, version
  /// The table of options, for the manual and the tests.
  case options
  case completions(Shell)
}

extension OptionSpec {
  package static func questions(_ path: @autoclosure @escaping Place<Question?>) -> [OptionSpec] {
    [
      .value(
        "generate-completion-script", "shell", "Print the completions for a shell and exit.", choices: Shell.names,
        { text throws(Refusal) in .completions(try Shell.named(text)) }, path()
      ).only(.commandLine),
      .flag("version", "Show the version.", path(), .version).only(.commandLine),
      .flag("help", "Show help information.", path(), .help).short("h").only(.commandLine),
      .flag("list-options", "Print the options in a form for programs, and exit.", path(), .options).only(.commandLine)
        .hidden,
    ]
  }
}

extension OptionTable {
  package func answer(
    to question: Question, _ program: String, _ introduction: [String],
    _ words: @autoclosure () -> CompletionWords = CompletionWords()
  ) -> String {
    switch question {
    case .help: help(introduction)
    case .version: Release.version
    case .options: list
    case .completions(let shell): completions(for: shell, of: program, words())
    }
  }
}
