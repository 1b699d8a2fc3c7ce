import ColourClock
import Notation

/// The topics of a wall.
struct Topics {
  let prefix: String
  let name: String
  /// The nearest first.
  let scopes: [Scope]

  init(prefix: String, name: String, groups: [String]) {
    (self.prefix, self.name) = (prefix, name)
    scopes = [.own] + groups.map(Scope.group) + [.all]
  }

  // MARK: What it publishes

  var availability: String { own("availability") }
  var status: String { own("status") }
  var event: String { own("event") }
  var result: String { own("result") }

  private func own(_ part: String) -> String { "\(prefix)/\(name)/\(part)" }

  // MARK: What it hears

  enum Incoming: Hashable {
    /// The command's words, as far as the topic has them.
    case command([String])
    case state(StateKind, Scope)
    /// Its own, which comes back.
    case availability
  }

  var commandFilters: [String] { scopes.map { "\(place(of: $0))/command/#" } }

  func stateFilters(of kinds: [StateKind]) -> [String] {
    scopes.flatMap { scope in kinds.map { topic(of: $0, in: scope) } }
  }

  func topic(of kind: StateKind, in scope: Scope) -> String { "\(place(of: scope))/\(kind.rawValue)" }

  func topic(of command: String) -> String { own("command/\(command.split(separator: " ").joined(separator: "/"))") }

  private func place(of scope: Scope) -> String {
    switch scope {
    case .own: "\(prefix)/\(name)"
    case .group(let group): "\(prefix)/group/\(group)"
    case .all: "\(prefix)/all"
    }
  }

  /// The meaning of a topic for this wall; `nil` if it has none.
  func incoming(_ topic: String) -> Incoming? {
    if topic == availability { return .availability }
    for scope in scopes {
      let place = place(of: scope)
      guard topic.hasPrefix("\(place)/") else { continue }
      let rest = topic.dropFirst(place.count + 1)
      if let kind = StateKind(rawValue: String(rest)) { return .state(kind, scope) }
      let parts = rest.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
      if parts.count > 1, parts[0] == "command" { return .command(Array(parts.dropFirst())) }
    }
    return nil
  }
}

/// Where a shared state or a command is meant to count.
enum Scope: Hashable {
  case own
  case group(String)
  case all
}

/// The states that walls can share. Unlike an order, a state is right whenever it is read.
enum StateKind: String, CaseIterable {
  case countdown, message, face, agenda, dim
}

/// Names in topics (MQTT 5, 4.7).
enum TopicPart {
  /// A name between two slashes, of a wall or a group.
  static func isName(_ text: String) -> Bool {
    !text.isEmpty && text.utf8.count <= 64 && !text.contains("/") && isPlain(text) && !["group", "all"].contains(text)
  }

  /// A prefix of topics. Topics that begin with `$` are the broker's own.
  static func isPrefix(_ text: String) -> Bool {
    text.utf8.count <= 128 && isPlain(text) && !text.hasPrefix("$")
      && text.split(separator: "/", omittingEmptySubsequences: false).allSatisfy { !$0.isEmpty }
  }

  /// A topic that can be published to.
  static func isTopic(_ text: String) -> Bool { !text.isEmpty && isPlain(text) }

  private static func isPlain(_ text: String) -> Bool {
    text.unicodeScalars.allSatisfy { !"+#".unicodeScalars.contains($0) && $0.properties.generalCategory != .control }
  }
}

/// The payload of a command's topic.
enum CommandPayload {
  /// More is refused, as the clock takes no longer lines.
  static let longest = ControlProtocol.longestLine

  /// The words of a command: those of its topic, and a list of JSON, taken literally, or plain words as for a shell.
  static func words(_ topic: [String], _ payload: [UInt8]) throws(Refusal) -> [String] {
    guard topic.allSatisfy({ !$0.isEmpty }) else { throw Refusal("that topic names no command") }
    return topic + (try words(payload))
  }

  private static func words(_ payload: [UInt8]) throws(Refusal) -> [String] {
    guard let text = String(validating: payload, as: UTF8.self) else { throw Refusal("a command is UTF-8") }
    if text.drop(while: \.isWhitespace).first == "[", case .array(let parts)? = JSON(payload) {
      guard !parts.contains(.null) else { throw Refusal("a word of a command is not null") }
      return parts.map(\.word)
    }
    return try PlainWords.of(text)
  }
}
