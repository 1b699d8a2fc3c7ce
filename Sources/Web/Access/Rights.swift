import ColourClock
import ControlProtocol

/// What a phone or a program may read and send.
struct Rights: Hashable {
  /// The commands that `--allow` names, perhaps with `read`. Without `--allow`, reading is permitted.
  let allowed: AllowList
  /// True for phones, which may always read: their page shows the wall's state.
  let reads: Bool

  /// The name in `--allow` that permits status, health and events.
  static let reading = "read"

  /// Commands that only `--allow` permits: they end or reconfigure the wall, write files, or let others in.
  private static let onlyIfNamed: Set<String> = ["pair", "quit", "set", "snapshot", "unset"]
  /// Commands that only direct clients of the control socket may send.
  private static let never: Set<String> = ["observe", "pairing", "sharing", "trouble"]

  init(allowed: Set<String>?, reads: Bool = false) { (self.allowed, self.reads) = (AllowList(allowed), reads) }

  /// - Throws: if the caller may not send this command.
  func check(_ words: [String]) throws(Refusal) {
    try allowed.check(words, never: Rights.never, onlyIfNamed: Rights.onlyIfNamed)
    // Sharing a command needs the right to it.
    if words.first == "share" { try check(Array(words.dropFirst())) }
  }

  /// - Parameter question: `status`, `health` or `events`.
  func checkReading(_ question: String) throws(Refusal) {
    guard !reads, let names = allowed.names, names.isDisjoint(with: [Rights.reading, question]) else { return }
    let wanted = CommandNames.has(question) ? "neither it nor \(Rights.reading)" : "not \(Rights.reading)"
    throw Refusal("\(question): '--allow' names \(wanted)")
  }

  /// True if the HTTP API has this command.
  static func offers(_ name: String) -> Bool { !never.contains(String(name.prefix { $0 != " " })) }

  /// True if the caller may read the owner's options, which `get` in `--allow` permits.
  private var seesAll: Bool { allowed.names?.contains("get") ?? false }

  /// The answer to a command, without private parts unless `seesAll`.
  func visible(_ answer: JSON, to words: [String]) -> JSON {
    guard !seesAll, case .object(let whole) = answer else { return answer }
    switch words.first {
    case "status": return Rights.publicStatus(whole)
    case "health":
      return .object(
        Rights.concealed(whole, ["saveFailure": "state cannot be saved", "soundFailure": "no sound can be played"]))
    default: return answer
    }
  }

  /// The event without private parts. All clients get the same events, whatever their rights.
  static func publicEvent(_ topic: Topic, _ data: JSON) -> JSON {
    guard topic == .feed, case .object(let feed) = data else { return data }
    return .object(publicFeed(feed))
  }

  /// Removes the owner's options, whose values may be paths, or commands with passwords.
  private static func publicStatus(_ status: [String: JSON]) -> JSON {
    var whole = status
    if case .array(let options)? = whole["options"] {
      whole["options"] = .array(
        options.compactMap { option in
          guard case .object(var fields) = option, !OwnersOptions.names.contains(fields["name"]?.word ?? "") else {
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

  /// Replaces values that may contain paths. Missing and null values stay.
  private static func concealed(_ object: [String: JSON], _ texts: [String: String]) -> [String: JSON] {
    let present = texts.filter { object[$0.key].map { $0 != .null } ?? false }
    return object.merging(present.mapValues { .string($0 + elsewhere) }) { $1 }
  }

  /// The reason for a refusal, without quotations of the owner's files unless `seesAll`.
  func visible(_ reason: String, of words: [String]) -> String {
    words.first == "reload" && !seesAll ? Rights.reloadFailure + Rights.elsewhere : reason
  }

  private static let reloadFailure = "the options file was refused"
  private static let elsewhere = ": see the clock's log"
}

/// The session or token that sends a request.
struct Caller: Hashable {
  /// The ID of a session or token.
  let id: String
  let rights: Rights
}
