import CompanionSupport
import ControlProtocol

/// Decides whether to publish a wall's status: when something has happened, but seldom when only time has passed.
struct StatusNews {
  private var last: JSON?
  private var lastTime = 0.0
  /// The ends of the running countdowns as first computed, because each new computation would differ by milliseconds.
  /// The key is the ID, or `null` for a single countdown.
  private var ends: [JSON: Timestamp] = [:]

  /// The time after which a status is published although only time has passed, in seconds.
  static let rest = 60.0
  /// The difference between two ends, in milliseconds, below which they count as the same end.
  private static let tolerance: Int64 = 1500
  /// The limit of the remaining time, in seconds. Every countdown is shorter.
  private static let farthest = 1e9

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

  mutating func joined(_ status: JSON, _ health: JSON, dropped: Int = 0, at now: Timestamp) -> JSON {
    guard case .object(var whole) = StatusNews.forReaders(of: status) else { return status }
    whole["health"] = health
    whole["companion"] = .object(["dropped": .integer(Int64(dropped))])
    guard case .object(var wall)? = whole["wall"] else { return .object(whole) }
    let before = ends
    ends = [:]
    if let countdown = wall["countdown"] { wall["countdown"] = ending(countdown, before, at: now) }
    if case .array(let countdowns)? = wall["countdowns"] {
      wall["countdowns"] = .array(countdowns.map { ending($0, before, at: now) })
    }
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

  private mutating func ending(_ value: JSON, _ before: [JSON: Timestamp], at now: Timestamp) -> JSON {
    guard case .object(var countdown) = value, let computed = StatusNews.end(of: countdown, at: now) else {
      return value
    }
    let id = countdown["id"] ?? .null
    var end = computed
    if let old = before[id], abs(old.milliseconds - computed.milliseconds) < StatusNews.tolerance { end = old }
    ends[id] = end
    countdown["end"] = .string(end.text)
    return .object(countdown)
  }

  /// The end of a countdown, computed from the remaining time. `nil` if the countdown does not run.
  private static func end(of countdown: [String: JSON], at now: Timestamp) -> Timestamp? {
    guard countdown["state"] == .string("running"), let remaining = countdown["remaining"]?.number,
      abs(remaining) < StatusNews.farthest
    else { return nil }
    return Timestamp(milliseconds: now.milliseconds + Int64((remaining * 1000).rounded()))
  }

  /// False if `countdown` does not run.
  static func hasOtherEnd(_ countdown: JSON?, than end: Timestamp, at now: Timestamp) -> Bool {
    guard case .object(let countdown)? = countdown, let its = self.end(of: countdown, at: now) else { return false }
    return abs(its.milliseconds - end.milliseconds) >= tolerance
  }

  /// Returns true if the status must be published. The status then counts as published.
  mutating func isNews(_ status: JSON, at uptime: Double) -> Bool {
    let lasting = StatusNews.lasting(status)
    guard lasting != last || uptime - lastTime >= StatusNews.rest else { return false }
    (last, lastTime) = (lasting, uptime)
    return true
  }

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
