import ColourClock
import ControlProtocol

struct Status: Encodable {
  let version: String
  let pid: Int
  let display: String
  let mode: String
  /// The window stays above other windows.
  let isAbove: Bool
  let monitors: [MonitorStatus]
  let wall: Scene.Report
  let faces: [String]
  let options: [OptionStatus]
  let night: String?
  let lastReloadFailure: String?
  let inhibitors: [String]
  let grabs: [String]
  let isLocked: Bool
  let isXwayland: Bool
  /// What an Xwayland cannot do, as texts; empty on other X servers.
  let limits: [String]
  /// The age of the process in seconds; `nil` if unknown.
  let uptime: Double?
  /// How often the program has started with its record of health; `nil` without one.
  let starts: Int?
  /// The group that colourclock-mqtt shares with; empty means all walls.
  let sharing: String?
  let watchdog: WatchdogStatus?
}

/// All times are in seconds.
struct WatchdogStatus: Encodable {
  /// After this time without a sign of life, systemd restarts the clock.
  let timeout: Double
  let interval: Double
  /// `nil` before the first sign of life.
  let sinceSign: Double?
}

struct OptionStatus: Encodable, Equatable {
  let name: String
  let value: JSON
  /// The origin is `default`, `command line`, `set` (by a command), `chosen` (at the wall), a file with a line, or a resource.
  let origin: String
}
