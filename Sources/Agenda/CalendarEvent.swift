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
final class CalendarEvent {
  let title: String
  /// UID; empty if there is none.
  let identifier: String
  /// Of several versions the one with the highest number counts.
  let sequence: Int
  let start: CalendarTime
  let length: Length
  let recurrences: [RecurrenceRule]
  /// EXRULE, from before RFC 5545 (RFC 2445, 4.8.5.2).
  let exceptions: [RecurrenceRule]
  let additions: [Addition]
  /// EXDATE
  let exclusions: [CalendarTime]
  /// RECURRENCE-ID: the occurrence that this event overrides.
  let replaced: CalendarTime?
  /// Whether all later occurrences are changed in the same way (RFC 5545, 3.2.13).
  let replacesLater: Bool
  let isCancelled: Bool

  init(
    title: String, identifier: String, sequence: Int, start: CalendarTime, length: Length,
    recurrences: [RecurrenceRule], exceptions: [RecurrenceRule], additions: [Addition], exclusions: [CalendarTime],
    replaced: CalendarTime?, replacesLater: Bool, isCancelled: Bool
  ) {
    (self.title, self.identifier, self.sequence, self.start, self.length) = (title, identifier, sequence, start, length)
    (self.recurrences, self.exceptions) = (recurrences, exceptions)
    (self.additions, self.exclusions) = (additions, exclusions)
    (self.replaced, self.replacesLater, self.isCancelled) = (replaced, replacesLater, isCancelled)
  }

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

  /// The occurrences that may touch some days, and perhaps others.
  ///
  /// - Parameters:
  ///   - days: the days of the wall's calendar that are of interest.
  ///   - others: the overrides of the series (RECURRENCE-ID).
  ///   - budget: limits the work.
  /// - Returns: `nil` if the budget is not enough.
  func occurrences(
    in days: ClosedRange<Int>, wall: Zone, replacedBy others: [CalendarEvent], budget: inout StepBudget
  ) -> [Occurrence]? {
    guard !isCancelled else { return [] }
    // A date is another one elsewhere, by a day at most.
    let changes = others.filter(\.replacesLater).sorted { $0.replacedSecond(wall) < $1.replacedSecond(wall) }
    let longest = ([self] + changes).map { $0.longestDays + abs($0.daysMoved) }.max() ?? 1
    let moved = changes.map { abs($0.daysMoved) }.max() ?? 0
    let window = days.lowerBound - longest - 1...days.upperBound + moved + 1
    var starts: Set<LocalTime> = window.contains(start.local.day) ? [start.local] : []
    for rule in recurrences {
      guard let times = rule.starts(in: window, wall: wall, budget: &budget) else { return nil }
      starts.formUnion(times)
    }
    for rule in exceptions {
      guard let times = rule.starts(in: window, wall: wall, budget: &budget) else { return nil }
      starts.subtract(times)
    }
    // A single event takes no steps: it is shown also where rules have used up all of them.
    let steps = starts.count * CalendarEvent.stepsOfOccurrence
    guard starts.count <= 1 || budget.spend(steps) else { return nil }
    let gone = Exclusions(exclusions + others.compactMap(\.replaced), of: start, near: window, wall)
    let regular = starts.compactMap { occurrence(at: $0, wall: wall, without: gone, changed: changes) }
    let added = additions.compactMap { addition -> Occurrence? in
      let local = addition.start.local
      guard window.contains(local.day), !gone.contains(local, addition.start.zone, wall) else { return nil }
      return occurrence(at: local, addition.start.zone, addition.length ?? length, wall)
    }
    // A time that is named again is no second one (RFC 5545, 3.8.5.3).
    var known: Set<Range<Int64>> = []
    return (regular + added).filter { known.insert($0.seconds).inserted }
  }

  /// An occurrence takes as long as so many steps of a rule.
  private static let stepsOfOccurrence = 20

  /// Whether EXDATE leaves out the occurrence that an override names, and the override with it.
  func excludes(_ replaced: CalendarTime, _ wall: Zone) -> Bool {
    let day = replaced.local.day
    // A date is another one elsewhere, by a day at most.
    let gone = Exclusions(exclusions, of: start, near: day - 2...day + 2, wall)
    return gone.contains(replaced.local, replaced.zone, wall)
  }

  /// The times that EXDATE and overrides take out of a series.
  private struct Exclusions {
    private var seconds: Set<Int64> = []
    private var days: Set<Int> = []

    /// - Parameter window: days of the series; others are of no interest.
    init(_ times: [CalendarTime], of start: CalendarTime, near window: ClosedRange<Int>, _ wall: Zone) {
      let near = window.lowerBound - 2...window.upperBound + 2
      for time in times where near.contains(time.local.day) {
        // Some programs write the day alone of what is left out: then no time of that day counts.
        if time.isDate || start.isDate {
          days.insert(time.local.day)
        } else {
          seconds.insert(time.second(wall: wall))
        }
      }
    }

    func contains(_ local: LocalTime, _ zone: EventZone, _ wall: Zone) -> Bool {
      if days.contains(local.day) { return true }
      return !seconds.isEmpty && seconds.contains(zone.second(of: local, wall: wall))
    }
  }

  /// - Parameter changes: of this and all later ones, in the order in which they begin.
  private func occurrence(
    at local: LocalTime, wall: Zone, without gone: Exclusions, changed changes: [CalendarEvent]
  ) -> Occurrence? {
    guard !gone.contains(local, start.zone, wall) else { return nil }
    guard !changes.isEmpty else { return occurrence(at: local, start.zone, length, wall) }
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
