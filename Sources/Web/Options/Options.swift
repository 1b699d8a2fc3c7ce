import ColourClock
import CommandOptions
import ControlProtocol
import System

struct Options {
  var name: String?
  var control: String?
  var listen = ListenAddress.usual
  var certificate: String?
  var key: String?
  var proxy: PublicAddress?
  var hosts: [String] = []
  var announces = true
  var allowed: [String]?

  var config: String?
  var noConfig = false
  var newToken: String?
  var question: Question?

  var rights: Rights { Rights(allowed: allowed.map(Set.init), reads: true) }
}

extension Options: FiledOptions {
  static let program = "colourclock-web"
  static let overview = "A remote for phones, and HTTP for programs."
  static let usage = "<options>"

  static let table = OptionTable<Options>([
    .init("Wall", wall), .init("Network", network), .init("Rights", rights), .init("Program", ofProgram),
  ])

  private static let wall: [OptionSpec<Options>] = [
    .value(
      "name", "name", "The name for this wall's sessions and tokens, if a user has several walls.", accountName,
      \.name),
    .text(
      "control", "file", "The clock's control socket. Default: the socket of the user's only clock.", \.control
    ).notEmpty,
  ]

  private static let network: [OptionSpec<Options>] = [
    .value(
      "listen", "address",
      "The address and port on which it listens. With 0.0.0.0:8460 or [::]:8460, everybody who can reach this machine "
        + "can connect; default {}.",
      { text throws(Refusal) in try ListenAddress(text) }, \.listen, \.text
    ).withDefault,
    .text("certificate", "file", "Serves by TLS, with this chain of certificates.", \.certificate).notEmpty,
    .text("key", "file", "The certificate's private key.", \.key).notEmpty,
    .value(
      "proxy", "address",
      "The address that phones use if a proxy is in front of this program, such as https://wall.example.",
      { text throws(Refusal) in try PublicAddress(text) }, \.proxy),
    .list(
      "host", "name", "A further name by which this machine may be called; can be given again.", most: 16, hostName,
      \.hosts),
    .flag(
      "no-announce",
      "Does not announce itself in the local network. By default, Avahi announces it if other machines can connect "
        + "and --proxy is not given.", \.announces, false),
  ]

  private static let rights: [OptionSpec<Options>] = [
    .commands(
      "allow",
      "The commands that phones may send, with commas between them; with --new-token, those that the token may send. "
        + "A first word stands for all its commands. With read, a token may read status, health and events. Default: "
        + "all commands but pair, quit, set, snapshot and unset.", others: [Rights.reading], \.allowed)
  ]

  private static let ofProgram: [OptionSpec<Options>] =
    OptionSpec.ofFile + [
      .value("new-token", "name", "Prints a new token for a program, and ends.", accountName, \.newToken)
        .only(.commandLine)
    ] + OptionSpec.questions(\.question)

  private static func accountName(_ text: String) throws(Refusal) -> String {
    let letters = Set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_".utf8)
    guard (1...64) ~= text.utf8.count, text.utf8.allSatisfy(letters.contains) else {
      throw Refusal("it takes 1 to 64 letters (a to z, A to Z), figures, - and _")
    }
    return text
  }

  private static func hostName(_ text: String) throws(Refusal) -> String {
    guard let host = HostName(text), host.port == nil else { throw Refusal("it takes a name such as wall.example") }
    return host.name
  }
}

extension Options {
  mutating func adjust(to line: Options) {
    if !line.hosts.isEmpty { hosts = line.hosts }
    // The file's rights are for phones, not for a token.
    if line.newToken != nil { allowed = line.allowed }
  }

  var conflict: String? {
    (certificate == nil) != (key == nil) ? "'--certificate' and '--key' go together" : nil
  }
}
