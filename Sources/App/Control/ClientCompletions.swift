import CommandOptions
import ControlProtocol

extension CompletionWords {
  static var client: CompletionWords {
    let words = ClientWords()
    var all = CompletionWords()
    all.bash = words.bash
    all.zsh = words.zsh
    // `isClock` is the name of a fish function.
    all.fishCondition = " -n \(ClientWords.isClock)"
    all.fish = words.fish
    return all
  }
}

private struct ClientWords {
  private let names = ClientCommand.names.joined(separator: " ")
  private let subcommands = (ClientCommand.names + ["audit", "program", "help"]).joined(separator: " ")
  private let topics = Topic.names.joined(separator: " ")
  private let first = CommandTable.firstWords.joined(separator: " ")
  private let further = CommandTable.furtherWords.map { (first: $0.first, words: $0.words.joined(separator: " ")) }

  /// Names of the fish functions that `fish` defines.
  static let (isClock, isAfter) = ("__colourclock_is_clock", "__colourclock_is_after")

  var bash: String {
    let cases = further.map { "    send:3:\($0.first)) words='\($0.words)' ;;" }
    return """

        if ((COMP_CWORD == 1)); then words+=' \(subcommands)'; fi
        case ${COMP_WORDS[1]}:$COMP_CWORD:${COMP_WORDS[2]} in
          send:2:*) words='\(first)' ;;
      \(cases.joined(separator: "\n"))
          send:*) words= ;;
          status:*) words=--json ;;
          watch:*) words='\(topics)' ;;
        esac
      """
  }

  var zsh: ([String], String) {
    let cases = further.map { "  3:send:\($0.first)) compadd -- \($0.words) ;;" }
    return (
      ["  '1::command:(\(subcommands))'", "  '*::word:->word'"],
      """
       && return

      [[ $state == word ]] || return 1
      case $CURRENT:$words[1]:$words[2] in
        2:send:*) compadd -- \(first) ;;
      \(cases.joined(separator: "\n"))
        2:status:*) compadd -- --json ;;
        *:watch:*) compadd -- \(topics) ;;
      esac
      """
    )
  }

  var fish: [String] {
    let (isClock, isAfter) = (ClientWords.isClock, ClientWords.isAfter)
    return [
      """
      function \(isClock)
        not __fish_seen_subcommand_from \(names)
      end
      function \(isAfter)
        test "$argv" = (string join ' ' (commandline -opc)[2..])
      end
      """,
      "complete -c colourclock -n __fish_use_subcommand -a '\(subcommands)'",
      "complete -c colourclock -n '\(isAfter) send' -a '\(first)'",
      "complete -c colourclock -n '__fish_seen_subcommand_from status' -l json -d 'As JSON.'",
      "complete -c colourclock -n '__fish_seen_subcommand_from watch' -a '\(topics)'",
    ] + further.map { "complete -c colourclock -n '\(isAfter) send \($0.first)' -a '\($0.words)'" }
  }
}
