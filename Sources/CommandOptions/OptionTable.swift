import enum ColourClock.EditDistance

package struct OptionTable<Target: OptionTarget>: Sendable {
  package struct Group: Sendable {
    package let title: String
    package let options: [OptionSpec<Target>]
    let fixedReason: String

    package init(
      _ title: String, _ options: [OptionSpec<Target>], fixed fixedReason: String = "it is read only at the start"
    ) {
      (self.title, self.options, self.fixedReason) = (title, options, fixedReason)
    }
  }

  package let groups: [Group]
  package let all: [OptionSpec<Target>]
  /// Ends the message that refuses an operand, a word that is no option. If `nil`, operands are accepted.
  let hint: (@Sendable (String) -> String)?

  package init(_ groups: [Group], hint: (@Sendable (String) -> String)? = { _ in "" }) {
    (self.groups, self.hint, all) = (groups, hint, groups.flatMap(\.options))
  }

  /// This is a linear search: making a dictionary would slow each start.
  package func option(_ name: String) -> OptionSpec<Target>? { all.first { $0.isNamed(name) } }

  package static func isFixed(_ option: OptionSpec<Target>) -> Bool { option.isFixed || option.place != .anywhere }

  package func reason(ofFixed option: OptionSpec<Target>) -> String {
    option.reason ?? groups.first { $0.options.contains { $0.name == option.name } }?.fixedReason ?? ""
  }

  // MARK: Relations

  /// Returns the `settingName`s of the options that this one overrides if they come from weaker sources.
  package func settingsOverridden(by name: String) -> [String] {
    option(name).map { [$0.settingName, $0.alsoOverrides].compactMap(\.self) } ?? []
  }

  /// The message if two of the options exclude each other.
  package func conflict(among names: [String]) -> String? {
    var seen: [String: OptionSpec<Target>] = [:]
    for option in names.compactMap(option) {
      let other = seen.updateValue(option, forKey: option.settingName)
      guard let other, other.name != option.name else { continue }
      if other.isExclusive || option.isExclusive {
        return "'--\(other.name)' and '--\(option.name)' exclude each other"
      }
      guard other.takesValue || option.takesValue else { continue }
      let rivals = all.filter { $0.settingName == option.settingName }.map { "'--\($0.name)'" }
      return "\(rivals.dropLast().joined(separator: ", ")) and \(rivals[rivals.count - 1]) exclude each other"
    }
    return nil
  }

  // MARK: X resources

  /// The names of all X resources, in the order of `--help`.
  package var settingNames: [String] { all.filter { $0.settingName == $0.name && !$0.isHidden }.map(\.name) }

  package func settingName(of name: String) -> String? { option(name).flatMap { $0.isHidden ? nil : $0.settingName } }

  /// Returns `no-x` for `x`, and `x` for `no-x`. For one of two alternative flags, returns the other.
  package func opposite(of name: String) -> String? {
    guard let option = option(name) else { return nil }
    let pair =
      option.names.count == 2 ? option.names : all.filter { $0.settingName == option.settingName }.prefix(2).map(\.name)
    let other = pair.contains(name) ? pair.first { $0 != name } : nil
    return other.flatMap { self.option($0)?.takesValue == false ? $0 : nil }
  }

  // MARK: Misspelt names

  /// The closest name. It may differ in a third of the bytes, rounded up.
  package func name(like wrong: String) -> String? {
    let most = (wrong.utf8.count + 2) / 3
    let near = all.filter { !$0.isHidden }.flatMap(\.names).compactMap { name in
      EditDistance.between(name, wrong, most: most).map { (name: name, edits: $0) }
    }
    return near.min { $0.edits < $1.edits }?.name
  }
}
