import ColourClock
import CommandOptions

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
    .text("display", "name", "The X server; default $DISPLAY.", \.window.display).only(.beforeResources).fixed,
    .flag("window", "Show the wall in a window.", \.window.mode, .window) { $0.windowMode }.fixed,
    .flag("fullscreen", "Cover the whole screen (default).", \.window.mode, .fullScreen) { $0.windowMode }
      .instead(of: "window").fixed,
    .flag(
      "kiosk", "Cover all monitors. Only holding Ctrl, Alt and q, or a signal, ends the clock.", \.window.mode, .kiosk
    ) { $0.windowMode }.exclusive(with: "window").fixed,
    .value(
      "geometry", "WxH+X+Y", "Show the wall in a window of this size and place, such as 800x450-0+0.", Value.geometry,
      \.window.geometry
    ).alsoOverriding("window").withDash.fixed,
    .value(
      "monitor", "which",
      "The monitors to use: all, primary, a name, or a number from 0; default all in a kiosk and with "
        + "--exit-on-input, else primary.",
      Value.monitors, \.window.monitor, { $0?.description }, inForce: { $0.mode.monitors }
    ).fixed,
    .choice(
      "other-monitors", "how",
      "The other monitors: black, colour, or leave (as they are); default black in a kiosk, else leave.",
      \.window.otherMonitors
    ) { $0.mode.otherMonitors }.fixed,
    .flag("above", "Keep the window above others.", \.window.above).fixed,
    .flag("override", "Keep window managers from managing the window.", \.window.override).fixed,
    .flag("iconic", "Start as an icon.", \.window.iconic).fixed,
    .text("name", "name", "The instance of WM_CLASS; default $RESOURCE_NAME, else colourclock.", \.window.name)
      .only(.beforeResources).fixed,
    .toggle("fps", "Show the number of frames in each second.", \.window.fps),
  ]
}

struct KioskOptions {
  var grab: Bool?
  var inhibit: Bool?
  var allow: Set<Permission> = []

  static let table: [Option] = [
    .toggle(
      "grab", "Keep keyboard and pointer from all other programs, even screen lockers; default only in a kiosk.",
      \.kiosk.grab
    ) { $0.mode.grabsInput }.fixed,
    .toggle("inhibit", "Keep the screen on; default only in a kiosk.", \.kiosk.inhibit) { $0.mode.keepsAwake }.fixed,
    .value(
      "allow", "what",
      "What visitors of a kiosk may do: countdown, stopwatch, gallery, look, refresh, scrub, sound, with commas "
        + "between them; default nothing.",
      Value.permissions, \.kiosk.allow
    ).needing("kiosk"),
  ]
}

struct SaverOptions {
  var root = false
  var windowID: UInt?
  var exitOnInput = false

  static let table: [Option] = [
    .flag("root", "Draw in the window $XSCREENSAVER_WINDOW or, if that is unset, on the root window.", \.saver.root)
      .only(.commandLine),
    .value("window-id", "id", "Draw in this window of another program.", Value.window, \.saver.windowID)
      .only(.commandLine),
    .flag("exit-on-input", "End as soon as a key or button is pressed or the pointer moves.", \.saver.exitOnInput)
      .fixed,
  ]
}

enum NightChoice: Hashable {
  case times(DailyHours)
  case sun
}

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
      "Move the labels against burn-in; default subtle in a kiosk and for screensavers, else off.",
      \.longRuns.shift
    ) { $0.setup.shift },
    .value(
      "night", "times",
      "When the wall is dark: times such as 22:00-07:00, or sun, by the sun at --place. Each change begins at its "
        + "time, and takes ten minutes.",
      Value.night, \.longRuns.night),
    .value(
      "place", "degrees", "The place for sunset and sunrise: degrees north and east, such as 52.52,13.40.",
      GeographicPlace.parse,
      \.longRuns.place
    ).needing("night").withDash,
    .choice(
      "night-begins", "how", "With --night sun: at sunset (default), or at the end of civil or nautical twilight.",
      \.longRuns.nightBegins
    ).needing("night"),
    .value(
      "night-offset", "span",
      "With --night sun: the night begins later and ends earlier by this span, such as 20m; -20m makes it longer.",
      Value.nightOffset, \.longRuns.nightOffset, Value.span
    ).needing("night").withDash,
    .value(
      "night-brightness", "share",
      "How bright the wall is by night, from 0 (nothing is drawn) to 1 (as by day); default {}, with a background that "
        + "is nearly black.",
      Value.number(0...1, "0 to 1"), \.longRuns.nightBrightness, Value.written
    ).needing("night"),
    .toggle("night-red", "At night, show red labels on black.", \.longRuns.nightRed).needing("night"),
    .toggle(
      "sync-badge", "Show a badge while the system's clock is not synchronised; default only in a kiosk.",
      \.longRuns.syncBadge
    ) { $0.setup.showsSynchronisation },
    .choice(
      "health-badge", "when", "Show the worst health problem on the wall; auto means in a kiosk.",
      \.longRuns.healthBadge
    ).withDefault,
  ]
}

/// A screensaver's host may pass these options of X Toolkit and xscreensaver. They have no effect.
enum ToolkitOptions {
  static let table: [Option] =
    ["mono", "install", "noinstall", "pair", "synchronous"].map { .ignored($0) }
    + ["visual", "fg", "bg", "fn", "bd", "bw"].map { .ignored($0, $0) }
}

enum HealthBadge: String, CaseIterable {
  case auto, always, never

  func isShown(in mode: RunMode) -> Bool {
    switch self {
    case .auto: mode.isLocked
    case .always: true
    case .never: false
    }
  }
}
