import CommandOptions

/// The text of `--help`.
enum Help {
  static var text: String { Options.table.help(introduction) }

  static let introduction = [
    "OVERVIEW: Shows the time of day as a colour, over the whole screen.", "",
    """
    Keys: hold q or Escape, or press it twice, to quit; f or F11 full screen; g or left and right the gallery; \
    c sets, starts and pauses a countdown, + and - a minute more or less, up and down a step, Backspace back; \
    s starts and stops a stopwatch, l takes a lap; r or F5 refresh; Tab and arrows the bar of controls; ?, h or F1 \
    help; Space holds the button, Enter twice does what it says. In a kiosk, hold Ctrl, Alt and q to quit.
    """,
    """
    Pointer: hold the last control of the bar to quit, tap the ring of what rings; pull the wall down to refresh; drag it sideways for the gallery; turn the ring, \
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
}
