import ColourClock
import ControlProtocol

/// Which commands a phone or a program may send.
struct Rights: Hashable {
  /// The names given by `--allow`; `nil` for nearly all commands.
  let allowed: Set<String>?

  /// They end or reconfigure the wall, write files, and let others in: only where they were named.
  private static let named: Set<String> = ["pair", "quit", "set", "snapshot", "unset"]
  /// The wall takes them of its own clients only.
  private static let never: Set<String> = ["observe", "pairing", "trouble"]

  /// - Throws: why not.
  func check(_ words: [String]) throws(Refusal) {
    guard let first = words.first else { throw Refusal("there is no command") }
    guard !Rights.never.contains(first) else { throw Refusal("\(first): the wall takes it of its own clients only") }
    let names = [first, words.prefix(2).joined(separator: " ")]
    let isAllowed = allowed.map { !$0.isDisjoint(with: names) } ?? !Rights.named.contains(first)
    guard isAllowed else { throw Refusal("\(first): '--allow' does not name it") }
    guard first == "get", allowed == nil, words.count > 1 else { return }
    let option = words[1].drop { $0 == "-" }
    guard !OwnersOptions.names.contains(String(option)) else {
      throw Refusal("get: '\(option)' may hold commands and paths, and '--allow' does not name get")
    }
  }

  /// Whether the command is ever offered, with whatever rights.
  static func offers(_ name: String) -> Bool { !never.contains(String(name.prefix { $0 != " " })) }

  private var seesAll: Bool { allowed?.contains("get") ?? false }

  /// The status without what is for the wall's own user: values of options that may be commands with a password, and paths.
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

  /// Why a command was refused, without what is in the owner's files.
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
