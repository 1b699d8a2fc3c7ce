import ColourClock
import ControlProtocol

/// Decides which commands reach the wall.
struct Permissions {
  let allowed: AllowList

  /// Commands that end the wall or write files. Only `--allow` permits them.
  private static let onlyIfNamed: Set<String> = ["quit", "snapshot"]
  /// `trouble` reports a problem of the client that sends it, which would be this program. Pairing gives phones access,
  /// so only clients of the control socket may begin it.
  private static let never: Set<String> = ["pair", "pairing", "trouble"]

  init(allowed: Set<String>?) { self.allowed = AllowList(allowed) }

  /// - Throws: if the command must not reach the wall.
  func check(_ words: [String]) throws(Refusal) {
    let first = words.first ?? ""
    // `observe` would change the companion's own subscriptions.
    if first == "observe" { throw Refusal("observe: events are published anyway") }
    // A shared state is published on a topic of its own.
    if ["share", "sharing"].contains(first) { throw Refusal("\(first): publish the state itself, retained") }
    try allowed.check(words, never: Permissions.never, onlyIfNamed: Permissions.onlyIfNamed)
    if ["set", "unset"].contains(first), let option = allowed.protectedOption(words),
      VisitorRights.options.contains(option)
    {
      throw Refusal("\(first): '\(option)' says what visitors may do, and '--allow' does not name \(first)")
    }
  }

  /// Removes private parts of a status, unless `--allow` is given.
  func published(_ data: JSON?, of words: [String]) -> JSON? {
    words.first == "status" && allowed.names == nil ? data.map(StatusNews.forReaders) : data
  }

  /// Hides why the options file was refused, unless `--allow` is given.
  func published(_ reason: String, of words: [String]) -> String {
    words.first == "reload" && allowed.names == nil ? StatusNews.reloadFailure : reason
  }

  func permits(_ command: String) -> Bool {
    do throws(Refusal) { try check(command.split(separator: " ").map(String.init)) } catch { return false }
    return true
  }

  /// A state needs the permission of the command with its name.
  func permits(_ kind: StateKind) -> Bool { allowed.names?.contains(kind.rawValue) ?? true }
}
