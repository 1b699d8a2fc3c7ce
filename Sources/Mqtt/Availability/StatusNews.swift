import CompanionSupport
import ControlProtocol

/// Decides when to publish a status: at once after a change, else every `republishInterval` seconds.
struct StatusNews {
  private var last: JSON?
  private var lastTime = 0.0
  /// Ends of timers and the stopwatch's start, by countdown ID or timer name. The first computation counts, because
  /// later ones differ by milliseconds.
  private var moments: [JSON: Timestamp] = [:]

  static let republishInterval = 60.0
  /// Milliseconds between moments that count as the same.
  static let tolerance: Int64 = 1500

  private static let timeDependentFields: Set<String> = [
    "uptime", "watchdog.sinceSign", "wall.time", "wall.colour", "wall.countdown.remaining",
    "wall.countdown.ends", "wall.countdowns.remaining", "wall.countdowns.ends", "wall.program.left",
    "wall.program.behind", "wall.program.end", "wall.stopwatch.elapsed", "wall.messages.left", "wall.feed.age",
    "health.uptime", "health.sent", "health.drawn", "health.silence", "health.frames", "health.memory",
    "health.descriptors",
    "health.server", "health.clock.estimatedError", "health.clock.maximumError", "health.clock.sinceAnswer",
    "health.wear", "companion.dropped",
  ]

  mutating func joined(_ status: JSON, _ health: JSON, dropped: Int = 0, at now: Timestamp) -> JSON {
    guard case .object(var whole) = StatusNews.withoutPrivateFields(of: status) else { return status }
    whole["health"] = AllowList.publicHealth(health)
    whole["companion"] = .object(["dropped": .integer(Int64(dropped))])
    guard case .object(var wall)? = whole["wall"] else { return .object(whole) }
    let before = moments
    moments = [:]
    func adding(_ name: String, _ moment: (JSON) -> Timestamp?, to value: JSON?, _ key: JSON? = nil) -> JSON? {
      guard case .object(var fields)? = value, let computed = value.flatMap(moment) else { return value }
      let key = key ?? fields["id"] ?? .null
      let kept = before[key].flatMap { $0.isNear(computed) ? $0 : nil } ?? computed
      moments[key] = kept
      fields[name] = .string(kept.text)
      return .object(fields)
    }
    let end = { StatusNews.end(of: $0, at: now) }
    wall["countdown"] = adding("end", end, to: wall["countdown"])
    if case .array(let countdowns)? = wall["countdowns"] {
      wall["countdowns"] = .array(countdowns.compactMap { adding("end", end, to: $0) })
    }
    wall["program"] = adding("endTime", { StatusNews.end(of: $0, "left", at: now) }, to: wall["program"], "program")
    wall["stopwatch"] = adding(
      "startTime", { StatusNews.start(of: $0, at: now) }, to: wall["stopwatch"], "stopwatch")
    whole["wall"] = .object(wall)
    return .object(whole)
  }

  /// Removes the options, and conceals other texts that may hold commands, paths or passwords.
  static func withoutPrivateFields(of status: JSON) -> JSON {
    guard case .object(var whole) = AllowList.publicStatus(status) else { return status }
    whole["options"] = nil
    return .object(whole)
  }

  static func end(of timer: JSON, _ remainingField: String = "remaining", at now: Timestamp) -> Timestamp? {
    guard timer["state"] == .string("running"), let remaining = timer[remainingField]?.number else { return nil }
    return now.moved(by: remaining)
  }

  private static func start(of stopwatch: JSON, at now: Timestamp) -> Timestamp? {
    guard stopwatch["isRunning"] == true, let elapsed = stopwatch["elapsed"]?.number else { return nil }
    return now.moved(by: -elapsed)
  }

  /// If the result is true, the status counts as published.
  mutating func isNews(_ status: JSON, at uptime: Double) -> Bool {
    let lasting = StatusNews.lasting(status)
    guard lasting != last || uptime - lastTime >= StatusNews.republishInterval else { return false }
    (last, lastTime) = (lasting, uptime)
    return true
  }

  mutating func reset() { last = nil }

  private static func lasting(_ value: JSON, _ path: String = "") -> JSON {
    if case .array(let values) = value { return .array(values.map { lasting($0, path) }) }
    guard case .object(let object) = value else { return value }
    return .object(
      object.reduce(into: [:]) { lasting, field in
        let path = path.isEmpty ? field.key : "\(path).\(field.key)"
        if !timeDependentFields.contains(path) { lasting[field.key] = self.lasting(field.value, path) }
      })
  }
}

extension Timestamp {
  /// The limit is in seconds; every timer is shorter.
  private static let farthest = 1e9

  func moved(by seconds: Double) -> Timestamp? {
    guard abs(seconds) < Timestamp.farthest else { return nil }
    return Timestamp(milliseconds: milliseconds + Int64((seconds * 1000).rounded()))
  }

  func isNear(_ other: Timestamp) -> Bool { abs(milliseconds - other.milliseconds) < StatusNews.tolerance }
}
