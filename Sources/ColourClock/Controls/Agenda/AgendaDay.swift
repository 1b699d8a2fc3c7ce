/// An agenda on one day, by the wall's own time.
struct AgendaDay: Hashable, Sendable {
  /// Those that have a part of the day, in the order in which they begin.
  let entries: [Entry]
  /// From midnight to midnight, in seconds since 1970.
  let seconds: Range<Int64>
  private let zone: Zone

  struct Entry: Hashable, Sendable {
    /// From when to when it is on; for a moment, as long as it is told in words.
    var seconds: Range<Int64>
    let period: Period
    /// Which of several parallel tracks of the band it is on, so that overlapping ones can be told from each other. A moment is on
    /// none: its mark stands before them all.
    var track = 0

    /// The part of the band that it needs: beside a moment's mark there is some of the time around it.
    fileprivate var span: Range<Int64> {
      period.isMoment ? seconds.lowerBound - AgendaDay.beside..<seconds.lowerBound + AgendaDay.beside : seconds
    }
  }

  /// In seconds, on either side of a moment.
  private static let beside: Int64 = 900

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
      period.occurrences(on: today - 2...today + 1, in: zone).filter { seconds in
        // A moment belongs to the day of its second alone.
        period.isMoment ? (first..<last).contains(seconds.lowerBound) : seconds.overlaps(first..<last)
      }.map { Entry(seconds: $0, period: period) }
    }
    (self.seconds, self.zone) = (first..<last, zone)
    self.entries = AgendaDay.onTracks(AgendaDay.inTurn(entries))
  }

  func holds(_ moment: Moment) -> Bool { seconds.contains(moment.instant.second) && zone == moment.zone }

  /// Moments of one second share the time in which they are told: one after the other, a second each at least. Of more than 60
  /// some share a second, and the first of these alone is told; all have their marks.
  private static func inTurn(_ entries: [Entry]) -> [Entry] {
    let moments = Dictionary(grouping: entries.indices.filter { entries[$0].period.isMoment }) { index in
      entries[index].seconds.lowerBound
    }
    var entries = entries
    for indices in moments.values where indices.count > 1 {
      for (turn, index) in indices.enumerated() {
        let (seconds, parts) = (entries[index].seconds, indices.count)
        let edges = [turn, turn + 1].map { Int64(seconds.count * $0 / parts) }
        entries[index].seconds = seconds.lowerBound + edges[0]..<seconds.lowerBound + max(edges[1], edges[0] + 1)
      }
    }
    return entries
  }

  private static func onTracks(_ entries: [Entry]) -> [Entry] {
    var ends: [Int64] = []
    return entries.enumerated().sorted { one, other in
      (one.element.seconds.lowerBound, one.offset) < (other.element.seconds.lowerBound, other.offset)
    }.map { _, entry in
      if entry.period.isMoment { return entry }
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
    let first = max(seconds.lowerBound, entries.map(\.span.lowerBound).min() ?? .min)
    return first..<max(first + 1, min(seconds.upperBound, entries.map(\.span.upperBound).max() ?? .max))
  }

  /// What is on: a moment, else a period; of several the one that has begun last, and of these the one that ends first.
  func current(at second: Int64) -> Entry? {
    var found: Entry?
    for entry in entries where entry.seconds.contains(second) {
      guard let best = found, !entry.comesBefore(best) else {
        found = entry
        continue
      }
    }
    return found
  }

  /// What begins next today.
  func next(after second: Int64) -> Entry? {
    entries.first { $0.seconds.lowerBound > second && $0.seconds.lowerBound < seconds.upperBound }
  }
}

extension AgendaDay.Entry {
  /// Of two that are on.
  fileprivate func comesBefore(_ other: AgendaDay.Entry) -> Bool {
    if period.isMoment != other.period.isMoment { return period.isMoment }
    return (seconds.lowerBound, -seconds.upperBound) > (other.seconds.lowerBound, -other.seconds.upperBound)
  }
}

/// The day in words.
extension AgendaDay {
  /// How much of a period is counted in seconds, like the end of a countdown.
  private static func lastSpan(of seconds: Range<Int64>) -> Int64 { max(60, min(300, Int64(seconds.count) / 5)) }

  func nowText(at second: Int64, _ words: Words, _ labels: Labels) -> String? {
    guard let entry = current(at: second) else { return nil }
    let period = entry.period
    guard let end = period.end else { return words["%s at %s", period.title, period.start.label(labels)] }
    let rest = AgendaDay.text(
      entry.seconds.upperBound - second, countsFrom: AgendaDay.lastSpan(of: entry.seconds), words)
    return words["%s until %s, %s", period.title, end.label(labels), rest]
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
      Line.widest([words["%s until %s, %s", title, time, rest], words["%s at %s", title, time]]),
      Line.widest([words["then %s at %s", title, time], words["%s at %s, in %s", title, time, rest]])
    )
  }
}
