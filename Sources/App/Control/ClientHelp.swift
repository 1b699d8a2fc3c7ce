import ControlProtocol

/// The text of `colourclock send --help` and its siblings.
extension ClientCommand.Action {
  var help: String {
    ([usage, "", meaning, ""] + (self == .list ? [] : ClientHelp.choice) + ClientHelp.statuses).joined(separator: "\n")
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
    case .send: "Tells a clock that runs what to do, such as: send face hue. All commands: colourclock send help."
    case .status: "All that a clock knows of itself, a value a line, or as JSON."
    case .watch: "What happens, a line of JSON each time, until the clock ends. Topics: \(ClientHelp.topics)."
    case .list: "The clocks that run: socket, X server, mode and process, with tabs between."
    }
  }
}

private enum ClientHelp {
  static let topics = Topic.allCases.map(\.rawValue).joined(separator: ", ")

  static let choice = [
    "Which clock, where there is more than one:",
    "  --display <name>   that on this X server; default $DISPLAY",
    "  --name <name>      that of this name",
    "  --control <file>   that with this control socket",
    "",
  ]

  static let statuses = [
    "Exit status: 0 done; 1 refused, with the reason; 64 a mistake in the words;",
    "69 there is no clock, or it does not answer. See also colourclock-control(5).",
  ]
}
