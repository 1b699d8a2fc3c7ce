import ArgumentParser
import ColourClock
import FoundationEssentials
import XWindow

/// Which long options there are, as the argument parser describes them, and how they become X resources: the resource's
/// name is the option's; where an option takes no value, the resource takes true or false.
struct OptionSchema {
  /// Made at its first use: most starts have no resources.
  static let shared = OptionSchema()

  /// The subjects under which resources are looked up, in the order of `--help`.
  let subjects: [String]
  /// Whether the option takes no value.
  private let isFlag: [String: Bool]

  private init() {
    let dump = try? JSONDecoder().decode(Dump.self, from: Data(Options._dumpHelp().utf8))
    let shown = (dump?.command.arguments ?? []).filter(\.shouldDisplay)
    let names = shown.flatMap { option in
      option.names.filter { $0.kind == "long" }.map { ($0.name, option.kind == "flag") }
    }
    let isFlag = Dictionary(names) { first, _ in first }
    self.isFlag = isFlag
    subjects = names.map(\.0).filter { OptionSchema.subject(of: $0, isFlag) == $0 }
  }

  /// What is needed of the argument parser's own description, which `--experimental-dump-help` prints. The options that
  /// `--help` does not show are there for hosts only.
  private struct Dump: Decodable {
    let command: Command
    struct Command: Decodable { let arguments: [Option] }
    struct Option: Decodable {
      let kind: String
      let shouldDisplay: Bool
      let names: [Name]
    }
    struct Name: Decodable { let kind, name: String }
  }

  // MARK: Options that concern each other

  /// Options of which only one counts.
  private static let alternatives = [
    ["timezone", "utc"], ["countdown", "until", "every"], ["feed", "feed-file"], modes, ["12-hour", "24-hour"],
    ["ring-shrinks", "ring-grows"], ["clockwise", "counterclockwise"],
  ]
  private static let modes = ["fullscreen", "window", "kiosk"]

  /// The options that do not count any more where a stronger source has `name`. A geometry asks for a window.
  static func replaced(by name: String) -> [String] {
    name == "geometry" ? modes : alternatives.first { $0.contains(name) } ?? []
  }

  /// The name under which the resource for an option is looked up: the same for an option and those that it replaces;
  /// `nil` if there is no such option.
  func subject(of name: String) -> String? { isFlag[name] == nil ? nil : OptionSchema.subject(of: name, isFlag) }

  private static func subject(of name: String, _ isFlag: [String: Bool]) -> String {
    if let group = alternatives.first(where: { $0.contains(name) }) { return group[0] }
    let stem = String(name.dropFirst(3))
    return name.hasPrefix("no-") && isFlag[stem] == true ? stem : name
  }

  /// The flag that says the opposite.
  private func opposite(of name: String) -> String? {
    let pair = OptionSchema.alternatives.first { $0.contains(name) }?.prefix(2) ?? []
    let others = name.hasPrefix("no-") ? [String(name.dropFirst(3))] : ["no-\(name)"]
    return (pair.contains(name) ? pair.filter { $0 != name } : others).first { isFlag[$0] == true }
  }

  // MARK: Where an option may stand

  /// Those that only make sense on a command line.
  static let commandLineOnly: Set = [
    "config", "no-config", "help", "version", "generate-completion-script", "experimental-dump-help", "list-faces",
    "root", "window-id", "xrm",
  ]

  /// Those that must be known before there are resources.
  private static let neededBefore: Set = ["display", "name", "icon"]

  /// Whether a resource runs commands, or uses files. Every client of a server can write in its properties, and would do
  /// that as the clock's user, perhaps on another machine.
  private static func runsCommandsOrUsesFiles(_ resource: Resource) -> Bool {
    ["feed", "feed-file", "on-refresh", "on-zero", "snapshot"].contains(resource.name)
      || resource.name == "timezone" && Substring(resource.value).trimmed.hasPrefix("/")
      || resource.name == "hold-action" && HoldAction.named(Substring(resource.value).trimmed).command != nil
  }

  // MARK: Resources

  /// The arguments that resources stand for.
  func arguments(_ resources: [Resource]) throws(Failure) -> [Argument] {
    try resources.map { resource throws(Failure) in try argument(resource) }.compactMap(\.self)
  }

  /// `nil` if there is nothing to say, as with `utc: false`.
  private func argument(_ resource: Resource) throws(Failure) -> Argument? {
    let (name, origin) = (resource.name, "resource \(resource.specifier)")
    // Xlib keeps blanks at the end, which cannot be seen.
    let value = Substring(resource.value).trimmed
    if OptionSchema.neededBefore.contains(name) { throw .usage("\(origin): '\(name)' cannot be a resource") }
    if resource.isFromServer, OptionSchema.runsCommandsOrUsesFiles(resource) {
      throw .usage(
        "\(origin): '\(name)' is not taken from the X server: give it in the options file or on the command line")
    }
    guard isFlag[name] == true else { return try Argument(name, value, origin: origin) }
    let flag: String?
    switch value.lowercased() {
    case "true", "yes", "on": flag = name
    case "false", "no", "off": flag = opposite(of: name)
    default: throw .usage("\(origin): '\(value)' is not what '\(name)' takes: true or false, yes or no, on or off")
    }
    return try flag.map { flag throws(Failure) in try Argument(flag, nil, origin: origin) }
  }
}
