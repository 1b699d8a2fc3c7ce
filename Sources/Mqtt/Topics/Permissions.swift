import ColourClock
import Notation

/// Which commands are passed on.
struct Permissions {
  /// The names given by `--allow`; `nil` for nearly all commands.
  let allowed: Set<String>?

  /// They end the wall, and write files: only where they were named.
  private static let dangerous: Set<String> = ["quit", "snapshot"]

  /// - Throws: why not.
  func check(_ words: [String]) throws(Refusal) {
    guard let first = words.first else { throw Refusal("there is no command") }
    // It would change what the companion itself hears of.
    if first == "observe" { throw Refusal("observe: events are published anyway") }
    // It is about who says it, which is the companion.
    if first == "trouble" { throw Refusal("trouble: the wall takes it of its own clients only") }
    // Its card leads phones to an address: only the wall's own user may ask for one.
    if ["pair", "pairing"].contains(first) { throw Refusal("\(first): the wall takes it of its own clients only") }
    let names = [first, words.prefix(2).joined(separator: " ")]
    let isAllowed = allowed.map { !$0.isDisjoint(with: names) } ?? !Permissions.dangerous.contains(first)
    guard isAllowed else { throw Refusal("\(first): '--allow' does not name it") }
    if let option = ownersOption(words) {
      throw Refusal("get: '\(option)' may hold commands and paths, and '--allow' does not name get")
    }
    if let option = right(words) {
      throw Refusal("\(first): '\(option)' says what visitors may do, and '--allow' does not name \(first)")
    }
  }

  /// The option among the visitors' rights that the words would change. A client that the broker lets in may
  /// not change them by that alone: `--allow` has to name the command.
  private func right(_ words: [String]) -> String? {
    guard let first = words.first, ["set", "unset"].contains(first), let option = option(words) else { return nil }
    return VisitorRights.options.contains(option) ? option : nil
  }

  /// The option whose value the words would have published for all who may read there, though it is for the wall's own
  /// user.
  private func ownersOption(_ words: [String]) -> String? {
    guard words.first == "get", let option = option(words) else { return nil }
    return OwnersOptions.names.contains(option) ? option : nil
  }

  /// The one that a command names, as the clock reads it, where nothing is allowed by name.
  private func option(_ words: [String]) -> String? {
    allowed == nil && words.count > 1 ? String(words[1].drop { $0 == "-" }) : nil
  }

  /// What may be published of an answer: what is for the wall's own user only where `--allow` names the command.
  func published(_ data: JSON?, of words: [String]) -> JSON? {
    words.first == "status" && allowed == nil ? data.map(StatusNews.forReaders) : data
  }

  /// The same of why a command was refused.
  func published(_ reason: String, of words: [String]) -> String {
    words.first == "reload" && allowed == nil ? StatusNews.reloadFailure : reason
  }

  func permits(_ command: String) -> Bool {
    do throws(Refusal) { try check(command.split(separator: " ").map(String.init)) } catch { return false }
    return true
  }

  /// A state counts as the command of its name.
  func permits(_ kind: StateKind) -> Bool { allowed?.contains(kind.rawValue) ?? true }
}
