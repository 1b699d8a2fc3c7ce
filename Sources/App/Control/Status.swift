import ColourClock
import ControlProtocol

/// The answer to `status`.
struct Status: Encodable {
  let version: String
  let pid: Int
  let display: String
  let mode: String
  /// True if the window is kept above other windows, by the window manager or by the clock.
  let isAbove: Bool
  let monitors: [MonitorStatus]
  let wall: Scene.Report
  let faces: [String]
  let options: [OptionStatus]
  /// The times of the night, in words; `nil` if there is no night.
  let night: String?
  let lastReloadFailure: String?
  /// Services that keep the screen on.
  let inhibitors: [String]
  /// Grabbed input devices.
  let grabs: [String]
  let isLocked: Bool
  let isXwayland: Bool
  /// What an Xwayland cannot do for the wall; empty on other X servers.
  let limits: [String]
  /// Seconds since the program was started; `nil` if unknown.
  let uptime: Double?
  /// How often this wall was started; `nil` if the count is not saved.
  let starts: Int?
  /// The group of walls with which colourclock-mqtt shares states; empty for all walls. `nil` without colourclock-mqtt
  /// or without a broker.
  let sharing: String?
  let watchdog: WatchdogStatus?
}

/// All spans are in seconds.
struct WatchdogStatus: Encodable {
  /// The clock is restarted after this time without a sign of life.
  let timeout: Double
  /// The time between two signs of life.
  let interval: Double
  /// The time since the last sign of life; `nil` before the first one.
  let sinceSign: Double?
}

struct OptionStatus: Encodable, Equatable {
  let name: String
  let value: JSON
  /// `default`, a file and line, a resource, `command line`, `set`, or `chosen` (at the wall, or by `face`).
  let origin: String
}
