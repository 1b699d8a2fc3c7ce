import ColourClock
import ControlProtocol
import System

extension StateFile {
  private static let mostWalls = 32

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

    /// Evicts the oldest other walls beyond `mostWalls`. `second` is in seconds since 1970.
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
    /// Old files lack this field.
    let intervals: Intervals.Record?
  }

  /// Times are in seconds since 1970. Old files lack `id` and `changed`.
  struct Wall: Codable, Equatable {
    var plan: String?
    var countdown: Countdown.Record?
    // `countdown`, `title`, `since` and `id` are the first countdown, because old versions read only these.
    var title: String?
    var since: Int64?
    var id: Int?
    var chosen: Int?
    /// The ID of the countdown that a viewer brought to the ring.
    var brought: Int?
    var others: [SavedCountdown]?
    var stopwatch: Stopwatch.Record?
    /// When the stopwatch was saved.
    var stopwatchKept: Int64?
    /// `true` if `--stopwatch` started the stopwatch, else `nil`.
    var stopwatchAsked: Bool?
    /// The wall's name, only in old files of one wall.
    var wall: String?
    /// The texts have the form of `--alarm`.
    var alarms: [String]?
    var snoozed: [Snooze]?
    /// `nil` means false.
    var muted: Bool?
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
  typealias ReadCountdown = (id: Int?, record: Countdown.Record, title: String?, since: Int64?)

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

  /// Keeps all other countdowns, also those that another clock has saved meanwhile.
  mutating func remove(_ records: [Countdown.Record]) {
    var rest = (others ?? []).filter { !records.contains($0.countdown) }
    if countdown.map(records.contains) ?? true {
      guard !rest.isEmpty else { return set([]) }
      let first = rest.removeFirst()
      (countdown, title, since, id) = (first.countdown, first.title, first.since, first.id)
    }
    others = rest.isEmpty ? nil : rest
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
  init(_ bytes: [UInt8], wall: String) throws(KeptFile.Problem) {
    self = try KeptFile.value(of: bytes)
    // Old files of one wall have no `walls`.
    if walls == nil, let old = try? JSON(bytes)?.decoded(as: StateFile.Wall.self), !old.isEmpty {
      walls = [old.wall ?? wall: old]
    }
  }
}
