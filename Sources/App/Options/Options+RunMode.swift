import ColourClock
import System
import XWindow

extension Options {
  /// - Parameter isModeGiven: true overrides `$XSCREENSAVER_WINDOW`.
  func runMode(isModeGiven: Bool) throws(ProgramExit) -> RunMode {
    let form = window.mode ?? (window.geometry == nil ? .fullScreen : .window)
    var run: RunMode =
      switch (try target(isModeGiven: isModeGiven), form) {
      case (.own, .window): .window
      case (.own, .fullScreen): .fullScreen
      case (.own, .kiosk): .kiosk
      case (let target, _): .saver(in: target)
      }
    if saver.exitOnInput, run.hasOwnWindow, form == .kiosk {
      throw .usage("'--kiosk' and '--exit-on-input' exclude each other: any key would end the kiosk")
    }
    if saver.exitOnInput { (run.endsOnInput, run.monitors) = (true, .all) }
    run.monitors = window.monitor ?? run.monitors
    run.otherMonitors = window.otherMonitors ?? run.otherMonitors
    guard run.hasOwnWindow else { return run }
    run.grabsInput = kiosk.grab ?? run.grabsInput
    run.keepsAwake = kiosk.inhibit ?? run.keepsAwake
    return run
  }

  /// `--window-id` overrides `$XSCREENSAVER_WINDOW`, because a settings dialog may give both.
  /// - Throws: if the variable is malformed.
  private func target(isModeGiven: Bool) throws(ProgramExit) -> RunMode.Target {
    if let id = saver.windowID { return .adopted(id) }
    if isModeGiven { return .own }
    if let text = Process.environment("XSCREENSAVER_WINDOW") {
      guard let id = Value.windowID(text) else {
        throw ProgramExit(
          "XSCREENSAVER_WINDOW=\(text) is no window: it takes a number, such as 0x400008", ExitStatus.unusableWindow)
      }
      return .adopted(id)
    }
    return saver.root ? .root : .own
  }

  func description(_ mode: RunMode, background: Colour) -> WindowDescription {
    var description = WindowDescription()
    (description.mode, description.geometry, description.name) = (mode, window.geometry, window.name)
    (description.isAbove, description.isOverride, description.isIconic) = (window.above, window.override, window.iconic)
    (description.command, description.background) = (Process.arguments, background)
    return description
  }
}
