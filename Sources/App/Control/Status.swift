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
  let faces: [String]
  let options: [OptionStatus]
  let night: String?
  let lastReloadFailure: String?
  /// The services that keep the screen on for the clock.
  let inhibitors: [String]
  /// The input devices that the clock grabs.
  let grabs: [String]
  let isLocked: Bool
  let isXwayland: Bool
  let limits: [String]
  let uptime: Double?
  let starts: Int?
  /// The group that the command `share` reaches; empty for all walls, `nil` without colourclock-mqtt and a broker.
  let sharing: String?
  let watchdog: WatchdogStatus?
}

/// The service manager's watchdog, in seconds.
struct WatchdogStatus: Encodable {
  /// The service manager restarts the clock after this time without a sign of life.
  let timeout: Double
  /// The time between two signs of life.
  let interval: Double
  let sinceSign: Double?
}

struct OptionStatus: Encodable, Equatable {
  let name: String
  let value: JSON
  /// The source of the value: `default`, a file and its line, a resource, `command line`, or `set`. `chosen` means a
  /// choice at the wall or by the command `face`.
  let origin: String
}
