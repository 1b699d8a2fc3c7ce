import CompanionSupport
import ControlProtocol

/// Tells whether a wall's status is worth a message: by what changes because something happens, not by what changes by
/// itself.
struct StatusNews {
  private var last: JSON?
  private var lastTime = 0.0
  /// When the running countdowns end, by their IDs, as it was reckoned first: each time anew it would be a few
  /// milliseconds off. A clock with a single one gives it no ID.
  private var ends: [JSON: Timestamp] = [:]

  /// How often a status is told in which only time has passed.
  static let rest = 60.0
  /// Reckoned again, the same end is not further off.
  private static let tolerance: Int64 = 1500
  /// In seconds; no clock counts so far.
  private static let farthest = 1e9

  /// What goes by with time alone, or is measured anew each time.
  private static let passing: Set<String> = [
    "uptime", "watchdog.sinceSign", "wall.time", "wall.colour", "wall.countdown.remaining",
    "wall.countdowns.remaining", "wall.program.left", "wall.program.behind", "wall.program.end",
    "wall.stopwatch.elapsed",
    "wall.messages.left", "wall.feed.age", "health.uptime",
    "health.sent", "health.drawn", "health.silence", "health.frames", "health.memory", "health.descriptors",
    "health.server", "health.clock.estimatedError", "health.clock.maximumError", "health.clock.sinceAnswer",
    "health.wear", "companion.dropped",
  ]

  /// The status as it is published.
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

  /// Without its options, which may be commands and paths, perhaps with a password in them: these are for the wall's
  /// own user, not for all who may read a topic. Nor is the line of the options file that makes no sense.
  static func forReaders(of status: JSON) -> JSON {
    guard case .object(var whole) = status else { return status }
    whole["options"] = nil
    if case .string? = whole["lastReloadFailure"] { whole["lastReloadFailure"] = .string(StatusNews.reloadFailure) }
    return .object(whole)
  }

  static let reloadFailure = "the options file was not taken over; the wall's own log says why"

  /// A countdown with its end, if it runs.
  private mutating func ending(_ value: JSON, _ before: [JSON: Timestamp], at now: Timestamp) -> JSON {
    guard case .object(var countdown) = value, let reckoned = StatusNews.end(of: countdown, at: now) else {
      return value
    }
    let id = countdown["id"] ?? .null
    var end = reckoned
    if let old = before[id], abs(old.milliseconds - reckoned.milliseconds) < StatusNews.tolerance { end = old }
    ends[id] = end
    countdown["end"] = .string(end.text)
    return .object(countdown)
  }

  private static func end(of countdown: [String: JSON], at now: Timestamp) -> Timestamp? {
    guard countdown["state"] == .string("running"), let remaining = countdown["remaining"]?.number,
      abs(remaining) < StatusNews.farthest
    else { return nil }
    return Timestamp(milliseconds: now.milliseconds + Int64((remaining * 1000).rounded()))
  }

  /// True if the countdown of the status runs, and to another end than `end`.
  static func hasOtherEnd(_ countdown: JSON?, than end: Timestamp, at now: Timestamp) -> Bool {
    guard case .object(let countdown)? = countdown, let its = self.end(of: countdown, at: now) else { return false }
    return abs(its.milliseconds - end.milliseconds) >= tolerance
  }

  /// Whether it is to be published, which is then taken for done.
  mutating func isNews(_ status: JSON, at uptime: Double) -> Bool {
    let lasting = StatusNews.lasting(status)
    guard lasting != last || uptime - lastTime >= StatusNews.rest else { return false }
    (last, lastTime) = (lasting, uptime)
    return true
  }

  /// The next status is news: another broker has none yet.
  mutating func reset() { last = nil }

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
