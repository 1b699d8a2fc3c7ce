import ColourClock

/// A `VTIMEZONE` of a calendar (RFC 5545, 3.6.5): offsets, and when each begins.
final class DefinedZone {
  private let parts: [Part]
  /// Years that were asked for; `nil` if a year took too much work.
  private var years: [Int: [Change]?] = [:]
  private let steps: ZoneSteps

  /// A `STANDARD` or `DAYLIGHT`.
  private struct Part {
    let start: LocalTime
    /// Seconds east of Greenwich, before and after.
    let from: Int
    let to: Int
    let rules: RuleTexts
    /// RDATE, and DTSTART of a part without a rule; ascending.
    let dates: [LocalTime]
  }

  /// A change of the offset, by the clock before it.
  private struct Change {
    let onset: LocalTime
    let from: Int
    let to: Int

    /// The first time that has the new offset only. A time that comes twice means its first occurrence, and a time in
    /// the gap has the offset before (RFC 5545, 3.3.5).
    var first: LocalTime { onset.advanced(days: 0, seconds: max(0, to - from)) }
  }

  /// Limits: the oldest zones of the system's database have fewer changes.
  private static let (mostParts, mostDates) = (1_000, 10_000)
  private static let mostYears = 50
  /// Most changes in a year.
  private static let mostChanges = 400

  /// - Parameters:
  ///   - lines: from `BEGIN` on.
  ///   - steps: shared by all definitions of a calendar.
  /// - Returns: `nil` without a part, or if a part lacks an offset or a start or makes no sense.
  init?(_ lines: ContentLines, _ steps: ZoneSteps) {
    self.steps = steps
    var reader = Reader()
    let isSound = steps.spend { search in reader.read(lines, &search) }
    guard isSound, !reader.parts.isEmpty else { return nil }
    parts = reader.parts
    guard changes(in: DefinedZone.somePresentYear) != nil else { return nil }
  }

  private static let somePresentYear = 2026

  /// Seconds east of Greenwich at a local time.
  func offset(at time: LocalTime) -> Int {
    let changes = changes(in: GregorianDate(dayNumber: time.day).year) ?? []
    return changes.last { $0.first <= time }?.to ?? changes.first?.from ?? parts[0].to
  }

  /// The changes of a year, after the last one before it; `nil` if its rules take too much work.
  private func changes(in year: Int) -> [Change]? {
    if let known = years[year] { return known }
    guard let first = GregorianDate(year: year, month: 1, day: 1)?.dayNumber else { return [] }
    let found = steps.spend { changes(around: first - 1...first + 366, &$0) }
    if years.count >= DefinedZone.mostYears { years = [:] }
    years[year] = .some(found)
    return found
  }

  private func changes(around days: ClosedRange<Int>, _ budget: inout StepBudget) -> [Change]? {
    guard let within = changes(in: days, &budget), within.count <= DefinedZone.mostChanges,
      let before = lastChange(before: days.lowerBound, &budget)
    else { return nil }
    let changes = before + within
    guard changes.isEmpty else { return changes }
    // Before all changes the first one's old offset holds.
    return earliest.map { [Change(onset: $0.start, from: $0.from, to: $0.to)] }
  }

  /// UNTIL is in universal time and counts by the offset before the change.
  private static func clock(_ start: LocalTime, _ offset: Int) -> CalendarTime {
    CalendarTime(local: start, isDate: false, zone: .known(.fixed(offset)))
  }

  private var earliest: Part? { parts.min { $0.start < $1.start } }

  /// The last change before a day, or none. It usually lies within the last years.
  private func lastChange(before day: Int, _ budget: inout StepBudget) -> [Change]? {
    guard let start = parts.map(\.start.day).min() else { return [] }
    for span in [800, 4_000, Int.max] where span == 800 || start < day {
      let first = span == .max ? min(start, day - 1) : day - span
      guard let changes = changes(in: first...day - 1, &budget) else { return nil }
      if let last = changes.last { return [last] }
    }
    return []
  }

  /// Ascending.
  private func changes(in days: ClosedRange<Int>, _ budget: inout StepBudget) -> [Change]? {
    var changes: [Change] = []
    for part in parts {
      guard budget.spend(1 + part.dates.count / 16) else { return nil }
      var onsets = part.dates.filter { days.contains($0.day) }
      for rule in part.rules.inclusive(from: DefinedZone.clock(part.start, part.from)) {
        guard let starts = rule.starts(in: days, wall: .utc, budget: &budget) else { return nil }
        onsets += starts
      }
      changes += onsets.map { Change(onset: $0, from: part.from, to: part.to) }
    }
    return changes.sorted { ($0.onset, $0.to) < ($1.onset, $1.to) }
  }
}

extension DefinedZone {
  /// Reads the parts of a definition.
  private struct Reader {
    private(set) var parts: [Part] = []
    private var path = ComponentPath()
    private var start: LocalTime?
    private var (from, to): (Int?, Int?)
    private var rules: [String] = []
    private var dates: [LocalTime] = []
    private var (isPartOpen, isBroken) = (false, false)

    /// - Parameter search: limits the search for the first time of each rule.
    /// - Returns: false if a part makes no sense.
    mutating func read(_ lines: ContentLines, _ search: inout StepBudget) -> Bool {
      for line in lines {
        switch path.take(line) {
        // `END:VTIMEZONE` is missing: the finished parts count.
        case .begin where path.depth == 2 && ComponentPath.ofCalendar.contains(path.names[1]):
          return !isBroken && !isPartOpen
        case .begin where path.depth == 2:
          isPartOpen = ["STANDARD", "DAYLIGHT"].contains(path.names[1])
          (start, from, to, rules, dates) = (nil, nil, nil, [], [])
        case .property where path.depth == 2 && isPartOpen: read(line)
        case .end where path.depth < 2:
          if isPartOpen { finish(&search) }
          isPartOpen = false
          if path.depth == 0 { return !isBroken }
        default: break
        }
        if isBroken { return false }
      }
      return false
    }

    private mutating func read(_ line: ContentLine) {
      let word = CalendarValues.word(line.value)
      switch line.name {
      case "DTSTART": start = BasicTime(word)?.local
      case "TZOFFSETFROM": from = CalendarValues.offset(word)
      case "TZOFFSETTO": to = CalendarValues.offset(word)
      case "RRULE": rules.append(CalendarValues.text(line.value, limit: 1000))
      case "RDATE":
        CalendarValues.forEach(in: line.value) { value in
          // A PERIOD: its start counts.
          let time = BasicTime(CalendarValues.word(value.prefix { $0 != UInt8(ascii: "/") }))
          isBroken = isBroken || time == nil || dates.count >= DefinedZone.mostDates
          if !isBroken, let time { dates.append(time.local) }
        }
      default: break
      }
    }

    private mutating func finish(_ search: inout StepBudget) {
      let clock = start.map { DefinedZone.clock($0, from ?? to ?? 0) }
      guard let start, let to, let clock, parts.count < DefinedZone.mostParts,
        let known = try? RuleTexts(
          including: rules, excluding: [], from: clock, calendarZone: .wall, search: &search),
        // Clocks change on days of a year: the rule must be yearly.
        known.inclusive(from: clock).allSatisfy({ $0.frequency == .yearly })
      else {
        isBroken = true
        return
      }
      let dates = (known.isEmpty ? [start] : []) + dates
      parts.append(Part(start: start, from: from ?? to, to: to, rules: known, dates: dates.sorted()))
    }
  }
}

/// Limits the work on the rules of all zones that a calendar defines.
final class ZoneSteps {
  private var rest = StepBudget(steps: 20_000_000)
  /// Most steps for one year, or for reading one definition.
  private static let mostAtOnce = 200_000

  func spend<Result>(_ work: (inout StepBudget) -> Result) -> Result {
    var budget = StepBudget(steps: min(rest.steps, ZoneSteps.mostAtOnce))
    let given = budget.steps
    defer { _ = rest.spend(given - budget.steps) }
    return work(&budget)
  }
}
