import ColourClock

/// A time that a calendar names.
struct CalendarTime {
  let local: LocalTime
  /// Whether it is a day, without a time.
  let isDate: Bool
  let zone: EventZone

  func second(wall: Zone) -> Int64 { zone.second(of: local, wall: wall) }
}

/// An event as a calendar has it, which may take place again and again (RFC 5545, 3.6.1).
struct CalendarEvent {
  let title: String
  /// Empty for one without.
  let identifier: String
  /// Of several versions the one with the highest number counts.
  let sequence: Int
  let start: CalendarTime
  let length: Length
  let recurrences: [Recurrence]
  /// Rules of what is left out, from before RFC 5545 (RFC 2445, 4.8.5.2).
  let exceptions: [Recurrence]
  let additions: [Addition]
  let exclusions: [CalendarTime]
  /// For one that takes the place of a single one of a series: which.
  let replaced: CalendarTime?
  /// Whether all later ones are changed in the same way (RFC 5545, 3.2.13).
  let replacesLater: Bool
  let isCancelled: Bool

  enum Length {
    /// From one time to another, as far as each time of a series lasts.
    case between(CalendarTime, CalendarTime)
    /// Days of the calendar, then seconds that pass.
    case lasting(days: Int, seconds: Int)
  }

  /// A further time of a series, perhaps of another length.
  struct Addition {
    let start: CalendarTime
    let length: Length?
  }

  /// One time that it takes place, in seconds since 1970.
  struct Occurrence {
    let seconds: Range<Int64>
    let title: String
    let isAllDay: Bool
  }

  /// Those that may touch a part of time, and perhaps others.
  ///
  /// - Parameters:
  ///   - days: the days of the wall's calendar that are of interest.
  ///   - others: what takes the place of single ones of them.
  func occurrences(in days: ClosedRange<Int>, wall: Zone, replacedBy others: [CalendarEvent]) throws(Complaint)
    -> [Occurrence]
  {
    guard !isCancelled else { return [] }
    // A date is another one elsewhere, by a day at most.
    let changes = others.filter(\.replacesLater).sorted { $0.replacedSecond(wall) < $1.replacedSecond(wall) }
    let longest = ([self] + changes).map { $0.longestDays + abs($0.daysMoved) }.max() ?? 1
    let moved = changes.map { abs($0.daysMoved) }.max() ?? 0
    let window = days.lowerBound - longest - 1...days.upperBound + moved + 1
    var starts: [LocalTime] = window.contains(start.local.day) ? [start.local] : []
    var steps = Recurrence.mostSteps
    for recurrence in recurrences {
      starts += try recurrence.starts(from: start, in: window, wall: wall, steps: &steps)
    }
    var excepted: Set<LocalTime> = []
    for rule in exceptions { excepted.formUnion(try rule.starts(from: start, in: window, wall: wall, steps: &steps)) }
    let gone = exclusions + others.compactMap(\.replaced)
    let regular = Set(starts).subtracting(excepted).compactMap {
      occurrence(at: $0, wall: wall, without: gone, changed: changes)
    }
    let added = additions.compactMap { addition -> Occurrence? in
      guard window.contains(addition.start.local.day), !isOut(addition.start.local, addition.start.zone, gone, wall)
      else { return nil }
      return occurrence(at: addition.start.local, addition.start.zone, addition.length ?? length, wall)
    }
    // A time that is named again is no second one (RFC 5545, 3.8.5.3).
    var known: Set<Range<Int64>> = []
    return (regular + added).filter { known.insert($0.seconds).inserted }
  }

  /// - Parameter changes: of this and all later ones, in the order in which they begin.
  private func occurrence(
    at local: LocalTime, wall: Zone, without gone: [CalendarTime], changed changes: [CalendarEvent]
  ) -> Occurrence? {
    guard !isOut(local, start.zone, gone, wall) else { return nil }
    let second = start.zone.second(of: local, wall: wall)
    guard let change = changes.last(where: { $0.replacedSecond(wall) <= second }) else {
      return occurrence(at: local, start.zone, length, wall)
    }
    return change.moved(local, start.zone, wall)
  }

  private func replacedSecond(_ wall: Zone) -> Int64 { replaced?.second(wall: wall) ?? .max }

  private var daysMoved: Int { replaced.map { start.local.day - $0.local.day } ?? 0 }

  /// A later one of a series in `zone`, changed as this changes the one that it replaces; `nil` if they are cancelled.
  private func moved(_ local: LocalTime, _ zone: EventZone, _ wall: Zone) -> Occurrence? {
    guard !isCancelled, let replaced, let own = occurrence(at: start.local, start.zone, length, wall) else {
      return nil
    }
    if start.isDate { return occurrence(at: local.advanced(days: daysMoved, seconds: 0), zone, length, wall) }
    let span =
      start.zone.isSame(as: replaced.zone)
      ? start.local.seconds(since: replaced.local) : Int(start.second(wall: wall) - replaced.second(wall: wall))
    let first = zone.second(of: local.advanced(days: 0, seconds: span), wall: wall)
    return Occurrence(seconds: first..<first + Int64(own.seconds.count), title: title, isAllDay: false)
  }

  /// Some programs write the day alone of what is left out: then no time of that day counts.
  private func isOut(_ local: LocalTime, _ zone: EventZone, _ gone: [CalendarTime], _ wall: Zone) -> Bool {
    let second = zone.second(of: local, wall: wall)
    return gone.contains { $0.isDate || start.isDate ? $0.local.day == local.day : $0.second(wall: wall) == second }
  }

  /// - Returns: `nil` if it takes no time.
  private func occurrence(at local: LocalTime, _ zone: EventZone, _ length: Length, _ wall: Zone) -> Occurrence? {
    let first = zone.second(of: local, wall: wall)
    let last: Int64
    switch length {
    case .lasting(let days, let seconds):
      last = zone.second(of: local.advanced(days: days, seconds: 0), wall: wall) + Int64(seconds)
    case .between(let start, let end) where end.zone.isSame(as: start.zone):
      // What is from ten to six is so also in the night that is an hour longer, as people who go there expect.
      let span = end.local.seconds(since: start.local)
      last = zone.second(of: local.advanced(days: 0, seconds: span), wall: wall)
    case .between(let start, let end): last = first + end.second(wall: wall) - start.second(wall: wall)
    }
    guard first < last else { return nil }
    return Occurrence(seconds: first..<last, title: title, isAllDay: start.isDate)
  }

  private var longestDays: Int {
    ([length] + additions.compactMap(\.length)).map { length in
      switch length {
      case .lasting(let days, let seconds): days + seconds / 86_400 + 1
      case .between(let start, let end): max(0, end.local.day - start.local.day) + 1
      }
    }.max() ?? 1
  }
}

/// What is wrong with an event or a file, in words.
struct Complaint: Error {
  let text: String

  init(_ text: String) { self.text = text }
}
