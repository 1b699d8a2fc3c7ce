/// A time zone: which wall time belongs to an instant, and which instant to a wall time.
///
/// It is a value without any tie to the file it came from or to the environment of the process.
package struct Zone: Hashable, Sendable {
  /// A time during which the offset stays as it is, up to the start of the next one.
  struct Period: Hashable, Sendable {
    /// A POSIX second, without leap seconds.
    let start: Int
    let offset: ZoneOffset
  }

  /// Ascending; the first is without beginning.
  private let periods: [Period]
  /// Replaces the last period.
  private let rule: ZoneRule?
  private let leapSeconds: LeapSeconds

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
    self.periods = [Period(start: .min, offset: first)] + periods
    self.rule = rule
    self.leapSeconds = LeapSeconds(entries: leapSeconds)
  }

  /// What the wall shows at a second since 1970, as `CLOCK_REALTIME` counts it.
  ///
  /// With the leap seconds of "right/" data the same number is taken to count them too, as the C library does; an
  /// inserted one has second 60. Beyond ±`1 << 60` seconds, some 36 thousand million years, time stands still.
  package func civil(at second: Int64) -> Civil {
    let (posix, isLeap) = leapSeconds.posix(of: min(max(Int(second), Zone.bounds.lowerBound), Zone.bounds.upperBound))
    let offset = offset(at: posix)
    return Civil(local: posix + offset.seconds, isLeap: isLeap, offset: offset)
  }

  /// The second since 1970, as `civil(at:)` takes it, at which a wall time is reached.
  ///
  /// A time that the wall shows twice, as when summer time ends, is the earlier one. One that is left out, as when it
  /// begins, is the first second after the gap.
  /// - Parameter utcOffset: seconds east of Greenwich of the clock that shows the time; `nil` for one of this zone.
  /// - Returns: `nil` unless there is such a time: hours 0...23, minutes 0...59, seconds 0...59, or 60 where the zone has
  ///   an inserted leap second, and an offset of about a day at most.
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

  /// Keeps every sum below in an `Int` and every date among `GregorianDate.years`.
  static let bounds = -(1 << 60)...(1 << 60)

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

  /// The first instant whose wall time is past `local`, by bisection: the wall is behind at `before` and past at `after`.
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
