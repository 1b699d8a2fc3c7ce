import ColourClock
import CommandOptions
import ControlProtocol
import System

/// Options of the control socket, through which the user's programs command the clock.
struct RemoteOptions {
  /// The socket's path; `nil` for the default in the user's runtime folder.
  var control: String?
  var noControl = false
  /// True if clients may quit a kiosk.
  var allowsQuit = false
  /// True if `blank on` also switches the screen's light off.
  var power = false

  static let table: [Option] = [
    .value(
      "control", "file", "Where the control socket is; default in the user's runtime folder.",
      { (path) throws(Refusal) in
        guard path.hasPrefix("/") else { throw Refusal("it takes an absolute path") }
        return path
      }, \.remote.control
    ).only(.beforeResources),
    .flag("no-control", "No control socket.", \.remote.noControl).instead(of: "control").only(.beforeResources),
    .value(
      "allow-remote", "what", "What a kiosk also accepts from the control socket: quit; default nothing.",
      choices: ["quit"],
      { (what) throws(Refusal) in
        guard what == "quit" else { throw Refusal("it takes 'quit'") }
        return true
      }, \.remote.allowsQuit
    ).needing("kiosk").only(.beforeResources),
    .toggle("power", "The command 'blank on' switches the screen off (DPMS).", \.remote.power),
  ]

  /// The socket's path; `nil` if there is to be no socket.
  func path(on display: String, name: String?) -> String? {
    if noControl { return nil }
    return control ?? LocalSocket.runtimeFolder.map { "\($0)/\(ClockChoice.fileName(display, name))" }
  }
}
