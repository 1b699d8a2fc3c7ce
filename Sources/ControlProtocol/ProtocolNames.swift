/// The release of the clock and its companions.
package enum Release {
  package static let version = "0.2.0"
}

/// See colourclock-control(5).
package enum ProtocolLimits {
  /// Bytes.
  package static let longestLine = 65_536
  /// A snapshot then counts as failed.
  package static let snapshotLimit = Duration.seconds(20)

  /// A snapshot must be painted, compressed and written.
  static func patience(for command: String?, usual: Duration) -> Duration {
    command == "snapshot" ? snapshotLimit + usual : usual
  }
}

package enum CommandNames {
  /// In the order of `colourclock send help`.
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

  /// True also for the first word of a command.
  package static func has(_ name: String) -> Bool { all.contains { $0 == name || $0.hasPrefix("\(name) ") } }
}

/// What clients can observe.
package enum Topic: String, CaseIterable, Encodable, Sendable {
  case tick, countdown, countdowns, phase, ended, program, step, stopwatch, alarm, rings, message, agenda, hold, face
  case feed, blank, dim, sound, options, monitor, health, pair, share, sharing, quit
}

package enum VisitorRights {
  /// A client that may set one of these can give rights to visitors.
  package static let options: Set<String> = [
    "allow", "hold-button", "hold-action", "hold-time", "hold-fraction", "hold-fires", "preset",
  ]
}

/// Unreadable for a companion's clients, unless `--allow` names `get`.
package enum OwnersOptions {
  /// Paths and commands, perhaps with passwords.
  package static let names: Set<String> = [
    "agenda", "config", "control", "feed", "feed-file", "hold-action", "message-sound", "on-refresh",
    "on-zero", "program-file", "snapshot", "sound",
  ]
}
