package import ColourClock

/// The value of a companion's `--allow`.
package struct AllowList: Hashable, Sendable {
  /// Commands (`countdown start`) or first words (`countdown`); `nil` without `--allow`.
  package let names: Set<String>?

  package init(_ names: Set<String>?) { self.names = names }

  /// Refuses a command of a companion's client. Without `--allow`, most commands are allowed. With `--allow`, only the
  /// commands that it names.
  /// - Parameters:
  ///   - words: the command.
  ///   - never: first words of commands that are always refused.
  ///   - onlyIfNamed: first words of commands that are refused without `--allow`.
  package func check(_ words: [String], never: Set<String>, onlyIfNamed: Set<String>) throws(Refusal) {
    guard let first = words.first else { throw Refusal("there is no command") }
    guard !never.contains(first) else { throw Refusal("\(first): only the wall's own clients may send it") }
    // `--allow` may name the first word, or the first two.
    let forms = [first, words.prefix(2).joined(separator: " ")]
    let isAllowed = names.map { !$0.isDisjoint(with: forms) } ?? !onlyIfNamed.contains(first)
    guard isAllowed else { throw Refusal("\(first): '--allow' does not name it") }
    if first == "get", let option = protectedOption(words), OwnersOptions.names.contains(option) {
      throw Refusal("get: '\(option)' may hold commands and paths, and '--allow' does not name get")
    }
  }

  /// The option that a `get`, `set` or `unset` names, without dashes. The caller checks whether this option is
  /// protected. Always `nil` with `--allow`: then only the names of commands decide, and no option is protected.
  package func protectedOption(_ words: [String]) -> String? {
    names == nil && words.count > 1 ? String(words[1].drop { $0 == "-" }) : nil
  }
}
