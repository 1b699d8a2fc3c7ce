import CompanionSupport
import ControlProtocol

final class GroupSharing {
  private let topics: Topics
  private let broker: BrokerSide
  private let wall: ClockLink
  private let scope: Scope
  private let isPermitted: Bool
  private var isOpen = false

  static let kinds: [StateKind] = [.countdown, .program, .message, .face, .dim]

  init(_ topics: Topics, _ broker: BrokerSide, _ wall: ClockLink, isPermitted: Bool) {
    (self.topics, self.broker, self.wall, self.isPermitted) = (topics, broker, wall, isPermitted)
    scope = topics.scopes.dropFirst().first ?? .all
  }

  func brokerCame() {
    isOpen = isPermitted
    clockConnected()
  }

  func brokerWent() {
    guard isOpen else { return }
    isOpen = false
    wall.link?.ask(["sharing", "end"]) { _ in }
  }

  func clockConnected() {
    guard isOpen else { return }
    var words = ["sharing", "announce"]
    if case .group(let name) = scope { words += ["--", name] }
    wall.link?.ask(words) { _ in }
  }

  func receive(_ data: JSON?, at now: Timestamp = .now) {
    guard isOpen, let data, let kind = data["kind"].flatMap({ StateKind(rawValue: $0.word) }),
      let client = broker.client
    else { return }
    let payload = GroupSharing.payload(of: kind, data, at: now)
    client.publish(topics.topic(of: kind, in: scope), Array(payload.utf8), isRetained: true)
  }

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
