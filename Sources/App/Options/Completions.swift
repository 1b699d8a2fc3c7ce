import CommandOptions
import Notation

/// A shell for which there are completions.
enum Shell: String, CaseIterable {
  case bash, zsh, fish

  /// The script that it reads: all options, and the values of those that have names or are files.
  var completions: String {
    let options = Options.table.all.filter { !$0.isHidden }
    return switch self {
    case .bash: Shell.bash(options)
    case .zsh: Shell.zsh(options)
    case .fish: Shell.fish(options)
    }
  }

  private static var subcommands: String { (ClientCommand.names + ["audit", "help"]).joined(separator: " ") }

  private static var topics: String { Topic.allCases.map(\.rawValue).joined(separator: " ") }

  /// What may follow an option: the cases of bash's `case` by it.
  private static func bashCases(_ options: [Option]) -> String {
    let values = options.compactMap { option in option.valueForm.map { (name: "--\(option.name)", form: $0) } }
    let named = values.filter { !$0.form.choices.isEmpty }.map {
      "    \($0.name)) words='\($0.form.choices.joined(separator: " "))' ;;"
    }
    let files = values.filter(\.form.isFile).map(\.name).joined(separator: " | ")
    let others = values.filter { $0.form.choices.isEmpty && !$0.form.isFile }.map(\.name)
    let all = options.flatMap(\.names).map { "--\($0)" }
    return """
      \(named.joined(separator: "\n"))
          \(files)) compopt -o filenames; mapfile -t COMPREPLY < <(compgen -f -- "$cur"); return ;;
          \(others.joined(separator: " | "))) words= ;;
          *) words='\(all.joined(separator: " ")) -h' ;;
      """
  }

  private static func bash(_ options: [Option]) -> String {
    let further = CommandTable.furtherWords.map {
      "    send:3:\($0.first)) words='\($0.words.joined(separator: " "))' ;;"
    }
    // A `=` is a word of its own in bash.
    return """
      _colourclock() {
        local cur=$2 prev=$3 words
        if [[ $cur == = ]]; then
          cur=
        elif [[ $prev == = ]]; then
          prev=${COMP_WORDS[COMP_CWORD - 2]}
        fi
        case $prev in
      \(bashCases(options))
        esac
        if ((COMP_CWORD == 1)); then words+=' \(Shell.subcommands)'; fi
        case ${COMP_WORDS[1]}:$COMP_CWORD:${COMP_WORDS[2]} in
          send:2:*) words='\(CommandTable.firstWords.joined(separator: " "))' ;;
      \(further.joined(separator: "\n"))
          send:*) words= ;;
          status:*) words=--json ;;
          watch:*) words='\(Shell.topics)' ;;
        esac
        mapfile -t COMPREPLY < <(compgen -W "$words" -- "$cur")
      }
      complete -F _colourclock colourclock
      """
  }

  private static func zsh(_ options: [Option]) -> String {
    let lines = options.flatMap { option in
      option.names.map { name in
        let meaning = option.meaning.escaping("[]:\\")
        var line = "\(option.isRepeatable ? "*" : "")--\(name)\(option.takesValue ? "=" : "")[\(meaning)]"
        if let value = option.valueForm {
          line += ":\(value.name):" + (value.isFile ? "_files" : "(\(value.choices.joined(separator: " ")))")
        }
        return "  " + line.quoted
      }
    }
    let commands = "  '1::command:(\(Shell.subcommands))'"
    let words = "  '*::word:->word'"
    let further = CommandTable.furtherWords.map {
      "  3:send:\($0.first)) compadd -- \($0.words.joined(separator: " ")) ;;"
    }
    return """
      #compdef colourclock

      local context state state_descr line
      typeset -A opt_args

      _arguments \\
      \((lines + [commands, words]).joined(separator: " \\\n")) && return

      [[ $state == word ]] || return 1
      case $CURRENT:$words[1]:$words[2] in
        2:send:*) compadd -- \(CommandTable.firstWords.joined(separator: " ")) ;;
      \(further.joined(separator: "\n"))
        2:status:*) compadd -- --json ;;
        *:watch:*) compadd -- \(topics) ;;
      esac
      """
  }

  private static func fish(_ options: [Option]) -> String {
    let lines = options.flatMap { option in
      option.names.map { name in
        var line =
          "complete -c colourclock -n __colourclock_is_clock -l \(name) -d \(option.meaning.escaping("\\").quoted(with: "\\'"))"
        if let letter = option.letter { line += " -s \(letter)" }
        if let value = option.valueForm {
          line += value.isFile ? " -r -F" : " -x"
          if !value.choices.isEmpty { line += " -a '\(value.choices.joined(separator: " "))'" }
        }
        return line
      }
    }
    let (commands, words) = (Shell.subcommands, CommandTable.firstWords.joined(separator: " "))
    let after = "__colourclock_is_after"
    let clients = [
      """
      function __colourclock_is_clock
        not __fish_seen_subcommand_from \(ClientCommand.names.joined(separator: " "))
      end
      function \(after)
        test "$argv" = (string join ' ' (commandline -opc)[2..])
      end
      """,
      "complete -c colourclock -n __fish_use_subcommand -a '\(commands)'",
      "complete -c colourclock -n '\(after) send' -a '\(words)'",
      "complete -c colourclock -n '__fish_seen_subcommand_from status' -l json -d 'As JSON.'",
      "complete -c colourclock -n '__fish_seen_subcommand_from watch' -a '\(topics)'",
    ]
    let further = CommandTable.furtherWords.map {
      "complete -c colourclock -n '\(after) send \($0.first)' -a '\($0.words.joined(separator: " "))'"
    }
    return (["complete -c colourclock -f"] + clients + further + lines).joined(separator: "\n")
  }
}

extension String {
  /// With a backslash before each of these.
  fileprivate func escaping(_ letters: String) -> String {
    map { letters.contains($0) ? "\\\($0)" : "\($0)" }.joined()
  }

  fileprivate var quoted: String { quoted(with: "'\\''") }

  /// In single quotes, with that in place of those within it.
  fileprivate func quoted(with quote: String) -> String {
    "'" + split(separator: "'", omittingEmptySubsequences: false).joined(separator: quote) + "'"
  }
}
