import ColourClock
import ControlProtocol

/// A command of the control socket. The parser, the help, the manual and the completions all use this row.
struct CommandRow: Sendable {
  /// One word, or two such as `countdown start`.
  let name: String
  /// The arguments as the help shows them, such as `[SPAN] [TITLE]`.
  let arguments: String
  /// The help text, one or two sentences.
  let meaning: String
  /// The first version of the clock that has it.
  var since = "0.2.0"
  /// False if a kiosk takes it only with `--allow-remote`.
  var isForKiosk = true
  /// Parses the words after the name.
  let read: @Sendable (inout CommandWords) throws(Refusal) -> ControlOrder
}

/// A parsed command: one for the scene, or one for the program.
enum ControlOrder: Equatable {
  case scene(Command)
  case status, health, help, alarms, reload, quit
  /// The laps as comma-separated values, or as JSON.
  case laps(isTable: Bool)
  /// Shows again the face that the options choose.
  case ownFace
  case get(String)
  /// The option's name, and its value if it takes one.
  case set(String, String?)
  case unset(String)
  case snapshot(String)
  case observe(Set<Topic>)
  /// The problem that the client reports; `nil` to clear it.
  case trouble(HealthProblem?)
  /// The client offers to pair phones.
  case offerPairing
  case pairedDevices
  case share(SharedState)
  /// The name of the group for which the client publishes shared states; empty for all walls. `nil`: the client stops
  /// publishing.
  case announceSharing(String?)
}

/// The words of a command that are not parsed yet.
struct CommandWords {
  private var rest: ArraySlice<String>

  init(_ words: some Sequence<String>) { rest = Array(words)[...] }

  /// The next word; `nil` if there is none.
  mutating func next() -> String? { rest.popFirst() }

  /// The next word.
  /// - Parameter what: what the command takes, for the message.
  /// - Throws: if there is no word.
  mutating func next(_ what: String) throws(Refusal) -> String {
    guard let word = rest.popFirst() else { throw Refusal("it takes \(what)") }
    return word
  }

  /// Joins all remaining words to one text. Words after `--` are never options.
  /// - Throws: if there is no word.
  mutating func text(_ what: String) throws(Refusal) -> String {
    if rest.first == "--" { rest.removeFirst() }
    guard !rest.isEmpty else { throw Refusal("it takes \(what)") }
    defer { rest = [] }
    return rest.joined(separator: " ")
  }

  /// Removes `--name` and its value, and returns the value. Looks only at the words before `--`.
  mutating func option(_ name: String) throws(Refusal) -> String? {
    guard let index = rest.prefix(while: { $0 != "--" }).firstIndex(of: "--\(name)") else { return nil }
    guard rest.index(after: index) < rest.endIndex else { throw Refusal("'--\(name)' takes a value") }
    let value = rest[index + 1]
    rest.removeSubrange(index...index + 1)
    return value
  }

  /// Throws if a word before `--` still looks like an option. Otherwise a mistake, such as `--prio` for `--priority`,
  /// would be shown as text.
  func endOptions() throws(Refusal) {
    let word = rest.prefix { $0 != "--" }.first { word in
      word.hasPrefix("--") && word.dropFirst(2).allSatisfy { $0.isLetter || $0.isNumber || $0 == "-" }
    }
    if let word { throw Refusal("there is no option '\(word)' here; to show it as text, write -- before the text") }
  }

  /// Throws if any word is left.
  func end() throws(Refusal) {
    if let word = rest.first { throw Refusal("unexpected word '\(word)'") }
  }
}
