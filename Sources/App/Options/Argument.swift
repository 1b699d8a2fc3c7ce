import ColourClock
import Notation
import XWindow

/// An option as it was given.
struct Argument {
  let option: Option
  /// As it was written, without dashes: `no-seconds`.
  let name: String
  let value: String?
  /// Where it stands, for messages, such as `/etc/xdg/colourclock/colourclock.conf:3`; `nil` for the command line.
  let origin: String?

  private init(_ option: Option, _ name: String, _ value: String?, origin: String? = nil) {
    (self.option, self.name, self.value, self.origin) = (option, name, value, origin)
  }

  // MARK: From the command line

  /// The words of a command line as options, up to the first mistake, which is told in a line. Hosts of screensavers and X
  /// users write long options with one dash.
  static func scan(_ words: [String]) -> (arguments: [Argument], mistake: String?) {
    var (arguments, mistake): ([Argument], String?) = ([], nil)
    var rest = words[...]
    while let word = rest.popFirst() {
      do throws(Refusal) {
        // What follows a `--` is no option, and nothing else is taken.
        if word == "--" {
          guard let next = rest.popFirst() else { break }
          rest = []
          throw unexpected(next)
        }
        arguments.append(try scan(word, &rest))
      } catch {
        mistake = mistake ?? error.text
      }
    }
    return (arguments, mistake)
  }

  private static func scan(_ word: String, _ rest: inout ArraySlice<String>) throws(Refusal) -> Argument {
    guard word.hasPrefix("-"), word != "-" else { throw unexpected(word) }
    let dashes = word.hasPrefix("--") ? 2 : 1
    let parts = word.dropFirst(dashes).split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let name = String(parts[0])
    let isLetter = dashes == 1 && name.count == 1
    let found = isLetter ? OptionTable.all.first { $0.letter == name.first } : OptionTable.option(name)
    guard let option = found else { throw unknown(isLetter ? "-\(name)" : "--\(name)") }
    var value = parts.count > 1 ? String(parts[1]) : nil
    if option.takesValue, parts.count == 1, let next = rest.first,
      option.takesDash || !next.hasPrefix("-") || next == "-"
    {
      (value, rest) = (next, rest.dropFirst())
    } else if value == "" {
      value = option.takesValue ? nil : ""
    }
    let argument = Argument(option, isLetter ? option.name : name, value)
    try argument.checkForm()
    return argument
  }

  /// The name of a face alone is taken for a mistake of one who wants to see it.
  private static func unexpected(_ word: String) -> Refusal {
    Refusal("Unexpected argument '\(word.cut)'" + (Face.named(word).map { ": do you mean '--face \($0.name)'?" } ?? ""))
  }

  private static func unknown(_ written: String) -> Refusal {
    let like = OptionTable.name(like: String(written.drop { $0 == "-" }))
    return Refusal("Unknown option '\(written.cut)'" + (like.map { ". Did you mean '--\($0)'?" } ?? ""))
  }

  // MARK: From elsewhere

  /// An option of a file, by its name without dashes.
  init(_ name: String, _ value: String?, origin: String) throws(Failure) {
    do throws(Refusal) {
      guard let option = OptionTable.option(name) else { throw Argument.unknown("--\(name)") }
      self.init(option, name, value, origin: origin)
      guard option.place != .commandLine else { throw Refusal("'\(name)' can only stand on the command line") }
      try checkForm()
    } catch { throw .usage("\(origin): \(error.text)") }
  }

  /// What a resource stands for: its name is an option's; where that takes no value, the resource takes true or false.
  /// `nil` if there is nothing to say, as with `utc: false`.
  init?(_ resource: Resource) throws(Failure) {
    let (name, origin) = (resource.name, "resource \(resource.specifier)")
    // Xlib keeps blanks at the end, which cannot be seen.
    let value = Substring(resource.value).trimmed
    let option = OptionTable.option(name)
    if option?.place == .beforeResources { throw .usage("\(origin): '\(name)' cannot be a resource") }
    if resource.isFromServer, option?.reachesOut(value) == true {
      throw .usage(
        "\(origin): '\(name)' is not taken from the X server: give it in the options file or on the command line")
    }
    guard option?.takesValue == false else {
      try self.init(name, value, origin: origin)
      return
    }
    let flag: String?
    switch value.lowercased() {
    case "true", "yes", "on": flag = name
    case "false", "no", "off": flag = OptionTable.opposite(of: name)
    default: throw .usage("\(origin): '\(value.cut)' is not what '\(name)' takes: true or false, yes or no, on or off")
    }
    guard let flag else { return nil }
    try self.init(flag, nil, origin: origin)
  }

  // MARK: What it says

  /// Whether there is a value exactly where there has to be one.
  private func checkForm() throws(Refusal) {
    if option.takesValue, value == nil { throw Refusal("Missing value for '\(option.title)'") }
    if !option.takesValue, let value {
      throw Refusal("The option '--\(name)' takes no value, but has '\(value.cut)'")
    }
  }

  func set(in options: inout Options) throws(Refusal) {
    switch option.form {
    case .flag(let set): set(&options)
    case .toggle(_, let set): set(&options, name == option.name)
    case .value(_, let set):
      do throws(Refusal) { try set(&options, value ?? "") } catch {
        throw Refusal("The value '\((value ?? "").cut)' is invalid for '\(option.title)': \(error.text)")
      }
    }
  }

  /// Checks it as far as can be by itself.
  func check() throws(Failure) {
    guard let zone = try Options([self]).time.timezone else { return }
    do throws(Failure) { _ = try ZoneChoice.named(zone).load() } catch { throw .usage(located(error.text)) }
  }

  /// The zone that its value names; `nil` for all other options.
  var zoneName: String? {
    switch option.name {
    case "timezone": value
    case "also": value?.split(separator: "=", omittingEmptySubsequences: false).first?.trimmed
    default: nil
    }
  }

  func located(_ text: String) -> String { origin.map { "\($0): \(text)" } ?? text }

  /// An option of the look, as it stands in a card of the gallery: `face hue`, `12-hour`.
  static func ofLook(_ text: String) throws(Refusal) -> Argument {
    let parts = text.split(maxSplits: 1) { $0 == " " || $0 == "=" }.map(\.trimmed)
    let name = parts.first ?? ""
    guard let option = LookOptions.table.first(where: { $0.names.contains(name) }), option.place == .anywhere else {
      throw Refusal("Unknown option '--\(name)'")
    }
    let argument = Argument(option, name, parts.count > 1 ? parts[1] : nil)
    try argument.checkForm()
    return argument
  }
}

extension String {
  /// As a message repeats it: no more than tells which one it is.
  var cut: String { count > 60 ? prefix(59) + "…" : self }
}
