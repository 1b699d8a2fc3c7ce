import ColourClock
import CommandOptions
import ControlProtocol
import System

/// The options from the command line and the options file.
struct Options {
  var name: String?
  var control: String?
  var listen = ListenAddress.usual
  var certificate: String?
  var key: String?
  var proxy: PublicAddress?
  var hosts: [String] = []
  var allowed: [String]?

  var config: String?
  var noConfig = false
  var newToken: String?
  var question: Question?

  var rights: Rights { Rights(allowed: allowed.map(Set.init)) }
}

extension Options: OptionTarget {
  static var defaults: Options { Options() }
  static func given(in state: Options) -> Options { state }
  static let statusOfMistakes = ExitStatus.configuration, statusOfUnreadableFile = ExitStatus.configuration

  static let table = OptionTable<Options>([
    .init("Wall", wall), .init("Network", network), .init("Rights", rights), .init("Program", program),
  ])

  private static let wall: [OptionSpec<Options>] = [
    .value(
      "name", "name", "Keeps sessions and tokens under this name, where a user has several walls.", accountName, \.name),
    .text("control", "file", "The clock's control socket; default that of the user's only clock.", \.control).filled,
  ]

  private static let network: [OptionSpec<Options>] = [
    .value(
      "listen", "address",
      "Where it listens, as 0.0.0.0:8460 or [::]:8460 for all who can reach this machine; default {}.",
      { text throws(Refusal) in try ListenAddress(text) }, \.listen, \.text
    ).withDefault,
    .text("certificate", "file", "Serves by TLS, with this chain of certificates.", \.certificate).filled,
    .text("key", "file", "The certificate's private key.", \.key).filled,
    .value(
      "proxy", "address", "The address that phones use of a proxy before it, such as https://wall.example.",
      { text throws(Refusal) in try PublicAddress(text) }, \.proxy),
    .list(
      "host", "name", "A further name by which this machine may be called; can be given again.", most: 16, hostName,
      \.hosts),
  ]

  private static let rights: [OptionSpec<Options>] = [
    .value(
      "allow", "commands",
      "Phones, or with --new-token the token, may send only these, each a command or its first word, with commas between; "
        + "default all but pair, quit, set, snapshot and unset.",
      { text throws(Refusal) in
        let names = text.split(separator: ",").map(\.trimmed).filter { !$0.isEmpty }
        guard !names.isEmpty else { throw Refusal("it takes commands, such as face,message,countdown start") }
        if let unknown = names.first(where: { !CommandNames.has($0) }) {
          throw Refusal("there is no command '\(unknown.cut)': try 'colourclock send help'")
        }
        return names
      }, \.allowed)
  ]

  private static let program: [OptionSpec<Options>] =
    [
      .text("config", "file", "Reads options from this file; default colourclock-web.conf.", \.config).filled
        .only(.commandLine),
      .flag("no-config", "Reads no options file.", \.noConfig).instead(of: "config").only(.commandLine),
      .value("new-token", "name", "Prints a new token for a program, and ends.", accountName, \.newToken)
        .only(.commandLine),
    ] + OptionSpec.questions(\.question)

  private static func accountName(_ text: String) throws(Refusal) -> String {
    let letters = Set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_".utf8)
    guard (1...64) ~= text.utf8.count, text.utf8.allSatisfy(letters.contains) else {
      throw Refusal("it takes a name of letters a to z, figures, - and _")
    }
    return text
  }

  private static func hostName(_ text: String) throws(Refusal) -> String {
    guard let host = HostName(text), host.port == nil else { throw Refusal("it takes a name such as wall.example") }
    return host.name
  }
}

extension Options {
  /// Reads the options file and the command line, which overrides the file.
  init(line words: [String]) throws(ProgramExit) {
    self = try Options.read(ScannedLine(words, Options.table))
    if question != nil { return }
    if let reason = mistake { throw .usage(reason) }
  }

  private static func read(_ line: ScannedLine<Options>) throws(ProgramExit) -> Options {
    let own = try Options(applying: line.arguments)
    if own.question != nil { return own }
    try line.check()
    let paths = OptionsFile<Options>.paths(own.config, isNone: own.noConfig, name: "colourclock-web.conf")
    let file = try OptionsFile(paths, isNamed: own.config != nil, table)?.arguments() ?? []
    var all = try Options(applying: file + line.arguments)
    if !own.hosts.isEmpty { all.hosts = own.hosts }
    // The rights in the file are those of phones. A token gets only the rights of the command line.
    if own.newToken != nil { all.allowed = own.allowed }
    return all
  }

  /// What is wrong with the combination of options; `nil` if it is right.
  private var mistake: String? {
    (certificate == nil) != (key == nil) ? "'--certificate' and '--key' go together" : nil
  }

  /// The text to print for `--help` and similar options; `nil` otherwise.
  var answer: String? {
    question.map {
      Options.table.answer(
        to: $0, "colourclock-web",
        ["OVERVIEW: A remote for phones, and HTTP for programs.", "", "USAGE: colourclock-web <options>"])
    }
  }
}
