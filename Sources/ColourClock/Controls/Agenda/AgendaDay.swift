/// An agenda on one day, by the wall's own time.
struct AgendaDay: Hashable, Sendable {
  /// Those that have a part of the day, in the order in which they begin.
  let entries: [Entry]
  /// From midnight to midnight, in seconds since 1970.
  let seconds: Range<Int64>
  private let zone: Zone

  struct Entry: Hashable, Sendable {
    let seconds: Range<Int64>
    let period: Period
    /// Which of several parallel tracks of the band it is on, so that overlapping ones can be told from each other.
    var track = 0
  }

  /// How many tracks there are at most.
  private static let mostTracks = 3

  /// The day that a second lies in.
  init(_ agenda: Agenda, around second: Int64, in zone: Zone) {
    let today = zone.civil(at: second).date.dayNumber
    func midnight(_ days: [Int]) -> Int64? {
      days.lazy.compactMap { TimeOfDay.midnight.first(on: GregorianDate(dayNumber: $0), in: zone)?.second }.first
    }
    // A second lies in its day also where midnight comes twice.
    let first = min(midnight([today]) ?? second, second)
    let last = max(midnight([today + 1, today + 2]) ?? second, second + 1)
    let entries = agenda.periods.flatMap { period in
      period.occurrences(on: today - 2...today + 1, in: zone).filter { $0.overlaps(first..<last) }.map {
        Entry(seconds: $0, period: period)
      }
    }
    (self.seconds, self.zone) = (first..<last, zone)
    self.entries = AgendaDay.onTracks(entries)
  }

  func holds(_ moment: Moment) -> Bool { seconds.contains(moment.instant.second) && zone == moment.zone }

  private static func onTracks(_ entries: [Entry]) -> [Entry] {
    var ends: [Int64] = []
    return entries.enumerated().sorted { one, other in
      (one.element.seconds.lowerBound, one.offset) < (other.element.seconds.lowerBound, other.offset)
    }.map { _, entry in
      var entry = entry
      entry.track = ends.firstIndex { $0 <= entry.seconds.lowerBound } ?? ends.count
      if entry.track == ends.count, ends.count < mostTracks { ends.append(0) }
      entry.track = min(entry.track, mostTracks - 1)
      ends[entry.track] = max(ends[entry.track], entry.seconds.upperBound)
      return entry
    }
  }

  var tracks: Int { (entries.map(\.track).max() ?? 0) + 1 }

  /// The part of the day in which there is something.
  var span: Range<Int64> {
    let first = max(seconds.lowerBound, entries.first?.seconds.lowerBound ?? .min)
    return first..<max(first + 1, min(seconds.upperBound, entries.map(\.seconds.upperBound).max() ?? .max))
  }

  /// What is on: of overlapping ones that which has begun last, and of these that which ends first.
  func current(at second: Int64) -> Entry? {
    var found: Entry?
    for entry in entries where entry.seconds.contains(second) {
      if let found, found.seconds.lowerBound == entry.seconds.lowerBound,
        found.seconds.upperBound <= entry.seconds.upperBound
      {
        continue
      }
      found = entry
    }
    return found
  }

  /// What begins next today.
  func next(after second: Int64) -> Entry? {
    entries.first { $0.seconds.lowerBound > second && $0.seconds.lowerBound < seconds.upperBound }
  }
}

/// The day in words.
extension AgendaDay {
  /// How much of a period is counted in seconds, like the end of a countdown.
  private static func lastSpan(of seconds: Range<Int64>) -> Int64 { max(60, min(300, Int64(seconds.count) / 5)) }

  func nowText(at second: Int64, _ words: Words, _ labels: Labels) -> String? {
    guard let entry = current(at: second) else { return nil }
    let rest = AgendaDay.text(
      entry.seconds.upperBound - second, countsFrom: AgendaDay.lastSpan(of: entry.seconds), words)
    return words["%s until %s, %s", entry.period.title, entry.period.end.label(labels), rest]
  }

  func nextText(at second: Int64, _ words: Words, _ labels: Labels) -> String? {
    guard let entry = next(after: second) else { return nil }
    let (title, start) = (entry.period.title, entry.period.start.label(labels))
    guard current(at: second) == nil else { return words["then %s at %s", title, start] }
    let rest = AgendaDay.text(
      entry.seconds.lowerBound - second, countsFrom: AgendaDay.lastSpan(of: entry.seconds), words)
    return words["%s at %s, in %s", title, start, rest]
  }

  private static func text(_ rest: Int64, countsFrom last: Int64, _ words: Words) -> String {
    if rest <= last { return Ring.label(Int(rest), .minutes) }
    let minutes = (rest + 59) / 60
    return minutes < 100 ? words["%d minutes", minutes] : words["%d h %d min", minutes / 60, minutes % 60]
  }

  /// The widest forms that these take.
  static func templates(_ title: String, _ words: Words, _ labels: Labels) -> (now: String, next: String) {
    let time = labels.twelveHour ? labels.names.joined("00:00", half: labels.widestHalf) : "00:00"
    let rest = Line.widest([words["%d minutes", 88], words["%d h %d min", 88, 88]])
    return (
      words["%s until %s, %s", title, time, rest],
      Line.widest([words["then %s at %s", title, time], words["%s at %s, in %s", title, time, rest]])
    )
  }
}
