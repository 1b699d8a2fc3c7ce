import ColourClock
import ControlProtocol

/// Decides which commands reach the wall.
struct Permissions {
  /// The names in `--allow`. `nil` permits nearly all commands.
  let allowed: Set<String>?

  /// Commands that end the wall or write files. Only `--allow` permits them.
  private static let dangerous: Set<String> = ["quit", "snapshot"]

  func check(_ words: [String]) throws(Refusal) {
    guard let first = words.first else { throw Refusal("there is no command") }
    // `observe` would change the companion's own subscriptions.
    if first == "observe" { throw Refusal("observe: events are published anyway") }
    // The wall links a health problem to its client. That client would be this program, not the sender.
    if first == "trouble" { throw Refusal("trouble: only the wall's own clients may send it") }
    // Pairing shows an address for phones, so only the wall's own user may ask for it.
    if ["pair", "pairing"].contains(first) { throw Refusal("\(first): only the wall's own clients may send it") }
    // A shared state is published on a topic of its own.
    if ["share", "sharing"].contains(first) { throw Refusal("\(first): publish the state itself, retained") }
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

  /// The option of `VisitorRights` that the command would change; `nil` for no such option, or if `--allow` is given.
  private func right(_ words: [String]) -> String? {
    guard let first = words.first, ["set", "unset"].contains(first), let option = option(words) else { return nil }
    return VisitorRights.options.contains(option) ? option : nil
  }

  /// The option of `OwnersOptions` that the command would publish; `nil` for no such option, or if `--allow` is given.
  private func ownersOption(_ words: [String]) -> String? {
    guard words.first == "get", let option = option(words) else { return nil }
    return OwnersOptions.names.contains(option) ? option : nil
  }

  /// The name of the option without leading dashes; `nil` if `--allow` is given, or if the command has no arguments.
  private func option(_ words: [String]) -> String? {
    allowed == nil && words.count > 1 ? String(words[1].drop { $0 == "-" }) : nil
  }

  /// Removes the owner's values from a status, unless `--allow` is given.
  func published(_ data: JSON?, of words: [String]) -> JSON? {
    words.first == "status" && allowed == nil ? data.map(StatusNews.forReaders) : data
  }

  func published(_ reason: String, of words: [String]) -> String {
    words.first == "reload" && allowed == nil ? StatusNews.reloadFailure : reason
  }

  func permits(_ command: String) -> Bool {
    do throws(Refusal) { try check(command.split(separator: " ").map(String.init)) } catch { return false }
    return true
  }

  /// A state needs the permission of the command with its name.
  func permits(_ kind: StateKind) -> Bool { allowed?.contains(kind.rawValue) ?? true }
}
