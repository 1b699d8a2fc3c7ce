import ControlProtocol

extension ClientCommand.Action {
  var help: String {
    let choice = self == .list ? [] : ClientHelp.whichClock
    let statuses = self == .list ? ClientHelp.statusesOfList : ClientHelp.statuses
    return ([usage, "", meaning, ""] + choice + statuses).joined(separator: "\n")
  }

  private var usage: String {
    let which = self == .list ? "" : "[--display <name>] [--name <name>] [--control <file>]"
    return (["USAGE: colourclock", rawValue, which, arguments]).filter { !$0.isEmpty }.joined(separator: " ")
  }

  private var arguments: String {
    switch self {
    case .send: "<command>"
    case .status: "[--json]"
    case .watch: "[<topic>…]"
    case .list: ""
    }
  }

  private var meaning: String {
    switch self {
    case .send: "Sends a command to a running clock, such as: send face hue. For all commands: colourclock send help."
    case .status: "Prints the state of a running clock, with one value on each line, or as JSON."
    case .watch: "Prints each event of a running clock as a line of JSON. Topics: \(ClientHelp.topics)."
    case .list: "Lists the running clocks: socket, X server, mode and process ID, with tabs between them."
    }
  }
}

private enum ClientHelp {
  static let topics = Topic.allCases.map(\.rawValue).joined(separator: ", ")

  static let whichClock = [
    "If several clocks run, choose one:",
    "  --display <name>   the clock on this X server; default $DISPLAY",
    "  --name <name>      the clock with this name",
    "  --control <file>   the clock with this control socket",
    "",
  ]

  static let statuses = [
    "Exit status: 0 done; 1 refused, with the reason; 64 a mistake on the command line;",
    "69 no clock, or the clock does not answer. See also colourclock-control(5).",
  ]

  /// `list` succeeds even without a clock.
  static let statusesOfList = [
    "Exit status: 0 done; 64 a mistake on the command line. See also colourclock-control(5)."
  ]
}
