import ColourClock
import ControlProtocol

struct Topics {
  let prefix: String
  let name: String
  let scopes: [Scope]

  init(prefix: String, name: String, groups: [String]) {
    (self.prefix, self.name) = (prefix, name)
    scopes = [.own] + groups.map(Scope.group) + [.all]
  }

  // MARK: Published topics

  var availability: String { own("availability") }
  var status: String { own("status") }
  var event: String { own("event") }
  var result: String { own("result") }

  private func own(_ part: String) -> String { "\(prefix)/\(name)/\(part)" }

  // MARK: Subscribed topics

  enum Incoming: Hashable {
    case command([String])
    case state(StateKind, Scope)
    /// The broker sends this wall's own availability back.
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

enum Scope: Hashable {
  case own
  case group(String)
  case all
}

/// Each name is the last level of a topic.
enum StateKind: String, Codable, CaseIterable {
  case countdown, program, message, face, agenda, dim, sound
}

/// Rules of MQTT 5, 4.7. Scalars are tested, because `/` with an accent is one character.
enum TopicPart {
  /// `group` and `all` are reserved.
  static func isName(_ text: String) -> Bool {
    !text.isEmpty && text.utf8.count <= 64 && !text.unicodeScalars.contains("/") && isPlain(text)
      && !["group", "all"].contains(text)
  }

  /// Topics that begin with `$` belong to the broker.
  static func isPrefix(_ text: String) -> Bool {
    text.utf8.count <= 128 && isPlain(text) && text.unicodeScalars.first != "$"
      && text.unicodeScalars.split(separator: "/", omittingEmptySubsequences: false).allSatisfy { !$0.isEmpty }
  }

  static func isTopic(_ text: String) -> Bool { !text.isEmpty && isPlain(text) }

  private static func isPlain(_ text: String) -> Bool {
    text.unicodeScalars.allSatisfy { !"+#".unicodeScalars.contains($0) && $0.properties.generalCategory != .control }
  }
}

enum CommandPayload {
  /// The limit is in bytes; the clock refuses longer lines.
  static let longest = ProtocolLimits.longestLine

  /// Returns the words of the topic, then of the payload: a JSON array, or words quoted as in a shell.
  static func words(_ topic: [String], _ payload: [UInt8]) throws(Refusal) -> [String] {
    guard topic.allSatisfy({ !$0.isEmpty }) else { throw Refusal("that topic names no command") }
    return topic + (try words(payload))
  }

  private static func words(_ payload: [UInt8]) throws(Refusal) -> [String] {
    guard let text = String(validating: payload, as: UTF8.self) else { throw Refusal("the command is not valid UTF-8") }
    if text.drop(while: \.isWhitespace).first == "[", case .array(let parts)? = JSON(payload) {
      guard !parts.contains(.null) else { throw Refusal("a command must not contain null") }
      return parts.map(\.word)
    }
    return try CommandLineWords.of(text)
  }
}
