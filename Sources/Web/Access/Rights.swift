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
    // Sharing a command needs the right to that command.
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
    guard !seesAll, case .object(let whole) = answer else { return answer }
    switch words.first {
    case "status": return Rights.publicStatus(whole)
    case "health":
      return .object(
        Rights.concealed(whole, ["saveFailure": "state cannot be saved", "soundFailure": "no sound can be played"]))
    case "get": return AllowList.publicOption(answer)
    default: return answer
    }
  }

  /// All clients get the same events, so private parts are removed.
  static func publicEvent(_ topic: Topic, _ data: JSON) -> JSON {
    guard topic == .feed, case .object(let feed) = data else { return data }
    return .object(publicFeed(feed))
  }

  /// The owner's options may be paths, or commands with passwords.
  private static func publicStatus(_ status: [String: JSON]) -> JSON {
    var whole = status
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
    if case .object(var wall)? = whole["wall"], case .object(let feed)? = wall["feed"] {
      wall["feed"] = .object(publicFeed(feed))
      whole["wall"] = .object(wall)
    }
    return .object(concealed(whole, ["lastReloadFailure": reloadFailure]))
  }

  /// Hides what the feed's command wrote to standard error.
  private static func publicFeed(_ feed: [String: JSON]) -> [String: JSON] {
    concealed(feed, ["complaint": "the feed's command complains"])
  }

  /// The values may contain paths. Missing and null values stay.
  private static func concealed(_ object: [String: JSON], _ texts: [String: String]) -> [String: JSON] {
    let present = texts.filter { object[$0.key].map { $0 != .null } ?? false }
    return object.merging(present.mapValues { .string($0 + elsewhere) }) { $1 }
  }

  func visible(_ reason: String, of words: [String]) -> String {
    guard !seesAll else { return reason }
    switch words.first {
    case "reload": return Rights.reloadFailure + Rights.elsewhere
    case "refresh": return "something was refused" + Rights.elsewhere
    default: return reason
    }
  }

  private static let reloadFailure = "the options file was refused"
  private static let elsewhere = ": see the clock's log"
}

struct Caller: Hashable {
  let id: String
  let rights: Rights
}
