import CompanionSupport
import ControlProtocol

/// Publishes the states that programs at the wall's control socket share with the wall's group.
final class GroupSharing {
  private let topics: Topics
  private let broker: BrokerSide
  private let wall: WallSide
  /// The scope of the shared states: the first group in the wall's list, or `.all` if the wall is in no group.
  private let scope: Scope
  private let isPermitted: Bool
  /// True while the wall may share states: the broker is connected and sharing is permitted.
  private var isOpen = false

  /// The kinds of states that the command `share` of the wall publishes.
  static let kinds: [StateKind] = [.countdown, .program, .message, .face, .dim]

  init(_ topics: Topics, _ broker: BrokerSide, _ wall: WallSide, isPermitted: Bool) {
    (self.topics, self.broker, self.wall, self.isPermitted) = (topics, broker, wall, isPermitted)
    scope = topics.scopes.dropFirst().first ?? .all
  }

  func brokerCame() {
    isOpen = isPermitted
    wallCame()
  }

  func brokerWent() {
    guard isOpen else { return }
    isOpen = false
    wall.link?.ask(["sharing", "end"]) { _ in }
  }

  func wallCame() {
    guard isOpen else { return }
    var words = ["sharing", "announce"]
    if case .group(let name) = scope { words += ["--", name] }
    // A wall of an earlier version refuses this command, so ignore the answer.
    wall.link?.ask(words) { _ in }
  }

  /// The wall sends each companion the event, so one that may not share states must ignore it.
  /// - Parameter data: the data of the wall's event `share`.
  func receive(_ data: JSON?, at now: Timestamp = .now) {
    guard isOpen, let data, let kind = data["kind"].flatMap({ StateKind(rawValue: $0.word) }),
      let client = broker.client
    else { return }
    let payload = GroupSharing.payload(of: kind, data, at: now)
    client.publish(topics.topic(of: kind, in: scope), Array(payload.utf8), isRetained: true)
  }

  /// The payload for a state. Empty to clear the state.
  static func payload(of kind: StateKind, _ data: JSON, at now: Timestamp) -> String {
    let (text, seconds) = (data["text"]?.word, data["seconds"]?.number)
    let until = seconds.flatMap { Int64(exactly: ($0 * 1000).rounded()) }.map { span in
      Timestamp(milliseconds: now.milliseconds &+ span).text
    }
    func object(_ fields: [String: JSON?]) -> String { JSON.text(of: JSON.object(fields.compactMapValues(\.self))) }
    switch kind {
    case .countdown:
      guard let until else { return "" }
      func phase(_ name: String) -> JSON? {
        data[name]?.number.flatMap { Int(exactly: $0.rounded()) }.map { .string("\($0)") }
      }
      return object([
        "start": .string(now.text), "end": .string(until), "title": text.map(JSON.string), "warn": phase("warn"),
        "danger": phase("danger"),
      ])
    case .program: return text.map { object(["start": .string(now.text), "steps": .string($0)]) } ?? ""
    case .message:
      guard let text else { return "" }
      return object(["text": .string(text), "priority": data["priority"], "until": until.map(JSON.string)])
    case .face: return text ?? ""
    case .dim: return object(["share": data["share"], "until": until.map(JSON.string)])
    case .agenda, .sound: return ""
    }
  }
}
