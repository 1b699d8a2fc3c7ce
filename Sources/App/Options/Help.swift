/// What `--help` prints, and what other programs are told.
enum Help {
  static var text: String {
    let groups = OptionTable.groups.map { group in
      let items = group.options.filter { !$0.isHidden }.map(item)
      return items.isEmpty ? "" : "\n\(group.title.uppercased()):\n" + items.joined(separator: "\n") + "\n"
    }
    return introduction.map { wrapped($0, indent: 0) }.joined(separator: "\n") + "\n" + groups.joined()
  }

  /// One option a line, with tabs between: group, names, what its value is called, its values, its default, its meaning,
  /// and whether `--help` shows it.
  static var list: String {
    let lines = OptionTable.groups.flatMap { group in
      group.options.map { option in
        let value: Option.ValueForm? = if case .value(let value, _) = option.form { value } else { nil }
        let names = written(option).map { String($0.drop { $0 == "-" }) }
        return [
          group.title, names.joined(separator: " "), value?.name ?? "", (value?.choices ?? []).joined(separator: " "),
          initial(option) ?? "", option.meaning, option.isHidden ? "hidden" : "shown",
        ].joined(separator: "\t")
      }
    }
    return lines.joined(separator: "\n")
  }

  private static let introduction = [
    "OVERVIEW: Shows the time of day as a colour, over the whole screen.", "",
    """
    Keys: hold q or Escape, or press it twice, to quit; f or F11 full screen; g or left and right the gallery; \
    c sets, starts and pauses a countdown, + and - a minute more or less, up and down a step, Backspace back; \
    s starts and stops a stopwatch, l takes a lap; r or F5 refresh; Tab and arrows the bar of controls; ?, h or F1 \
    help; Space holds the button, Enter twice does what it says.
    """,
    """
    Pointer: hold the button; pull the wall down to refresh; drag it sideways for the gallery; turn the ring, \
    or tap it to pause; the bar of controls comes when the pointer moves.
    """, "",
    """
    The long options can also stand in a file, one a line without the dashes, # for comments. The first that exists \
    of $XDG_CONFIG_HOME/colourclock/colourclock.conf (~/.config if unset) and /etc/xdg/colourclock/colourclock.conf \
    is read; the command line wins. Between the two come X resources of the class ColourClock, with capitals for the \
    dashes, such as ColourClock.holdTime: 3 or ColourClock.seconds: false.
    """, "",
    """
    A clock that runs listens on a socket of its user's own: send tells it something (send help lists all commands), status \
    says what it shows, watch what happens, list which clocks there are: colourclock-control(5).
    """, "",
    "USAGE: colourclock <options>", "       colourclock audit <options>",
    "       colourclock send <command> | status [--json] | watch [<topics>] | list",
  ]

  private static let (width, column) = (79, 26)

  /// All ways to write an option, with dashes.
  private static func written(_ option: Option) -> [String] {
    (option.letter.map { ["-\($0)"] } ?? []) + option.names.map { "--\($0)" }
  }

  private static func item(_ option: Option) -> String {
    var (head, notes): (String, [String]) = (written(option).joined(separator: option.letter == nil ? "/" : ", "), [])
    if case .value(let value, _) = option.form {
      head += " <\(value.name)>"
      if !value.choices.isEmpty { notes.append("values: \(value.choices.joined(separator: ", "))") }
    }
    if let initial = initial(option) { notes.append("default: \(initial)") }
    let text = option.meaning + (notes.isEmpty ? "" : " (\(notes.joined(separator: "; ")))")
    let lines = wrapped(text, indent: column)
    return head.count + 3 > column
      ? "  \(head)\n\(lines)" : "  \(head)" + lines.dropFirst(head.count + 2)
  }

  private static func initial(_ option: Option) -> String? {
    switch option.form {
    case .flag: nil
    case .toggle(let initially, _): initially.map { $0 ? "--\(option.name)" : "--no-\(option.name)" }
    case .value(let value, _): value.initially
    }
  }

  private static func wrapped(_ text: String, indent: Int) -> String {
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
