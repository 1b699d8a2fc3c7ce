import ColourClock
import ControlProtocol

struct Rights: Hashable {
  let allowed: AllowList
  /// Phones may always read: their page shows the wall's state.
  let reads: Bool

  /// In `--allow`, this word permits status, health and events.
  static let reading = "read"

  /// These commands end or reconfigure the wall, write files, or let others in.
  private static let onlyIfNamed: Set<String> = ["pair", "quit", "set", "snapshot", "unset"]
  /// These commands are only for direct clients of the control socket.
  private static let never: Set<String> = ["observe", "pairing", "sharing", "trouble"]

  init(allowed: Set<String>?, reads: Bool = false) { (self.allowed, self.reads) = (AllowList(allowed), reads) }

  func check(_ words: [String]) throws(Refusal) {
    try allowed.check(words, never: Rights.never, onlyIfNamed: Rights.onlyIfNamed)
    if words.first == "share" { try check(Array(words.dropFirst())) }
  }

  func checkReading(_ question: String) throws(Refusal) {
    guard !reads, let names = allowed.names, names.isDisjoint(with: [Rights.reading, question]) else { return }
    let wanted = CommandNames.has(question) ? "neither it nor \(Rights.reading)" : "not \(Rights.reading)"
    throw Refusal("\(question): '--allow' names \(wanted)")
  }

  static func offers(_ name: String) -> Bool { !never.contains(String(name.prefix { $0 != " " })) }

  /// With `get` in `--allow`, the caller may read the owner's options.
  private var seesAll: Bool { allowed.names?.contains("get") ?? false }

  func visible(_ answer: JSON, to words: [String]) -> JSON {
    guard !seesAll else { return answer }
    return switch words.first {
    case "status": Rights.publicStatus(answer)
    case "health": AllowList.publicHealth(answer)
    case "get": AllowList.publicOption(answer)
    default: answer
    }
  }

  /// All clients get the same events, so private fields are removed.
  static func publicEvent(_ topic: Topic, _ data: JSON) -> JSON { topic == .feed ? AllowList.publicFeed(data) : data }

  /// Removes confidential options, and the origins of all others.
  private static func publicStatus(_ status: JSON) -> JSON {
    guard case .object(var whole) = AllowList.publicStatus(status) else { return status }
    if case .array(let options)? = whole["options"] {
      whole["options"] = .array(
        options.compactMap { option in
          guard case .object(var fields) = option, !ConfidentialOptions.names.contains(fields["name"]?.word ?? "")
          else {
            return nil
          }
          fields["origin"] = nil
          return .object(fields)
        })
    }
    return .object(whole)
  }

  func visible(_ reason: String, of words: [String]) -> String {
    seesAll ? reason : AllowList.publicReason(reason, of: words)
  }
}

struct Caller: Hashable {
  let id: String
  let rights: Rights
}
