import ColourClock
import ControlProtocol

/// All that the clock knows of itself, as `status` answers it.
struct Status: Encodable {
  let version: String
  let pid: Int
  let display: String
  let mode: String
  let isAbove: Bool
  let monitors: [MonitorStatus]
  let wall: Scene.Report
  /// What the command `face` takes.
  let faces: [String]
  let options: [OptionStatus]
  /// When the night is, in words.
  let night: String?
  /// Why the options file could not be taken over the last time it changed.
  let lastReloadFailure: String?
  /// What is kept from darkening the screen now, and what is grabbed now.
  let inhibitors: [String]
  let grabs: [String]
  let isLocked: Bool
  let isXwayland: Bool
  /// What this server cannot do for the clock, in words.
  let limits: [String]
  /// In seconds, since the program was started.
  let uptime: Double?
  /// How often this wall was started, as `health` tells it.
  let starts: Int?
  /// `nil` where no service manager watches over the clock.
  let watchdog: WatchdogStatus?
}

/// The service manager's watchdog, in seconds.
struct WatchdogStatus: Encodable {
  /// Without a sign of life for so long, it starts the clock anew.
  let timeout: Double
  /// How often it is given one, and how long ago the last one was.
  let interval: Double
  let sinceSign: Double?
}

/// An option, and where it comes from.
struct OptionStatus: Encodable, Equatable {
  let name: String
  let value: JSON
  /// `default`, a file and its line, a resource, `command line`, `set`, or `chosen` by hand or by the command `face`.
  let origin: String
}
