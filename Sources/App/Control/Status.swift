import ColourClock
import ControlProtocol

/// The answer to the command `status`.
struct Status: Encodable {
  let version: String
  let pid: Int
  let display: String
  let mode: String
  let isAbove: Bool
  let monitors: [MonitorStatus]
  let wall: Scene.Report
  /// The names for the command `face`.
  let faces: [String]
  let options: [OptionStatus]
  let night: String?
  /// `nil` after a success.
  let lastReloadFailure: String?
  /// The services that now keep the screen on for the clock.
  let inhibitors: [String]
  /// The input devices that the clock now grabs.
  let grabs: [String]
  let isLocked: Bool
  let isXwayland: Bool
  /// The warnings of `ServerLimits`.
  let limits: [String]
  /// In seconds; `nil` if unknown.
  let uptime: Double?
  /// As in `HealthReport`.
  let starts: Int?
  /// The group that the command `share` reaches; empty for all walls. `nil` if no colourclock-mqtt with a broker is
  /// connected.
  let sharing: String?
  /// `nil` if the service manager expects no signs of life.
  let watchdog: WatchdogStatus?
}

/// The service manager's watchdog, in seconds.
struct WatchdogStatus: Encodable {
  /// The service manager restarts the clock after this time without a sign of life.
  let timeout: Double
  /// The time between two signs of life.
  let interval: Double
  /// `nil` before the first sign.
  let sinceSign: Double?
}

struct OptionStatus: Encodable, Equatable {
  let name: String
  let value: JSON
  /// `default`, a file and its line, a resource, `command line`, `set`, or `chosen` (in the gallery or by the command
  /// `face`).
  let origin: String
}
