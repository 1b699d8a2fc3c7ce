/// The release of the clock and its companions.
package enum Release {
  package static let version = "0.2.0"
}

/// Limits of the control protocol (colourclock-control(5)).
package enum ControlProtocol {
  /// Length of a command in bytes.
  package static let longestLine = 65_536
  /// How long a clock takes at most over a snapshot before it says so.
  package static let snapshotLimit = Duration.seconds(20)

  /// After how long a client gives a clock up that has not answered. It answers within a frame, unless its machine does
  /// not let it; a snapshot is first painted, packed and written.
  static func patience(for command: String?, usual: Duration) -> Duration {
    command == "snapshot" ? snapshotLimit + usual : usual
  }
}

/// The commands of the control socket.
package enum CommandNames {
  /// In the order of `colourclock send help`.
  package static let all = [
    "status", "health", "help", "get", "observe", "face", "countdown start", "countdown until", "countdown pause",
    "countdown resume", "countdown toggle", "countdown reset", "countdown add", "countdown set", "countdown warn",
    "countdown danger", "countdown clear",
    "program load", "program start", "program next", "program back", "program add", "program restart", "program stop",
    "stopwatch start", "stopwatch stop", "stopwatch toggle", "stopwatch lap", "stopwatch reset", "stopwatch clear",
    "stopwatch laps",
    "gallery", "message", "dismiss", "snooze", "alarm add", "alarm remove", "alarm list", "agenda set", "agenda clear",
    "feed",
    "refresh", "dim", "blank", "sound", "identify", "pair", "pairing announce", "pairing show", "pairing end",
    "pairing devices", "set", "unset", "reload", "snapshot", "trouble", "quit",
  ]

  /// Whether there is such a command, or one that begins with this word.
  package static func has(_ name: String) -> Bool { all.contains { $0 == name || $0.hasPrefix("\(name) ") } }
}

/// The topics that clients of a control socket can observe.
package enum Topic: String, CaseIterable, Encodable, Sendable {
  case tick, countdown, program, stopwatch, alarm, message, agenda, hold, face, feed, blank, dim, sound, options
  case monitor, health, pair, quit
}

/// The rights of visitors who stand before a wall.
package enum VisitorRights {
  /// The options that say so: who may set them gives these rights.
  package static let options: Set<String> = [
    "allow", "hold-button", "hold-action", "hold-time", "hold-fraction", "hold-fires", "preset",
  ]
}

/// Options for the wall's own user alone.
package enum OwnersOptions {
  /// Their values hold commands, perhaps with passwords, and paths.
  package static let names: Set<String> = [
    "agenda", "config", "control", "feed", "feed-file", "hold-action", "message-sound", "on-refresh",
    "on-zero", "program-file", "snapshot", "sound",
  ]
}
