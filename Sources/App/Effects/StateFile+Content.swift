import ColourClock
import ControlProtocol
import System

extension StateFile {
  private static let mostWalls = 32

  /// All walls share the user's choices; each wall has an entry.
  struct Content: Codable {
    var version = 1
    var card: String?
    var hinted: Bool?
    var look: LookChoice?
    var recents: RecentTexts?
    var walls: [String: Wall]?

    var isEmpty: Bool {
      card == nil && hinted == nil && look == nil && recents == nil && walls?.isEmpty != false
    }

    /// Evicts the oldest other walls beyond `mostWalls`.
    /// - Parameter second: now, since 1970.
    mutating func change(_ wall: String, at second: Int64, _ edit: (inout Wall) -> Void) {
      var (all, own) = (walls ?? [:], walls?[wall] ?? Wall())
      edit(&own)
      own.changed = second
      all[wall] = nil
      if all.count >= StateFile.mostWalls {
        let younger = all.sorted { $0.value.latest > $1.value.latest }.prefix(StateFile.mostWalls - 1)
        all = Dictionary(uniqueKeysWithValues: younger.map { ($0.key, $0.value) })
      }
      if !own.isEmpty { all[wall] = own }
      walls = all.isEmpty ? nil : all
    }
  }

  struct RecentTexts: Codable, Equatable {
    let titles: [String]
    let programs: [String]
    /// `nil` in old files.
    let intervals: Intervals.Record?
  }

  /// Seconds are since 1970.
  struct Wall: Codable, Equatable {
    /// `CountdownOptions.plan`.
    var plan: String?
    var countdown: Countdown.Record?
    // `countdown`, `title`, `since` and `id` belong to the first countdown; `others` has the rest.
    var title: String?
    /// When the first countdown began.
    var since: Int64?
    /// `nil` in old files.
    var id: Int?
    /// An ID.
    var chosen: Int?
    /// The ID that a viewer brought to the ring.
    var brought: Int?
    var others: [SavedCountdown]?
    var stopwatch: Stopwatch.Record?
    var stopwatchKept: Int64?
    /// `true` if `--stopwatch` started it, else `nil`.
    var stopwatchAsked: Bool?
    /// The name, in an old file of one wall.
    var wall: String?
    /// Values of `--alarm`.
    var alarms: [String]?
    var snoozed: [Snooze]?
    /// `true` or `nil`.
    var muted: Bool?
    /// `nil` in old files.
    var changed: Int64?

    fileprivate var latest: Int64 { changed ?? since ?? 0 }

    var isEmpty: Bool {
      countdown == nil && stopwatch == nil && alarms?.isEmpty != false && muted == nil
        && snoozed?.isEmpty != false
    }

    struct SavedCountdown: Codable, Equatable {
      let id: Int
      let countdown: Countdown.Record
      let title: String
      let since: Int64
    }

    struct Snooze: Codable, Equatable {
      let alarm: String
      let due: Int64
    }
  }
}

extension StateFile.Wall {
  /// Old files lack values of the first countdown.
  typealias ReadCountdown = (id: Int?, record: Countdown.Record, title: String?, since: Int64?)

  /// Old versions read only the first countdown's own fields.
  mutating func set(_ countdowns: [SavedCountdown], plan: String? = nil, chosen: Int? = nil, brought: Int? = nil) {
    guard let first = countdowns.first else {
      (self.plan, countdown, title, since) = (nil, nil, nil, nil)
      (id, self.chosen, self.brought, others) = (nil, nil, nil, nil)
      return
    }
    (self.plan, countdown, title, since) = (plan, first.countdown, first.title, first.since)
    (id, self.chosen, self.brought) = (first.id, chosen, brought)
    others = countdowns.count > 1 ? Array(countdowns.dropFirst()) : nil
  }

  var all: [ReadCountdown] {
    let first: [ReadCountdown] = countdown.map { [(id, $0, title, since)] } ?? []
    return first + (others ?? []).map { ($0.id, $0.countdown, $0.title, $0.since) }
  }
}

extension StateFile.Wall {
  /// Version 0.1 wrote a line `plan …`, then the countdown.
  static func legacy(_ bytes: [UInt8]) throws(KeptFile.Problem) -> StateFile.Wall {
    let text = String(decoding: bytes, as: UTF8.self)
    let lines = text.split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false)
    guard lines.count == 2, lines[0].hasPrefix("plan "), let record = Countdown.Record(legacy: String(lines[1])) else {
      throw .damaged
    }
    return StateFile.Wall(plan: String(lines[0].dropFirst(5)), countdown: record)
  }
}

extension StateFile.Content {
  /// - Parameter wall: for an old file without a name.
  init(_ bytes: [UInt8], wall: String) throws(KeptFile.Problem) {
    self = try KeptFile.value(of: bytes)
    // Old versions with one wall had no `walls`.
    if walls == nil, let old = try? JSON(bytes)?.decoded(as: StateFile.Wall.self), !old.isEmpty {
      walls = [old.wall ?? wall: old]
    }
  }
}
