import ColourClock
import ControlProtocol

/// All that the clock reports about itself, as the answer to `status`.
struct Status: Encodable {
  let version: String
  let pid: Int
  let display: String
  let mode: String
  let isAbove: Bool
  let monitors: [MonitorStatus]
  let wall: Scene.Report
  /// The names that the command `face` takes.
  let faces: [String]
  let options: [OptionStatus]
  /// The times of the night, in words; `nil` without a night.
  let night: String?
  /// Why the options file was refused when it was last read; `nil` if it was accepted.
  let lastReloadFailure: String?
  /// The services that keep the screen on for the clock now.
  let inhibitors: [String]
  /// The input devices that the clock grabs now.
  let grabs: [String]
  let isLocked: Bool
  let isXwayland: Bool
  /// The limits of this X server, in words.
  let limits: [String]
  /// Seconds since the program was started; `nil` if unknown.
  let uptime: Double?
  /// How often this wall was started, as in `health`.
  let starts: Int?
  /// The group of walls that the command `share` reaches; empty for all walls. `nil` if no colourclock-mqtt with a
  /// broker is connected.
  let sharing: String?
  /// `nil` without a service manager's watchdog.
  let watchdog: WatchdogStatus?
}

/// The service manager's watchdog, in seconds.
struct WatchdogStatus: Encodable {
  /// The service manager restarts the clock after this time without a sign of life.
  let timeout: Double
  /// The time between two signs of life.
  let interval: Double
  /// The time since the last sign; `nil` before the first.
  let sinceSign: Double?
}

/// An option, its value and its origin.
struct OptionStatus: Encodable, Equatable {
  let name: String
  let value: JSON
  /// `default`, a file and its line, a resource, `command line`, `set`, or `chosen` by hand or by the command `face`.
  let origin: String
}
