extension OptionTable {
  package func help(_ introduction: [String]) -> String {
    let groups = groups.map { group in
      let items = group.options.filter { !$0.isHidden }.map(item)
      return items.isEmpty ? "" : "\n\(group.title.uppercased()):\n" + items.joined(separator: "\n") + "\n"
    }
    return introduction.map { wrapped($0, indent: 0) }.joined(separator: "\n") + "\n" + groups.joined()
  }

  /// Each line is an option, with tabs between the fields.
  package var list: String {
    let lines = groups.flatMap { group in
      group.options.map { option in
        let names = written(option).map { String($0.drop { $0 == "-" }) }
        return [
          group.title, names.joined(separator: " "), option.valueForm?.name ?? "",
          (option.valueForm?.choices ?? []).joined(separator: " "), option.initial ?? "", option.meaning,
          option.isHidden ? "hidden" : "shown",
        ].joined(separator: "\t")
      }
    }
    return lines.joined(separator: "\n")
  }

  /// The usual terminal has 80 columns.
  private var width: Int { 79 }
  private var column: Int { 26 }

  private func written(_ option: OptionSpec<Target>) -> [String] {
    (option.letter.map { ["-\($0)"] } ?? []) + option.names.map { "--\($0)" }
  }

  private func item(_ option: OptionSpec<Target>) -> String {
    var head = written(option).joined(separator: option.letter == nil ? "/" : ", ")
    var notes: [String] = []
    if let value = option.valueForm {
      head += " <\(value.name)>"
      if !value.choices.isEmpty { notes.append("values: \(value.choices.joined(separator: ", "))") }
    }
    if let initial = option.initial { notes.append("default: \(initial)") }
    let text = option.meaning + (notes.isEmpty ? "" : " (\(notes.joined(separator: "; ")))")
    let lines = wrapped(text, indent: column)
    let start = "  \(head)"
    // A short head replaces the first line's blanks.
    return start.count < column ? start + lines.dropFirst(start.count) : "\(start)\n\(lines)"
  }

  private func wrapped(_ text: String, indent: Int) -> String {
    var lines = [""]
    for word in text.split(separator: " ") {
      if lines[lines.count - 1].isEmpty {
        lines[lines.count - 1] = String(word)
      } else if lines[lines.count - 1].count + 1 + word.count <= width - indent {
        lines[lines.count - 1] += " \(word)"
      } else {
        lines.append(String(word))
      }
    }
    return lines.map { String(repeating: " ", count: indent) + $0 }.joined(separator: "\n")
  }
}
