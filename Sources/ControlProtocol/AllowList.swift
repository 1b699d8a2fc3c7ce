package import ColourClock

/// The commands that a companion's `--allow` names.
package struct AllowList: Hashable, Sendable {
  /// Commands, such as `countdown start`, and first words of commands, such as `countdown`. `nil` without `--allow`.
  package let names: Set<String>?

  package init(_ names: Set<String>?) { self.names = names }

  /// Refuses a command that clients of the companion may not send.
  /// - Parameters:
  ///   - never: the first words of commands that are always refused.
  ///   - onlyIfNamed: the first words of commands that are refused without `--allow`.
  package func check(_ words: [String], never: Set<String>, onlyIfNamed: Set<String>) throws(Refusal) {
    guard let first = words.first else { throw Refusal("there is no command") }
    guard !never.contains(first) else { throw Refusal("\(first): only the wall's own clients may send it") }
    let forms = [first, words.prefix(2).joined(separator: " ")]
    let isAllowed = names.map { !$0.isDisjoint(with: forms) } ?? !onlyIfNamed.contains(first)
    guard isAllowed else { throw Refusal("\(first): '--allow' does not name it") }
    if first == "get", let option = option(words), OwnersOptions.names.contains(option) {
      throw Refusal("get: '\(option)' may hold commands and paths, and '--allow' does not name get")
    }
  }

  /// The option that the command's first argument names, without leading dashes. `nil` if the command has no argument.
  /// Also `nil` if the companion has an `--allow`, because then only its names decide what is allowed.
  package func option(_ words: [String]) -> String? {
    names == nil && words.count > 1 ? String(words[1].drop { $0 == "-" }) : nil
  }
}
