/// The times at which a wall shows a multiple of a period: each full minute, each quarter of an hour.
struct AlignedTime {
  /// In whole seconds.
  private let period: Int64
  private let zone: Zone

  /// - Parameter period: one second at least; of its fraction nothing is left.
  init(period: Duration, zone: Zone) {
    self.period = max(1, period.components.seconds)
    self.zone = zone
  }

  /// The first one later than `instant`.
  ///
  /// A period that divides the day counts from local midnight, by what the wall shows: a time it shows twice is two times,
  /// one it leaves out is the end of the gap. Any other counts from 1970 in universal time.
  func next(after instant: Instant) -> Instant {
    let now = instant.second
    guard 86_400 % period == 0 else { return Instant(second: multiple(from: now + 1)) }
    let offset = lead(at: now)
    let next = multiple(from: now + 1 + offset) - offset
    return Instant(second: lead(at: next) == offset ? next : pastChange(from: now, to: next))
  }

  /// The first multiple not before a second.
  private func multiple(from second: Int64) -> Int64 {
    let rest = second % period
    return rest == 0 ? second : second - rest + (rest < 0 ? 0 : period)
  }

  /// What the wall shows, as a count of seconds, less the second itself. A leap second repeats the one before it.
  private func lead(at second: Int64) -> Int64 {
    let civil = zone.civil(at: second)
    let time = civil.hour * 3600 + civil.minute * 60 + min(civil.second, 59)
    return Int64(civil.date.dayNumber) * 86_400 + Int64(time) - second
  }

  /// The first one not before the change of the wall's lead that lies in `low`…`high`.
  private func pastChange(from low: Int64, to high: Int64) -> Int64 {
    let old = lead(at: low)
    var (low, high) = (low, high)
    while high - low > 1 {
      let middle = low + (high - low) / 2
      if lead(at: middle) == old { low = middle } else { high = middle }
    }
    let new = lead(at: high)
    if new > old, multiple(from: high + old) <= high + new { return high }
    return multiple(from: high + new) - new
  }
}
