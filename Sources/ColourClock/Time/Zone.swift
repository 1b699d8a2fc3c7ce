/// Converts instants to wall times and back.
package struct Zone: Hashable, Sendable {
  struct Period: Hashable, Sendable {
    /// The beginning of the period, as a POSIX second (without leap seconds).
    let start: Int
    let offset: ZoneOffset
  }

  /// The table is a reference, so that a copy of the zone is cheap: every moment contains its zone.
  private let table: Table

  private final class Table: Hashable, Sendable {
    /// The periods in ascending order. The first period starts at `Int.min`.
    let periods: [Period]
    /// The rule gives the offset from the start of the last period on; `nil` if the last period has a fixed offset.
    let rule: ZoneRule?
    let leapSeconds: LeapSeconds

    init(_ periods: [Period], _ rule: ZoneRule?, _ leapSeconds: LeapSeconds) {
      (self.periods, self.rule, self.leapSeconds) = (periods, rule, leapSeconds)
    }

    static func == (one: Table, two: Table) -> Bool {
      one === two || one.periods == two.periods && one.rule == two.rule && one.leapSeconds == two.leapSeconds
    }

    func hash(into hasher: inout Hasher) { hasher.combine(periods) }
  }

  private var periods: [Period] { table.periods }
  private var rule: ZoneRule? { table.rule }
  private var leapSeconds: LeapSeconds { table.leapSeconds }

  package static let utc = Zone(first: ZoneOffset(seconds: 0, abbreviation: "UTC"))

  package init(rule: ZoneRule) {
    self.init(first: rule.standard, rule: rule)
  }

  /// - Parameters:
  ///   - first: the offset before the first period.
  ///   - periods: in ascending order.
  ///   - rule: applies from the start of the last period, or always if there are no periods.
  init(first: ZoneOffset, periods: [Period] = [], rule: ZoneRule? = nil, leapSeconds: [LeapSeconds.Entry] = []) {
    table = Table([Period(start: .min, offset: first)] + periods, rule, LeapSeconds(entries: leapSeconds))
  }

  /// The wall time at a second since 1970, as `CLOCK_REALTIME` counts.
  ///
  /// If the zone's file is in the folder `right/`, `second` also counts leap seconds, as in the C library. An inserted
  /// leap second is shown as second 60. Beyond ±`1 << 60` seconds the wall time stands still.
  package func civil(at second: Int64) -> Civil {
    let (posix, isLeap) = leapSeconds.posix(of: Zone.clamped(Int(second)))
    let offset = offset(at: posix)
    return Civil(local: posix + offset.seconds, isLeap: isLeap, offset: offset)
  }

  /// The second since 1970, as `civil(at:)` takes it. If the time occurs twice, the earlier second counts. If the zone
  /// skips the time, the first second after the gap counts.
  /// - Parameter utcOffset: in seconds east of Greenwich; `nil` for a time in this zone.
  /// - Returns: `nil` for a value out of range, and for second 60 if the zone has no leap second then.
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

  /// Within these seconds no sum overflows, and every date lies within `GregorianDate.years`.
  static let bounds = -(1 << 60)...(1 << 60)

  static func clamped(_ second: Int) -> Int { min(max(second, bounds.lowerBound), bounds.upperBound) }

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

  /// The earliest second with this wall time, or the end of the gap that skips the wall time. Each offset near the wall
  /// time gives a candidate. A candidate counts if the zone has that offset then.
  private func posix(ofLocal local: Int) -> Int {
    let before = local - ZoneOffset.range.upperBound - 1
    let after = local - ZoneOffset.range.lowerBound + 1
    let offsets = periods[index(at: before)...index(at: after)].map(\.offset.seconds) + (rule?.offsets ?? [])
    let seconds = offsets.map { local - $0 }
    return seconds.filter { $0 + offset(at: $0).seconds == local }.min()
      ?? endOfGap(over: local, between: before, and: after)
  }

  /// The first POSIX second whose wall time is later than `local`, by bisection.
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
  /// Positive east of Greenwich.
  let seconds: Int
  let abbreviation: String

  /// The offsets that RFC 9636 section 3.2 recommends (`utoff`). A POSIX rule cannot exceed them, and `Zone` searches
  /// no other offsets.
  static let range = -89_999...93_599
}

/// The leap seconds of a zone. Only the files below `right/` have leap seconds.
///
/// A machine that uses such files counts leap seconds in its clock (the clock second). The count without them is the
/// POSIX second.
struct LeapSeconds: Hashable, Sendable {
  /// A leap second, or the end of the table (RFC 9636 section 3.2).
  struct Entry: Hashable, Sendable {
    /// The clock second of the inserted second, or of the first second after an omitted second.
    let second: Int
    /// From `second` on, the clock is this many seconds ahead of the POSIX second.
    let correction: Int
    let isInserted: Bool

    var posix: Int { second - correction + (isInserted ? 1 : 0) }
  }

  /// The entries in ascending order. There are only 27 since 1972, so a linear search from the end is quick.
  let entries: [Entry]

  /// The POSIX second of a clock second. An inserted second has the POSIX second of the second before it.
  func posix(of clock: Int) -> (second: Int, isLeap: Bool) {
    guard !entries.isEmpty, let entry = entries.last(where: { $0.second <= clock }) else { return (clock, false) }
    return (clock - entry.correction, entry.isInserted && entry.second == clock)
  }

  /// The clock second of a POSIX second. An omitted second has the clock second of the next second.
  func clock(of posix: Int) -> Int {
    posix + (entries.last { $0.posix <= posix }?.correction ?? 0)
  }

  /// The clock second of the leap second inserted after `posix`; `nil` if there is none.
  func insertion(after posix: Int) -> Int? {
    entries.first { $0.isInserted && $0.posix == posix + 1 }?.second
  }
}
