import ColourClock
import ControlProtocol

struct CommandRow: Sendable {
  let name: String
  let arguments: String
  let meaning: String
  var since = "0.2.0"
  var isForKiosk = true
  let read: @Sendable (inout CommandWords) throws(Refusal) -> ControlOrder
}

enum ControlOrder: Equatable {
  case scene(Command)
  case status, health, help, alarms, reload, quit
  /// `isTable` means CSV in place of JSON.
  case laps(isTable: Bool)
  case countdowns(isTable: Bool)
  case steps(isTable: Bool)
  case clearFace
  case get(String)
  case set(String, String?)
  case unset(String)
  case snapshot(String)
  case observe(Set<Topic>)
  /// `nil` removes the client's problem.
  case problem(HealthProblem?)
  case offerPairing
  case pairedDevices
  case share(SharedState)
  /// An empty group means all walls. `nil` ends the sharing.
  case announceSharing(String?)
}

/// The words of a command. If a word is missing, the refusal names `what`.
struct CommandWords {
  private var rest: ArraySlice<String>

  init(_ words: some Sequence<String>) { rest = Array(words)[...] }

  mutating func next() -> String? { rest.popFirst() }

  mutating func next(_ what: String) throws(Refusal) -> String {
    guard let word = rest.popFirst() else { throw Refusal("it takes \(what)") }
    return word
  }

  mutating func text(_ what: String) throws(Refusal) -> String {
    if rest.first == "--" { rest.removeFirst() }
    guard !rest.isEmpty else { throw Refusal("it takes \(what)") }
    defer { rest = [] }
    return rest.joined(separator: " ")
  }

  mutating func option(_ name: String) throws(Refusal) -> String? {
    guard let index = rest.prefix(while: { $0 != "--" }).firstIndex(of: "--\(name)") else { return nil }
    guard rest.index(after: index) < rest.endIndex else { throw Refusal("'--\(name)' takes a value") }
    let value = rest[index + 1]
    rest.removeSubrange(index...index + 1)
    return value
  }

  /// Accepts the flag only as the next word.
  mutating func flag(_ name: String) -> Bool {
    guard rest.first == "--\(name)" else { return false }
    rest.removeFirst()
    return true
  }

  /// Refuses a misspelt option.
  func endOptions() throws(Refusal) {
    let word = rest.prefix { $0 != "--" }.first { word in
      word.hasPrefix("--") && word.dropFirst(2).allSatisfy { $0.isLetter || $0.isNumber || $0 == "-" }
    }
    if let word { throw Refusal("there is no option '\(word)' here; to show it as text, write -- before the text") }
  }

  func end() throws(Refusal) {
    if let word = rest.first { throw Refusal("unexpected word '\(word)'") }
  }
}
