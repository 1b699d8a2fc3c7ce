import ColourClock
import ControlProtocol

struct Status: Encodable {
  let version: String
  let pid: Int
  let display: String
  let mode: String
  /// The window manager or the clock keeps the window above others.
  let isAbove: Bool
  let monitors: [MonitorStatus]
  let wall: Scene.Report
  let faces: [String]
  let options: [OptionStatus]
  /// The night's times in words; `nil` without a night.
  let night: String?
  let lastReloadFailure: String?
  /// Services that keep the screen on.
  let inhibitors: [String]
  /// Grabbed input devices.
  let grabs: [String]
  let isLocked: Bool
  let isXwayland: Bool
  /// What an Xwayland cannot do; empty on other X servers.
  let limits: [String]
  /// Seconds; `nil` if unknown.
  let uptime: Double?
  /// How often this wall was started; `nil` if not saved.
  let starts: Int?
  /// The group that colourclock-mqtt shares with; empty for all walls. `nil` without colourclock-mqtt or a broker.
  let sharing: String?
  let watchdog: WatchdogStatus?
}

/// In seconds.
struct WatchdogStatus: Encodable {
  /// Without a sign of life for so long, the clock is restarted.
  let timeout: Double
  /// The time between signs of life.
  let interval: Double
  /// `nil` before the first sign of life.
  let sinceSign: Double?
}

struct OptionStatus: Encodable, Equatable {
  let name: String
  let value: JSON
  /// `default`, a file and line, a resource, `command line`, `set`, or `chosen` (at the wall, or by `face`).
  let origin: String
}
