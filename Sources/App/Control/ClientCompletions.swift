import CommandOptions
import ControlProtocol

/// Shell completions for the words of client commands.
extension CompletionWords {
  static var client: CompletionWords {
    let (names, topics) = (ClientCommand.names, Topic.allCases.map(\.rawValue).joined(separator: " "))
    let subcommands = (names + ["audit", "program", "help"]).joined(separator: " ")
    let first = CommandTable.firstWords.joined(separator: " ")
    let further = CommandTable.furtherWords.map { (first: $0.first, words: $0.words.joined(separator: " ")) }
    var all = CompletionWords()
    let bash = further.map { "    send:3:\($0.first)) words='\($0.words)' ;;" }
    all.bash = """

        if ((COMP_CWORD == 1)); then words+=' \(subcommands)'; fi
        case ${COMP_WORDS[1]}:$COMP_CWORD:${COMP_WORDS[2]} in
          send:2:*) words='\(first)' ;;
      \(bash.joined(separator: "\n"))
          send:*) words= ;;
          status:*) words=--json ;;
          watch:*) words='\(topics)' ;;
        esac
      """
    let zsh = further.map { "  3:send:\($0.first)) compadd -- \($0.words) ;;" }
    all.zsh = (
      ["  '1::command:(\(subcommands))'", "  '*::word:->word'"],
      """
       && return

      [[ $state == word ]] || return 1
      case $CURRENT:$words[1]:$words[2] in
        2:send:*) compadd -- \(first) ;;
      \(zsh.joined(separator: "\n"))
        2:status:*) compadd -- --json ;;
        *:watch:*) compadd -- \(topics) ;;
      esac
      """
    )
    let (isClock, isAfter) = ("__colourclock_is_clock", "__colourclock_is_after")
    all.fishCondition = " -n \(isClock)"
    all.fish =
      [
        """
        function \(isClock)
          not __fish_seen_subcommand_from \(names.joined(separator: " "))
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
    return all
  }
}
