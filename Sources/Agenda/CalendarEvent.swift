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
    let window = days.lowerBound - longestDays - 1...days.upperBound + 1
    var starts: [LocalTime] = window.contains(start.local.day) ? [start.local] : []
    var steps = Recurrence.mostSteps
    for recurrence in recurrences {
      starts += try recurrence.starts(from: start, in: window, wall: wall, steps: &steps)
    }
    var excepted: Set<LocalTime> = []
    for rule in exceptions { excepted.formUnion(try rule.starts(from: start, in: window, wall: wall, steps: &steps)) }
    let gone = exclusions + others.compactMap(\.replaced)
    let regular = Set(starts).subtracting(excepted).compactMap { occurrence(at: $0, wall: wall, without: gone) }
    return regular
      + additions.compactMap { addition in
        guard window.contains(addition.start.local.day), !isOut(addition.start.local, addition.start.zone, gone, wall)
        else { return nil }
        return occurrence(at: addition.start.local, addition.start.zone, addition.length ?? length, wall)
      }
  }

  private func occurrence(at local: LocalTime, wall: Zone, without gone: [CalendarTime]) -> Occurrence? {
    isOut(local, start.zone, gone, wall) ? nil : occurrence(at: local, start.zone, length, wall)
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
