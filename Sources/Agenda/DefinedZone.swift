import ColourClock

/// A zone that a calendar defines (VTIMEZONE, RFC 5545, 3.6.5).
final class DefinedZone {
  private let observances: [Observance]
  /// A cache; `nil` for a year that exceeds the limits.
  private var years: [Int: [Change]?] = [:]
  private let steps: ZoneSteps

  private struct Observance {
    let start: LocalTime
    /// These offsets are in seconds east of Greenwich.
    let from: Int
    let to: Int
    let rules: RuleTexts
    /// RDATE, and DTSTART of an observance without a rule; ascending.
    let dates: [LocalTime]
  }

  private struct Change {
    /// The local time with the old offset.
    let onset: LocalTime
    let from: Int
    let to: Int

    /// The first local time with the new offset. Repeated and skipped times have the old offset (RFC 5545, 3.3.5).
    var first: LocalTime { onset.advanced(days: 0, seconds: max(0, to - from)) }
  }

  private static let (maxObservances, maxDates) = (1_000, 10_000)
  private static let maxYears = 50
  private static let maxChanges = 400
  private static let datesPerStep = 16

  /// Returns `nil` if the definition has no observances, is malformed or cut off, or exceeds a limit.
  /// - Parameter lines: the lines from the definition's `BEGIN` on.
  init?(_ lines: ContentLines, _ steps: ZoneSteps) {
    self.steps = steps
    var reader = Reader()
    let isSound = steps.spend { budget in reader.read(lines, &budget) }
    guard isSound, !reader.observances.isEmpty else { return nil }
    observances = reader.observances
    guard changes(ofYear: DefinedZone.testYear) != nil else { return nil }
  }

  /// A definition that exceeds the limits in this year is refused at once.
  private static let testYear = 2026

  /// Seconds east of Greenwich.
  func offset(at time: LocalTime) -> Int {
    let changes = changes(ofYear: GregorianDate(dayNumber: time.day).year) ?? []
    return changes.last { $0.first <= time }?.to ?? changes.first?.from ?? observances[0].to
  }

  /// The last change before the year, then the changes of the year and its neighbouring days; else the earliest
  /// observance's start. Returns `nil` beyond the limits.
  private func changes(ofYear year: Int) -> [Change]? {
    if let known = years[year] { return known }
    guard let first = GregorianDate(year: year, month: 1, day: 1)?.dayNumber else { return [] }
    let found = steps.spend { changesWithPrevious(in: first - 1...first + 366, &$0) }
    if years.count >= DefinedZone.maxYears { years = [:] }
    years[year] = .some(found)
    return found
  }

  private func changesWithPrevious(in days: ClosedRange<Int>, _ budget: inout StepBudget) -> [Change]? {
    guard let within = changes(in: days, &budget), within.count <= DefinedZone.maxChanges,
      let before = lastChange(before: days.lowerBound, &budget)
    else { return nil }
    let changes = before + within
    guard changes.isEmpty else { return changes }
    return earliest.map { [Change(onset: $0.start, from: $0.from, to: $0.to)] }
  }

  /// - Parameter offset: the offset before the change, which an UNTIL in UTC needs.
  private static func startTime(_ start: LocalTime, offset: Int) -> CalendarTime {
    CalendarTime(local: start, isDate: false, zone: .known(.fixed(offset)))
  }

  private var earliest: Observance? { observances.min { $0.start < $1.start } }

  private func lastChange(before day: Int, _ budget: inout StepBudget) -> [Change]? {
    guard let start = observances.map(\.start.day).min() else { return [] }
    for span in [800, 4_000] {
      guard let changes = changes(in: day - span...day - 1, &budget) else { return nil }
      if let last = changes.last { return [last] }
      if start >= day { return [] }
    }
    return changes(in: min(start, day - 1)...day - 1, &budget).map { $0.suffix(1) }
  }

  private func changes(in days: ClosedRange<Int>, _ budget: inout StepBudget) -> [Change]? {
    var changes: [Change] = []
    for observance in observances {
      guard budget.spend(1 + observance.dates.count / DefinedZone.datesPerStep) else { return nil }
      var onsets = observance.dates.filter { days.contains($0.day) }
      for rule in observance.rules.inclusive(from: DefinedZone.startTime(observance.start, offset: observance.from)) {
        guard let starts = rule.starts(in: days, wallZone: .utc, budget: &budget) else { return nil }
        onsets += starts
      }
      changes += onsets.map { Change(onset: $0, from: observance.from, to: observance.to) }
    }
    return changes.sorted { ($0.onset, $0.to) < ($1.onset, $1.to) }
  }
}

extension DefinedZone {
  private struct Reader {
    private(set) var observances: [Observance] = []
    private var path = ComponentPath()
    private var start: LocalTime?
    private var (from, to): (Int?, Int?)
    private var rules: [String] = []
    private var dates: [LocalTime] = []
    private var (isObservanceOpen, isBroken) = (false, false)

    mutating func read(_ lines: ContentLines, _ budget: inout StepBudget) -> Bool {
      for line in lines {
        switch path.record(line) {
        // Without END:VTIMEZONE, the definition counts unless an observance is open.
        case .begin where path.depth == 2 && ComponentPath.calendarChildren.contains(path.names[1]):
          return !isBroken && !isObservanceOpen
        case .begin where path.depth == 2:
          isObservanceOpen = ["STANDARD", "DAYLIGHT"].contains(path.names[1])
          start = nil
          from = nil
          to = nil
          rules = []
          dates = []
        case .property where path.depth == 2 && isObservanceOpen: read(line)
        case .end where path.depth < 2:
          // The definition is refused: an observance without its end may hide later observances.
          if isObservanceOpen, path.depth == 0 { return false }
          if isObservanceOpen { finish(&budget) }
          isObservanceOpen = false
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
      case "RRULE": rules.append(CalendarValues.rule(line.value))
      case "RDATE":
        CalendarValues.forEach(in: line.value) { value in
          // Only the start of a PERIOD counts.
          let time = BasicTime(CalendarValues.word(value.prefix { $0 != UInt8(ascii: "/") }))
          isBroken = isBroken || time == nil || dates.count >= DefinedZone.maxDates
          if !isBroken, let time { dates.append(time.local) }
        }
      default: break
      }
    }

    private mutating func finish(_ budget: inout StepBudget) {
      let first = start.map { DefinedZone.startTime($0, offset: from ?? to ?? 0) }
      guard let start, let to, let first, observances.count < DefinedZone.maxObservances,
        let known = try? RuleTexts(
          including: rules, excluding: [], from: first, calendarZone: .floating, budget: &budget),
        // Only yearly rules are supported.
        known.inclusive(from: first).allSatisfy({ $0.frequency == .yearly })
      else {
        isBroken = true
        return
      }
      let dates = (known.isEmpty ? [start] : []) + dates
      observances.append(Observance(start: start, from: from ?? to, to: to, rules: known, dates: dates.sorted()))
    }
  }
}

/// Limits the work on all zones of a calendar.
final class ZoneSteps {
  private var remaining = StepBudget(steps: 20_000_000)
  private static let maxAtOnce = 200_000

  func spend<Result>(_ work: (inout StepBudget) -> Result) -> Result {
    var budget = StepBudget(steps: min(remaining.steps, ZoneSteps.maxAtOnce))
    let given = budget.steps
    defer { _ = remaining.spend(given - budget.steps) }
    return work(&budget)
  }
}
