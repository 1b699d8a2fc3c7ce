import ColourClock
import ControlProtocol

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
  /// Services that keep the screen on.
  let inhibitors: [String]
  /// Grabbed input devices.
  let grabs: [String]
  let isLocked: Bool
  let isXwayland: Bool
  let limits: [String]
  let uptime: Double?
  let starts: Int?
  /// Empty for all walls, `nil` without colourclock-mqtt and a broker.
  let sharing: String?
  let watchdog: WatchdogStatus?
}

/// All spans are in seconds.
struct WatchdogStatus: Encodable {
  /// The clock is restarted after this time without a sign of life.
  let timeout: Double
  let interval: Double
  let sinceSign: Double?
}

struct OptionStatus: Encodable, Equatable {
  let name: String
  let value: JSON
  /// `default`, a file and line, a resource, `command line`, `set`, or `chosen` (at the wall, or by `face`).
  let origin: String
}
