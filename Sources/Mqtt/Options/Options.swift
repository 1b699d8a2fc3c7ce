import Glibc
import Notation

/// What command line and options file say.
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
  var allowed: [String]?

  var config: String?
  var noConfig = false
  var isToForget = false
  var answer: Answer?

  /// What is only asked of the program.
  enum Answer { case help, version, list }

  /// The wall's name: by default the first label of the machine's.
  var wallName: String {
    if let name { return name }
    var buffer = [CChar](repeating: 0, count: 256)
    gethostname(&buffer, buffer.count - 1)
    let host = buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
    let label = String(decoding: host, as: UTF8.self).split(separator: ".").first.map(String.init) ?? ""
    return TopicPart.isName(label) ? label : "wall"
  }

  var topics: Topics { Topics(prefix: prefix, name: wallName, groups: groups) }
  var permissions: Permissions { Permissions(allowed: allowed.map(Set.init)) }
}

/// An option, declared once: parser, help, manual and options file go by this.
struct OptionRow: Sendable {
  let name: String
  /// What its value is called; `nil` for none.
  let value: String?
  let meaning: String
  /// In words, for the help.
  var initially = ""
  /// Whether it stands on the command line only.
  var isForLine = false
  var isShown = true
  let set: @Sendable (inout Options, String) throws(Refusal) -> Void

  static let all = wall + broker + rights + program

  /// With their titles.
  static let groups = [("Wall", wall), ("Broker", broker), ("Rights", rights), ("Program", program)]

  private static let wall = [
    OptionRow(name: "name", value: "NAME", meaning: "The wall's name in topics.", initially: "the machine's") {
      (options, text) throws(Refusal) in
      options.name = try nameValue(text)
    },
    OptionRow(
      name: "group", value: "NAME", meaning: "A group that the wall belongs to; can be given again, the nearest first."
    ) {
      (options, text) throws(Refusal) in
      let group = try nameValue(text)
      guard options.groups.count < 16 else { throw Refusal("16 groups are the most") }
      if !options.groups.contains(group) { options.groups.append(group) }
    },
    OptionRow(name: "prefix", value: "TOPIC", meaning: "What all topics begin with.", initially: "colourclock") {
      (options, text) throws(Refusal) in
      options.prefix = try prefixValue(text)
    },
    OptionRow(
      name: "control", value: "FILE", meaning: "The clock's control socket.", initially: "that of the user's only clock"
    ) { $0.control = $1 },
  ]

  private static let broker = [
    OptionRow(
      name: "broker", value: "ADDRESS",
      meaning: "The broker, as mqtt://host:1883, or mqtts://host:8883 by TLS, with its certificate checked."
    ) { (options, text) throws(Refusal) in options.broker = try BrokerAddress(text) },
    OptionRow(
      name: "credentials", value: "FILE",
      meaning: "User name and password, a line each, in a file that no other user may read.",
      initially: "systemd's, colourclock-mqtt"
    ) { $0.credentials = $1 },
    OptionRow(
      name: "ca", value: "FILE", meaning: "Certificates of the authorities that the broker's has to come from.",
      initially: "the system's"
    ) { $0.ca = $1 },
    OptionRow(name: "certificate", value: "FILE", meaning: "A certificate of its own to show to the broker.") {
      $0.certificate = $1
    },
    OptionRow(name: "key", value: "FILE", meaning: "The certificate's private key.") { $0.key = $1 },
    OptionRow(
      name: "discovery", value: "WHAT", meaning: "Announces it to homeassistant, or not at all: off.",
      initially: "homeassistant"
    ) { (options, text) throws(Refusal) in
      guard ["homeassistant", "off"].contains(text) else { throw Refusal(listing: ["homeassistant", "off"]) }
      options.discovers = text == "homeassistant"
    },
    OptionRow(
      name: "discovery-prefix", value: "TOPIC", meaning: "Where Home Assistant looks.", initially: "homeassistant"
    ) { (options, text) throws(Refusal) in options.discoveryPrefix = try prefixValue(text) },
  ]

  private static let rights = [
    OptionRow(name: "read-only", value: nil, meaning: "Publishes, and obeys nothing.") { options, _ in
      options.isReadOnly = true
    },
    OptionRow(
      name: "allow", value: "COMMANDS",
      meaning: "Obeys only these, each a command or its first word, with commas between.",
      initially: "all but quit, snapshot and set of what visitors may do"
    ) { (options, text) throws(Refusal) in
      let names = text.split(separator: ",").map(\.trimmed).filter { !$0.isEmpty }
      guard !names.isEmpty else { throw Refusal("it takes commands, such as face,message,countdown start") }
      options.allowed = names
    },
  ]

  private static let program = [
    OptionRow(
      name: "config", value: "FILE", meaning: "Reads options from this file.", initially: "colourclock-mqtt.conf",
      isForLine: true
    ) { $0.config = $1 },
    OptionRow(name: "no-config", value: nil, meaning: "Reads no options file.", isForLine: true) { options, _ in
      options.noConfig = true
    },
    OptionRow(
      name: "forget", value: nil, meaning: "Takes what was published of this wall from the broker, and ends.",
      isForLine: true
    ) { options, _ in options.isToForget = true },
    OptionRow(name: "help", value: nil, meaning: "Prints these options.", isForLine: true) { options, _ in
      options.answer = .help
    },
    OptionRow(name: "version", value: nil, meaning: "Prints the version.", isForLine: true) { options, _ in
      options.answer = .version
    },
    OptionRow(
      name: "list-options", value: nil, meaning: "Prints the options for programs.", isForLine: true, isShown: false
    ) {
      options, _ in options.answer = .list
    },
  ]

  private static func nameValue(_ text: String) throws(Refusal) -> String {
    guard TopicPart.isName(text) else {
      throw Refusal("it takes a name without / + or #, of 64 bytes at the most, that is not 'group' or 'all'")
    }
    return text
  }

  private static func prefixValue(_ text: String) throws(Refusal) -> String {
    guard TopicPart.isPrefix(text) else { throw Refusal("it takes a topic without + or #, such as colourclock") }
    return text
  }
}

extension OptionRow {
  static var help: String {
    let lines = groups.flatMap { title, rows in
      ["", "\(title):"]
        + rows.filter(\.isShown).map { row in
          let head = "  --\(row.name)\(row.value.map { " \($0)" } ?? "")"
          let gap = String(repeating: " ", count: max(1, 28 - head.count))
          return head + gap + row.meaning + (row.initially.isEmpty ? "" : " (\(row.initially))")
        }
    }
    return "usage: colourclock-mqtt --broker ADDRESS [options]\n\nJoins a colour clock to an MQTT broker.\n"
      + lines.joined(separator: "\n")
  }

  /// An option a line, with tabs between: group, name, value, values, default, meaning, and that it is shown.
  static var list: String {
    groups.flatMap { title, rows in
      rows.map {
        [title, $0.name, $0.value ?? "", "", $0.initially, $0.meaning, $0.isShown ? "shown" : "hidden"].joined(
          separator: "\t")
      }
    }.joined(separator: "\n")
  }
}
