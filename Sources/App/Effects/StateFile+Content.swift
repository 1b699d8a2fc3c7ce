import ColourClock
import ControlProtocol
import System

extension StateFile {
  private static let mostWalls = 32

  /// The content of the file: the user's choices, which all walls share, and an entry for each wall.
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

    /// Changes the entry of a wall. Evicts the oldest other walls beyond `mostWalls`.
    /// - Parameter second: the present time, in seconds since 1970.
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
    /// `nil` in older files.
    let intervals: Intervals.Record?
  }

  /// All seconds are since 1970.
  struct Wall: Codable, Equatable {
    /// `CountdownOptions.plan` of the countdowns.
    var plan: String?
    var countdown: Countdown.Record?
    // `countdown`, `title`, `since` and `id` belong to the first countdown; `others` has the rest.
    var title: String?
    /// When the first countdown began.
    var since: Int64?
    /// `nil` in old files.
    var id: Int?
    /// The ID of the chosen countdown.
    var chosen: Int?
    /// The ID of a countdown that a viewer brought to the ring.
    var brought: Int?
    var others: [SavedCountdown]?
    var stopwatch: Stopwatch.Record?
    /// When the stopwatch was saved.
    var stopwatchKept: Int64?
    /// `true` or `nil`: `--stopwatch` started the stopwatch.
    var stopwatchAsked: Bool?
    /// The wall's name, in an old file of one wall.
    var wall: String?
    /// Values of `--alarm`.
    var alarms: [String]?
    var snoozed: [Snooze]?
    /// `true` if the sound is off, otherwise `nil`.
    var muted: Bool?
    /// When this entry was last changed; `nil` in old files.
    var changed: Int64?

    fileprivate var latest: Int64 { changed ?? since ?? 0 }

    var isEmpty: Bool {
      countdown == nil && stopwatch == nil && alarms?.isEmpty != false && muted == nil
        && snoozed?.isEmpty != false
    }

    /// A countdown as it is saved. `others` has each countdown but the first.
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
  /// A countdown as it is read. Old files lack some values of the first.
  typealias ReadCountdown = (id: Int?, record: Countdown.Record, title: String?, since: Int64?)

  /// Sets the countdowns. The first has fields of its own, because old versions read only these.
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
  /// Reads the file `countdown` of version 0.1: a line `plan …`, then the countdown.
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
  /// - Parameter wall: the wall's name for an old file that has none.
  init(_ bytes: [UInt8], wall: String) throws(KeptFile.Problem) {
    self = try KeptFile.value(of: bytes)
    // Old versions with one wall had no `walls`.
    if walls == nil, let old = try? JSON(bytes)?.decoded(as: StateFile.Wall.self), !old.isEmpty {
      walls = [old.wall ?? wall: old]
    }
  }
}
