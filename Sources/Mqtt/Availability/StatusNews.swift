import CompanionSupport
import ControlProtocol

/// Decides whether to publish a wall's status: when something has happened, but seldom when only time has passed.
struct StatusNews {
  private var last: JSON?
  private var lastTime = 0.0
  /// The ends of the running countdowns and of the program, and the start of the stopwatch. They stay as first
  /// computed, because each new computation would differ by milliseconds. The key is a countdown's ID, or the timer's
  /// name.
  private var moments: [JSON: Timestamp] = [:]

  /// The time after which a status is published although only time has passed, in seconds.
  static let rest = 60.0
  /// The difference between two moments, in milliseconds, below which they count as the same.
  static let tolerance: Int64 = 1500

  /// The fields that change as time passes, or are measured anew each time.
  private static let passing: Set<String> = [
    "uptime", "watchdog.sinceSign", "wall.time", "wall.colour", "wall.countdown.remaining",
    "wall.countdown.ends", "wall.countdowns.remaining", "wall.countdowns.ends", "wall.program.left",
    "wall.program.behind", "wall.program.end", "wall.stopwatch.elapsed", "wall.messages.left", "wall.feed.age",
    "health.uptime", "health.sent", "health.drawn", "health.silence", "health.frames", "health.memory",
    "health.descriptors",
    "health.server", "health.clock.estimatedError", "health.clock.maximumError", "health.clock.sinceAnswer",
    "health.wear", "companion.dropped",
  ]

  /// The wall's status with its health, the number of dropped messages, and the computed moments (`moments`).
  mutating func joined(_ status: JSON, _ health: JSON, dropped: Int = 0, at now: Timestamp) -> JSON {
    guard case .object(var whole) = StatusNews.forReaders(of: status) else { return status }
    whole["health"] = health
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

  /// Removes the options, which may hold commands, paths and passwords. Hides why the options file was refused, because
  /// the reason may quote the file.
  static func forReaders(of status: JSON) -> JSON {
    guard case .object(var whole) = status else { return status }
    whole["options"] = nil
    if case .string? = whole["lastReloadFailure"] { whole["lastReloadFailure"] = .string(StatusNews.reloadFailure) }
    return .object(whole)
  }

  static let reloadFailure = "the options file was refused: see the clock's log"

  /// The end of a countdown or of a program, computed from the remaining time. `nil` if it does not run.
  /// - Parameter rest: the name of the field with the remaining time, in seconds.
  static func end(of timer: JSON, _ rest: String = "remaining", at now: Timestamp) -> Timestamp? {
    guard timer["state"] == .string("running"), let rest = timer[rest]?.number else { return nil }
    return now.moved(by: rest)
  }

  private static func start(of stopwatch: JSON, at now: Timestamp) -> Timestamp? {
    guard stopwatch["isRunning"] == true, let elapsed = stopwatch["elapsed"]?.number else { return nil }
    return now.moved(by: -elapsed)
  }

  /// Returns true if the status must be published. The status then counts as published.
  mutating func isNews(_ status: JSON, at uptime: Double) -> Bool {
    let lasting = StatusNews.lasting(status)
    guard lasting != last || uptime - lastTime >= StatusNews.rest else { return false }
    (last, lastTime) = (lasting, uptime)
    return true
  }

  /// After this call, the next status is news.
  mutating func reset() { last = nil }

  /// The status without the fields of `passing`.
  private static func lasting(_ value: JSON, _ path: String = "") -> JSON {
    if case .array(let values) = value { return .array(values.map { lasting($0, path) }) }
    guard case .object(let object) = value else { return value }
    return .object(
      object.reduce(into: [:]) { lasting, field in
        let path = path.isEmpty ? field.key : "\(path).\(field.key)"
        if !passing.contains(path) { lasting[field.key] = self.lasting(field.value, path) }
      })
  }
}

extension Timestamp {
  /// The limit of spans, in seconds. Every timer is shorter.
  private static let farthest = 1e9

  /// `nil` if the span is too long.
  func moved(by seconds: Double) -> Timestamp? {
    guard abs(seconds) < Timestamp.farthest else { return nil }
    return Timestamp(milliseconds: milliseconds + Int64((seconds * 1000).rounded()))
  }

  /// True if the two moments count as the same.
  func isNear(_ other: Timestamp) -> Bool { abs(milliseconds - other.milliseconds) < StatusNews.tolerance }
}
