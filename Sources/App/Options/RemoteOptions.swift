import ColourClock
import CommandOptions
import ControlProtocol
import System

struct RemoteOptions {
  var control: String?
  var noControl = false
  var allowsQuit = false
  var power = false

  static let table: [Option] = [
    .value(
      "control", "file", "The path of the control socket; default in the user's runtime folder.",
      { (path) throws(Refusal) in
        guard path.hasPrefix("/") else { throw Refusal("it takes an absolute path") }
        return path
      }, \.remote.control
    ).only(.beforeResources),
    .flag("no-control", "Make no control socket.", \.remote.noControl).instead(of: "control").only(.beforeResources),
    .value(
      "allow-remote", "what", "Let clients of the control socket quit a kiosk. The only value is quit.",
      choices: ["quit"],
      { (what) throws(Refusal) in
        guard what == "quit" else { throw Refusal("it takes 'quit'") }
        return true
      }, \.remote.allowsQuit
    ).needing("kiosk").only(.beforeResources),
    .toggle("power", "Let the command 'blank on' also switch the screen off (DPMS).", \.remote.power),
  ]

  func path(on display: String, name: String?) -> String? {
    if noControl { return nil }
    return control ?? LocalSocket.runtimeFolder.map { "\($0)/\(ClockChoice.fileName(display, name))" }
  }
}
