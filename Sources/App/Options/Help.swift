import CommandOptions

enum Help {
  static var text: String { Options.table.help(introduction) }

  static let introduction = [
    "OVERVIEW: Shows the time of day as a colour, over the whole screen.", "",
    """
    Keys: q or Escape, held or pressed twice: quit. f or F11: full screen. g, left or right: the gallery. c: set, \
    start and pause a countdown; + and -: a minute more or less; up and down: one step more or less; Backspace: reset \
    it. s: start and stop a stopwatch; l: take a lap. r or F5: refresh. Tab and arrows: the bar of controls. ?, h or \
    F1: help. In place of holding a button, hold Space or press Enter twice. In a kiosk, hold Ctrl, Alt and q to quit.
    """,
    """
    Pointer: a movement shows the bar of controls; hold its last control to quit. Tap the ring to pause, or to dismiss \
    what rings; turn it to set the countdown. Pull the wall down to refresh; drag it sideways for the gallery.
    """, "",
    """
    Long options can also stand in a file, one a line, without the dashes; # begins a comment. The clock reads \
    $XDG_CONFIG_HOME/colourclock/colourclock.conf (~/.config if unset) or, if there is no such file, \
    /etc/xdg/colourclock/colourclock.conf. X resources of the class ColourClock override the file, and the command \
    line overrides both. The names of resources have capitals in place of dashes, such as ColourClock.holdTime: 3 or \
    ColourClock.seconds: false.
    """, "",
    """
    A running clock has a control socket for its own user. The subcommand 'send' sends a command; 'send help' lists \
    all commands. 'status' prints what the clock shows, 'watch' prints its events, and 'list' prints which clocks run. \
    See colourclock-control(5).
    """, "",
    "USAGE: colourclock <options>", "       colourclock audit <options>",
    "       colourclock send <command> | status [--json] | watch [<topics>] | list",
  ]
}
