import ColourClock
import CommandOptions
import ControlProtocol
import Glibc
import System

struct Options {
  var broker: BrokerAddress?
  var name: String?
  var groups: [String] = []
  var prefix = "colourclock"
  var control: String?
  var discovers = true
  var discoveryPrefix = "homeassistant"
  var credentials: String?
  var ca: String?
  var certificate: String?
  var key: String?
  var isReadOnly = false
  /// Commands, or their first words; `nil` permits nearly all commands.
  var allowed: [String]?

  var config: String?
  var noConfig = false
  var forgetsWall = false
  var question: Question?

  var wallName: String {
    if let name { return name }
    let label = Process.hostLabel ?? ""
    return TopicPart.isName(label) ? label : "wall"
  }

  var topics: Topics { Topics(prefix: prefix, name: wallName, groups: groups) }
  var permissions: Permissions { Permissions(allowed: allowed.map(Set.init)) }
}

extension Options: FiledOptions {
  static let program = "colourclock-mqtt"
  static let overview = "Joins a colour clock to an MQTT broker."
  static let usage = "--broker <address> <options>"

  static let table = OptionTable<Options>([
    .init("Wall", wall), .init("Broker", brokers), .init("Rights", rights), .init("Program", ofProgram),
  ])

  private static let wall: [OptionSpec<Options>] = [
    .value("name", "name", "The wall's name in topics; default the machine's name.", topicPart, \.name),
    .list(
      "group", "name",
      "A group that the wall belongs to; can be given again. If groups have different states, the first group counts.",
      most: 16, topicPart, \.groups),
    .value("prefix", "topic", "The beginning of all topics.", topic, \.prefix, { $0 }).withDefault,
    .text(
      "control", "file", "The clock's control socket. Default: the socket of the user's only clock.", \.control
    ).notEmpty,
  ]

  private static let brokers: [OptionSpec<Options>] = [
    .value(
      "broker", "address",
      "The broker, as mqtt://host:1883, or mqtts://host:8883 by TLS, with its certificate checked.",
      { text throws(Refusal) in try BrokerAddress(text) }, \.broker
    ).secret,
    .text(
      "credentials", "file",
      "User name and password, a line each, in a file that no other user may read; default the systemd credential "
        + "colourclock-mqtt.",
      \.credentials
    ).notEmpty,
    .text(
      "ca", "file", "Certificates of the authorities that may sign the broker's certificate; default the system's.",
      \.ca
    ).notEmpty,
    .text("certificate", "file", "This program's certificate, to show to the broker.", \.certificate).notEmpty,
    .text("key", "file", "The certificate's private key.", \.key).notEmpty,
    .value(
      "discovery", "what", "Announces the wall to Home Assistant, or not (off).", choices: ["homeassistant", "off"],
      { text throws(Refusal) in
        guard ["homeassistant", "off"].contains(text) else { throw Refusal(listing: ["homeassistant", "off"]) }
        return text == "homeassistant"
      }, \.discovers, { $0 ? "homeassistant" : "off" }
    ).withDefault,
    .value(
      "discovery-prefix", "topic", "The topic below which Home Assistant looks for walls.", topic, \.discoveryPrefix,
      { $0 }
    ).withDefault,
  ]

  private static let rights: [OptionSpec<Options>] = [
    .flag("read-only", "Publishes, and obeys nothing.", \.isReadOnly),
    .commands(
      "allow",
      "Obeys only these commands or first words of commands, with commas between. By default it does not obey quit or "
        + "snapshot, get of commands and paths, or set and unset of what visitors may do.", \.allowed),
  ]

  private static let ofProgram: [OptionSpec<Options>] =
    OptionSpec.ofFile + [
      .flag("forget", "Deletes from the broker what was published for this wall, and exits.", \.forgetsWall)
        .only(.commandLine)
    ] + OptionSpec.questions(\.question)

  private static func topicPart(_ text: String) throws(Refusal) -> String {
    guard TopicPart.isName(text) else {
      throw Refusal("it takes a name without / + or #, of 64 bytes at the most, that is not 'group' or 'all'")
    }
    return text
  }

  private static func topic(_ text: String) throws(Refusal) -> String {
    guard TopicPart.isPrefix(text) else { throw Refusal("it takes a topic without + or #, such as colourclock") }
    return text
  }
}

extension Options {
  mutating func adjust(to line: Options) {
    if !line.groups.isEmpty { groups = line.groups }
    groups = groups.reduce(into: []) { groups, group in if !groups.contains(group) { groups.append(group) } }
  }

  var conflict: String? {
    if broker == nil { return "which broker? give '--broker mqtts://host:8883'" }
    if (certificate == nil) != (key == nil) { return "'--certificate' and '--key' go together" }
    guard ca != nil || key != nil, broker?.isEncrypted == false else { return nil }
    return "certificates need TLS: '--broker mqtts://…'"
  }
}
