package struct Zone: Hashable, Sendable {
  struct Period: Hashable, Sendable {
    /// A POSIX second, without leap seconds.
    let start: Int
    let offset: ZoneOffset
  }

  /// The table is a class, because every moment copies its zone.
  private let table: Table

  private final class Table: Hashable, Sendable {
    /// Periods ascend; the first starts at `Int.min`.
    let periods: [Period]
    let rule: ZoneRule?
    let leapSeconds: LeapSeconds
    let widestName: String

    init(_ periods: [Period], _ rule: ZoneRule?, _ leapSeconds: LeapSeconds) {
      (self.periods, self.rule, self.leapSeconds) = (periods, rule, leapSeconds)
      let offsets = periods.map(\.offset) + [rule?.standard, rule?.daylight?.offset].compactMap(\.self)
      widestName = Line.widest([Zone.usualName] + offsets.map(\.abbreviation))
    }

    static func == (one: Table, two: Table) -> Bool {
      one === two || one.periods == two.periods && one.rule == two.rule && one.leapSeconds == two.leapSeconds
    }

    func hash(into hasher: inout Hasher) { hasher.combine(periods) }
  }

  private var periods: [Period] { table.periods }
  private var rule: ZoneRule? { table.rule }
  private var leapSeconds: LeapSeconds { table.leapSeconds }

  /// A placeholder as wide as most names.
  static let usualName = "00000"

  var widestName: String { table.widestName }

  package static let utc = Zone(first: ZoneOffset(seconds: 0, abbreviation: "UTC"))

  package init(rule: ZoneRule) {
    self.init(first: rule.standard, rule: rule)
  }

  /// - Parameters:
  ///   - first: The offset before `periods`, which ascend.
  ///   - rule: Applies from the last period on, or always without periods.
  init(first: ZoneOffset, periods: [Period] = [], rule: ZoneRule? = nil, leapSeconds: [LeapSeconds.Entry] = []) {
    table = Table([Period(start: .min, offset: first)] + periods, rule, LeapSeconds(entries: leapSeconds))
  }

  /// `second` counts from 1970, as `CLOCK_REALTIME` does: with a zone file from `right/`, it includes leap seconds. An
  /// inserted leap second shows as 60. Time stands still beyond ±`1 << 60`.
  package func civil(at second: Int64) -> Civil {
    let (posix, isLeap) = leapSeconds.posix(of: Int(second).clamped(to: Zone.bounds))
    let offset = offset(at: posix)
    return Civil(local: posix + offset.seconds, isLeap: isLeap, offset: offset)
  }

  /// The inverse of `civil(at:)`. A repeated time means the earlier second; a skipped time means the end of the gap.
  /// - Parameter utcOffset: Seconds east of Greenwich; `nil` means this zone's offset.
  /// - Returns: `nil` for an argument out of range, or second 60 without a leap second.
  package func second(
    on date: GregorianDate, hour: Int, minute: Int, second: Int, utcOffset: Int? = nil
  ) -> Int64? {
    guard (0...23).contains(hour), (0...59).contains(minute), (0...60).contains(second),
      ZoneOffset.range.contains(utcOffset ?? 0)
    else { return nil }
    let local = (date.dayNumber * 24 + hour) * 3600 + minute * 60 + min(second, 59)
    let posix = utcOffset.map { local - $0 } ?? posix(ofLocal: local)
    guard second == 60 else { return Int64(leapSeconds.clock(of: posix)) }
    return leapSeconds.insertion(after: posix).map { Int64($0) }
  }

  /// Within these bounds no sum overflows, and every date is within `GregorianDate.years`.
  static let bounds = -(1 << 60)...(1 << 60)

  private func offset(at posix: Int) -> ZoneOffset {
    let index = index(at: posix)
    if let rule, index == periods.count - 1 { return rule.offset(at: posix) }
    return periods[index].offset
  }

  private func index(at posix: Int) -> Int {
    var low = 0
    var high = periods.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if periods[middle].start <= posix { low = middle } else { high = middle }
    }
    return low
  }

  private func posix(ofLocal local: Int) -> Int {
    let before = local - ZoneOffset.range.upperBound - 1
    let after = local - ZoneOffset.range.lowerBound + 1
    let offsets = periods[index(at: before)...index(at: after)].map(\.offset.seconds) + (rule?.offsets ?? [])
    let seconds = offsets.map { local - $0 }
    return seconds.filter { $0 + offset(at: $0).seconds == local }.min()
      ?? endOfGap(over: local, between: before, and: after)
  }

  private func endOfGap(over local: Int, between before: Int, and after: Int) -> Int {
    var low = before
    var high = after
    while high - low > 1 {
      let middle = low + (high - low) / 2
      if middle + offset(at: middle).seconds < local { low = middle } else { high = middle }
    }
    return high
  }
}

struct ZoneOffset: Hashable, Sendable {
  /// Seconds east of Greenwich.
  let seconds: Int
  let abbreviation: String

  /// Source: `utoff` of RFC 9636 section 3.2. POSIX rules stay within this range; `Zone` searches no further.
  static let range = -89_999...93_599
}

/// Clock seconds count leap seconds (of a file below `right/`); POSIX seconds do not.
struct LeapSeconds: Hashable, Sendable {
  /// A leap second, or the table's end (RFC 9636 section 3.2).
  struct Entry: Hashable, Sendable {
    /// The clock second that is inserted, or the first one after an omitted second.
    let second: Int
    /// Clock minus POSIX seconds, from `second` on.
    let correction: Int
    let isInserted: Bool

    var posix: Int { second - correction + (isInserted ? 1 : 0) }
  }

  /// The entries ascend.
  let entries: [Entry]

  /// An inserted second has the value of the second before it.
  func posix(of clock: Int) -> (second: Int, isLeap: Bool) {
    guard !entries.isEmpty, let entry = entries.last(where: { $0.second <= clock }) else { return (clock, false) }
    return (clock - entry.correction, entry.isInserted && entry.second == clock)
  }

  /// An omitted second has the value of the next second.
  func clock(of posix: Int) -> Int {
    posix + (entries.last { $0.posix <= posix }?.correction ?? 0)
  }

  /// Returns a clock second.
  func insertion(after posix: Int) -> Int? {
    entries.first { $0.isInserted && $0.posix == posix + 1 }?.second
  }
}
