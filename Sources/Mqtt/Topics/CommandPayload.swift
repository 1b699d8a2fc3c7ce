import Notation

/// What is published to a command's topic.
enum CommandPayload {
  /// More is refused, as the clock takes no longer lines.
  static let longest = 65_536

  /// The words of a command: those of its topic, and a list of JSON, taken literally, or plain words as for a shell.
  static func words(_ topic: [String], _ payload: [UInt8]) throws(Refusal) -> [String] {
    guard topic.allSatisfy({ !$0.isEmpty }) else { throw Refusal("that topic names no command") }
    return topic + (try words(payload))
  }

  private static func words(_ payload: [UInt8]) throws(Refusal) -> [String] {
    guard let text = String(validating: payload, as: UTF8.self) else { throw Refusal("a command is UTF-8") }
    if text.drop(while: \.isWhitespace).first == "[", case .array(let parts)? = JSON(payload) {
      return parts.map(\.word)
    }
    return try PlainWords.of(text)
  }
}

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
    let names = [first, words.prefix(2).joined(separator: " ")]
    let isAllowed = allowed.map { !$0.isDisjoint(with: names) } ?? !Permissions.dangerous.contains(first)
    guard isAllowed else { throw Refusal("\(first): '--allow' does not name it") }
  }

  func permits(_ command: String) -> Bool {
    do throws(Refusal) { try check(command.split(separator: " ").map(String.init)) } catch { return false }
    return true
  }

  /// A state counts as the command of its name.
  func permits(_ kind: StateKind) -> Bool { allowed?.contains(kind.rawValue) ?? true }
}
