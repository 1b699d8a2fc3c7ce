import ColourClock
import CommandOptions
import ControlProtocol

extension CommandTable {
  /// `assets/manual.py` reads this list.
  static var list: String {
    all.map {
      [$0.name, $0.arguments, $0.meaning, $0.since, $0.isForKiosk ? "kiosk" : "not kiosk"].joined(separator: "\t")
    }
    .joined(separator: "\n")
  }

  static var firstWords: [String] {
    all.map { String($0.name.prefix { $0 != " " }) }.reduce(into: []) { if $0.last != $1 { $0.append($1) } }
  }

  /// Words that may follow the first word, for completion in shells.
  static var furtherWords: [(first: String, words: [String])] {
    firstWords.map { first in (first, all.filter { $0.name.prefix { $0 != " " } == first }.flatMap(\.furtherWords)) }
      .filter { !$0.1.isEmpty }
  }

  // MARK: Looking up

  static func order(_ words: [String], isKiosk: Bool = false) throws(Refusal) -> ControlOrder {
    guard let first = words.first else { throw Refusal("there is no command") }
    // NUL would truncate a path.
    guard !words.contains(where: { $0.utf8.contains(0) }) else { throw Refusal("a command cannot contain NUL") }
    // One argument with a blank, such as "countdown start", would match a row.
    guard !first.contains(where: \.isWhitespace) else { throw Refusal("there is no command '\(first)': try 'help'") }
    let two = words.prefix(2).joined(separator: " ")
    guard let row = all.first(where: { $0.name == two }) ?? all.first(where: { $0.name == first }) else {
      throw unknown(first)
    }
    var rest = CommandWords(words.dropFirst(row.name == two ? 2 : 1))
    do throws(Refusal) {
      let order = try row.read(&rest)
      try rest.end()
      if isKiosk, !row.isForKiosk { throw Refusal("a kiosk allows this only with '--allow-remote \(row.name)'") }
      return order
    } catch { throw Refusal("\(row.name): \(error.text)") }
  }

  private static func unknown(_ first: String) -> Refusal {
    let verbs = all.map(\.name).filter { $0.hasPrefix("\(first) ") }.map { String($0.dropFirst(first.count + 1)) }
    if verbs.isEmpty { return Refusal("there is no command '\(first)': try 'help'") }
    return Refusal("\(first): it takes \(verbs.joined(separator: ", "))")
  }
}

extension CommandRow {
  fileprivate var furtherWords: [String] {
    if let second = name.split(separator: " ").dropFirst().first { return [String(second)] }
    switch arguments {
    case "OPTION", "OPTION [VALUE]": return Options.table.all.filter { !$0.isHidden }.flatMap(\.names)
    case "[TOPIC…]": return Topic.names
    case "[NAME]": return Face.all.map(\.name)
    default:
      guard arguments.contains("|"), !arguments.contains(" ") else { return [] }
      // Words in capitals are placeholders.
      return arguments.split(separator: "|").map(String.init).filter { $0 != $0.uppercased() }
    }
  }
}
