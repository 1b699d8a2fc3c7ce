import ColourClock

/// Where it is shown.
struct WindowOptions {
  var display: String?
  var mode: Mode?
  var geometry: WindowGeometry?
  var monitor: MonitorChoice?
  var otherMonitors: OtherMonitors?
  var above = false
  var override = false
  var iconic = false
  var name: String?
  var fps = false

  enum Mode { case window, fullScreen, kiosk }

  static let table: [Option] = [
    .text("display", "name", "The X server; default $DISPLAY.") { $0.window.display = $1 }.only(.beforeResources).fixed,
    .flag("window", "A window.") { $0.window.mode = .window }.fixed,
    .flag("fullscreen", "The whole screen (default).") { $0.window.mode = .fullScreen }.instead(of: "window").fixed,
    .flag("kiosk", "Cover all monitors for good: only the hold button or a signal ends it.") {
      $0.window.mode = .kiosk
    }.instead(of: "window").fixed,
    // It asks for a window.
    .value(
      "geometry", "WxH+X+Y", "A window of that size and place, such as 800x450-0+0.", Value.geometry
    ) { $0.window.geometry = $1 }.replacing("window").withDash.fixed,
    .value(
      "monitor", "which",
      "all (default of a kiosk and with --exit-on-input), primary (default), a name, or a number from 0.",
      Value.monitors
    ) { $0.window.monitor = $1 }.fixed,
    .choice(
      "other-monitors", "how", "black (default of a kiosk), colour, or leave (default) them alone.",
      of: OtherMonitors.self
    ) { $0.window.otherMonitors = $1 }.fixed,
    .flag("above", "Keep the window above others.") { $0.window.above = true }.fixed,
    .flag("override", "Keep window managers from managing the window.") { $0.window.override = true }.fixed,
    .flag("iconic", "Start as an icon.") { $0.window.iconic = true }.fixed,
    .text("name", "name", "The instance of WM_CLASS; default $RESOURCE_NAME, else colourclock.") {
      $0.window.name = $1
    }.only(.beforeResources).fixed,
    .toggle("fps", "Count the frames of each second.", initially: false) { $0.window.fps = $1 },
  ]
}

/// What keeps a wall to itself. A kiosk has both.
struct KioskOptions {
  var grab: Bool?
  var inhibit: Bool?
  var allow: Set<Permission> = []

  static let table: [Option] = [
    .toggle("grab", "Keep keyboard and pointer from all other programs, also from lockers; default only in a kiosk.") {
      $0.kiosk.grab = $1
    }.fixed,
    .toggle("inhibit", "Keep the screen on; default only in a kiosk.") { $0.kiosk.inhibit = $1 }.fixed,
    .value(
      "allow", "what",
      "What visitors of a kiosk may do beside the hold: countdown, stopwatch, gallery, look, refresh, scrub, with commas; default nothing.",
      Value.permissions
    ) { $0.kiosk.allow = $1 }.needing("kiosk"),
  ]
}

/// What hosts of screensavers say.
struct SaverOptions {
  var root = false
  var windowID: UInt?
  var exitOnInput = false

  static let table: [Option] = [
    .flag("root", "Draw on $XSCREENSAVER_WINDOW, else on the root window.") { $0.saver.root = true }
      .only(.commandLine),
    .value("window-id", "id", "Draw in this window of another program's.", Value.window) { $0.saver.windowID = $1 }
      .only(.commandLine),
    .flag("exit-on-input", "End as soon as a key or button is pressed or the pointer moves.") {
      $0.saver.exitOnInput = true
    }.fixed,
  ]
}

/// What says when it is night.
enum NightChoice: Hashable {
  case times(DailyHours)
  case sun
}

/// What a wall needs that hangs for a year.
struct LongRunOptions {
  var shift: Shift?
  var night: NightChoice?
  var place: GeographicPlace?
  var nightBegins = SunNight.Beginning.sunset
  var nightOffset = Duration.zero
  var nightBrightness = 0.3
  var nightRed = false
  var syncBadge: Bool?
  var healthBadge = HealthBadge.auto

  static let table: [Option] = [
    .choice(
      "shift", "how",
      "Move what lies on the wall against burn-in; default subtle in a kiosk and in hosts' windows, else off.",
      of: Shift.self
    ) { $0.longRuns.shift = $1 },
    .value(
      "night", "times",
      "When the wall is dark, such as 22:00-07:00, or by the sun at --place: sun. Ten minutes from each time on it changes.",
      Value.night
    ) { $0.longRuns.night = $1 },
    .value(
      "place", "degrees", "Where the sun is looked at: degrees north and east, such as 52.52,13.40.", Value.place
    ) { $0.longRuns.place = $1 }.needing("night").withDash,
    .choice(
      "night-begins", "how", "By the sun: at its setting (default), or at the end of civil or nautical twilight.",
      of: SunNight.Beginning.self
    ) { $0.longRuns.nightBegins = $1 }.needing("night"),
    .value(
      "night-offset", "span",
      "By the sun: let the night begin so much later and end so much earlier, such as 20m; -20m for a longer one.",
      Value.nightOffset
    ) { $0.longRuns.nightOffset = $1 }.needing("night").withDash,
    .value(
      "night-brightness", "share",
      "The share of the day's light that is left by night, 0 (nothing is drawn) to 1; default {}.",
      Value.number(0...1, "0 to 1")
    ) { $0.longRuns.nightBrightness = $1 }.needing("night"),
    .toggle("night-red", "By night red labels on black.", initially: false) { $0.longRuns.nightRed = $1 }
      .needing("night"),
    .toggle("sync-badge", "Say when the system's clock is not kept in step; default only in a kiosk.") {
      $0.longRuns.syncBadge = $1
    },
    .choice(
      "health-badge", "when", "Say on the wall what is wrong with it; auto: in a kiosk.", of: HealthBadge.self,
      initially: .auto
    ) { $0.longRuns.healthBadge = $1 },
  ]
}

/// What savers are also given (the X Toolkit's options and those of xscreensaver's collection): accepted, without effect.
enum ToolkitOptions {
  static let table: [Option] =
    ["mono", "install", "noinstall", "pair", "synchronous"].map { .flag($0, "") { _ in }.hidden.fixed }
    + ["visual", "fg", "bg", "fn", "bd", "bw"].map { .text($0, $0, "") { _, _ in }.hidden.fixed }
}

/// When the wall itself says what is wrong with it.
enum HealthBadge: String, CaseIterable {
  case auto, always, never

  /// A kiosk has no keyboard, and no user beside it who would ask.
  func isShown(in mode: RunMode) -> Bool {
    switch self {
    case .auto: mode.isLocked
    case .always: true
    case .never: false
    }
  }
}
