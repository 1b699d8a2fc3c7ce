package enum Release {
  package static let version = "0.2.0"
}

/// The limits are documented in colourclock-control(5).
package enum ProtocolLimits {
  /// The longest line of a client, in bytes.
  package static let longestLine = 65_536
  package static let snapshotLimit = Duration.seconds(20)

  static func patience(for command: String?, usual: Duration) -> Duration {
    command == "snapshot" ? snapshotLimit + usual : usual
  }
}

package enum CommandNames {
  /// The order is that of `colourclock send help`.
  package static let all = [
    "status", "health", "help", "get", "observe", "face", "countdown start", "countdown until", "countdown pause",
    "countdown resume", "countdown toggle", "countdown reset", "countdown add", "countdown set", "countdown warn",
    "countdown danger", "countdown clear", "countdown new", "countdown title", "countdown choose", "countdown list",
    "program load", "program start", "program next", "program back", "program add", "program restart", "program stop",
    "program list", "undo",
    "stopwatch start", "stopwatch stop", "stopwatch toggle", "stopwatch lap", "stopwatch reset", "stopwatch clear",
    "stopwatch laps",
    "gallery", "message", "dismiss", "snooze", "alarm add", "alarm remove", "alarm list", "agenda set", "agenda clear",
    "feed",
    "refresh", "dim", "blank", "sound", "identify", "pair", "pairing announce", "pairing show", "pairing end",
    "pairing devices", "share", "sharing announce", "sharing end", "set", "unset", "reload", "snapshot", "trouble",
    "quit",
  ]

  /// Accepts first words too, such as `countdown`.
  package static func has(_ name: String) -> Bool { all.contains { $0 == name || $0.hasPrefix("\(name) ") } }
}

package enum Topic: String, CaseIterable, Encodable, Sendable {
  case tick, countdown, countdowns, phase, ended, program, step, stopwatch, alarm, rings, message, agenda, hold, face
  case feed, blank, dim, sound, options, monitor, health, pair, share, sharing, quit
}

package enum OptionsThatGiveRights {
  /// These options would give rights to visitors of a kiosk.
  package static let options: Set<String> = [
    "allow", "hold-button", "hold-action", "hold-time", "hold-fraction", "hold-fires", "preset",
  ]
}

package enum ConfidentialOptions {
  /// Options with paths, commands or passwords. colourclock-web and colourclock-mqtt hide them without `--allow get`.
  /// `xrm` can set any option.
  package static let names: Set<String> = [
    "agenda", "config", "control", "feed", "feed-file", "hold-action", "message-sound", "on-refresh",
    "on-zero", "program-file", "snapshot", "sound", "xrm",
  ]
}
