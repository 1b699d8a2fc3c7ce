import ControlProtocol
package import System

import struct ColourClock.Refusal

/// A companion is a separate program, such as colourclock-web.
package protocol CompanionOptions: OptionTarget where InForce == Self {
  static var program: String { get }
  static var overview: String { get }
  static var usage: String { get }
  static var table: OptionTable<Self> { get }
  var question: Question? { get }

  /// Ignores mistakes if there is a question such as `--help`.
  init(line words: [String]) throws(ProgramExit)
}

extension CompanionOptions {
  package static var defaults: Self { Self() }
  package static func given(in state: Self) -> Self { state }

  package static func run(_ work: (Self) throws(ProgramExit) -> Void) {
    Process.becomeCompanion(program)
    do throws(ProgramExit) {
      let options = try Self(line: Array(Process.arguments.dropFirst()))
      if let answer = options.answer { Process.print(answer) } else { try work(options) }
    } catch {
      error.report()
      Process.exit(error.status)
    }
  }

  package var answer: String? {
    question.map {
      Self.table.answer(
        to: $0, Self.program, ["OVERVIEW: \(Self.overview)", "", "USAGE: \(Self.program) \(Self.usage)"])
    }
  }
}

/// The command line overrides the options file.
package protocol FiledOptions: CompanionOptions {
  /// `nil` means the default file.
  var config: String? { get set }
  var noConfig: Bool { get set }
  /// The message if values conflict.
  var conflict: String? { get }

  /// Adjusts merged values: for example, a list of the command line replaces the file's list.
  mutating func adjust(to line: Self)
}

extension FiledOptions {
  package static var statusOfMistakes: Int32 { ExitStatus.configuration }
  package static var statusOfUnreadableFile: Int32 { ExitStatus.configuration }

  package init(line words: [String]) throws(ProgramExit) {
    let scanned = ScannedLine(words, Self.table)
    let own = try Self(applying: scanned.arguments)
    self = own
    if question != nil { return }
    try scanned.check()
    let paths = OptionsFile<Self>.paths(userPath: config, isDisabled: noConfig, fileName: Self.file)
    let file = try OptionsFile(paths, isNamed: config != nil, Self.table)?.arguments() ?? []
    self = try Self(applying: file + scanned.arguments)
    adjust(to: own)
    if let conflict { throw .usage(conflict) }
  }

  fileprivate static var file: String { "\(program).conf" }
}

extension OptionSpec where Target: FiledOptions {
  package static var ofFile: [OptionSpec] {
    [
      .text("config", "file", "Reads options from this file; default \(Target.file).", \.config).notEmpty
        .only(.commandLine),
      .flag("no-config", "Reads no options file.", \.noConfig).instead(of: "config").only(.commandLine),
    ]
  }
}

extension OptionSpec {
  /// The value is commands or their first words, separated by commas.
  /// - Parameter others: further accepted names.
  package static func commands(
    _ name: String, _ meaning: String, others: Set<String> = [], _ path: @autoclosure @escaping Place<[String]?>
  ) -> OptionSpec {
    .value(
      name, "commands", meaning,
      { text throws(Refusal) in
        let names = text.split(separator: ",").map(\.trimmed).filter { !$0.isEmpty }
        guard !names.isEmpty else { throw Refusal("it takes commands, such as face,message,countdown start") }
        if let unknown = names.first(where: { !others.contains($0) && !CommandNames.has($0) }) {
          throw Refusal("there is no command '\(unknown.shortened)': try 'colourclock send help'")
        }
        return names
      }, path())
  }
}
