/// An agenda on one day of the wall's zone.
struct AgendaDay: Hashable, Sendable {
  /// The entries with a part of the day, by their start.
  let entries: [Entry]
  /// From midnight to midnight, in seconds since 1970.
  let seconds: Range<Int64>
  /// The first entry of tomorrow; one that takes the whole day only where there is no other.
  let tomorrow: Entry?
  private let zone: Zone

  struct Entry: Hashable, Sendable {
    /// The span of the entry; for a moment, while it is told in words.
    var seconds: Range<Int64>
    let period: Period
    /// The title, with the calendar's name where that is needed.
    let title: String
    /// The track of the band: overlapping periods lie on parallel tracks. Moments have none.
    var track = 0

    /// The part of the band that it needs, with room for the mark of a moment.
    fileprivate var span: Range<Int64> {
      period.isMoment ? seconds.lowerBound - AgendaDay.beside..<seconds.lowerBound + AgendaDay.beside : seconds
    }
  }

  /// On either side of a moment, in seconds.
  private static let beside: Int64 = 900

  private static let mostTracks = 3

  init(_ agenda: Agenda, around second: Int64, in zone: Zone) {
    let today = zone.civil(at: second).date.dayNumber
    func midnight(_ day: Int) -> Int64? {
      TimeOfDay.midnight.first(on: GregorianDate(dayNumber: day), in: zone)?.second
    }
    // A zone may leave out a date.
    let midnights = (today + 1...today + 3).compactMap(midnight)
    // Where midnight comes twice, a second still lies in its day.
    let first = min(midnight(today) ?? second, second)
    let last = max(midnights.first ?? second, second + 1)
    func found(from date: Int, to other: Int, where isShown: (Period, Range<Int64>) -> Bool) -> [Entry] {
      agenda.periods.flatMap { period in
        period.occurrences(on: date...other, in: zone).filter { isShown(period, $0) }.map {
          Entry(seconds: $0, period: period, title: agenda.title(of: period))
        }
      }
    }
    let entries = found(from: today - 2, to: today + 1) { period, seconds in
      // A moment belongs to the day of its second alone.
      period.isMoment ? (first..<last).contains(seconds.lowerBound) : seconds.overlaps(first..<last)
    }
    let coming = found(from: today + 1, to: today + 2) { _, seconds in
      (last..<max(last, midnights.dropFirst().first ?? last)).contains(seconds.lowerBound)
    }
    tomorrow = coming.min { one, other in
      let (isLater, isEarlier) = (one.period.isWholeDay, other.period.isWholeDay)
      return isLater == isEarlier ? one.seconds.lowerBound < other.seconds.lowerBound : isEarlier
    }
    (self.seconds, self.zone) = (first..<last, zone)
    self.entries = AgendaDay.onTracks(AgendaDay.inTurn(entries))
  }

  func holds(_ moment: Moment) -> Bool { seconds.contains(moment.instant.second) && zone == moment.zone }

  /// Moments of the same second are told one after the other, a second each at least. Of more than 60, some are not
  /// told.
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

  /// From the first to the last entry.
  var span: Range<Int64> {
    let first = max(seconds.lowerBound, entries.map(\.span.lowerBound).min() ?? .min)
    return first..<max(first + 1, min(seconds.upperBound, entries.map(\.span.upperBound).max() ?? .max))
  }

  /// The hours of the wall's zone within the span that are multiples of `step`, with their seconds.
  func hours(every step: Int) -> [(hour: Int, second: Int64)] {
    let span = span
    let first = (span.lowerBound + 899) / 900 * 900
    // Zones differ from Greenwich by multiples of a quarter of an hour.
    return stride(from: first, through: span.upperBound, by: 900).compactMap { second in
      let time = zone.civil(at: second)
      return time.minute == 0 && time.second == 0 && time.hour % step == 0 ? (time.hour, second) : nil
    }
  }

  /// A moment, or else a period. The latest start wins; ties go to the earliest end.
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

  func next(after second: Int64) -> Entry? {
    entries.first { $0.seconds.lowerBound > second && $0.seconds.lowerBound < seconds.upperBound }
  }
}

extension AgendaDay.Entry {
  fileprivate func comesBefore(_ other: AgendaDay.Entry) -> Bool {
    if period.isMoment != other.period.isMoment { return period.isMoment }
    return (seconds.lowerBound, -seconds.upperBound) > (other.seconds.lowerBound, -other.seconds.upperBound)
  }
}

/// The day in words.
extension AgendaDay {
  /// The last part of a period is counted in seconds, like the end of a countdown.
  private static func lastSpan(of seconds: Range<Int64>) -> Int64 { max(60, min(300, Int64(seconds.count) / 5)) }

  func nowText(at second: Int64, _ words: Words, _ labels: Labels) -> String? {
    guard let entry = current(at: second) else { return nil }
    let period = entry.period
    guard let end = period.end else { return words["%s at %s", entry.title, period.start.label(labels)] }
    let rest = AgendaDay.text(
      entry.seconds.upperBound - second, countsFrom: AgendaDay.lastSpan(of: entry.seconds), words)
    return words["%s until %s, %s", entry.title, end.label(labels), rest]
  }

  func nextText(at second: Int64, _ words: Words, _ labels: Labels) -> String? {
    guard let entry = next(after: second) else { return nil }
    let (title, start) = (entry.title, entry.period.start.label(labels))
    guard current(at: second) == nil else { return words["then %s at %s", title, start] }
    let rest = AgendaDay.text(
      entry.seconds.lowerBound - second, countsFrom: AgendaDay.lastSpan(of: entry.seconds), words)
    return words["%s at %s, in %s", title, start, rest]
  }

  /// What comes tomorrow, for when today is over.
  func tomorrowText(_ words: Words, _ labels: Labels) -> String? {
    guard let entry = tomorrow else { return nil }
    if entry.period.isWholeDay { return words["Tomorrow %s", entry.title] }
    return words["Tomorrow %s %s", entry.period.start.label(labels), entry.title]
  }

  private static func text(_ rest: Int64, countsFrom last: Int64, _ words: Words) -> String {
    if rest <= last { return Ring.label(Int(rest), .minutes) }
    let minutes = (rest + 59) / 60
    return minutes < 100 ? words["%d minutes", minutes] : words["%d h %d min", minutes / 60, minutes % 60]
  }

  static func templates(_ title: String, _ words: Words, _ labels: Labels) -> (now: String, next: String) {
    let time = labels.widest("00:00")
    let rest = Line.widest([words["%d minutes", 88], words["%d h %d min", 88, 88]])
    return (
      Line.widest([
        words["%s until %s, %s", title, time, rest], words["%s at %s", title, time],
        words["Tomorrow %s %s", time, title],
      ]),
      Line.widest([words["then %s at %s", title, time], words["%s at %s, in %s", title, time, rest]])
    )
  }
}
