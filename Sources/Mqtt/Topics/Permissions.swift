import ColourClock
import ControlProtocol

struct Permissions {
  let allowed: AllowList

  /// Only `--allow` permits these commands, which end the wall or write files.
  private static let onlyIfNamed: Set<String> = ["quit", "snapshot"]
  /// `trouble` reports this program's own problems; only clients of the control socket may begin pairing.
  private static let never: Set<String> = ["pair", "pairing", "trouble"]

  init(allowed: Set<String>?) { self.allowed = AllowList(allowed) }

  func check(_ words: [String]) throws(Refusal) {
    let first = words.first ?? ""
    // `observe` would change the companion's own subscriptions.
    if first == "observe" { throw Refusal("observe: events are published anyway") }
    if ["share", "sharing"].contains(first) { throw Refusal("\(first): publish the state itself, retained") }
    try allowed.check(words, never: Permissions.never, onlyIfNamed: Permissions.onlyIfNamed)
    if ["set", "unset"].contains(first), let option = allowed.protectedOption(words),
      OptionsThatGiveRights.options.contains(option)
    {
      throw Refusal("\(first): '\(option)' says what visitors may do, and '--allow' does not name \(first)")
    }
  }

  /// With `get` in `--allow`, clients may read the owner's paths, commands and passwords.
  private var seesAll: Bool { allowed.names?.contains("get") ?? false }

  /// Removes private fields from the answer to `words`, unless `seesAll`.
  func published(_ data: JSON?, of words: [String]) -> JSON? {
    guard !seesAll, let data else { return data }
    return switch words.first {
    case "status": StatusNews.withoutPrivateFields(of: data)
    case "health": AllowList.publicHealth(data)
    case "get": AllowList.publicOption(data)
    default: data
    }
  }

  /// Replaces reasons that may quote files, unless `seesAll`.
  func published(_ reason: String, of words: [String]) -> String {
    seesAll ? reason : AllowList.publicReason(reason, of: words)
  }

  /// The event without what the feed's command wrote to standard error.
  static func published(_ event: JSON?, _ line: [UInt8]) -> [UInt8] {
    guard case .object(var event)? = event, event["event"] == .string(Topic.feed.rawValue),
      let feed = event["data"]
    else { return line }
    event["data"] = AllowList.publicFeed(feed)
    return Array(JSON.text(of: JSON.object(event)).utf8)
  }

  func permits(_ command: String) -> Bool {
    do throws(Refusal) { try check(command.split(separator: " ").map(String.init)) } catch { return false }
    return true
  }

  func permits(_ kind: StateKind) -> Bool { allowed.names?.contains(kind.rawValue) ?? true }
}
