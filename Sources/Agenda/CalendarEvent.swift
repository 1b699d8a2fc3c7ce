import ColourClock

struct CalendarTime {
  let local: LocalTime
  let zone: EventZone
  let isDate: Bool

  init(local: LocalTime, isDate: Bool, zone: EventZone) {
    (self.local, self.isDate, self.zone) = (local, isDate, zone)
  }

  func second(wallZone: Zone) -> Int64 { zone.second(of: local, wallZone: wallZone) }
}

/// A VEVENT (RFC 5545, 3.6.1).
final class CalendarEvent {
  let title: String
  /// The UID, or an empty text.
  let identifier: String
  // This order of fields saves 16 bytes per event.
  let start: CalendarTime
  /// True for STATUS:CANCELLED, which also cancels a series' overrides (RFC 5546, 3.2.5).
  let isCancelled: Bool
  let isDeclined: Bool
  let sequence: Int32
  let length: Length
  private let repetition: Repetition?

  init(
    title: String, identifier: String, sequence: Int32, start: CalendarTime, length: Length, isCancelled: Bool,
    isDeclined: Bool, repetition: Repetition?
  ) {
    (self.title, self.identifier, self.sequence, self.start) = (title, identifier, sequence, start)
    (self.length, self.isCancelled, self.isDeclined) = (length, isCancelled, isDeclined)
    self.repetition = repetition
  }

  final class Repetition {
    let rules: RuleTexts
    /// RDATE: further occurrences.
    let additions: [Addition]
    /// EXDATE: excluded times.
    let exclusions: [TimeList]
    /// RECURRENCE-ID: the occurrence this event overrides.
    let recurrenceID: CalendarTime?
    /// RANGE=THISANDFUTURE: also overrides all later occurrences (RFC 5545, 3.2.13).
    let overridesLater: Bool

    init(
      rules: RuleTexts, additions: [Addition], exclusions: [TimeList], recurrenceID: CalendarTime?,
      overridesLater: Bool
    ) {
      (self.rules, self.additions, self.exclusions) = (rules, additions, exclusions)
      (self.recurrenceID, self.overridesLater) = (recurrenceID, overridesLater)
    }
  }

  var additions: [Addition] { repetition?.additions ?? [] }
  var exclusions: [TimeList] { repetition?.exclusions ?? [] }
  var zoneOfRules: EventZone { repetition?.rules.zone ?? .floating }
  var recurrenceID: CalendarTime? { repetition?.recurrenceID }
  var overridesLater: Bool { repetition?.overridesLater ?? false }

  enum Length {
    case until(CalendarTime)
    /// Calendar days, then elapsed seconds.
    case lasting(days: Int, seconds: Int)
  }

  struct TimeList {
    let times: [LocalTime]
    let zone: EventZone
    let isDate: Bool
  }

  struct Addition {
    let start: CalendarTime
    /// `nil` if the event's own length counts.
    let length: Length?
  }

  struct Occurrence {
    /// Seconds since 1970; empty for an event without length.
    let seconds: Range<Int64>
    let title: String
    let isAllDay: Bool
    var file = 0
  }

  /// May return occurrences outside `days`; returns `nil` if the budget does not suffice.
  /// - Parameter days: days since 1970-01-01, in the wall's zone.
  func occurrences(
    in days: ClosedRange<Int>, wallZone: Zone, replacedBy others: [CalendarEvent], budget: inout StepBudget
  ) -> [Occurrence]? {
    guard takesPlace else { return [] }
    let changing = others.filter(\.overridesLater)
    guard changing.isEmpty || budget.spend(changing.count) else { return nil }
    let laterOverrides = LaterOverrides(changing, wallZone)
    let longest = changing.reduce(longestDays) { max($0, $1.longestDays + abs($1.daysMoved)) }
    let moved = changing.reduce(0) { max($0, abs($1.daysMoved)) }
    // In another zone, the date may differ by a day.
    let window = days.lowerBound - longest - 1...days.upperBound + moved + 1
    guard let starts = starts(in: window, wallZone: wallZone, budget: &budget) else { return nil }
    let near = window.lowerBound - 2...window.upperBound + 2
    var gone = Exclusions(of: self, wallZone) { near.contains($0) }
    for time in others.compactMap(\.recurrenceID) { gone.insert(time) }
    func shown(_ local: LocalTime, _ zone: EventZone, _ own: Span? = nil) -> Occurrence? {
      guard !gone.contains(local, zone) else { return nil }
      guard let change = laterOverrides.last(at: local, zone) else {
        return occurrence(at: local, zone, own ?? span, wallZone)
      }
      return change.moved(local, zone, own, wallZone)
    }
    let listed = additions.filter { window.contains($0.start.local.day) }
    let withLength = listed.compactMap { time in
      time.length.flatMap { shown(time.start.local, time.start.zone, Span(length: $0, start: time.start)) }
    }
    let withoutLength = listed.filter { $0.length == nil }.compactMap { shown($0.start.local, $0.start.zone) }
    // Only the first of equal starts counts (RFC 5545, 3.8.5.3). A skipped time such as 2:30 becomes 3:30, and
    // may meet an occurrence at 3:30. That one must win, so later times come first.
    var known: Set<Int64> = []
    return (withLength + starts.sorted(by: >).compactMap { shown($0, start.zone) } + withoutLength)
      .filter { known.insert($0.seconds.lowerBound).inserted }
  }

  private func starts(in window: ClosedRange<Int>, wallZone: Zone, budget: inout StepBudget) -> Set<LocalTime>? {
    var starts: Set<LocalTime> = window.contains(start.local.day) ? [start.local] : []
    for rule in repetition?.rules.inclusive(from: start) ?? [] {
      guard let times = rule.starts(in: window, wallZone: wallZone, budget: &budget) else { return nil }
      starts.formUnion(times)
    }
    for rule in repetition?.rules.exclusive(from: start) ?? [] {
      guard let times = rule.starts(in: window, wallZone: wallZone, budget: &budget) else { return nil }
      starts.subtract(times)
    }
    // A single event costs no steps, so it is found even if rules have used all steps.
    let steps = starts.count * CalendarEvent.stepsOfOccurrence
    return starts.count <= 1 || budget.spend(steps) ? starts : nil
  }

  private var takesPlace: Bool { !isCancelled && !isDeclined }

  private struct Span {
    let length: Length
    let start: CalendarTime
  }

  private var span: Span { Span(length: length, start: start) }

  private static let stepsOfOccurrence = 20

  private struct LaterOverrides {
    /// Ascending by `second` (since 1970), from which the event applies.
    private let events: [(second: Int64, event: CalendarEvent)]
    private let wallZone: Zone

    init(_ events: [CalendarEvent], _ wallZone: Zone) {
      self.wallZone = wallZone
      self.events = events.map { ($0.recurrenceID?.second(wallZone: wallZone) ?? .max, $0) }.sorted {
        $0.second < $1.second
      }
    }

    func last(at local: LocalTime, _ zone: EventZone) -> CalendarEvent? {
      guard !events.isEmpty else { return nil }
      let second = zone.second(of: local, wallZone: wallZone)
      var (from, to) = (0, events.count)
      while from < to {
        let middle = (from + to) / 2
        if events[middle].second <= second { from = middle + 1 } else { to = middle }
      }
      return from > 0 ? events[from - 1].event : nil
    }
  }

  private var daysMoved: Int { recurrenceID.map { start.local.day - $0.local.day } ?? 0 }

  /// The later occurrence at `local`, moved as this override moved its own occurrence.
  /// - Parameter own: the length that RDATE gives the later occurrence; `nil` without one.
  private func moved(_ local: LocalTime, _ zone: EventZone, _ own: Span?, _ wallZone: Zone) -> Occurrence? {
    guard takesPlace, let recurrenceID else { return nil }
    if start.isDate {
      return occurrence(at: LocalTime(day: local.day + daysMoved, second: 0), .floating, own ?? span, wallZone)
    }
    let distance =
      start.zone.isSame(as: recurrenceID.zone)
      ? start.local.seconds(since: recurrenceID.local)
      : Int(start.second(wallZone: wallZone) - recurrenceID.second(wallZone: wallZone))
    let local = local.advanced(days: 0, seconds: distance)
    // If the zones differ, the override's length counts in elapsed seconds.
    if own != nil || start.zone.isSame(as: zone) { return occurrence(at: local, zone, own ?? span, wallZone) }
    guard let changed = occurrence(at: start.local, start.zone, span, wallZone) else { return nil }
    let first = zone.second(of: local, wallZone: wallZone)
    return Occurrence(seconds: first..<first + Int64(changed.seconds.count), title: title, isAllDay: false)
  }

  private func occurrence(at local: LocalTime, _ zone: EventZone, _ span: Span, _ wallZone: Zone) -> Occurrence? {
    let (length, start) = (span.length, span.start)
    let first = zone.second(of: local, wallZone: wallZone)
    let last: Int64
    switch length {
    case .lasting(let days, let seconds):
      last = zone.second(of: local.advanced(days: days, seconds: 0), wallZone: wallZone) + Int64(seconds)
    case .until(let end) where end.zone.isSame(as: start.zone):
      // The local end counts: 22:00 to 6:00 ends at 6:00 even in a longer night.
      let span = end.local.seconds(since: start.local)
      let nominal = zone.second(of: local.advanced(days: 0, seconds: span), wallZone: wallZone)
      // In spring, a skipped start may move past the end (RFC 5545, 3.3.5). Then the elapsed length counts.
      last = nominal > first ? nominal : first + Int64(span)
    case .until(let end): last = first + end.second(wallZone: wallZone) - start.second(wallZone: wallZone)
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
