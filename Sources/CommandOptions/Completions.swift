package enum Shell: String, CaseIterable, Sendable {
  case bash, zsh, fish
}

/// Script parts for words that are not options, such as a client's commands.
package struct CompletionWords {
  /// Bash code that runs after `words` is set to all options, or to an option's values.
  package var bash = ""
  /// `specifications` are arguments of `_arguments`; `rest` is the code after the call.
  package var zsh: (specifications: [String], rest: String) = ([], "")
  package var fish: [String] = []
  /// The condition for options, such as ` -n FUNCTION`.
  package var fishCondition = ""

  package init() {}
}

extension OptionTable {
  func completions(for shell: Shell, of program: String, _ words: CompletionWords) -> String {
    let options = all.filter { !$0.isHidden }
    return switch shell {
    case .bash: bash(options, program, words)
    case .zsh: zsh(options, program, words)
    case .fish: fish(options, program, words)
    }
  }

  /// All operands are files.
  private var takesFiles: Bool { hint == nil }

  private func bashCases(_ options: [OptionSpec<Target>]) -> String {
    let values = options.compactMap { option in option.valueForm.map { (name: "--\(option.name)", form: $0) } }
    let named = values.filter { !$0.form.choices.isEmpty }.map {
      "    \($0.name)) words='\($0.form.choices.joined(separator: " "))' ;;\n"
    }
    let files = values.filter(\.form.isFile).map(\.name).joined(separator: " | ")
    let others = values.filter { $0.form.choices.isEmpty && !$0.form.isFile }.map(\.name)
    let all = options.flatMap(\.names).map { "--\($0)" }
    return """
      \(named.joined())    \(files)) compopt -o filenames; mapfile -t COMPREPLY < <(compgen -f -- "$cur"); return ;;
          \(others.joined(separator: " | "))) words= ;;
          *) words='\(all.joined(separator: " ")) -h' ;;
      """
  }

  private func bash(_ options: [OptionSpec<Target>], _ program: String, _ words: CompletionWords) -> String {
    // Bash splits `--name=value` into three words.
    """
    _\(program.underscored)() {
      local cur=$2 prev=$3 words
      if [[ $cur == = ]]; then
        cur=
      elif [[ $prev == = ]]; then
        prev=${COMP_WORDS[COMP_CWORD - 2]}
      fi
      case $prev in
    \(bashCases(options))
      esac\(words.bash)
      mapfile -t COMPREPLY < <(compgen -W "$words" -- "$cur")
    }
    complete \(takesFiles ? "-o default " : "")-F _\(program.underscored) \(program)
    """
  }

  private func zsh(_ options: [OptionSpec<Target>], _ program: String, _ words: CompletionWords) -> String {
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
    let specifications = lines + words.zsh.specifications + (takesFiles ? ["  '*:file:_files'"] : [])
    return """
      #compdef \(program)

      local context state state_descr line
      typeset -A opt_args

      _arguments \\
      \(specifications.joined(separator: " \\\n"))\(words.zsh.rest)
      """
  }

  private func fish(_ options: [OptionSpec<Target>], _ program: String, _ words: CompletionWords) -> String {
    let lines = options.flatMap { option in
      option.names.map { name in
        let meaning = option.meaning.escaping("\\").quoted(with: "\\'")
        var line = "complete -c \(program)\(words.fishCondition) -l \(name) -d \(meaning)"
        if let letter = option.letter { line += " -s \(letter)" }
        if let value = option.valueForm {
          line += value.isFile ? " -r -F" : " -x"
          if !value.choices.isEmpty { line += " -a '\(value.choices.joined(separator: " "))'" }
        }
        return line
      }
    }
    return ((takesFiles ? [] : ["complete -c \(program) -f"]) + words.fish + lines).joined(separator: "\n")
  }
}

extension String {
  fileprivate var underscored: String { String(map { $0 == "-" ? "_" : $0 }) }

  fileprivate func escaping(_ letters: String) -> String {
    map { letters.contains($0) ? "\\\($0)" : "\($0)" }.joined()
  }

  fileprivate var quoted: String { quoted(with: "'\\''") }

  fileprivate func quoted(with quote: String) -> String {
    "'" + split(separator: "'", omittingEmptySubsequences: false).joined(separator: quote) + "'"
  }
}
