/// All options there are, by their groups, and how they concern each other.
enum OptionTable {
  struct Group: Sendable {
    let title: String
    let options: [Option]
  }

  /// In the order of `--help`.
  static let groups = [
    Group(title: "Time", options: TimeOptions.table),
    Group(title: "Look", options: LookOptions.table),
    Group(title: "Language", options: LanguageOptions.table),
    Group(title: "Countdown", options: CountdownOptions.table),
    Group(title: "Plans", options: PlanOptions.table),
    Group(title: "Ring", options: RingOptions.table),
    Group(title: "Refresh and feed", options: RefreshOptions.table),
    Group(title: "Hold to confirm", options: HoldOptions.table),
    Group(title: "Gallery and controls", options: GalleryOptions.table),
    Group(title: "Window and monitors", options: WindowOptions.table),
    Group(title: "Kiosk", options: KioskOptions.table),
    Group(title: "Screensaver", options: SaverOptions.table),
    Group(title: "Long runs", options: LongRunOptions.table),
    Group(title: "Control from outside", options: RemoteOptions.table),
    Group(title: "Pictures and files", options: FileOptions.table),
    Group(title: "Audit", options: AuditOptions.table),
    Group(title: "Options", options: Question.table),
    Group(title: "Accepted from hosts and without effect", options: ToolkitOptions.table),
  ]

  static let all = groups.flatMap(\.options)

  private static let index = Dictionary(
    uniqueKeysWithValues: all.enumerated().flatMap { index, option in option.names.map { ($0, index) } })

  /// The option that is written so, without dashes.
  static func option(_ name: String) -> Option? { index[name].map { all[$0] } }

  /// Whether it cannot change while the clock runs.
  static func isFixed(_ option: Option) -> Bool { option.isFixed || option.place != .anywhere }

  // MARK: Options that concern each other

  /// The subjects that do not count any more where a stronger source has `name`.
  static func replaced(by name: String) -> [String] {
    option(name).map { [$0.subject, $0.replaced].compactMap(\.self) } ?? []
  }

  /// What is wrong with these together, if anything.
  static func conflict(among names: [String]) -> String? {
    var seen: [String: Option] = [:]
    for option in names.compactMap(option) {
      let other = seen.updateValue(option, forKey: option.subject)
      guard let other, other.name != option.name, other.takesValue || option.takesValue else { continue }
      let rivals = all.filter { $0.subject == option.subject }.map { "'--\($0.name)'" }
      return "\(rivals.dropLast().joined(separator: ", ")) and \(rivals[rivals.count - 1]) exclude each other"
    }
    return nil
  }

  // MARK: X resources

  /// The subjects under which resources are looked up, in the order of `--help`.
  static var subjects: [String] { all.filter { $0.subject == $0.name && !$0.isHidden }.map(\.name) }

  /// The name under which the resource for an option is looked up; `nil` if there is no such option.
  static func subject(of name: String) -> String? { option(name).flatMap { $0.isHidden ? nil : $0.subject } }

  /// The flag that says the opposite: that of a toggle, or the other of the first two of its subject.
  static func opposite(of name: String) -> String? {
    guard let option = option(name) else { return nil }
    let pair =
      option.names.count == 2 ? option.names : all.filter { $0.subject == option.subject }.prefix(2).map(\.name)
    let other = pair.contains(name) ? pair.first { $0 != name } : nil
    return other.flatMap { OptionTable.option($0)?.takesValue == false ? $0 : nil }
  }

  /// The name that was perhaps meant: one in which not much more than a letter of three is another.
  static func name(like wrong: String) -> String? {
    let (letters, most) = (Array(wrong.utf8), (wrong.utf8.count + 2) / 3)
    let names = shownNames.filter { abs($0.count - letters.count) <= most }
    let best = names.map { ($0, distance($0, letters)) }.min { $0.1 < $1.1 }
    return best.flatMap { $0.1 <= most ? String(decoding: $0.0, as: UTF8.self) : nil }
  }

  private static let shownNames = all.filter { !$0.isHidden }.flatMap(\.names).map { Array($0.utf8) }

  /// How many letters have to be changed, added or left out (Levenshtein's distance).
  private static func distance(_ one: [UInt8], _ other: [UInt8]) -> Int {
    var row = Array(0...other.count)
    for (i, letter) in one.enumerated() {
      var diagonal = i
      row[0] = i + 1
      for j in other.indices {
        let changed = diagonal + (letter == other[j] ? 0 : 1)
        diagonal = row[j + 1]
        row[j + 1] = min(changed, row[j + 1] + 1, row[j] + 1)
      }
    }
    return row[other.count]
  }
}

/// Why some options cannot change while the clock runs.
extension OptionTable {
  static func reason(ofFixed option: Option) -> String {
    switch option.name {
    case "font": return "fonts are loaded before the first picture"
    case "at", "speed": return "the time that is played begins with it"
    case "stopwatch": return "it starts one; the command 'stopwatch' does so now"
    case "hint": return "it is said at the start"
    default: break
    }
    let group = groups.first { $0.options.contains { $0.name == option.name } }
    return switch group?.title {
    case "Countdown": "it starts one; the command 'countdown' does so now"
    case "Window and monitors", "Kiosk", "Screensaver": "the windows are made by it"
    case "Control from outside": "the control socket is made by it"
    case "Accepted from hosts and without effect": "it has no effect"
    default: "it is read only at the start"
    }
  }
}
