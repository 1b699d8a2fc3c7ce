import ColourClock
import ControlProtocol

/// Which commands a phone or a program may send.
struct Rights: Hashable {
  /// The commands that `--allow` names, or their first words; `nil` for all commands except `onlyIfNamed`.
  let allowed: Set<String>?

  /// Commands that end or reconfigure the wall, write files, or let others in. They are allowed only if `--allow` names
  /// them.
  private static let onlyIfNamed: Set<String> = ["pair", "quit", "set", "snapshot", "unset"]
  /// Commands that only direct clients of the wall's control socket may send. They are never allowed here.
  private static let never: Set<String> = ["observe", "pairing", "sharing", "trouble"]

  /// Checks that a command is allowed.
  /// - Throws: why it is refused.
  func check(_ words: [String]) throws(Refusal) {
    guard let first = words.first else { throw Refusal("there is no command") }
    guard !Rights.never.contains(first) else { throw Refusal("\(first): the wall takes it of its own clients only") }
    let names = [first, words.prefix(2).joined(separator: " ")]
    let isAllowed = allowed.map { !$0.isDisjoint(with: names) } ?? !Rights.onlyIfNamed.contains(first)
    guard isAllowed else { throw Refusal("\(first): '--allow' does not name it") }
    // `share` also needs the right to the command that it shares.
    if first == "share" { return try check(Array(words.dropFirst())) }
    // Without `--allow`, `get` must not read options with commands or paths.
    guard first == "get", allowed == nil, words.count > 1 else { return }
    let option = words[1].drop { $0 == "-" }
    guard !OwnersOptions.names.contains(String(option)) else {
      throw Refusal("get: '\(option)' may hold commands and paths, and '--allow' does not name get")
    }
  }

  /// True if any rights can allow the command.
  static func offers(_ name: String) -> Bool { !never.contains(String(name.prefix { $0 != " " })) }

  /// True if the sender may see values of the owner's options: `--allow` names `get`.
  private var seesAll: Bool { allowed?.contains("get") ?? false }

  /// The status without private parts: options whose values may be paths, or commands with passwords.
  func visible(_ status: JSON) -> JSON {
    guard !seesAll, case .object(var whole) = status else { return status }
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
    if whole["lastReloadFailure"] != nil { whole["lastReloadFailure"] = .string(Rights.reloadFailure) }
    return .object(whole)
  }

  /// The reason for the refusal of a command, without text from the owner's files.
  func visible(_ reason: String, of words: [String]) -> String {
    words.first == "reload" && !seesAll ? Rights.reloadFailure : reason
  }

  private static let reloadFailure = "the options file was not taken over; the wall's own log says why"
}

/// Who has sent a request.
struct Caller: Hashable {
  /// The ID of the session or token.
  let id: String
  let rights: Rights
}
