import ArgumentParser
import ColourClock
import XWindow

/// A resource taken as an option: its name is the option's, with dashes or, as X resources are written, with capitals
/// instead; where an option takes no value, the resource takes true or false.
struct ResourceOption {
  private let resource: Resource
  /// The option's name, without its dashes.
  private let name: String
  /// Without the blanks at its end, which Xlib keeps and nobody sees.
  private let value: String

  /// - Returns: `nil` if there is no such option.
  init?(_ resource: Resource) {
    self.resource = resource
    value = Substring(resource.value).trimmed
    name = ResourceOption.dashed(resource.name)
    guard ResourceOption.isFlag[name] != nil else { return nil }
  }

  /// What the resource is about: the same for an option and its opposite, of which only one can count.
  var subject: String { opposite.map { min($0, name) } ?? name }

  /// The layer of options that it makes; `nil` if there is nothing to say, as with `utc: false`.
  func layer() throws(Failure) -> Options? {
    do throws(Failure) {
      try check()
      guard let argument = try argument() else { return nil }
      return try OptionsFile.layer(argument)
    } catch { throw .usage("resource \(resource.specifier): \(error.text)") }
  }

  private func check() throws(Failure) {
    try OptionsFile.checkPlace(of: name)
    guard !ResourceOption.before.contains(name) else { throw .usage("'\(name)' cannot be a resource") }
    guard !resource.isFromServer || !reachesOut else {
      throw .usage("'\(name)' is not taken from the X server: give it in the options file or on the command line")
    }
  }

  private func argument() throws(Failure) -> String? {
    guard ResourceOption.isFlag[name] == true else { return "--\(name)=\(value)" }
    switch value.lowercased() {
    case "true", "yes", "on": return "--\(name)"
    case "false", "no", "off": return opposite.map { "--\($0)" }
    default: throw .usage("'\(value)' is not what '\(name)' takes: true or false, yes or no, on or off")
    }
  }

  /// Those that must be known before there are resources.
  private static let before: Set = ["display", "name", "icon"]

  /// Whether it runs commands, or uses files. Whoever is let in at a server can write in its properties, and would do that
  /// as the clock's user, perhaps on another machine.
  private var reachesOut: Bool {
    ["feed", "feed-file", "on-refresh", "on-zero", "snapshot"].contains(name)
      || name == "hold-action" && HoldAction.named(value).command != nil
  }

  private var opposite: String? {
    if let opposite = ResourceOption.opposites[name] { return opposite }
    let other = name.hasPrefix("no-") ? String(name.dropFirst(3)) : "no-\(name)"
    return ResourceOption.isFlag[other] == true ? other : nil
  }

  private static let opposites: [String: String] = [
    "12-hour": "24-hour", "24-hour": "12-hour", "ring-grows": "ring-shrinks", "ring-shrinks": "ring-grows",
    "clockwise": "counterclockwise", "counterclockwise": "clockwise", "window": "fullscreen", "fullscreen": "window",
  ]

  /// Which long options there are, and whether they take no value, as the help has it: a name, another for the opposite,
  /// and what the option takes in angle brackets. Those that it hides are there for hosts only.
  private static let isFlag: [String: Bool] = Options.helpMessage(columns: 200)
    .split(separator: "\n").filter { $0.hasPrefix("  -") }
    .reduce(into: [:]) { known, line in
      var words = line.split(separator: " ")[...]
      // A short name and a comma come first.
      while words.first?.hasSuffix(",") == true { words.removeFirst() }
      for name in (words.popFirst() ?? "").split(separator: "/") {
        known[String(name.drop { $0 == "-" })] = words.first?.hasPrefix("<") != true
      }
    }

  /// `holdTime` and `HoldTime` are `hold-time`.
  private static func dashed(_ name: String) -> String {
    name.enumerated().map { index, letter in
      letter.isUppercase ? (index == 0 ? "" : "-") + letter.lowercased() : String(letter)
    }.joined()
  }
}

extension ResourceOption {
  /// The layers of options that resources make; weaker ones come first. An unknown name is told and passed over: the same
  /// resources serve older and newer clocks on other machines, and all X programs put up with some that they do not know.
  static func layers(_ resources: [Resource]) throws(Failure) -> [Options] {
    var options: [ResourceOption] = []
    for resource in resources {
      guard let option = ResourceOption(resource) else {
        Process.report("resource \(resource.specifier): there is no option '\(dashed(resource.name))'; going on")
        continue
      }
      options.removeAll { $0.subject == option.subject }
      options.append(option)
    }
    return try options.map { option throws(Failure) in try option.layer() }.compactMap(\.self)
  }
}
