/// A time zone: which wall time belongs to an instant, and which instant to a wall time.
///
/// A value, independent of the file it came from and of the environment of the process.
package struct Zone: Hashable, Sendable {
  /// A time during which the offset stays as it is, up to the start of the next one.
  struct Period: Hashable, Sendable {
    /// A POSIX second, without leap seconds.
    let start: Int
    let offset: ZoneOffset
  }

  /// Behind one reference, as every moment carries its zone along, and two moments mostly have the same one.
  private let table: Table

  private final class Table: Hashable, Sendable {
    /// Ascending; the first is without beginning.
    let periods: [Period]
    /// Replaces the last period.
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

  /// A zone that has always followed one rule.
  package init(rule: ZoneRule) {
    self.init(first: rule.standard, rule: rule)
  }

  /// - Parameters:
  ///   - first: in force before the first period.
  ///   - periods: in ascending order.
  ///   - rule: in force from the start of the last period, or always if there is none.
  init(first: ZoneOffset, periods: [Period] = [], rule: ZoneRule? = nil, leapSeconds: [LeapSeconds.Entry] = []) {
    table = Table([Period(start: .min, offset: first)] + periods, rule, LeapSeconds(entries: leapSeconds))
  }

  /// What the wall shows at a second since 1970, as `CLOCK_REALTIME` counts it.
  ///
  /// With the data below `right/` the number is understood to count leap seconds too, as in the C library; an inserted
  /// one has second 60. Beyond ±`1 << 60` seconds (some 36 thousand million years) the time shown no longer changes.
  package func civil(at second: Int64) -> Civil {
    let (posix, isLeap) = leapSeconds.posix(of: Zone.clamped(Int(second)))
    let offset = offset(at: posix)
    return Civil(local: posix + offset.seconds, isLeap: isLeap, offset: offset)
  }

  /// The second since 1970, as `civil(at:)` takes it, at which a wall time is reached.
  ///
  /// A time that the wall shows twice, as when summer time ends, is the earlier one. One that is left out, as when it
  /// begins, is the first second after the gap.
  /// - Parameter utcOffset: seconds east of Greenwich of the clock that shows the time; `nil` for one of this zone.
  /// - Returns: `nil` unless there is such a time: hours 0...23, minutes 0...59, seconds 0...59, or 60 where the zone
  ///   has an inserted leap second, and an offset of about a day at most.
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

  /// Keeps every sum within an `Int` and every date within `GregorianDate.years`.
  static let bounds = -(1 << 60)...(1 << 60)

  static func clamped(_ second: Int) -> Int { min(max(second, bounds.lowerBound), bounds.upperBound) }

  private func offset(at posix: Int) -> ZoneOffset {
    let index = index(at: posix)
    if let rule, index == periods.count - 1 { return rule.offset(at: posix) }
    return periods[index].offset
  }

  /// The period that an instant lies in.
  private func index(at posix: Int) -> Int {
    var low = 0
    var high = periods.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if periods[middle].start <= posix { low = middle } else { high = middle }
    }
    return low
  }

  /// Tries all offsets in force around the wall time: the one that leads to an instant where it holds is right.
  private func posix(ofLocal local: Int) -> Int {
    let before = local - ZoneOffset.range.upperBound - 1
    let after = local - ZoneOffset.range.lowerBound + 1
    let table = periods[index(at: before)...index(at: after)].map(\.offset.seconds)
    let instants = (table + (rule?.offsets ?? [])).map { local - $0 }
    return instants.filter { $0 + offset(at: $0).seconds == local }.min()
      ?? endOfGap(over: local, between: before, and: after)
  }

  /// The first instant whose wall time is past `local`, by bisection: the wall is behind at `before` and past at
  /// `after`.
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

/// An offset from UTC, and what the time with it is called.
struct ZoneOffset: Hashable, Sendable {
  /// Seconds east of Greenwich.
  let seconds: Int
  let abbreviation: String

  /// What RFC 9636 section 3.2 recommends (`utoff`) and POSIX rules can express. `Zone` searches no further for the
  /// offsets that a wall time may have.
  static let range = -89_999...93_599
}

/// The leap seconds that a zone counts: only the files below `right/` have any.
///
/// A machine that is set up for such files counts leap seconds in its clock. The count without them is the POSIX
/// second.
struct LeapSeconds: Hashable, Sendable {
  /// A leap second, or the end of the table (RFC 9636 section 3.2).
  struct Entry: Hashable, Sendable {
    /// What the clock reads at the inserted second itself, or at the first one after an omitted one.
    let second: Int
    /// By how much the clock is ahead of the POSIX second from then on.
    let correction: Int
    let isInserted: Bool

    /// The first POSIX second that has the correction.
    var posix: Int { second - correction + (isInserted ? 1 : 0) }
  }

  /// Ascending; so few that a search from the recent end is quick.
  let entries: [Entry]

  /// The POSIX second, which for an inserted second is the one before it.
  func posix(of clock: Int) -> (second: Int, isLeap: Bool) {
    guard !entries.isEmpty, let entry = entries.last(where: { $0.second <= clock }) else { return (clock, false) }
    return (clock - entry.correction, entry.isInserted && entry.second == clock)
  }

  /// What the clock reads at a POSIX second, and at the first thereafter if it was omitted.
  func clock(of posix: Int) -> Int {
    posix + (entries.last { $0.posix <= posix }?.correction ?? 0)
  }

  /// What the clock reads at the second inserted after a POSIX second; `nil` if none was.
  func insertion(after posix: Int) -> Int? {
    entries.first { $0.isInserted && $0.posix == posix + 1 }?.second
  }
}
