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
    help; Space holds the button, Enter twice confirms it. In a kiosk, hold Ctrl, Alt and q to quit.
    """,
    """
    Pointer: a movement shows the bar of controls; hold its last control to quit. Tap the ring to pause, or to dismiss \
    what rings; turn it to set the countdown. Pull the wall down to refresh; drag it sideways for the gallery.
    """, "",
    """
    The long options can also stand in a file, one a line without the dashes, # for comments. The first that exists \
    of $XDG_CONFIG_HOME/colourclock/colourclock.conf (~/.config if unset) and /etc/xdg/colourclock/colourclock.conf \
    is read; the command line wins. Between the two come X resources of the class ColourClock, with capitals for the \
    dashes, such as ColourClock.holdTime: 3 or ColourClock.seconds: false.
    """, "",
    """
    A running clock listens on a socket for its own user: send sends a command (send help lists all), status prints \
    what the clock shows, watch what happens, and list which clocks there are: see colourclock-control(5).
    """, "",
    "USAGE: colourclock <options>", "       colourclock audit <options>",
    "       colourclock send <command> | status [--json] | watch [<topics>] | list",
  ]
}
