import ColourClock

/// A time that a calendar names.
struct CalendarTime {
  let local: LocalTime
  let zone: EventZone
  /// Whether it is a day, without a time.
  let isDate: Bool

  init(local: LocalTime, isDate: Bool, zone: EventZone) {
    (self.local, self.isDate, self.zone) = (local, isDate, zone)
  }

  func second(wall: Zone) -> Int64 { zone.second(of: local, wall: wall) }
}

/// An event as a calendar has it, which may take place again and again (RFC 5545, 3.6.1).
///
/// A calendar may have a hundred thousand: what most of them lack lies in `repetition`.
final class CalendarEvent {
  let title: String
  /// UID; empty if there is none.
  let identifier: String
  // In this order they take 16 bytes less.
  let start: CalendarTime
  let isCancelled: Bool
  /// Of several versions the one with the highest number counts.
  let sequence: Int32
  let length: Length
  /// `nil` for an event that takes place once, and overrides none.
  private let repetition: Repetition?

  init(
    title: String, identifier: String, sequence: Int32, start: CalendarTime, length: Length, isCancelled: Bool,
    repetition: Repetition?
  ) {
    (self.title, self.identifier, self.sequence, self.start) = (title, identifier, sequence, start)
    (self.length, self.isCancelled, self.repetition) = (length, isCancelled, repetition)
  }

  /// How an event takes place again, or takes the place of another.
  final class Repetition {
    let rules: RuleTexts
    let additions: [Addition]
    /// EXDATE
    let exclusions: [TimeList]
    /// RECURRENCE-ID: the occurrence that this event overrides.
    let replaced: CalendarTime?
    /// Whether all later occurrences are changed in the same way (RFC 5545, 3.2.13).
    let replacesLater: Bool

    init(
      rules: RuleTexts, additions: [Addition], exclusions: [TimeList], replaced: CalendarTime?, replacesLater: Bool
    ) {
      (self.rules, self.additions, self.exclusions) = (rules, additions, exclusions)
      (self.replaced, self.replacesLater) = (replaced, replacesLater)
    }
  }

  var additions: [Addition] { repetition?.additions ?? [] }
  var exclusions: [TimeList] { repetition?.exclusions ?? [] }
  var replaced: CalendarTime? { repetition?.replaced }
  var replacesLater: Bool { repetition?.replacesLater ?? false }
  var hasRules: Bool { repetition?.rules.isEmpty == false }

  enum Length {
    /// To a time, as far as each time of a series lasts.
    case until(CalendarTime)
    /// Days of the calendar, then seconds that pass.
    case lasting(days: Int, seconds: Int)
  }

  /// The times of a line.
  struct TimeList {
    let times: [LocalTime]
    let zone: EventZone
    let isDate: Bool
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
    for rule in repetition?.rules.inclusive(from: start) ?? [] {
      guard let times = rule.starts(in: window, wall: wall, budget: &budget) else { return nil }
      starts.formUnion(times)
    }
    for rule in repetition?.rules.exclusive(from: start) ?? [] {
      guard let times = rule.starts(in: window, wall: wall, budget: &budget) else { return nil }
      starts.subtract(times)
    }
    // A single event takes no steps: it is shown also where rules have used up all of them.
    let steps = starts.count * CalendarEvent.stepsOfOccurrence
    guard starts.count <= 1 || budget.spend(steps) else { return nil }
    var gone = Exclusions(of: self, near: window, wall)
    for time in others.compactMap(\.replaced) { gone.insert(time) }
    let regular = starts.compactMap { occurrence(at: $0, wall: wall, without: gone, changed: changes) }
    let added = additions.compactMap { addition -> Occurrence? in
      let local = addition.start.local
      guard window.contains(local.day), !gone.contains(local, addition.start.zone) else { return nil }
      guard let length = addition.length else { return occurrence(at: local, addition.start.zone, wall) }
      return occurrence(at: local, addition.start.zone, length, of: addition.start, wall)
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
    return Exclusions(of: self, near: day - 2...day + 2, wall).contains(replaced.local, replaced.zone)
  }

  /// The times that EXDATE and overrides take out of a series.
  private struct Exclusions {
    private var seconds: Set<Int64> = []
    private var days: Set<Int> = []

    private let wall: Zone
    private let near: ClosedRange<Int>
    private let isOfDays: Bool

    /// - Parameter window: days of the series; others are of no interest.
    init(of event: CalendarEvent, near window: ClosedRange<Int>, _ wall: Zone) {
      (self.wall, isOfDays) = (wall, event.start.isDate)
      near = window.lowerBound - 2...window.upperBound + 2
      for list in event.exclusions {
        for local in list.times { insert(CalendarTime(local: local, isDate: list.isDate, zone: list.zone)) }
      }
    }

    mutating func insert(_ time: CalendarTime) {
      guard near.contains(time.local.day) else { return }
      // Some programs write the day alone of what is left out: then no time of that day counts.
      if time.isDate || isOfDays {
        days.insert(time.local.day)
      } else {
        seconds.insert(time.second(wall: wall))
      }
    }

    func contains(_ local: LocalTime, _ zone: EventZone) -> Bool {
      if days.contains(local.day) { return true }
      return !seconds.isEmpty && seconds.contains(zone.second(of: local, wall: wall))
    }
  }

  /// - Parameter changes: of this and all later ones, in the order in which they begin.
  private func occurrence(
    at local: LocalTime, wall: Zone, without gone: Exclusions, changed changes: [CalendarEvent]
  ) -> Occurrence? {
    guard !gone.contains(local, start.zone) else { return nil }
    guard !changes.isEmpty else { return occurrence(at: local, start.zone, wall) }
    let second = start.zone.second(of: local, wall: wall)
    guard let change = changes.last(where: { $0.replacedSecond(wall) <= second }) else {
      return occurrence(at: local, start.zone, wall)
    }
    return change.moved(local, start.zone, wall)
  }

  private func replacedSecond(_ wall: Zone) -> Int64 { replaced?.second(wall: wall) ?? .max }

  private var daysMoved: Int { replaced.map { start.local.day - $0.local.day } ?? 0 }

  /// A later one of a series in `zone`, changed as this changes the one that it replaces; `nil` if they are cancelled.
  private func moved(_ local: LocalTime, _ zone: EventZone, _ wall: Zone) -> Occurrence? {
    guard !isCancelled, let replaced, let own = occurrence(at: start.local, start.zone, wall) else {
      return nil
    }
    if start.isDate { return occurrence(at: local.advanced(days: daysMoved, seconds: 0), zone, wall) }
    let span =
      start.zone.isSame(as: replaced.zone)
      ? start.local.seconds(since: replaced.local) : Int(start.second(wall: wall) - replaced.second(wall: wall))
    let first = zone.second(of: local.advanced(days: 0, seconds: span), wall: wall)
    return Occurrence(seconds: first..<first + Int64(own.seconds.count), title: title, isAllDay: false)
  }

  private func occurrence(at local: LocalTime, _ zone: EventZone, _ wall: Zone) -> Occurrence? {
    occurrence(at: local, zone, length, of: start, wall)
  }

  /// - Parameter start: the time that has the length.
  /// - Returns: an empty range of seconds for a moment; `nil` if it ends before it begins.
  private func occurrence(
    at local: LocalTime, _ zone: EventZone, _ length: Length, of start: CalendarTime, _ wall: Zone
  ) -> Occurrence? {
    let first = zone.second(of: local, wall: wall)
    let last: Int64
    switch length {
    case .lasting(let days, let seconds):
      last = zone.second(of: local.advanced(days: days, seconds: 0), wall: wall) + Int64(seconds)
    case .until(let end) where end.zone.isSame(as: start.zone):
      // What is from ten to six is so also in the night that is an hour longer, as people who go there expect.
      let span = end.local.seconds(since: start.local)
      let nominal = zone.second(of: local.advanced(days: 0, seconds: span), wall: wall)
      // A beginning that the clock leaves out is later than it says (RFC 5545, 3.3.5), perhaps as late as the end: then it lasts as
      // long as it says.
      last = nominal > first ? nominal : first + Int64(span)
    case .until(let end): last = first + end.second(wall: wall) - start.second(wall: wall)
    }
    guard first <= last else { return nil }
    return Occurrence(seconds: first..<last, title: title, isAllDay: start.isDate)
  }

  private var longestDays: Int {
    additions.reduce(CalendarEvent.days(of: length, from: start)) { longest, addition in
      max(longest, addition.length.map { CalendarEvent.days(of: $0, from: addition.start) } ?? 1)
    }
  }

  private static func days(of length: Length, from start: CalendarTime) -> Int {
    switch length {
    case .lasting(let days, let seconds): days + seconds / 86_400 + 1
    case .until(let end): max(0, end.local.day - start.local.day) + 1
    }
  }
}
