import ColourClock
import CommandOptions
import ControlProtocol
import System
import XWindow

extension Argument<Options> {
  /// Returns `nil` if the resource changes nothing, such as `utc: false`.
  init?(_ resource: Resource) throws(ProgramExit) {
    let (name, origin, table) = (resource.name, "resource \(resource.specifier)", Options.table)
    func wrong(_ text: String) -> ProgramExit { .usage("\(origin): \(text)") }
    // Xlib keeps blanks at the end of a value.
    let value = Substring(resource.value).trimmed
    let option = table.option(name)
    if option?.place == .beforeResources { throw wrong("'\(name)' cannot be a resource") }
    if resource.isFromServer, option?.touchesCommandsOrFiles(value) == true {
      throw wrong("'\(name)' is not taken from the X server: give it in the options file or on the command line")
    }
    guard option?.takesValue == false else {
      try self.init(name, value, in: table, origin: origin)
      return
    }
    let flag: String?
    switch value.lowercased() {
    case "true", "yes", "on": flag = name
    case "false", "no", "off": flag = table.opposite(of: name)
    default: throw wrong("'\(name)' takes true or false, yes or no, on or off, not '\(value.shortened)'")
    }
    guard let flag else { return nil }
    try self.init(flag, nil, in: table, origin: origin)
  }
}
