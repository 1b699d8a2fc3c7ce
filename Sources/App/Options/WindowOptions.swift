import ArgumentParser
import ColourClock

/// Where it is shown.
struct WindowOptions: ParsableArguments {
  @Option(help: .takes("name", "The X server; default $DISPLAY.")) var display: String?
  @Flag(exclusivity: .chooseLast, help: "A full screen (default), a window, or a kiosk.") var mode: WindowMode?
  @Option(
    parsing: .unconditional,
    help: .takes("WxH+X+Y", "A window of that size and place, such as 800x450-0+0."),
    transform: Value.geometry)
  var geometry: WindowGeometry?
  @Option(
    help: .takes(
      "which", "all (default of a kiosk and with --exit-on-input), primary (default), a name, or a number from 0."),
    transform: Value.monitors)
  var monitor: MonitorChoice?
  @Option(help: .takes("how", "black (default of a kiosk), colour, or leave (default) them alone."))
  var otherMonitors: OtherMonitors?
  @Flag(help: "Keep the window above others.") var above = false
  @Flag(help: "Keep window managers from managing the window.") var override = false
  @Flag(help: "Start as an icon.") var iconic = false
  @Option(help: .takes("name", "The instance of WM_CLASS; default $RESOURCE_NAME, else colourclock.")) var name: String?
  @Flag(inversion: .prefixedNo, exclusivity: .chooseLast, help: "Count the frames of each second.") var fps = false
}

/// What keeps a wall to itself. A kiosk has both.
struct KioskOptions: ParsableArguments {
  @Flag(
    inversion: .prefixedNo, exclusivity: .chooseLast,
    help: "Keep keyboard and pointer from all other programs, also from lockers; default only in a kiosk.")
  var grab: Bool?
  @Flag(inversion: .prefixedNo, exclusivity: .chooseLast, help: "Keep the screen on; default only in a kiosk.")
  var inhibit: Bool?
}

/// What hosts of screensavers say.
struct SaverOptions: ParsableArguments {
  @Flag(help: "Draw on $XSCREENSAVER_WINDOW, else on the root window.") var root = false
  @Option(help: .takes("id", "Draw in this window of another program's."), transform: Value.window) var windowId: UInt?
  @Flag(help: "End as soon as a key or button is pressed or the pointer moves.") var exitOnInput = false
}

/// What a wall needs that hangs for a year.
struct LongRunOptions: ParsableArguments {
  @Option(
    help: .takes(
      "how", "Move what lies on the wall against burn-in; default subtle in a kiosk and in hosts' windows, else off."))
  var shift: Shift?
  @Option(
    help: .takes("times", "When the wall is dark, such as 22:00-07:00; ten minutes from each time on it changes."),
    transform: Value.schedule)
  var night: Schedule?
  @Option(
    help: .takes(
      "share", "The share of the day's light that is left by night, 0 (nothing is drawn) to 1; default 0.3."),
    transform: Value.number(0...1, "0 to 1"))
  var nightBrightness = 0.3
  @Flag(inversion: .prefixedNo, exclusivity: .chooseLast, help: "By night red labels on black.") var nightRed = false
  @Flag(
    inversion: .prefixedNo, exclusivity: .chooseLast,
    help: "Say when the system's clock is not kept in step; default only in a kiosk.")
  var syncBadge: Bool?
}

/// What savers are also given (the X Toolkit's options and those of xscreensaver's collection).
struct ToolkitOptions: ParsableArguments {
  @Flag(help: .hidden) var mono = false
  @Flag(help: .hidden) var install = false
  @Flag(help: .hidden) var noinstall = false
  @Flag(help: .hidden) var pair = false
  @Flag(help: .hidden) var synchronous = false
  @Option(help: .hidden) var visual: String?
  @Option(help: .hidden) var fg: String?
  @Option(help: .hidden) var bg: String?
  @Option(help: .hidden) var fn: String?
  @Option(help: .hidden) var bd: String?
  @Option(help: .hidden) var bw: String?
}

/// `--window`, `--fullscreen` and `--kiosk`.
enum WindowMode: EnumerableFlag {
  case window, fullscreen, kiosk

  static func help(for value: WindowMode) -> ArgumentHelp? {
    switch value {
    case .window: "A window."
    case .fullscreen: "The whole screen (default)."
    case .kiosk: "Cover all monitors for good: only the hold button or a signal ends it."
    }
  }
}

extension OtherMonitors: ExpressibleByArgument {}
extension Shift: ExpressibleByArgument {}
