import Notation

/// Which commands are passed on.
struct Permissions {
  /// Those that were named; `nil` for nearly all.
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
    let names = [first, words.prefix(2).joined(separator: " ")]
    let isAllowed = allowed.map { !$0.isDisjoint(with: names) } ?? !Permissions.dangerous.contains(first)
    guard isAllowed else { throw Refusal("\(first): '--allow' does not name it") }
    if let option = right(words) {
      throw Refusal("\(first): '\(option)' says what visitors may do, and '--allow' does not name \(first)")
    }
  }

  /// The option among the visitors' rights that the words would change. A client that the broker lets in may
  /// not change them by that alone: `--allow` has to name the command.
  private func right(_ words: [String]) -> String? {
    guard let first = words.first, ["set", "unset"].contains(first), allowed == nil, words.count > 1 else { return nil }
    // As the clock reads it.
    let option = String(words[1].drop { $0 == "-" })
    return VisitorRights.options.contains(option) ? option : nil
  }

  func permits(_ command: String) -> Bool {
    do throws(Refusal) { try check(command.split(separator: " ").map(String.init)) } catch { return false }
    return true
  }

  /// A state counts as the command of its name.
  func permits(_ kind: StateKind) -> Bool { allowed?.contains(kind.rawValue) ?? true }
}
