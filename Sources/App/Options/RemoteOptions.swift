import ColourClock
import CommandOptions
import ControlProtocol
import System

/// How programs of the same user may speak to the clock.
struct RemoteOptions {
  /// Where its control socket is; `nil` for the user's runtime folder.
  var control: String?
  var noControl = false
  /// Whether `quit` is taken in a kiosk too.
  var allowsQuit = false
  /// Whether a blank wall's light is switched off.
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
      "allow-remote", "what", "What a kiosk takes from the control socket beside the rest: quit; default nothing.",
      choices: ["quit"],
      { (what) throws(Refusal) in
        guard what == "quit" else { throw Refusal("it takes 'quit'") }
        return true
      }, \.remote.allowsQuit
    ).needing("kiosk").only(.beforeResources),
    .toggle("power", "The command 'blank on' switches the screen's light off (DPMS).", \.remote.power),
  ]

  /// The path of the socket; `nil` where there is to be none.
  func path(on display: String, name: String?) -> String? {
    if noControl { return nil }
    return control ?? LocalSocket.runtimeFolder.map { "\($0)/\(ClockChoice.fileName(display, name))" }
  }
}
